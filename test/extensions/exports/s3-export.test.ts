// Exports to storages that speak the S3 protocol, also where they refuse, are slow, are full or redirect.
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_BOUNDS } from '../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { parseAllowedHost } from '../../../src/core/foundation/fetch/allowed-hosts.ts';
import { runExport } from '../../../src/extensions/exports/run-export.ts';
import { ExportError, type ExportProblem } from '../../../src/extensions/exports/targets/export-target.ts';
import { FileTarget } from '../../../src/extensions/exports/targets/file-target.ts';
import {
  parseS3Url,
  type S3Credentials,
  type S3Options,
  S3Store,
} from '../../../src/extensions/exports/targets/s3-store.ts';
import { makeStaging } from '../../../src/extensions/exports/targets/staging-folder.ts';
import { switchLog } from '../../support/event-log.ts';
import { eventWith } from '../../support/events.ts';
import { IS_LONG } from '../../support/long.ts';
import { answerError, DisturbedStorage, type Storage, startOurStorage, startS3rver } from '../../support/s3-server.ts';
import { createTestIngestion, type TestIngestion } from '../../support/test-ingestion.ts';

const NOBODY = 65_534;
const LIMITS = { answerMsMax: 30_000, bytesPerSecondMin: 1024, retries: 1, retryMs: 1 };
const EVENTS = 'of/mine/events/website-1/2025-03-09.ndjson';
let ingestion: TestIngestion;

beforeAll(async () => {
  ingestion = await createTestIngestion('sqlite');
  await switchLog(ingestion.database, 1, true);
  await ingestion.count(eventWith({ at: '2025-03-09T10:00:00Z' }));
});
afterAll(() => ingestion?.dispose());

interface Asked extends S3Options {
  readonly since?: string;
  readonly websiteIds?: readonly number[];
  readonly credentials?: Partial<S3Credentials>;
  readonly to?: string;
}

function runTo(
  credentials: S3Credentials,
  { since, websiteIds = [1], to = 's3://bucket/of/mine', limits = LIMITS, ...options }: Asked = {},
) {
  const store = new S3Store(to, { ...credentials, ...options.credentials }, { limits, ...options });
  return runExport(
    { databaseUrl: ingestion.url, now: ingestion.clock.now(), bounds: NO_BOUNDS },
    { websiteIds, since, hasStableVisitors: false, hasContacts: false },
    new FileTarget(store, 'ndjson'),
  );
}

/** Others have written it: for the long tests. */
const s3rver = IS_LONG ? await startS3rver() : undefined;
const SERVERS: { readonly name: string; start(): Promise<Storage> }[] = [
  { name: 'our own storage', start: startOurStorage },
  ...(s3rver ? [{ name: 's3rver', start: async () => s3rver }] : []),
];

