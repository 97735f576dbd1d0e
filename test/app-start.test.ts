// What the service loads when it starts: large libraries that many processes never need are loaded when they are used.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const APP = fileURLToPath(new URL('../src/app.ts', import.meta.url));
const PRINT_PACKAGES = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    load(url, context, nextLoad) {
      packages.add(/.*node_modules\\/((@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
      return nextLoad(url, context);
    },
  });
  await import(${JSON.stringify(APP)});
  console.log(JSON.stringify([...packages]));
`;

test('the service starts without the libraries for OAuth and mail', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PRINT_PACKAGES]);
  const packages = JSON.parse(stdout) as string[];
  expect(packages).toContain('fastify');
  for (const later of ['oidc-provider', 'nodemailer']) expect(packages).not.toContain(later);
});
