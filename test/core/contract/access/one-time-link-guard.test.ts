// Operations whose credential is a one-time link, over HTTP: who gets in, and what everybody else is told.
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LINK_FAILURES_LIMIT, OneTimeLinkGuard } from '../../../../src/core/contract/access/one-time-link-guard.ts';
import { RateLimit } from '../../../../src/core/contract/access/rate-limit.ts';
import { secretHash } from '../../../../src/core/contract/access/secret-hash.ts';
import { defineOperation } from '../../../../src/core/contract/operations/define-operation.ts';
import {
  createLink,
  findLink,
  useLink,
  withdrawLink,
} from '../../../../src/core/manage/authorization-server/links/one-time-links.ts';
import { Dispatcher } from '../../../../src/core/server/api/dispatcher.ts';
import type { ReadService } from '../../../../src/core/server/api/read-service.ts';
import { createHttpServer, type HttpServer } from '../../../../src/core/server/surfaces/http/server.ts';
import { addActionAt } from '../../../../src/core/server/surfaces/rest/routes.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { LISTED } from '../../../support/operations.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const showLink = defineOperation({
  name: 'show_link',
  tag: 'Tokens',
  method: 'POST',
  path: '/link',
  title: 'Show the link',
  description: 'Shows what the handler gets.',
  credential: 'one_time_link',
  linkKind: 'invitation',
  scope: null,
  website: 'all',
  input: z.object({}),
  body: { kind: 'json', bytesMax: 1_000, schema: z.unknown(), read: (json) => json },
  output: z.unknown(),
  responses: { 200: { description: 'The link.' } },
  async act(_query, { link: { email, role }, requestOrigin, websiteIds }, _services: object) {
    return { status: 200, body: { email, role, websiteIds, ipAddress: requestOrigin.ipAddress } };
  },
});

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let world: TestIngestion;
  let server: HttpServer;

  beforeAll(async () => {
    world = await createTestIngestion(engine);
  });

  beforeEach(async () => {
    const { database, clock } = world;
    const failures = new RateLimit(LINK_FAILURES_LIMIT, clock.now);
    const links = { find: (...[secret, kind]: [string, 'invitation']) => findLink(database, secret, kind, clock.now) };
    const dispatcher = new Dispatcher({
      admissions: { one_time_link: new OneTimeLinkGuard(links, failures) },
      reads: { earliestToday: () => 20_000 } as ReadService,
      operations: LISTED,
      services: {},
      database,
    });
    server = createHttpServer(pino({ level: 'silent' }));
    addActionAt('/link', server, showLink, dispatcher, 'http://localhost');
  });

  afterAll(() => world.dispose());

  const create = () =>
    world.database.transaction((tx) =>
      createLink(tx, { kind: 'invitation', accountId: 1, email: 'bob@example.com', role: 'viewer' }, world.clock.now),
    );

  async function post(body: unknown, remoteAddress = '192.0.2.1') {
    const answer = await server.inject({ method: 'POST', url: '/link', payload: body as object, remoteAddress });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  }

  test('the handler gets the link', async () => {
    const { secret } = await create();
    expect(await post({ secret })).toMatchObject({
      status: 200,
      body: { email: 'bob@example.com', role: 'viewer', websiteIds: [], ipAddress: '192.0.2.1' },
      headers: { 'cache-control': 'no-store' },
    });
  });

  test('the answer is the same for unknown, expired, used and withdrawn links, and for no link', async () => {
    const expired = await create();
    world.clock.advance(8 * DAY_MS);
    const used = await create();
    await world.database.transaction((tx) => useLink(tx, used.secret, 'invitation', world.clock.now));
    const withdrawn = await create();
    await world.database.transaction((tx) =>
      withdrawLink(tx, { id: withdrawn.id, kind: 'invitation', accountId: 1 }, world.clock.now),
    );
    const reset = await world.database.transaction((tx) => createLink(tx, { kind: 'password_reset' }, world.clock.now));
    const secrets = [
      expired.secret,
      used.secret,
      withdrawn.secret,
      reset.secret,
      'unknown',
      '',
      'x'.repeat(500),
      7,
      null,
    ];
    const answers = await Promise.all([...secrets.map((secret) => ({ secret })), {}, []].map((body) => post(body)));
    const [{ body: first }] = answers as [(typeof answers)[number]];
    expect(first).toMatchObject({ status: 401, code: 'link_not_valid' });
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 401, body: first });
  });

  test('who fails too often waits, also with a valid link; others do not', async () => {
    const { secret } = await create();
    for (let count = 0; count < LINK_FAILURES_LIMIT.max; count++)
      expect((await post({ secret: 'x' })).status).toBe(401);
    const refused = await post({ secret });
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await post({ secret }, '192.0.2.2')).status).toBe(200);
    world.clock.advance(LINK_FAILURES_LIMIT.perMs);
    expect((await post({ secret })).status).toBe(200);
  });

  test('looks up 200 characters, and not one more', async () => {
    const sql = 'UPDATE one_time_links SET token_hash = $1 WHERE token_hash = $2';
    for (const [length, status] of [[200, 200] as const, [201, 401] as const]) {
      const link = await create();
      const secret = 'x'.repeat(length);
      await world.database.transaction((tx) => tx.query(sql, [secretHash(secret), secretHash(link.secret)]));
      expect((await post({ secret })).status).toBe(status);
    }
  });

  test('attempts at the same time are limited, too', async () => {
    const answers = await Promise.all(
      Array.from({ length: LINK_FAILURES_LIMIT.max + 20 }, () => post({ secret: 'x' })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(LINK_FAILURES_LIMIT.max);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('the limit comes before the body is read, the size of the body before the link', async () => {
    const { secret } = await create();
    expect((await post({ secret, filler: 'x'.repeat(2_000) })).status).toBe(413);
    expect((await post('{')).status).toBe(415);
    for (let count = 0; count < LINK_FAILURES_LIMIT.max; count++) await post({ secret: 'x' });
    expect((await post({ secret, filler: 'x'.repeat(2_000) })).status).toBe(429);
  });
});
