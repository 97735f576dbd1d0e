// Runs a read operation and returns its result as JSON.
// Why: docs/decisions/reports.md, "Reports and ingestion run in threads".

import type { KeepingContext } from '../../answers/reports/open-log.ts';
import type {
  ChosenWebsite,
  ReadContext,
  ReadOperation,
  SeveralWebsites,
} from '../../contract/operations/define-operation.ts';
import { NO_BOUNDS } from '../../engine/event-log/questions/unique-visitors.ts';
import { KeptRuns } from '../../engine/event-log/storage/kept-runs.ts';
import type { Database } from '../../foundation/database/database.ts';
import { readMemory } from '../../foundation/memory/memory.ts';
import { Thread } from '../../foundation/threads/thread.ts';
import type { Zone } from '../../foundation/time/zone.ts';

const MINUTE_MS = 60_000;

/** A request is plain data, because it is sent to another thread. */
export interface ReadRequest {
  readonly operation: string;
  /** The query as the operation's schema parsed it. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly websites: ChosenWebsite | SeveralWebsites;
  readonly nowMs: number;
  /** See `ReadContext`. */
  readonly isForLink?: boolean;
}

export function findRead(
  operations: readonly ReadOperation[],
  { operation: name }: Pick<ReadRequest, 'operation'>,
): ReadOperation {
  const operation = operations.find((candidate) => candidate.name === name);
  if (!operation) throw new Error(`Unknown read operation: ${name}`);
  return operation;
}

export function idsOf(websites: ReadRequest['websites']): readonly number[] {
  return 'websiteId' in websites ? [websites.websiteId] : websites.websiteIds;
}

/** For whom a read is run, and until when. */
export interface ReadOptions {
  readonly tenant: string;
  /** Aborted when no client waits for the result any more. */
  readonly signal?: AbortSignal | undefined;
}

/** The result, as JSON, and the time in which it holds: mostly until it is another day on one of the websites. */
export interface ReadAnswer {
  readonly json: string;
  readonly fromMs: number;
  /** Exclusive. */
  readonly untilMs: number;
}

export interface ReadRunner {
  run(request: ReadRequest, options: ReadOptions): Promise<ReadAnswer>;
}

/** Runs reads in the current thread. */
export class DirectReadRunner implements ReadRunner {
  readonly #database: Pick<Database, 'query'>;
  readonly #operations: readonly ReadOperation[];
  readonly #bounds: Pick<ReadContext, 'queryEventsMax' | 'exactEventsMax'>;
  readonly #keptRuns: KeptRuns;

  /** See `ReadContext`. Default: no limits. `keptBytesMax`: for runs of the event log. */
  constructor(
    database: Pick<Database, 'query'>,
    operations: readonly ReadOperation[],
    bounds: Pick<ReadContext, 'queryEventsMax' | 'exactEventsMax'> = NO_BOUNDS,
    { keptBytesMax }: Pick<ReadWorkersOptions, 'keptBytesMax'> = readMemory(),
  ) {
    this.#database = database;
    this.#operations = operations;
    this.#bounds = bounds;
    this.#keptRuns = new KeptRuns(keptBytesMax);
  }

  async run(request: ReadRequest): Promise<ReadAnswer> {
    const { query, websites, nowMs, isForLink = false } = request;
    let [fromMs, untilMs] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const todayIn = (zone: Zone) => {
      const today = zone.dayAt(nowMs);
      fromMs = Math.max(fromMs, zone.startOfDay(today));
      untilMs = Math.min(untilMs, zone.startOfDay(today + 1));
      return today;
    };
    const currentMinuteMs = () => {
      const minuteMs = nowMs - (nowMs % MINUTE_MS);
      fromMs = Math.max(fromMs, minuteMs);
      untilMs = Math.min(untilMs, minuteMs + MINUTE_MS);
      return minuteMs;
    };
    const context: ReadContext & KeepingContext = {
      database: this.#database,
      todayIn,
      currentMinuteMs,
      queryEventsMax: this.#bounds.queryEventsMax,
      exactEventsMax: this.#bounds.exactEventsMax,
      isForLink,
      keptRuns: this.#keptRuns,
    };
    return {
      json: JSON.stringify(await findRead(this.#operations, request).read(query, { ...context, ...websites })),
      fromMs,
      untilMs,
    };
  }
}

export interface ReadWorkersOptions {
  readonly count: number;
  /** How many PostgreSQL connections each worker may have. */
  readonly connectionsMax: number;
  /** See `ReadContext`. */
  readonly queryEventsMax: number;
  readonly exactEventsMax: number;
  /** The limit of each worker, see `readMemory`. */
  readonly keptBytesMax: number;
}

/** Runs reads in worker threads, because merging thousands of sketches must not block other requests. */
export class ReadWorkers implements ReadRunner {
  readonly #threads: readonly Thread<ReadRequest, ReadAnswer>[];

  /** `script`: the worker that knows all operations, see answer-reads.ts. */
  constructor(script: URL, databaseUrl: string, { count, ...options }: ReadWorkersOptions) {
    this.#threads = Array.from({ length: count }, () => new Thread(script, { databaseUrl, ...options }));
  }

  get size(): number {
    return this.#threads.length;
  }

  run(request: ReadRequest): Promise<ReadAnswer> {
    const free = this.#threads.reduce((least, thread) => (thread.load < least.load ? thread : least));
    // Starting a worker takes longer than most reads. The worker that is kept for the next tenant has to be ready when that tenant comes.
    if (this.#threads.some(({ load }) => load > 0)) for (const thread of this.#threads) thread.start();
    return free.call(request);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
