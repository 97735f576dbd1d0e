// `funnel webhook`: secrets of shops, added and revoked by an operator.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SECRETS_MAX } from '../../../src/extensions/protocols/webhooks/webhook-secrets.ts';
import { CommandLine } from '../../support/command-line.ts';
import { SAMPLE_CATALOG } from '../../support/sample-catalog.ts';

let line: CommandLine;

beforeEach(async () => {
  line = new CommandLine({ BASE_URL: 'https://funnel.example' });
  const catalog = line.file('catalog.json', JSON.stringify(SAMPLE_CATALOG));
  expect((await line.call(['import', 'catalog', catalog])).code).toBe(0);
});
afterEach(() => line.dispose());

const run = (args: readonly string[], input?: string) => line.call(['webhook', ...args], input);
const create = (...args: string[]) => ['create', '--website', '1', ...args];

test('create, list and revoke', async () => {
  const { stdout } = await run(create('--provider', 'woocommerce', '--json'));
  const { secret, ...created } = JSON.parse(stdout);
  expect(secret).toMatch(/^[\w-]{43}$/);
  const url = 'https://funnel.example/webhooks/woocommerce/1';
  expect(created).toEqual({ id: 1, website_id: 1, provider: 'woocommerce', url });
  const listed = await run(['list', '--json']);
  expect(listed.stdout).not.toContain(secret);
  expect(JSON.parse(listed.stdout)).toEqual({
    webhooks: [{ ...created, created_at: expect.any(String), revoked_at: null }],
  });
  expect(JSON.parse((await run(['revoke', '1', '--json'])).stdout)).toEqual({ id: 1, revoked: true });
  expect((await run(['list'])).stdout).toMatch(
    /^ID +WEBSITE +PROVIDER +STATE +CREATED +URL\n\d+ +1 +\w+ +revoked \S+ +\S+ +https:/,
  );
  expect(await run(['revoke', '1'])).toMatchObject({ code: 1, stderr: expect.stringContaining('already revoked') });
});

test('the secret of a provider comes from standard input, and is not printed', async () => {
  const args = create('--provider', 'stripe');
  expect(await run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('--secret-stdin') });
  const { code, stdout } = await run([...args, '--secret-stdin'], 'whsec_0123456789abcdef\n');
  expect(code).toBe(0);
  expect(stdout).toContain('https://funnel.example/webhooks/stripe/1');
  expect(stdout).not.toContain('whsec_');
});

test.each([
  ['too short', 'short'],
  ['empty', ''],
  ['of two lines', 'whsec_0123456789\nwhsec_0123456789'],
])('a secret that is %s is refused', async (_, secret) => {
  const { code, stderr } = await run(create('--provider', 'shopify', '--secret-stdin'), secret);
  expect([code, stderr]).toEqual([1, expect.stringContaining('16 to 255 characters')]);
});

test('mistakes are explained', async () => {
  expect(await run(create('--provider', 'paypal'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('shopify, woocommerce, stripe'),
  });
  expect(await run(['create', '--website', '99', '--provider', 'woocommerce'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Website 99 does not exist'),
  });
});

test('the number of secrets is bounded', async () => {
  const codes: (number | null)[] = [];
  for (let added = 0; added <= SECRETS_MAX; added++) {
    codes.push((await run(['create', '--website', '2', '--provider', 'woocommerce'])).code);
  }
  expect(codes).toEqual([...Array(SECRETS_MAX).fill(0), 1]);
});
