// Every log line of a request has its id, as the response does, at every level.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpServer, type HttpServer } from '../../../src/surfaces/http/server.ts';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

interface LogLine {
  readonly level: number;
  readonly reqId: string;
  readonly msg: string;
  readonly part?: string;
}

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
