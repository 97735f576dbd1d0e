// What is loaded when the service and its threads start: large libraries that many of them never need are loaded when they are used.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** The packages that these files of the product load, with all that they import. */
async function packagesOf(...files: URL[]): Promise<string[]> {
  const urls = files.map(({ href }) => href);
  const script = `
    import { registerHooks } from 'node:module';
    const packages = new Set();
    registerHooks({
      load(url, context, nextLoad) {
        packages.add(/.*node_modules\\/((@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
        return nextLoad(url, context);
      },
    });
    for (const url of ${JSON.stringify(urls)}) await import(url);
    console.log(JSON.stringify([...packages]));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout);
}

test('the service starts without the libraries for OAuth, mail, tools and phone numbers', async () => {
  const packages = await packagesOf(new URL('../../../../src/core/server/app/app.ts', import.meta.url));
  expect(packages).toContain('fastify');
  for (const later of ['oidc-provider', 'nodemailer', '@modelcontextprotocol/server', 'libphonenumber-js']) {
    expect(packages).not.toContain(later);
  }
});

test('the threads that count events, look for alerts and write insights start without zod, which has more files than they', async () => {
  // What the scripts of the threads import.
  const packages = await packagesOf(
    new URL('../../../../src/core/intake/commit/lanes.ts', import.meta.url),
    new URL('../../../../src/extension-decoders.ts', import.meta.url),
    new URL('../../../../src/extension-week-items.ts', import.meta.url),
    new URL('../../../../src/extensions/changes/alerts/look.ts', import.meta.url),
    new URL('../../../../src/core/answers/insights/snapshot.ts', import.meta.url),
  );
  expect(packages).toContain('ipaddr.js');
  expect(packages).not.toContain('zod');
});
