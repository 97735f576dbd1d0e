// The guide to outgoing webhooks is true: its JSON is what the OpenAPI document has and what the schemas allow, and the code for n8n and
// Zapier verifies what the service really sends. These programs cannot run here, so what they give to the code is put together by hand.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseAllowedHost } from '../../src/core/foundation/fetch/allowed-hosts.ts';
import { createWebhookFetch } from '../../src/core/foundation/fetch/guarded-fetch.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { openApiDocument } from '../../src/core/server/surfaces/openapi/document.ts';
import { createDeliver } from '../../src/extensions/notifications/outbox/deliver.ts';
import { newWebhookSecret } from '../../src/extensions/notifications/outbox/webhook-signature.ts';
import { WEBHOOK_BODIES, WEBHOOK_EXAMPLES } from '../../src/extensions/notifications/outgoing-webhooks.ts';
import { Receiver } from '../extensions/notifications/outbox/receiver.ts';
import { API } from '../support/operations.ts';

const GUIDE = readFileSync(new URL('../../docs/outgoing-webhooks.md', import.meta.url), 'utf8');
const codeBlocks = (language: string) =>
  [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code!);
const [, N8N, ZAPIER, ...OTHERS] = codeBlocks('js') as [string, string, string, ...string[]];
const ID = '0d5c3b1e-6f0a-8c2d-9e4f-2b7a61c0d3f5';
const secret = newWebhookSecret();

let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
});
afterAll(() => receiver[Symbol.asyncDispose]());

/** What a receiver gets. */
async function delivered(body: unknown) {
  const fetch = createWebhookFetch([parseAllowedHost(receiver.host)!]);
  const deliver = createDeliver({ mailer: undefined, fetch, clock: systemClock });
  await deliver(ID, { channel: 'webhook', url: receiver.url('/hook'), secret, body });
  const { headers, body: text } = receiver.received.at(-1)!;
  return { headers: headers as Record<string, string>, text };
}

/** As these programs do: the code is the body of an async function. */
function run(code: string, of: string, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const own = code.replace("'whsec_…'", JSON.stringify(of));
  expect(own).not.toBe(code);
  const require = createRequire(import.meta.url);
  return runInNewContext(`(async function () { ${own} }).call(self)`, { Buffer, require, ...given });
}

test('all JSON of the guide is an example of the OpenAPI document, which its schemas allow', () => {
  const shown = codeBlocks('json').map((json) => JSON.parse(json) as { type: keyof typeof WEBHOOK_BODIES });
  for (const body of shown) expect(body).toEqual(WEBHOOK_EXAMPLES[body.type]);
  const types = Object.keys(WEBHOOK_BODIES) as (keyof typeof WEBHOOK_BODIES)[];
  expect([...shown.map(({ type }) => type), 'test'].sort()).toEqual(types.toSorted());
  for (const type of types) {
    WEBHOOK_BODIES[type].parse(WEBHOOK_EXAMPLES[type]);
    expect(openApiDocument(API).webhooks[type]).toMatchObject({ post: { operationId: `receive_${type}` } });
    expect(GUIDE).toContain(`| \`${type}\` |`);
  }
  expect(OTHERS).toEqual([]);
});

test('the code for n8n verifies the bytes and returns the message', async () => {
  const { headers, text } = await delivered(WEBHOOK_EXAMPLES.new_contact);
  const step = (of: string, body = text, sent = headers) =>
    run(N8N, of, {
      $input: { first: () => ({ json: { headers: sent } }) },
      self: { helpers: { getBinaryDataBuffer: async () => Buffer.from(body) } },
    });
  expect(await step(secret)).toEqual([{ json: { ...(WEBHOOK_EXAMPLES.new_contact as object), id: ID } }]);
  await expect(step(newWebhookSecret())).rejects.toThrow('The signature is wrong.');
  await expect(step(secret, text.replace('ada@', 'eve@'))).rejects.toThrow('The signature is wrong.');
  await expect(step(secret, text, { ...headers, 'webhook-timestamp': '1700000000' })).rejects.toThrow('too old');
});

test('the code for Zapier verifies the text and returns the columns', async () => {
  const { headers, text } = await delivered(WEBHOOK_EXAMPLES.order);
  const step = (of: string, body = text) =>
    run(ZAPIER, of, {
      self: {},
      inputData: {
        ...{ body, id: headers['webhook-id'], timestamp: headers['webhook-timestamp'] },
        signature: headers['webhook-signature'],
      },
    });
  expect(await step(secret)).toEqual({
    ...{ id: ID, type: 'order', example: false, order_id: 'EXAMPLE-1001', day: '2026-03-10', revenue: 29.35 },
    campaign: 'Spring popup',
  });
  await expect(step(newWebhookSecret())).rejects.toThrow('The signature is wrong.');
  await expect(step(secret, text.replace('29.35', '99.35'))).rejects.toThrow('The signature is wrong.');
});
