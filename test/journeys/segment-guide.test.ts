// The guide to the SDKs is true: its commands and programs are run as they stand, but for the host and the key.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPublicKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { countedName } from '../../src/extensions/protocols/segment/event-names.ts';
import { bundle, SdkPage } from '../extensions/protocols/segment/sdk-page.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { freePort } from '../support/postgres-server.ts';
import { storedTotals } from '../support/stored-days.ts';
import { TestClock } from '../support/test-clock.ts';
import { TestService } from '../support/test-service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDE = readFileSync(new URL('../../docs/segment.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code!);
const [CREATE_KEYS, ...OTHER_COMMANDS] = blocks('sh');
const [ON_SERVER, ON_SERVER_WITH_RUDDERSTACK, WITH_SEGMENT, WITH_RUDDERSTACK, ...OTHER_PROGRAMS] = blocks('js');
const CAMPAIGN = { websiteId: 1, kind: 'campaign', id: 10 } as const;
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const run = promisify(execFile);

let service: TestService;

beforeAll(async () => {
  service = await TestService.start('sqlite', { clock: new TestClock(), env: { PORT: String(await freePort()) } });
});
beforeEach(() => service.ingestion.reset());
afterAll(() => service.dispose());

const views = async () => (await storedTotals(service.database, CAMPAIGN)).views;
const atService = (program: string) => program.replaceAll('https://funnel.example', service.url);

test('everything in the guide is run here', () => {
  expect([...OTHER_COMMANDS, ...OTHER_PROGRAMS]).toEqual([]);
});

test('the commands create keys, and the programs for servers send with one', async () => {
  const env = { ...process.env, DATABASE_URL: service.ingestion.url, BASE_URL: service.url };
  const { stdout } = await run('sh', ['-c', CREATE_KEYS!], { cwd: ROOT, env });
  const [secretKey] = /fik_[\w-]+/.exec(stdout)!;
  expect(stdout).toMatch(/fpk_[\w-]+/);
  const options = { cwd: ROOT, env: { ...env, FUNNEL_KEY: secretKey } };
  await run(process.execPath, ['--input-type=module', '--eval', atService(ON_SERVER!)], options);
  expect(await views()).toBe(1);
  const total = await storedTotals(service.database, { websiteId: 1, kind: 'website', id: 1 });
  expect(total).toMatchObject({ orders: 1, revenue: 255_000 });
  await run(process.execPath, ['--input-type=module', '--eval', atService(ON_SERVER_WITH_RUDDERSTACK!)], options);
  await expect.poll(views).toBe(2);
});

describe.skipIf(!CHROMIUM)('in a page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  test.each([
    ['@segment/analytics-next', WITH_SEGMENT],
    ['@rudderstack/analytics-js', WITH_RUDDERSTACK],
  ])('the program with %s sends', async (name, program) => {
    expect(program).toContain(name);
    const shop = await SdkPage.serve(() => script);
    const key = { websiteId: 1, origins: [shop.origin] };
    const { key: publicKey } = (await createPublicKey(service.database, key, service.clock.now))!;
    const script = await bundle(atService(program!).replaceAll('fpk_…', publicKey));
    const page = await browser.newPage({ userAgent: USER_AGENT });
    await page.goto(shop.origin);
    await expect.poll(views).toBe(1);
    await page.close();
    shop.close();
  });
});

test('the table of names is the one of the service', () => {
  const rows = [...GUIDE.matchAll(/^\| (`.*?) \| (.*?) \|$/gm)].slice(1, 7);
  const names = rows.flatMap(([, cell, meaning]) =>
    [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => [name!, /`(\w+)`/.exec(meaning!)?.[1] ?? name!]),
  );
  expect(names).toHaveLength(15);
  for (const [name, type] of names) expect(countedName(name)?.type, name).toBe(type);
});
