// One attempt by each channel, to a real mail server and real receivers of webhooks.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllowedHost } from '../../../../src/core/foundation/fetch/allowed-hosts.ts';
import { createWebhookFetch } from '../../../../src/core/foundation/fetch/guarded-fetch.ts';
import { createMailer } from '../../../../src/core/foundation/mail/mailer.ts';
import { systemClock } from '../../../../src/core/foundation/time/clock.ts';
import { createDeliver, type Deliver } from '../../../../src/extensions/notifications/outbox/deliver.ts';
import { retryAfterMs } from '../../../../src/extensions/notifications/outbox/deliver-http.ts';
import { DeliveryError } from '../../../../src/extensions/notifications/outbox/delivery-error.ts';
import { type EmailDelivery, messageId } from '../../../../src/extensions/notifications/outbox/message.ts';
import { newWebhookSecret } from '../../../../src/extensions/notifications/outbox/webhook-signature.ts';
import { MailServer, type MailServerOptions } from '../../../support/mail-server.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../../../support/test-certificate.ts';
import { Receiver, status } from './receiver.ts';

const ID = messageId('digest:1:1:2026-11-09');
const BODY = { type: 'digest', website: { id: 1, name: 'Käse & Brot' } };

async function failureOf(attempt: Promise<void>): Promise<DeliveryError> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DeliveryError);
  return error as DeliveryError;
}

