// Segment's protocol, as its SDKs and those of RudderStack speak it. The routes are not operations: paths and answers are not
// ours to define. Why: docs/decisions/events.md, "Segment's messages become events at the door".
import { parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';
import type { IngestKeyGuard } from '../../../intake/collector/ingest-key-guard.ts';
import type { MessageReceiver } from '../../../intake/collector/segment/receive-messages.ts';
import { rudderStackConfig, segmentSettings } from '../../../intake/collector/segment/sdk-settings.ts';
import { callerOf } from '../http/caller.ts';
import { allowAllOrigins } from '../http/cors.ts';
import type { HttpServer } from '../http/server.ts';

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

interface SegmentProtocol {
  readonly receiver: MessageReceiver;
  readonly guard: IngestKeyGuard;
  readonly baseUrl: string;
}

export function addSegmentProtocol(server: HttpServer, { receiver, guard, baseUrl }: SegmentProtocol): void {
  // The SDK for browsers uses the first letter of a type.
  const typeByPath = MESSAGE_TYPES.flatMap((type) => [type, type[0]!].map((name) => [`/v1/${name}`, type] as const));
  const receivers = [...BATCH_PATHS.map((path) => [path, undefined] as const), ...typeByPath];
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The collector reads the body, within its limits.
    scope.addContentTypeParser('*', async (_request: FastifyRequest, payload: FastifyRequest['raw']) => payload);
    const paths = [...receivers.map(([path]) => path), METRICS_PATH, SETTINGS_PATH, SOURCE_CONFIG_PATH];
    allowAllOrigins(scope, { paths, methods: ['GET', 'POST'], headers: SENT_HEADERS });

    for (const [path, type] of receivers) addReceiver(scope, path, type, receiver);
    scope.post(METRICS_PATH, async () => SUCCESS);
    scope.get(SETTINGS_PATH, async (request, reply) => {
      const { key } = request.params as { key: string };
      await guard.findPublicKey(key, callerOf(request, reply));
      reply.header('cache-control', `public, max-age=${SETTINGS_KEPT_S}`);
      return segmentSettings(key, baseUrl);
    });
    scope.get(SOURCE_CONFIG_PATH, async (request, reply) =>
      rudderStackConfig(await guard.findPublicKey(writeKeyOf(request) ?? '', callerOf(request, reply))),
    );
  });
}

function addReceiver(scope: HttpServer, path: string, type: string | undefined, receiver: MessageReceiver): void {
  // Requests are limited by key, and by address where anybody may have the key.
  scope.post(path, { config: { limitedBy: 'route' } }, async (request, reply) => {
    await receiver.receive({
      payload: request.raw,
      caller: callerOf(request, reply),
      writeKey: writeKeyOf(request),
      type,
      onClose: (callback) => reply.raw.once('close', callback),
    });
    return SUCCESS;
  });
}

/** The user name of Basic authentication, or a parameter of the URL. */
function writeKeyOf({ headers, url }: FastifyRequest): string | undefined {
  const [, credentials] = /^Basic +([\w+/=-]+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (credentials !== undefined) return Buffer.from(credentials, 'base64').toString('utf8').split(':', 1)[0];
  const start = url.indexOf('?');
  const { writeKey } = start < 0 ? {} : parse(url.slice(start + 1));
  return typeof writeKey === 'string' && writeKey !== '' ? writeKey : undefined;
}
