// Every log line of a request has its id, as the response does, at every level.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DatabaseReplacedError,
  WebsitesUnreachableError,
} from '../../../../../src/core/foundation/database/database.ts';
import { Problem } from '../../../../../src/core/foundation/problem/problem.ts';
import { createHttpServer, type HttpServer } from '../../../../../src/core/server/surfaces/http/server.ts';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

interface LogLine {
  readonly level: number;
  readonly reqId: string;
  readonly msg: string;
  readonly part?: string;
  readonly err?: { readonly stack: string };
  readonly reason?: string;
}

/** Threads pass it on like this. */
function fromThread(code: string): Problem {
  const problem = new Problem(503, 'Try again in a moment.', { code });
  problem.cause = 'Error: connect ECONNREFUSED\n    at afterConnect (node:net)';
  return problem;
}

const FAILURES: Readonly<Record<string, Error>> = {
  unreachable: new WebsitesUnreachableError('worker-1:5432: password authentication failed', [7]),
  'in-a-thread': fromThread('database_unavailable'),
  unknown: fromThread('commit_unknown'),
  replaced: new DatabaseReplacedError(new Error('the file is another one')),
};

let server: HttpServer;
const lines: LogLine[] = [];

beforeAll(async () => {
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  server = createHttpServer(pino({ level: 'trace' }, output));
  server.get('/levels', async ({ log }) => {
    for (const level of LEVELS) log[level]({ part: 'handler' }, level);
    log.silent('silent');
    log.child({ part: 'child' }).info('from a child');
    return log.level;
  });
  server.get('/breaks', async () => {
    throw new Error('on purpose');
  });
  server.get('/fails/:how', async ({ params }) => {
    throw FAILURES[(params as { how: string }).how];
  });
  await server.ready();
});

afterAll(() => server.close());

test('each level, and a child', async () => {
  lines.length = 0;
  const answer = await server.inject('/levels');
  expect(answer.body).toBe('trace');
  const id = answer.headers['x-request-id'];
  const messages = lines.filter(({ part }) => part !== undefined);
  expect(messages.map(({ msg, part }) => [msg, part])).toEqual([
    ...LEVELS.map((level) => [level, 'handler']),
    ['from a child', 'child'],
  ]);
  expect(messages.map(({ level }) => level)).toEqual([60, 50, 40, 30, 20, 10, 30]);
  expect(new Set(lines.map(({ reqId }) => reqId))).toEqual(new Set([id]));
});

test('two failed requests can be distinguished', async () => {
  lines.length = 0;
  const answers = await Promise.all([server.inject('/breaks'), server.inject('/breaks')]);
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  const failed = lines.filter(({ msg }) => msg === 'request failed');
  expect(new Set(ids).size).toBe(2);
  expect(new Set(failed.map(({ reqId }) => reqId))).toEqual(new Set(ids));
});

test.each([
  ['unreachable', 'a worker of the cluster does not answer: worker-1:5432: password authentication failed'],
  ['in-a-thread', 'Error: connect ECONNREFUSED'],
])('data that cannot be reached are one short warning: %s', async (how, reason) => {
  lines.length = 0;
  expect((await server.inject(`/fails/${how}`)).statusCode).toBe(503);
  const [failed, ...others] = lines.filter(({ level }) => level > 30);
  expect(failed).toMatchObject({ level: 40, msg: 'request failed', reason });
  expect(JSON.stringify(failed)).not.toContain('    at ');
  expect(others).toEqual([]);
});

test.each([
  ['unknown', 'Error: connect ECONNREFUSED'],
  ['replaced', 'the file is another one'],
])('other failures are errors with a stack and the cause: %s', async (how, reason) => {
  lines.length = 0;
  expect((await server.inject(`/fails/${how}`)).statusCode).toBe(503);
  const failed = lines.find(({ msg }) => msg === 'request failed');
  expect(failed).toMatchObject({ level: 50, reason, err: { stack: expect.stringContaining('    at ') } });
});