describe.each(SERVERS)('an export to $name', ({ name, start }) => {
  let storage: Storage;
  let proxy: DisturbedStorage;
  beforeAll(async () => {
    storage = await start();
    proxy = await DisturbedStorage.before(storage);
  });
  beforeEach(() => {
    storage.empty();
    proxy.disturb = () => false;
    proxy.pieceBytes = undefined;
  });
  afterAll(async () => {
    await proxy?.close();
    await storage?.close();
  });

  const run = (asked?: Asked) => runTo({ ...storage.credentials, endpoint: proxy.endpoint }, asked);
  const files = () => storage.keys().filter((name) => name.endsWith('.ndjson'));
  const hasManifest = () => storage.keys().includes('of/mine/manifest.json');

  async function expectRefused(problem: ExportProblem, message: RegExp, asked?: Asked): Promise<void> {
    const error = await run(asked).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ExportError);
    expect(error).toMatchObject({ problem, message: expect.stringMatching(message) });
    expect(hasManifest()).toBe(false);
  }

  test('puts objects with a signed digest, replaces them when they change, and removes them', async () => {
    const { cursor, files: written } = await run();
    expect(files()).toHaveLength(written);
    expect(storage.text(EVENTS)).toContain('"type":"view"');
    expect(JSON.parse(storage.text('of/mine/manifest.json'))).toMatchObject({ cursor });
    expect(await run({ since: cursor })).toMatchObject({ files: 0 });
    await ingestion.count(eventWith({ at: '2025-03-09T11:00:00Z', visitor: `also ${storage.origin}` }));
    expect(await run({ since: cursor })).toMatchObject({ files: 3 });
    expect(storage.text(EVENTS).split('\n').length).toBeGreaterThan(2);
    await run({ since: cursor, websiteIds: [2] });
    expect(files().filter((name) => name.includes('website-1'))).toEqual([]);
  });

  test('with wrong credentials is refused, and says what the storage said', async () => {
    await expectRefused('keys_refused', /GET .*state\/export.json: 403 SignatureDoesNotMatch: /, {
      credentials: { secretAccessKey: 'another' },
    });
    await expectRefused('keys_refused', /403 InvalidAccessKeyId/, { credentials: { accessKeyId: 'nobody' } });
    expect(storage.keys()).toEqual([]);
  });

  test('to a bucket that does not exist is refused', async () => {
    await expectRefused('no_target', /NoSuchBucket/, { to: 's3://another-bucket/of/mine' });
  });

  test('that gets no answer is given up', async () => {
    proxy.disturb = ({ method }) => method === 'PUT';
    await expectRefused('unreachable', /no answer in time/, { limits: { ...LIMITS, answerMsMax: 50, retries: 0 } });
  });

  test('whose connection breaks on the way goes on with a new one', async () => {
    let breaks = 2;
    proxy.disturb = ({ method, socket }) => {
      if (method !== 'PUT' || breaks-- <= 0) return false;
      socket.destroy();
      return true;
    };
    expect((await run({ limits: { ...LIMITS, retries: 2 } })).files).toBe(files().length);
  });

  test('that is slow, piece by piece, arrives whole', async () => {
    proxy.pieceBytes = 16;
    expect((await run()).files).toBe(files().length);
    expect(storage.text(EVENTS)).toContain('"type":"view"');
  });

  test('fails when the storage is full, and the next one writes what is missing', async () => {
    let puts = 0;
    proxy.disturb = ({ method }, response) => {
      if (method !== 'PUT' || ++puts <= 6) return false;
      answerError(response, 507, 'InsufficientStorage');
      return true;
    };
    await expectRefused('full', /507 InsufficientStorage/);
    const before = files().length;
    proxy.disturb = () => false;
    const { files: written } = await run();
    expect([before < written, files().length]).toEqual([true, written]);
  });

  // Only root can prepare a disk that is full.
  test.runIf(name === 's3rver' && s3rver?.limitRoom)(
    'fails when its disk is really full, and the next one writes what is missing',
    async () => {
      storage.limitRoom!(16 * 1024);
      await expect(run({ limits: { ...LIMITS, retries: 0 } })).rejects.toBeInstanceOf(ExportError);
      expect(hasManifest()).toBe(false);
      storage.limitRoom!();
      const { files: written } = await run();
      expect(files()).toHaveLength(written);
    },
  );

  test('asks again if the storage was too busy', async () => {
    let refusals = 1;
    proxy.disturb = (_request, response) => {
      if (refusals-- <= 0) return false;
      answerError(response, 503, 'SlowDown');
      return true;
    };
    expect((await run()).files).toBe(files().length);
  });

  test('does not follow a redirect: the signature stays with the host that it is for', async () => {
    const other = await DisturbedStorage.before(storage);
    proxy.disturb = ({ url }, response) => {
      response.writeHead(307, { location: other.endpoint + url! }).end();
      return true;
    };
    await expectRefused('redirected', /307: it redirects; set S3_ENDPOINT and S3_REGION/);
    await other.close();
    expect(other.passedOn).toBe(0);
  });
});

test('a storage that an owner has named must be on the public internet, unless the operator allows it', async () => {
  const storage = await startOurStorage();
  const proxy = await DisturbedStorage.before(storage);
  const runAs = (endpoint: string, ...allowed: string[]) =>
    runTo(
      { ...storage.credentials, endpoint },
      { allowedHosts: allowed.map((entry) => parseAllowedHost(entry)!), limits: { ...LIMITS, retries: 0 } },
    );
  const { host, port } = new URL(proxy.endpoint);
  for (const endpoint of [
    proxy.endpoint,
    `https://${host}`,
    `https://localhost:${port}`,
    `https://[::ffff:127.0.0.1]:${port}`,
    'https://169.254.169.254',
    'https://10.0.0.1',
    'https://2130706433',
  ]) {
    await expect(runAs(endpoint)).rejects.toMatchObject({ problem: 'not_public' });
  }
  expect(proxy.passedOn).toBe(0);
  expect((await runAs(proxy.endpoint, host)).files).toBeGreaterThan(0);
  await proxy.close();
  await storage.close();
});

test('what a killed export has left in the temporary folder is removed by the next one to the same target', async () => {
  const storage = await startOurStorage();
  const store = (to: string) => new S3Store(to, { ...storage.credentials, endpoint: storage.origin });
  const [left, ofAnother] = [await store('s3://bucket/of').staging(), await store('s3://bucket/another').staging()];
  const next = store('s3://bucket/of');
  const staging = await next.staging();
  expect([left, staging, ofAnother].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  await next.close();
  rmSync(ofAnother, { recursive: true });
  expect(existsSync(staging)).toBe(false);
  await storage.close();
});

test.runIf(process.getuid?.() === 0)('what another user has put into the temporary folder is left there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-staging-'));
  const [own, ofAnother] = [join(folder, 'export-1'), join(folder, 'export-2')];
  for (const path of [own, ofAnother]) mkdirSync(path);
  chownSync(ofAnother, NOBODY, NOBODY);
  await makeStaging(folder, 'export-');
  expect([own, ofAnother].map((path) => existsSync(path))).toEqual([false, true]);
  rmSync(folder, { recursive: true });
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
