// When the thread that counts events dies, nobody knows whether it had committed: the sender must not be told that it had not.
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Thread } from '../../../../src/core/foundation/threads/thread.ts';
import { Arrivals } from '../../../../src/core/intake/arrivals/arrivals.ts';
import { Collector } from '../../../../src/core/intake/collector/collector.ts';
import { createIngestKey } from '../../../../src/core/intake/ingest-keys/ingest-keys.ts';
import { createHttpServer, type HttpServer } from '../../../../src/core/server/surfaces/http/server.ts';
import { addCollector, unlimitedIngest } from '../../../support/add-collector.ts';
import { eventWith, ndjson } from '../../../support/events.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

/** Ends as soon as it is called. */
const DYING = new URL(
  "data:text/javascript,import{parentPort}from'node:worker_threads';parentPort.once('message',()=>process.exit())",
);

let ingestion: TestIngestion;
let server: HttpServer;

beforeAll(async () => {
  ingestion = await createTestIngestion('sqlite');
  const thread = new Thread<unknown, never>(DYING, undefined);
  server = createHttpServer(pino({ level: 'silent' }));
  const collector = new Collector({
    ingestion: { ingest: (batch) => thread.call(batch) },
    arrivals: new Arrivals(ingestion.database, ingestion.clock.now),
    queueBytesMax: 1024 * 1024,
    eventsAgeDaysMax: 400,
    browserEventsAgeDaysMax: 7,
    limits: unlimitedIngest(),
  });
  addCollector(server, ingestion.database, collector);
});

afterAll(async () => {
  await server.close();
  await ingestion.dispose();
});

test('the answer is that nobody knows', async () => {
  const { key } = (await createIngestKey(ingestion.database, 1, ingestion.clock.now))!;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', host: 'localhost' };
  const answer = await server.inject({
    method: 'POST',
    url: '/collect/events',
    headers,
    payload: ndjson([eventWith()]),
  });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBeDefined();
  expect(answer.json()).toMatchObject({ code: 'commit_unknown' });
});
