// Exports to a storage that speaks the S3 protocol, also to one that refuses, is slow, is full or redirects.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NO_BOUNDS } from '../../../src/engine/event-log/questions/unique-visitors.ts';
import { ExportError } from '../../../src/manage/exports/export-target.ts';
import { FileTarget } from '../../../src/manage/exports/file-target.ts';
import { runExport } from '../../../src/manage/exports/run-export.ts';
import { parseS3Url, type S3Credentials, S3Store } from '../../../src/manage/exports/s3-store.ts';
import { switchLog } from '../../support/event-log.ts';
import { eventWith } from '../../support/events.ts';
import { IS_LONG } from '../../support/long.ts';
import { answerError, S3_CREDENTIALS, S3Server } from '../../support/s3-server.ts';
import { createTestIngestion, type TestIngestion } from '../../support/test-ingestion.ts';

const LIMITS = { requestMsMax: 30_000, retries: 1, retryMs: 1 };
let ingestion: TestIngestion;
let server: S3Server;

beforeAll(async () => {
  ingestion = await createTestIngestion('sqlite');
  await switchLog(ingestion.database, 1, true);
  await ingestion.count(eventWith({ at: '2025-03-09T10:00:00Z' }));
  server = await S3Server.start();
});
beforeEach(() => {
  server.objects.clear();
  server.disturb = () => false;
});
afterAll(async () => {
  await server?.close();
  await ingestion?.dispose();
});

function run(since?: string, credentials: Partial<S3Credentials> = {}, limits = LIMITS, websiteIds = [1]) {
  const store = new S3Store(
    's3://bucket/of/mine',
    { ...S3_CREDENTIALS, endpoint: server.endpoint, ...credentials },
    limits,
  );
  return runExport(
    { databaseUrl: ingestion.url, now: ingestion.clock.now(), bounds: NO_BOUNDS },
    { websiteIds, since, hasStableVisitors: false, hasContacts: false },
    new FileTarget(store, 'ndjson'),
  );
}

const stored = () => [...server.objects.keys()].filter((name) => name.endsWith('.ndjson')).sort();

test('objects are put with a signed digest, replaced when they change, and removed', async () => {
  const { cursor, files } = await run();
  expect(stored()).toHaveLength(files);
  const events = '/bucket/of/mine/events/website-1/2025-03-09.ndjson';
  expect(server.objects.get(events)!.toString()).toContain('"type":"view"');
  expect(JSON.parse(server.objects.get('/bucket/of/mine/manifest.json')!.toString())).toMatchObject({ cursor });
  expect(await run(cursor)).toMatchObject({ files: 0 });
  await ingestion.count(eventWith({ at: '2025-03-09T11:00:00Z', visitor: 'other' }));
  expect(await run(cursor)).toMatchObject({ files: 3 });
  expect(server.objects.get(events)!.toString().split('\n')).toHaveLength(3);
  await run(cursor, {}, LIMITS, [2]);
  expect(stored().filter((name) => name.includes('website-1'))).toEqual([]);
});

test('wrong credentials are refused, and the message says what the storage said', async () => {
  await expect(run(undefined, { secretAccessKey: 'another' })).rejects.toThrow(
    /GET .*state\/export.json: 403 SignatureDoesNotMatch: It says/,
  );
  await expect(run(undefined, { region: 'us-east-1' })).rejects.toThrow(ExportError);
  expect(server.objects.size).toBe(0);
});

test('an answer that does not come is given up', async () => {
  server.disturb = ({ method }) => method === 'PUT';
  await expect(run(undefined, {}, { ...LIMITS, requestMsMax: 50 })).rejects.toThrow('no answer within 0.05 s');
});

test('a storage that is full fails the run, and the next one writes what is missing', async () => {
  let puts = 0;
  server.disturb = ({ method }, response) => {
    if (method !== 'PUT' || ++puts <= 6) return false;
    answerError(response, 507, 'InsufficientStorage');
    return true;
  };
  await expect(run()).rejects.toThrow('507 InsufficientStorage');
  expect(server.objects.has('/bucket/of/mine/manifest.json')).toBe(false);
  const before = stored().length;
  server.disturb = () => false;
  const { files } = await run();
  expect([before < files, stored().length]).toEqual([true, files]);
});

test('an answer that the storage was too busy is asked for again', async () => {
  let refusals = 1;
  server.disturb = (_request, response) => {
    if (refusals-- <= 0) return false;
    answerError(response, 503, 'SlowDown');
    return true;
  };
  expect((await run()).files).toBe(stored().length);
});

test('a redirect is not followed: the signature stays with the host that it is for', async () => {
  const other = await S3Server.start();
  let asked = 0;
  other.disturb = () => ++asked > 0 && false;
  server.disturb = ({ url }, response) => {
    response.writeHead(307, { location: other.endpoint + url! }).end();
    return true;
  };
  await expect(run()).rejects.toThrow('307: it redirects; set S3_ENDPOINT and S3_REGION');
  await other.close();
  expect(asked).toBe(0);
});

test.each([
  's3://',
  's3://b',
  's3://Bucket/x',
  's3://bucket/../x',
  's3://bucket/a//b',
  's3://bucket/a b',
  's3://bucket/a?b',
])('the target %s is refused', (url) => {
  expect(() => parseS3Url(url)).toThrow(ExportError);
});

// A server of others is installed for it.
test.runIf(IS_LONG)(
  's3rver, a server that others have written, takes the same export',
  { timeout: 180_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'funnel-s3rver-'));
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', 's3rver@3.7.1'], {
      stdio: 'ignore',
    });
    const S3rver = createRequire(join(folder, 'package.json'))('s3rver');
    const options = {
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: join(folder, 'data'),
      configureBuckets: [{ name: 'bucket' }],
    };
    const running = new S3rver(options);
    const { port } = await running.run();
    const theirs = {
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
    };
    const { cursor, files } = await run(undefined, theirs);
    expect(files).toBeGreaterThan(5);
    expect(await run(cursor, theirs)).toMatchObject({ files: 0 });
    await expect(run(cursor, { ...theirs, accessKeyId: 'nobody' })).rejects.toThrow('403 InvalidAccessKeyId');
    await running.close();
    rmSync(folder, { recursive: true });
  },
);
