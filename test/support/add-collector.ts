// Only the collector, on its own server.
import { RateLimit } from '../../src/access/rate-limit.ts';
import { Dispatcher } from '../../src/api/dispatcher.ts';
import type { Services } from '../../src/api/operations.ts';
import type { ReadService } from '../../src/api/read-service.ts';
import { systemClock } from '../../src/clock.ts';
import type { Collector } from '../../src/collector/collector.ts';
import { IngestKeyFinder } from '../../src/collector/ingest-key-finder.ts';
import { IngestKeyGuard } from '../../src/collector/ingest-key-guard.ts';
import { IngestLimits } from '../../src/collector/ingest-limits.ts';
import type { Database } from '../../src/database/database.ts';
import type { HttpServer } from '../../src/surfaces/http/server.ts';
import { addOperations } from '../../src/surfaces/rest/routes.ts';

export function unlimitedIngest(): IngestLimits {
  const unlimited = new RateLimit({ max: Number.POSITIVE_INFINITY, windowMs: 60_000 }, systemClock);
  const both = { requests: unlimited, events: unlimited };
  return new IngestLimits({ website: both, secretKey: both, publicKey: both, browserAddress: unlimited });
}

export function addCollector(server: HttpServer, database: Database, collector: Collector): void {
  const senders = { keys: new IngestKeyFinder(database), limits: unlimitedIngest(), arrivals: { noteRefusal() {} } };
  const admissions = { ingest_key: new IngestKeyGuard('server', senders) };
  const reads = { earliestToday: () => 20_000 } as ReadService;
  const services = { collector } as Services;
  addOperations(server, 'ingest_key', new Dispatcher({ admissions, reads, services, database }), 'http://localhost');
}
