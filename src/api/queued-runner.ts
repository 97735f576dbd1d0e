// Runs read operations through the fair queue, see fair-queue.ts.
import { dayCount, resolveWindow, type Timeframe } from '../reports/windows.ts';
import { dayFromIso, isoOfDay } from '../rollups/calendar.ts';
import { FairQueue } from './fair-queue.ts';
import type { ReadRequest, ReadRunner, Turn } from './read-runner.ts';

/** The age of the website is not known yet. */
const ALL_TIME_DAYS = 1_000;
/** For operations that read lists of subjects; the others read one subject and its children. */
const SUBJECTS: Readonly<Record<string, number>> = {
  list_campaigns: 100,
  list_experiments: 50,
  list_ctas: 200,
  list_website_products: 200,
  list_campaign_products: 20,
};
const SUBJECTS_DEFAULT = 5;
/** More than any dashboard requests at once; a client that sends more gets a 429. */
const WAITING_PER_TENANT_MAX = 200;

export class QueuedRunner implements ReadRunner {
  readonly #runner: ReadRunner;
  readonly #queue: FairQueue;

  constructor(runner: ReadRunner, slots: number) {
    this.#runner = runner;
    this.#queue = new FairQueue({ slots, waitingPerTenantMax: WAITING_PER_TENANT_MAX });
  }

  /** The number of running and waiting operations. */
  get load(): number {
    return this.#queue.load;
  }

  run(request: ReadRequest, turn: Turn): Promise<string> {
    const run = () => this.#runner.run(request, turn);
    return this.#queue.add({ ...turn, cost: estimateCost(request), run });
  }
}

interface Period {
  readonly timeframe?: Timeframe;
  readonly range_start?: string;
  readonly range_end?: string;
  readonly previous_period?: boolean;
  readonly group_by?: string;
}

/** Days times subjects: a rough estimate, only used to run cheap operations of a tenant before its expensive ones. */
export function estimateCost({ operation, query, websites, today }: ReadRequest): number {
  const { previous_period: hasPrevious, group_by: groupBy } = query as Period;
  const subjects = SUBJECTS[operation] ?? SUBJECTS_DEFAULT;
  const websiteCount = 'websiteId' in websites ? 1 : websites.websiteIds.length;
  const readings = 1 + (hasPrevious ? 1 : 0) + (groupBy === undefined ? 0 : 1);
  return daysOf(query as Period, today) * subjects * websiteCount * readings;
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
