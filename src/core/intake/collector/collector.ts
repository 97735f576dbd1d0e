// Receives events over HTTP: reads the body of a request, passes it to ingestion, and responds after the commit.
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../foundation/problem/problem.ts';
import { ThreadEndedError } from '../../foundation/threads/thread.ts';
import type { Sender } from '../arrivals/arrival.ts';
import type { Arrivals } from '../arrivals/arrivals.ts';
import { commitUnknown } from '../commit/group-commit.ts';
import type { Batch, BatchOutcome, EventBounds, Ingestion } from '../events/batch.ts';
import { BodyQueue, type HeldBody, STRANGERS } from './body-queue.ts';
import type { IngestLimits } from './ingest-limits.ts';
import { type BodyPace, readBody } from './read-body.ts';

export const EVENTS_MAX = 10_000;
/** An order of 100 products has about 220 names and 10 KiB. The rest is for properties. */
const EVENT_BOUNDS: EventBounds = { bytesMax: 32 * 1024, depthMax: 20, namesMax: 1_000 };
/** Each subject day means up to five counters and ten sketches to write, for the subject and its ancestors. */
const SUBJECT_DAYS_MAX = 2_000;
export const BODY_BYTES_MAX = 8 * 1024 * 1024;
export const REJECTIONS_LISTED_MAX = 100;
/** How many accepted events of a batch are listed while someone watches the arrivals. */
const ACCEPTED_LISTED_MAX = 100;
const BODY_PACE: BodyPace = { bytesPerSecondMin: 1024, periodMs: 5_000 };
const CONTENT_TYPES = /^(application\/(json|x-ndjson|ndjson|jsonl|x-jsonlines|jsonlines)|text\/plain)\s*(;|$)/i;

interface CollectorOptions {
  readonly ingestion: Ingestion;
  readonly arrivals: Arrivals;
  readonly limits: Pick<IngestLimits, 'countEvents'>;
  /** How many bytes of request bodies may be in memory. */
  readonly queueBytesMax: number;
  /** The maximum age of an event in days. */
  readonly eventsAgeDaysMax: number;
  readonly browserEventsAgeDaysMax: number;
  /** How fast a body must arrive. */
  readonly bodyPace?: BodyPace;
  readonly observer?: CollectorObserver;
}

export interface CollectorObserver {
  /** A batch was committed, `seconds` after its body was read. */
  batch(outcome: BatchOutcome, seconds: number): void;
  /** Events of bots were dropped. */
  bots(events: number): void;
}

interface AllowedBody {
  readonly bytesMax: number;
  /** A Content-Type that is accepted besides those of events. */
  readonly alsoType?: string;
}

export class Collector {
  readonly #options: CollectorOptions;
  readonly #queue: BodyQueue;
  readonly #held = new WeakMap<Uint8Array, HeldBody>();

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.#queue = new BodyQueue({ bytesMax: options.queueBytesMax, bodyBytesMax: BODY_BYTES_MAX });
  }

  /** How many bytes of request bodies are in memory. */
  get queueBytes(): number {
    return this.#queue.bytes;
  }

  /**
   * Reads a body. Its memory is released when both the request has ended and the batch has been counted: otherwise a sender
   * that disconnects early could queue any number of batches.
   */
  receive(
    payload: IncomingMessage,
    sender: Sender,
    onClose: (release: () => void) => void,
    allowed: AllowedBody = { bytesMax: BODY_BYTES_MAX },
  ): Promise<Uint8Array<ArrayBuffer>> {
    return this.noteRefusal(sender, () => this.#receive(payload, this.#queue.open(sender.websiteId), allowed, onClose));
  }

  /** Reads the small body of a sender that is not authenticated yet: the key is in the body. */
  async receiveFromStranger(
    payload: IncomingMessage,
    ipAddress: string,
    allowed: AllowedBody,
    onClose: (release: () => void) => void,
  ): Promise<Uint8Array<ArrayBuffer>> {
    return this.#receive(payload, this.#queue.open(STRANGERS, ipAddress), allowed, onClose);
  }

  async #receive(
    payload: IncomingMessage,
    held: HeldBody,
    { bytesMax, alsoType }: AllowedBody,
    onClose: (release: () => void) => void,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const type = payload.headers['content-type'] ?? '';
    if (!CONTENT_TYPES.test(type) && type.split(';', 1)[0]!.trim().toLowerCase() !== alsoType) {
      throw new Problem(415, 'Content-Type must be application/x-ndjson or application/json.');
    }
    onClose(held.release);
    const limits = { bytesMax, pace: this.#options.bodyPace ?? BODY_PACE };
    const bytes = await readBody(payload, limits, held.grow);
    this.#held.set(bytes, held);
    return bytes;
  }

  /** `given`: what the way in decides about the batch. The limits, and the website that it may write to, are the same for all. */
  async collect(sender: Sender, bytes: Uint8Array<ArrayBuffer>, given: Partial<Batch> = {}): Promise<BatchOutcome> {
    const { arrivals, limits, eventsAgeDaysMax, browserEventsAgeDaysMax, observer } = this.#options;
    const { websiteId } = sender;
    const isFromBrowser = sender.origin !== undefined;
    const startedAt = performance.now();
    const outcome = await this.noteRefusal(sender, () =>
      this.#ingest({
        format: 'any',
        eventsMax: EVENTS_MAX,
        ...given,
        bytes,
        onlyWebsiteId: websiteId,
        isFromBrowser,
        eventBounds: EVENT_BOUNDS,
        subjectDaysMax: SUBJECT_DAYS_MAX,
        ageDaysMax: isFromBrowser ? browserEventsAgeDaysMax : eventsAgeDaysMax,
        rejectionsKeptMax: REJECTIONS_LISTED_MAX,
        ...(arrivals.recent.isWatched(websiteId) && { acceptedListedMax: ACCEPTED_LISTED_MAX }),
      }),
    );
    const { accepted, duplicates, rejected, ignored, bots } = outcome;
    if (bots !== undefined) observer?.bots(bots);
    else observer?.batch(outcome, (performance.now() - startedAt) / 1000);
    arrivals.noteOutcome(sender, outcome);
    limits.countEvents(sender, accepted + duplicates + rejected + (ignored?.count ?? 0) + (bots ?? 0));
    return outcome;
  }

  /** Records a problem that `work` throws as a rejection. */
  async noteRefusal<Result>(sender: Sender, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Problem) this.#options.arrivals.noteRefusal(sender, error);
      throw error;
    }
  }

  /** Records what became of a contact from a form. */
  noteContact(sender: Sender, outcome: 'accepted' | 'bot'): void {
    this.#options.arrivals.noteContact(sender, outcome);
  }

  async #ingest(batch: Batch): Promise<BatchOutcome> {
    if (batch.bytes.length === 0 && batch.format === 'any') {
      throw new Problem(400, 'The body is empty. Send events as NDJSON or as a JSON array.', { code: 'invalid_json' });
    }
    const held = this.#held.get(batch.bytes);
    held?.moveTo(batch.onlyWebsiteId!);
    held?.hold();
    try {
      return await this.#options.ingestion.ingest(batch);
    } catch (error) {
      if (error instanceof Problem) throw error;
      const problem = error instanceof ThreadEndedError ? commitUnknown(error) : notStored();
      problem.cause = error;
      throw problem;
    } finally {
      held?.release();
    }
  }
}

function notStored(): Problem {
  return new Problem(503, 'The events could not be stored. Nothing was counted. Send the same batch again.', {
    code: 'not_stored',
    headers: { 'retry-after': '1' },
  });
}
