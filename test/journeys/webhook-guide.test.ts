// The guide to webhooks is true: its commands are run in a shell, in their order, beside a running service.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { websiteReport } from '../../src/core/answers/reports/subjects/website.ts';
import { TestClock } from '../support/test-clock.ts';
import { TestService } from '../support/test-service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDE = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
const [CREATE, CREATE_WITH_SECRET, TRY, ...OTHERS] = [...GUIDE.matchAll(/```sh\n(.*?)```/gs)].map(([, code]) => code!);

let service: TestService;

beforeAll(async () => {
  service = await TestService.start('sqlite', { clock: new TestClock(new Date().toISOString()) });
});
afterAll(() => service.dispose());

function runInShell(command: string, env: Readonly<Record<string, string>> = {}): Promise<Record<string, unknown>> {
  const environment = {
    ...process.env,
    DATABASE_URL: service.ingestion.url,
    FUNNEL: service.url,
    BASE_URL: service.url,
    ...env,
  };
  return new Promise((resolve, reject) => {
    const shell = spawn('sh', ['-c', command], { cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    shell.stdout.on('data', (piece: Buffer) => {
      output += piece;
    });
    shell.on('error', reject);
    shell.on('close', (code) =>
      code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`${command} ended with ${code}`)),
    );
  });
}

test('every command of the guide is run here', () => {
  expect(OTHERS).toEqual([]);
});

test('from the secret to the order in the report', async () => {
  const created = await runInShell(CREATE!);
  expect(created).toMatchObject({ website_id: 1, provider: 'woocommerce' });
  expect(String(created.url)).toMatch(/\/webhooks\/woocommerce\/1$/);
  const answer = await runInShell(TRY!, { SECRET: String(created.secret) });
  expect(answer).toEqual(JSON.parse(/```json\n(.*?)```/s.exec(GUIDE)![1]!));
  const { data } = await service.report(websiteReport, { timeframe: 'today' }, await service.token([1]));
  expect(data.metrics).toMatchObject({ orders: 1, revenue: 29.35 });
  expect(await runInShell(TRY!, { SECRET: String(created.secret) })).toEqual({ outcome: 'duplicate' });
});

test("with the provider's own secret, which is not printed", async () => {
  const created = await runInShell(CREATE_WITH_SECRET!, { STRIPE_WEBHOOK_SECRET: 'whsec_of-the-guide-0001' });
  expect(created).toEqual({
    id: expect.any(Number),
    website_id: 1,
    provider: 'stripe',
    url: expect.stringMatching(/\/webhooks\/stripe\/1$/),
  });
});
