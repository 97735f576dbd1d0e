// Runs read operations through the fair queue (fair-queue.ts).

import { needsLog } from '../../answers/reports/open-log.ts';
import { dayCount, resolveWindow, type Timeframe } from '../../answers/reports/windows.ts';
import type { ReadOperation } from '../../contract/operations/define-operation.ts';
import { dayFromIso, isoOfDay } from '../../engine/rollups/calendar.ts';
import type { Database } from '../../foundation/database/database.ts';
import { UTC } from '../../foundation/time/zone.ts';
import { FairQueue } from './fair-queue.ts';
import {
  findRead,
  idsOf,
  type ReadAnswer,
  type ReadOptions,
  type ReadRequest,
  type ReadRunner,
} from './read-runner.ts';
import type { RecentTenants } from './recent-tenants.ts';
import { requireAnsweringWorkers } from './require-answering-workers.ts';

/** This many days are assumed for all_time, because the age of the website is not known yet. */
const ALL_TIME_DAYS = 1_000;
/** This many subjects are assumed for operations that say nothing else: one subject and its children. */
const SUBJECTS_READ_DEFAULT = 5;
/**
 * A day of the event log takes roughly as long as this many days of a subject in the rollups. How many events it has is not known
 * here; `QUERY_EVENTS_MAX` limits how long an operation can take.
 */
const LOGGED_DAY_COST = 20;
/** This is more than any dashboard requests at once. A client that sends more gets a 429. */
const WAITING_PER_TENANT_MAX = 200;

/** A read that has waited this long may have waited for reads that wait for a worker of the cluster. */
const DELAYED_MS = 1_000;

export class QueuedRunner implements ReadRunner {
  readonly #database: Pick<Database, 'unreachable'>;
  readonly #operations: readonly ReadOperation[];
  readonly #runner: ReadRunner;
  readonly #queue: FairQueue;

  constructor(
    database: Pick<Database, 'unreachable'>,
    operations: readonly ReadOperation[],
    runner: ReadRunner,
    slots: number,
    recent?: RecentTenants,
  ) {
    this.#database = database;
    this.#operations = operations;
    this.#runner = runner;
    this.#queue = new FairQueue({
      slots,
      waitingPerTenantMax: WAITING_PER_TENANT_MAX,
      isAlone: (tenant) => recent?.isAlone(tenant) ?? true,
    });
  }

  /** The number of running and waiting operations. */
  get load(): number {
    return this.#queue.load;
  }

  run(request: ReadRequest, options: ReadOptions): Promise<ReadAnswer> {
    const queuedMs = performance.now();
    const run = async () => {
      const isDelayed = performance.now() - queuedMs >= DELAYED_MS;
      // The dispatcher has checked this too, but the worker may have stopped answering since. The read would keep the slot from others.
      await requireAnsweringWorkers(this.#database, findRead(this.#operations, request), request.websites, isDelayed);
      return this.#runner.run(request, options);
    };
    return this.#queue.add({ ...options, cost: estimateCost(findRead(this.#operations, request), request), run });
  }
}

interface Period {
  readonly timeframe?: Timeframe;
  readonly range_start?: string;
  readonly range_end?: string;
  readonly previous_period?: boolean;
  readonly group_by?: string;
}

interface QueryFilter {
  readonly dimension: string;
}

/** What only the event log can answer. */
interface Segment {
  readonly break_down_by?: string;
  readonly filter?: readonly QueryFilter[];
}

/** Returns days times subjects: a rough estimate, only used to run cheap operations of a tenant before its expensive ones. */
export function estimateCost(operation: ReadOperation, request: ReadRequest): number {
  const { query, websites, nowMs } = request;
  const { previous_period: hasPrevious, group_by: groupBy } = query as Period;
  const { subjectsRead = SUBJECTS_READ_DEFAULT, readsEventLog = needsLog(query) } = operation;
  const websiteCount = idsOf(websites).length;
  const readings = 1 + (hasPrevious ? 1 : 0) + (groupBy === undefined ? 0 : 1);
  const days = daysOf(query as Period, UTC.dayAt(nowMs));
  // A window that the report rejects has no days.
  const loggedDays =
    readsEventLog && days > 0 ? loggedDaysRead(query, days, operation.loggedDaysBefore?.(query) ?? 0) : 0;
  return days * subjectsRead * websiteCount * readings + loggedDays * LOGGED_DAY_COST;
}

/**
 * The days of the event log that an operation reads, if it reads any: the events in them, and so the time that it takes, grow with their
 * number.
 */
function loggedDaysRead(query: Period & Segment, days: number, daysBefore: number): number {
  const { break_down_by: by, filter = [] } = query;
  const dimensions = [by, ...filter.map(({ dimension }) => dimension)];
  // Whether a visitor is new depends on all days before.
  if (dimensions.includes('visitor_type') || !Number.isFinite(daysBefore)) return ALL_TIME_DAYS;
  return (days + daysBefore) * (query.previous_period ? 2 : 1);
}

function daysOf({ timeframe = 'all_time', range_start, range_end }: Period, today: number): number {
  if (timeframe === 'all_time') return ALL_TIME_DAYS;
  if (timeframe !== 'custom') {
    return dayCount(resolveWindow({ timeframe }, { today, earliestDay: today, insightsWeek: undefined }));
  }
  const firstDay = dayFromIso(range_start ?? isoOfDay(today));
  const lastDay = dayFromIso(range_end ?? isoOfDay(today));
  // The report itself rejects a malformed date.
  return firstDay === undefined || lastDay === undefined ? 0 : Math.max(0, lastDay - firstDay + 1);
}
