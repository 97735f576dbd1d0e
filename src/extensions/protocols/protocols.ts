// The protocols of other services in which events come in. To add one, write its folder and add a line here and in decoders.ts.
import type { Database } from '../../core/foundation/database/database.ts';
import type { Clock } from '../../core/foundation/time/clock.ts';
import type { Receiving } from '../../core/server/extension/server-half.ts';
import { PROVIDERS } from './providers.ts';
import { segmentProtocol } from './segment/routes.ts';
import { webhookProtocol } from './webhooks/routes.ts';
import type { Protocol } from './wire/protocol.ts';

interface ProtocolOptions extends Receiving {
  readonly database: Pick<Database, 'query'>;
  readonly clock: Clock;
  /** The public URL of the service. */
  readonly baseUrl: string;
}

export function protocolsOfOthers(options: ProtocolOptions): Protocol[] {
  const requests = options.limits.websiteRequests;
  return [segmentProtocol(options), webhookProtocol({ ...options, requests, providers: PROVIDERS })];
}