describe('webhooks', () => {
  let receiver: Receiver;
  let deliver: Deliver;
  const deliverWith = (host: string, responseMsMax?: number) =>
    createDeliver({
      mailer: undefined,
      fetch: createWebhookFetch([parseAllowedHost(host)!], responseMsMax === undefined ? {} : { responseMsMax }),
      clock: systemClock,
    });

  beforeAll(async () => {
    receiver = await Receiver.start();
    deliver = deliverWith(receiver.host);
  });
  afterAll(() => receiver[Symbol.asyncDispose]());

  test('a signed webhook is verified by the reference library, and no changed one is', async () => {
    const secret = newWebhookSecret();
    await deliver(ID, { channel: 'webhook', url: receiver.url('/signed'), secret, body: BODY });
    const { headers, body } = receiver.received.at(-1)!;
    const signed = headers as Record<string, string>;
    expect(new Webhook(secret).verify(body, signed)).toEqual(BODY);
    expect(() => new Webhook(secret).verify(body.replace('Brot', 'Wein'), signed)).toThrow();
    expect(() => new Webhook(newWebhookSecret()).verify(body, signed)).toThrow();
    expect(headers).toMatchObject({ 'webhook-id': ID, 'content-type': 'application/json' });
  });

  test('the code in the documentation verifies it too', async () => {
    const guide = readFileSync(new URL('../../../../docs/outgoing-webhooks.md', import.meta.url), 'utf8');
    const [, code] = /```js\n(.*?)```/s.exec(guide)!;
    const { verifyWebhook } = await import(`data:text/javascript,${encodeURIComponent(code!)}`);
    const secret = newWebhookSecret();
    await deliver(ID, { channel: 'webhook', url: receiver.url('/signed'), secret, body: BODY });
    const { headers, body } = receiver.received.at(-1)!;
    expect(verifyWebhook(secret, headers, body)).toEqual(BODY);
    expect(() => verifyWebhook(newWebhookSecret(), headers, body)).toThrow('signature');
    expect(() => verifyWebhook(secret, headers, `${body} `)).toThrow('signature');
    expect(() => verifyWebhook(secret, { ...headers, 'webhook-timestamp': '1700000000' }, body)).toThrow('too old');
    expect(() => verifyWebhook(secret, { ...headers, 'webhook-timestamp': 'soon' }, body)).toThrow('too old');
  });

  test('a Slack webhook gets the body and the id', async () => {
    const body = { text: 'Hello', blocks: [] };
    await deliver(ID, { channel: 'slack', url: receiver.url('/slack'), body });
    const received = receiver.received.at(-1)!;
    expect(JSON.parse(received.body)).toEqual(body);
    expect(received.headers).toMatchObject({ 'x-message-id': ID, 'content-type': 'application/json' });
    expect(received.headers).not.toHaveProperty('webhook-signature');
  });

  const post = (path: string, by = deliver) => by(ID, { channel: 'slack', url: receiver.url(path), body: BODY });

  test.each([
    ...[200, 201, 204].map((code) => [code, 'delivered'] as const),
    ...[408, 425, 429, 500, 502, 503, 504].map((code) => [code, 'passing'] as const),
    ...[301, 302, 307, 400, 401, 403, 404, 410, 413, 422].map((code) => [code, 'permanent'] as const),
  ])('an answer with status %i is %s', async (code, meaning) => {
    receiver.answers.set('/status', status(code, { location: receiver.url('/elsewhere') }));
    if (meaning === 'delivered') return post('/status');
    const error = await failureOf(post('/status'));
    expect(error.permanent).toBe(meaning === 'permanent');
    expect(error.message).toContain(String(code));
    expect(receiver.paths()).not.toContain('/elsewhere');
  });

  test.each([
    ...[200, 202, 299].map((code) => [code, 'delivered'] as const),
    ...[401, 403, 404, 405, 408, 409, 425, 429, 500, 503].map((code) => [code, 'passing'] as const),
    ...[301, 307, 400, 413, 415, 422].map((code) => [code, 'refused'] as const),
    [410, 'gone'] as const,
  ])('by a webhook, an answer with status %i is %s', async (code, meaning) => {
    receiver.answers.set('/status', status(code, { location: receiver.url('/elsewhere') }));
    const attempt = deliver(ID, { channel: 'webhook', url: receiver.url('/status'), secret: 'whsec_AAAA', body: BODY });
    if (meaning === 'delivered') return attempt;
    expect(await failureOf(attempt)).toMatchObject({
      permanent: meaning === 'refused' || meaning === 'gone',
      gone: meaning === 'gone',
    });
  });

  test('the time that a receiver asks for is passed on', async () => {
    receiver.answers.set('/busy', status(429, { 'retry-after': '120' }));
    expect(await failureOf(post('/busy'))).toMatchObject({ permanent: false, retryAfterMs: 120_000 });
  });

  test.each([
    ['0', 0],
    ['3600', 3_600_000],
    ['Mon, 16 Nov 2026 00:01:00 GMT', 60_000],
    ['Sun, 15 Nov 2026 00:00:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ])('Retry-After: %s', (header, ms) => {
    expect(retryAfterMs(header, new Date('2026-11-16T00:00:00Z'))).toBe(ms);
  });

  test('a receiver that stalls, hangs up or is not there may be back later', async () => {
    receiver.answers.set('/stall', () => {});
    receiver.answers.set('/hang-up', (response) => response.destroy());
    const stalled = await failureOf(post('/stall', deliverWith(receiver.host, 50)));
    expect(stalled).toMatchObject({ permanent: false, message: expect.stringContaining('did not answer in time') });
    expect(await failureOf(post('/hang-up'))).toMatchObject({ permanent: false });
    const absent = deliverWith('127.0.0.1:1')(ID, { channel: 'slack', url: 'http://127.0.0.1:1/', body: BODY });
    expect(await failureOf(absent)).toMatchObject({
      permanent: false,
      message: 'The receiver could not be reached: ECONNREFUSED.',
    });
  });

  test('an answer counts although its body never ends', async () => {
    receiver.answers.set('/endless', (response) => {
      response.writeHead(200).write('x');
    });
    await post('/endless');
  });

  test.each([
    ['http://example.com/', 'Only https'],
    ['https://127.0.0.1/', 'not a public'],
    ['https://[::1]/', 'not a public'],
    ['https://169.254.169.254/latest/meta-data', 'not a public'],
    ['https://localhost/', 'not a public'],
    ['https://user:password@example.com/', 'credentials'],
    ['file:///etc/passwd', 'Only https'],
  ])('%s is refused for good', async (url, reason) => {
    expect(await failureOf(deliver(ID, { channel: 'slack', url, body: BODY }))).toMatchObject({
      permanent: true,
      message: expect.stringContaining(reason),
    });
  });

  test('nobody learns from the answer which host names exist in the network of the service', async () => {
    const failures = [
      { resolve: 'private', permanent: true },
      { resolve: 'unknown', permanent: false },
    ].map(async ({ resolve, permanent }) => {
      const fetch = createWebhookFetch([], {
        resolve: (_hostname, callback) =>
          resolve === 'private'
            ? callback(null, [{ address: '10.0.0.1', family: 4 }])
            : callback(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'queryA' }), []),
      });
      const by = createDeliver({ mailer: undefined, fetch, clock: systemClock });
      const error = await failureOf(by(ID, { channel: 'slack', url: 'https://wiki.internal/', body: BODY }));
      expect(error.permanent).toBe(permanent);
      return error.message;
    });
    const message = 'wiki.internal is not a public internet address.';
    expect(await Promise.all(failures)).toEqual([message, message]);
  });

  test('a certificate for other names is refused, without telling these names', async () => {
    const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const fetch = createWebhookFetch([], {
      resolve: (_hostname, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
      isAllowed: () => true,
      ca: TEST_CERTIFICATE,
    });
    const by = createDeliver({ mailer: undefined, fetch, clock: systemClock });
    const url = `https://chat.internal:${(server.address() as AddressInfo).port}/`;
    const error = await failureOf(by(ID, { channel: 'slack', url, body: BODY }));
    server.close();
    expect(error.message).toBe('The receiver could not be reached: ERR_TLS_CERT_ALTNAME_INVALID.');
    expect(error.causeText).toContain('client.example');
  });

  test('another port of an allowed host is refused', async () => {
    const before = receiver.received.length;
    const error = await failureOf(post('/other-port', deliverWith('127.0.0.1:1')));
    expect(error).toMatchObject({ permanent: true, message: 'Only https URLs are fetched.' });
    expect(receiver.received).toHaveLength(before);
  });
});

