// A flood of unknown keys: the network that sends them takes turns, and valid keys of the same network get through.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RateLimit } from '../../../../src/core/contract/access/rate-limit.ts';
import { SuspectNetworks } from '../../../../src/core/contract/access/suspect-networks.ts';
import { IN_HEADER, IngestKeyGuard } from '../../../../src/core/intake/collector/ingest-key-guard.ts';
import { IngestKeyFinder } from '../../../../src/core/intake/ingest-keys/ingest-key-finder.ts';
import { createIngestKey } from '../../../../src/core/intake/ingest-keys/ingest-keys.ts';
import { unlimitedIngest } from '../../../support/add-collector.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const UNKNOWN_MAX = 2;
/** Each waits for the one before: a machine that stands still for a while lets in one of them at most. */
const WAITING = 5;

let ingestion: TestIngestion;
let key: string;

beforeAll(async () => {
  ingestion = await createTestIngestion('sqlite');
  key = (await createIngestKey(ingestion.database, 1, ingestion.clock.now))!.key;
});
afterAll(() => ingestion.dispose());

function createGuard(): IngestKeyGuard {
  return new IngestKeyGuard(IN_HEADER, {
    keys: new IngestKeyFinder(ingestion.database),
    limits: unlimitedIngest(),
    suspects: new SuspectNetworks(new RateLimit({ max: UNKNOWN_MAX, perMs: 60_000 }, ingestion.clock.now)),
    arrivals: { noteRefusal() {} },
  });
}

const callerAt = (ipAddress: string) => ({ ipAddress, setHeaders() {} });

test('after too many unknown keys a network takes turns, and its valid key is still admitted', async () => {
  const guard = createGuard();
  const flood = callerAt('192.0.2.1');
  for (let sent = 0; sent < UNKNOWN_MAX; sent++) {
    await expect(guard.admitSender(`Bearer fik_${sent}`, flood)).rejects.toMatchObject({ status: 401 });
  }
  let admitted = 0;
  const admissions = Array.from({ length: WAITING }, async () => {
    const sender = await guard.admitSender(`Bearer ${key}`, flood);
    admitted++;
    return sender;
  });
  // Others, who ask later, are first.
  expect(await guard.admitSender(`Bearer ${key}`, callerAt('192.0.2.2'))).toMatchObject({ websiteId: 1 });
  expect(admitted).toBeLessThan(WAITING);
  expect(await Promise.all(admissions)).toEqual(Array(WAITING).fill(expect.objectContaining({ websiteId: 1 })));
});
