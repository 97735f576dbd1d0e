// POST /collect/events: events over HTTP. It answers only after the commit.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RateLimit, rateLimitHeaders, tooManyRequests } from '../access/rate-limit.ts';
import type { Database } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { type IngestionMetrics, type Metrics, watchNumber } from '../surfaces/http/metrics.ts';
import type { HttpServer } from '../surfaces/http/server.ts';
import { ThreadEndedError } from '../threads/thread.ts';
import type { Batch, BatchOutcome } from './batch.ts';
import { BodyQueue, type HeldBody } from './body-queue.ts';
import { commitUnknown } from './group-commit.ts';
import { websiteOfIngestKey } from './ingest-keys.ts';
import type { Ingestion } from './ingestion.ts';
import { type BodyPace, readBody } from './read-body.ts';
import { repeated } from './receipts.ts';

const EVENTS_MAX = 10_000;
/** Each is up to five counters and ten sketches to write, of the subject and its ancestors. */
const SUBJECT_DAYS_MAX = 2_000;
const BODY_BYTES_MAX = 8 * 1024 * 1024;
const REJECTIONS_LISTED_MAX = 100;
const BODY_PACE: BodyPace = { bytesPerSecondMin: 1024, periodMs: 5_000 };
const IDEMPOTENCY_KEY_LENGTH_MAX = 255;
const CONTENT_TYPES = /^(application\/(json|x-ndjson|ndjson|jsonl|x-jsonlines|jsonlines)|text\/plain)\s*(;|$)/i;

export interface CollectorParts {
  readonly database: Database;
  readonly ingestion: Ingestion;
  readonly metrics: Metrics;
  /** Bodies held at once, at most. */
  readonly queueBytesMax: number;
  /** How many days ago an event may have happened. */
  readonly eventsAgeDaysMax: number;
  /** Of each website, whichever of its keys it uses. */
  readonly requests: RateLimit;
  readonly events: RateLimit;
  /** How fast a body has to come in. */
  readonly bodyPace?: BodyPace;
}

export function addCollector(server: HttpServer, parts: CollectorParts): void {
  server.register(async (scope) => {
    const queue = new BodyQueue({ bytesMax: parts.queueBytesMax, bodyBytesMax: BODY_BYTES_MAX });
    const limits = { bytesMax: BODY_BYTES_MAX, pace: parts.bodyPace ?? BODY_PACE };
    watchQueue(queue, parts);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
      checkContentType(request);
      return readBody(payload, limits, request.getDecorator<HeldBody>('heldBody').grow);
    });
    scope.decorateRequest('websiteId', 0);
    scope.decorateRequest('heldBody', null);
    scope.post('/collect/events', {
      // Fastify's own limit would judge the packed size; `readBody` judges both.
      bodyLimit: BODY_BYTES_MAX,
      onRequest: async (request, reply) => {
        const websiteId = await authenticate(parts.database, request);
        countRequest(parts, websiteId, reply);
        request.setDecorator('websiteId', websiteId);
      },
      preParsing: async (request, reply) => {
        const held = queue.open(request.getDecorator<number>('websiteId'));
        reply.raw.once('close', held.release);
        request.setDecorator('heldBody', held);
      },
      handler: (request) => collect(parts, request),
    });
  });
}

async function authenticate(database: Database, request: FastifyRequest): Promise<number> {
  const [, key] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const websiteId = key && (await websiteOfIngestKey(database, key));
  if (websiteId) return websiteId;
  // RFC 6750: an error is named only to those who have tried.
  const challenge = request.headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
  throw new Problem(401, 'An ingest key is needed: Authorization: Bearer <ingest key>.', {
    headers: { 'www-authenticate': challenge },
  });
}

/** The events of a batch are not known before they are counted: a website that has sent too many is refused from the next one on. */
function countRequest({ requests, events }: CollectorParts, websiteId: number, reply: FastifyReply): void {
  const sent = events.look(String(websiteId));
  if (sent.isExceeded) {
    throw tooManyRequests(
      sent,
      `Too many events: at most ${sent.limit} a minute for a website. Wait, then send it again.`,
    );
  }
  const state = requests.take(String(websiteId));
  if (state.isExceeded) {
    const detail = `Too many requests: at most ${state.limit} a minute for a website. Wait, and send more events in each.`;
    throw tooManyRequests(state, detail);
  }
  reply.headers(rateLimitHeaders(state));
}