describe('email', () => {
  const EMAIL: EmailDelivery = {
    channel: 'email',
    to: 'ada@example.com',
    fromName: 'Agentur "Käse", GmbH',
    subject: 'Ihre Woche',
    text: 'Hallo',
    html: '<p><img src="cid:logo" alt=""> Hallo</p>',
    unsubscribeUrl: 'https://funnel.example/unsubscribe?token=abc',
    logo: { contentType: 'image/png', base64: Buffer.from('not really a picture').toString('base64') },
  };

  async function withServer<Result>(
    options: MailServerOptions,
    work: (deliver: Deliver, server: MailServer) => Promise<Result>,
  ): Promise<Result> {
    const server = await MailServer.start(options);
    const mailer = createMailer({ smtpUrl: server.url(), from: 'Funnel <funnel@example.com>' });
    try {
      return await work(createDeliver({ mailer, fetch: createWebhookFetch([]), clock: systemClock }), server);
    } finally {
      await server.close();
    }
  }

  test('has a sender name, an id, a logo, and can be unsubscribed from with one click', async () => {
    await withServer({}, async (deliver, { received }) => {
      await deliver(ID, EMAIL);
      const [{ from, to, email }] = received as [(typeof received)[number]];
      expect({ from, to }).toEqual({ from: 'funnel@example.com', to: ['ada@example.com'] });
      expect(email).toMatchObject({
        from: { name: 'Agentur "Käse", GmbH', address: 'funnel@example.com' },
        subject: 'Ihre Woche',
        text: 'Hallo\n',
        messageId: `<${ID}@example.com>`,
      });
      const headers = Object.fromEntries(email.headers.map(({ key, value }) => [key, value]));
      expect(headers).toMatchObject({
        'list-unsubscribe': '<https://funnel.example/unsubscribe?token=abc>',
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        'auto-submitted': 'auto-generated',
      });
      const [logo] = email.attachments;
      expect(logo).toMatchObject({ mimeType: 'image/png', contentId: '<logo>', disposition: 'inline' });
      expect(Buffer.from(logo!.content as ArrayBuffer).toString()).toBe('not really a picture');
      expect(email.html).toContain('cid:logo');
    });
  });

  test('without these, it has neither', async () => {
    await withServer({}, async (deliver, { received }) => {
      const { fromName: _, unsubscribeUrl: __, logo: ___, ...plain } = EMAIL;
      await deliver(ID, plain);
      const { email } = received[0]!;
      expect(email.from).toEqual({ name: 'Funnel', address: 'funnel@example.com' });
      expect(email.attachments).toEqual([]);
      expect(email.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
    });
  });

  test('a sender name or subject adds no header and no recipient', async () => {
    await withServer({}, async (deliver, { received }) => {
      const line = 'x\r\nBcc: eve@example.com';
      await deliver(ID, { ...EMAIL, fromName: line, subject: line, unsubscribeUrl: `https://a.example/${line}` });
      const { to, email } = received[0]!;
      expect(to).toEqual(['ada@example.com']);
      expect(email.headers.map(({ key }) => key)).not.toContain('bcc');
    });
  });

  test.each([
    ['a mailbox that does not exist', { refuses: 'ada@example.com' }, true],
    ['a mailbox that is busy', { refuses: 'ada@example.com', refusal: 450 }, false],
    ['a login that is missing', { login: { user: 'a', password: 'b' } }, false],
  ] as const)('%s: permanent is %s', async (_, options, permanent) => {
    const error = await withServer(options, (deliver) => failureOf(deliver(ID, EMAIL)));
    expect(error).toMatchObject({ permanent, message: expect.stringContaining('The mail server did not accept') });
    expect(error.message).not.toContain('ada@example.com');
    // What the server says may name hosts of the operator's network, so it is for the log.
    expect(error.message).not.toMatch(/mailbox|[Aa]uthentication/);
    expect((error.cause as Error).message).toMatch(/mailbox|[Aa]uthentication/);
    expect((error.cause as Error).message).not.toContain('ada@example.com');
  });

  test('a mail server that is not there may be back later; none at all is named', async () => {
    const gone = await withServer({}, async (deliver) => deliver);
    const error = await failureOf(gone(ID, EMAIL));
    expect(error).toMatchObject({ permanent: false, message: 'The mail server did not accept the message.' });
    expect((error.cause as Error).message).toContain('ECONNREFUSED 127.0.0.1');
    const none = createDeliver({ mailer: undefined, fetch: createWebhookFetch([]), clock: systemClock });
    expect(await failureOf(none(ID, EMAIL))).toMatchObject({
      permanent: true,
      message: expect.stringContaining('SMTP_URL'),
    });
  });
});
