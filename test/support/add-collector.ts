// The collector alone, on its own server.
import { RateLimit } from '../../src/core/contract/access/rate-limit.ts';
import { SuspectNetworks } from '../../src/core/contract/access/suspect-networks.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import type { Collector } from '../../src/core/intake/collector/collector.ts';
import { IN_HEADER, IngestKeyGuard } from '../../src/core/intake/collector/ingest-key-guard.ts';
import { IngestLimits } from '../../src/core/intake/collector/ingest-limits.ts';
import { IngestKeyFinder } from '../../src/core/intake/ingest-keys/ingest-key-finder.ts';
import { Dispatcher } from '../../src/core/server/api/dispatcher.ts';
import type { ReadService } from '../../src/core/server/api/read-service.ts';
import type { HttpServer } from '../../src/core/server/surfaces/http/server.ts';
import { addOperations } from '../../src/core/server/surfaces/rest/routes.ts';
import { LISTED } from './operations.ts';

export function unlimitedIngest(): IngestLimits {
  const unlimited = new RateLimit({ max: Number.POSITIVE_INFINITY, perMs: 60_000 }, systemClock);
  const both = { requests: unlimited, events: unlimited };
  return new IngestLimits({ website: both, secretKey: both, publicKey: both, browserAddress: unlimited });
}

export function addCollector(server: HttpServer, database: Database, collector: Collector): void {
  const senders = {
    keys: new IngestKeyFinder(database),
    limits: unlimitedIngest(),
    suspects: new SuspectNetworks(new RateLimit({ max: Number.POSITIVE_INFINITY, perMs: 60_000 }, systemClock)),
    arrivals: { noteRefusal() {} },
  };
  const admissions = { ingest_key: new IngestKeyGuard(IN_HEADER, senders) };
  const reads = { earliestToday: () => 20_000 } as ReadService;
  const dispatcher = new Dispatcher({ admissions, reads, operations: LISTED, services: { collector }, database });
  addOperations(server, 'ingest_key', dispatcher, 'http://localhost');
}