function checkContentType(request: FastifyRequest): void {
  if (CONTENT_TYPES.test(request.headers['content-type'] ?? '')) return;
  throw new Problem(415, 'Content-Type must be application/x-ndjson or application/json.');
}

function watchQueue(queue: BodyQueue, { metrics: { registry }, queueBytesMax }: CollectorParts): void {
  watchNumber(registry, {
    name: 'funnel_collector_queue_bytes',
    help: 'Bytes of the bodies that the collector holds.',
    read: () => queue.bytes,
  });
  watchNumber(registry, {
    name: 'funnel_collector_queue_max_bytes',
    help: 'Bytes that it may hold; past that it answers 503.',
    read: () => queueBytesMax,
  });
}

async function collect(parts: CollectorParts, request: FastifyRequest) {
  const websiteId = request.getDecorator<number>('websiteId');
  const idempotencyKey = checkIdempotencyKey(request.headers['idempotency-key']);
  const { metrics } = parts;
  const stopTimer = metrics.ingestion.lag.startTimer();
  const outcome = await ingest(parts.ingestion, request, {
    bytes: checkBody(request.body),
    format: 'any',
    onlyWebsiteId: websiteId,
    eventsMax: EVENTS_MAX,
    subjectDaysMax: SUBJECT_DAYS_MAX,
    ageDaysMax: parts.eventsAgeDaysMax,
    rejectionsKeptMax: REJECTIONS_LISTED_MAX,
    ...(idempotencyKey !== undefined && { receipt: { kind: 'request', websiteId, idempotencyKey } }),
  });
  stopTimer();
  measure(outcome, metrics.ingestion);
  const { accepted, duplicates, rejected } = outcome;
  parts.events.take(String(websiteId), accepted + duplicates + rejected);
  return answerOf(outcome);
}

/** Rejected events are listed up to a number; where there are more, it says how many of each kind there were in all. */
function answerOf({ accepted, duplicates, rejected, rejections, reasons }: BatchOutcome) {
  const listed = rejections.map(({ index, code, message }) => ({ index, code, message }));
  const answer = { accepted, duplicates, rejected: listed };
  return rejected > listed.length ? { ...answer, rejected_counts: reasons } : answer;
}

function measure(outcome: BatchOutcome, metrics: IngestionMetrics): void {
  const { accepted, duplicates, rejected } = outcome.isRepeat ? repeated(outcome) : outcome;
  metrics.events.inc({ result: 'accepted' }, accepted);
  metrics.events.inc({ result: 'duplicate' }, duplicates);
  metrics.events.inc({ result: 'rejected' }, rejected);
  for (const [code, count] of Object.entries(outcome.reasons)) metrics.rejections.inc({ code }, count);
  if (outcome.groupBatches !== undefined) metrics.groupBatches.observe(outcome.groupBatches);
  metrics.lastCommit.setToCurrentTime();
}

function checkIdempotencyKey(key: string | string[] | undefined): string | undefined {
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length >= 1 && key.length <= IDEMPOTENCY_KEY_LENGTH_MAX) return key;
  throw new Problem(422, `Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} characters.`, {
    code: 'invalid_idempotency_key',
    param: 'Idempotency-Key',
  });
}

function checkBody(body: unknown): Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array && body.length > 0) return body as Uint8Array<ArrayBuffer>;
  throw new Problem(400, 'The body is empty: send events as NDJSON or as a JSON array.', { code: 'invalid_json' });
}

async function ingest(ingestion: Ingestion, request: FastifyRequest, batch: Batch): Promise<BatchOutcome> {
  try {
    return await ingestion.ingest(batch);
  } catch (error) {
    if (error instanceof Problem) throw error;
    request.log.error({ err: error }, 'a batch could not be stored');
    if (error instanceof ThreadEndedError) throw commitUnknown();
    throw new Problem(503, 'The events could not be stored. Nothing was counted: send the same batch again.', {
      code: 'not_stored',
      headers: { 'retry-after': '1' },
    });
  }
}
