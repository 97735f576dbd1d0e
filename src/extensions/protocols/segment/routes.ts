// Segment's protocol, as its SDKs and those of RudderStack speak it.
// Why: docs/decisions/events.md, "Segment's messages become events at the door".
import { Problem } from '../../../core/foundation/problem/problem.ts';
import type { Clock } from '../../../core/foundation/time/clock.ts';
import type { Collector } from '../../../core/intake/collector/collector.ts';
import { IngestKeyGuard, type IngestKeyGuardOptions } from '../../../core/intake/collector/ingest-key-guard.ts';
import type { FoundIngestKey } from '../../../core/intake/ingest-keys/ingest-key-finder.ts';
import type { Protocol, ProtocolRequest, ProtocolRoute } from '../wire/protocol.ts';
import { MessageReceiver } from './receive-messages.ts';
import { rudderStackConfig, segmentSettings } from './sdk-settings.ts';
import { AS_WRITE_KEY, writeKeyOf } from './write-key.ts';

const BATCH_PATHS = ['/v1/batch', '/v1/b', '/beacon/v1/batch'];
const MESSAGE_TYPES = ['track', 'page', 'screen', 'identify', 'group', 'alias'];
/** What SDKs report about themselves. */
const METRICS_PATH = '/v1/m';
const SETTINGS_PATH = '/v1/projects/:key/settings';
const SOURCE_CONFIG_PATH = '/sourceConfig';
const SETTINGS_KEPT_S = 300;

const SENT_HEADERS = [
  ...['Authorization', 'Content-Type', 'X-Retry-Count', 'AnonymousId', 'SentAt', 'Rsa-Recovered', 'Rsa-Retry-Attempt'],
  ...['Rsa-Since-Last-Attempt', 'Rsa-Since-First-Attempt', 'Rsa-Retry-Reason'],
  // Later versions of the SDKs may send other headers.
  '*',
];
const SUCCESS = { success: true };

interface SegmentOptions {
  readonly collector: Collector;
  readonly senders: IngestKeyGuardOptions;
  readonly clock: Clock;
  /** The public URL of the service. */
  readonly baseUrl: string;
}

export function segmentProtocol({ collector, senders, clock, baseUrl }: SegmentOptions): Protocol {
  const guard = new IngestKeyGuard(AS_WRITE_KEY, senders);
  const receiver = new MessageReceiver({ collector, guard, clock });
  // The SDK for browsers uses the first letter of a type.
  const typeByPath = MESSAGE_TYPES.flatMap((type) => [type, type[0]!].map((name) => [`/v1/${name}`, type] as const));
  return {
    headersOfPages: SENT_HEADERS,
    routes: [
      ...BATCH_PATHS.map((path) => receiving(path, undefined, receiver)),
      ...typeByPath.map(([path, type]) => receiving(path, type, receiver)),
      { method: 'POST', path: METRICS_PATH, handle: async () => SUCCESS },
      {
        method: 'GET',
        path: SETTINGS_PATH,
        async handle({ params, caller }) {
          const key = params.key!;
          await publicKey(guard, key, caller);
          caller.setHeaders({ 'cache-control': `public, max-age=${SETTINGS_KEPT_S}` });
          return segmentSettings(key, baseUrl);
        },
      },
      {
        method: 'GET',
        path: SOURCE_CONFIG_PATH,
        handle: async ({ payload, caller }) =>
          rudderStackConfig(await publicKey(guard, writeKeyOf(payload) ?? '', caller)),
      },
    ],
  };
}

function receiving(path: string, type: string | undefined, receiver: MessageReceiver): ProtocolRoute {
  return {
    method: 'POST',
    path,
    // Requests are limited by key, and by address where anybody may have the key.
    limitsCallers: true,
    async handle(request) {
      await receiver.receive(request, type);
      return SUCCESS;
    },
  };
}

/** Finds a key that may stand in a page. Throws a problem of status 404 or 429. */
async function publicKey(
  guard: IngestKeyGuard,
  key: string,
  caller: ProtocolRequest['caller'],
): Promise<FoundIngestKey> {
  const found = await guard.findPublicKey(key, caller);
  if (found) return found;
  throw new Problem(404, 'The write key must be a public key. This one is not, is unknown or was revoked.');
}
