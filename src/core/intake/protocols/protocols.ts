// The protocols of other services in which events come in. To add one, write its folder and add a line here and in decode-protocol.ts.
import type { Database } from '../../foundation/database/database.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import type { Arrivals } from '../arrivals/arrivals.ts';
import type { Collector } from '../collector/collector.ts';
import type { IngestKeyGuardOptions } from '../collector/ingest-key-guard.ts';
import type { IngestLimits } from '../collector/ingest-limits.ts';
import { PROVIDERS } from './providers.ts';
import { segmentProtocol } from './segment/routes.ts';
import { webhookProtocol } from './webhooks/routes.ts';
import type { Protocol } from './wire/protocol.ts';

interface ProtocolOptions {
  readonly database: Pick<Database, 'query'>;
  readonly collector: Collector;
  readonly arrivals: Arrivals;
  readonly limits: Pick<IngestLimits, 'websiteRequests'>;
  /** What admits the senders of protocols that go by an ingest key. */
  readonly senders: IngestKeyGuardOptions;
  readonly clock: Clock;
  /** The public URL of the service. */
  readonly baseUrl: string;
}

export function protocolsOfOthers(options: ProtocolOptions): Protocol[] {
  const requests = options.limits.websiteRequests;
  return [segmentProtocol(options), webhookProtocol({ ...options, requests, providers: PROVIDERS })];
}
