// Whether most views of a window have a value of the dimensions that a report filters or breaks down by. A website may have sent a
// dimension only since some day: before it, every segment looks smaller than it was.

import { sentence } from '../../../../../languages/sentence.ts';
import { SUBJECT_KIND } from '../../../engine/catalog/subject.ts';
import { breakdown } from '../../../engine/event-log/breakdowns/breakdown.ts';
import type { Filter } from '../../../engine/event-log/counting/log-question.ts';
import { type AskedLog, askLog } from '../../../engine/event-log/questions/ask-log.ts';
import { countCoveredByDay } from '../../../engine/event-log/storage/read-values.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import { readCounts } from '../../../engine/rollups/read-counts.ts';
import type { Queries } from '../../../foundation/database/database.ts';
import { type Dimension, NO_VALUE, type StoredDimension } from '../../../foundation/dimensions/dimension.ts';
import { dimensionWords } from '../../segments/moved-segment.ts';
import type { Note } from '../note.ts';
import type { OpenReport } from '../open-report.ts';

type Reader = Pick<Queries, 'query'>;

/** If more than this share of the views has no value, a segment says little. */
const SHARE_MAX = 1 / 2;

/** What every visit has, if it is sent. Most visits have no UTM tags and no referrer: of these, no value is a value, too. */
const OF_EVERY_VISIT: ReadonlySet<Dimension> = new Set<StoredDimension>([
  'channel',
  'device',
  'browser',
  'os',
  'country',
  'language',
  'page',
]);

/** An event that has any of them says something about its visit. */
const OF_KNOWN_VISITS = ['page', 'device', 'browser', 'os'] as const satisfies readonly StoredDimension[];

function isOfEveryVisit(dimension: Dimension): dimension is StoredDimension {
  return OF_EVERY_VISIT.has(dimension);
}

export interface BrokenDown {
  readonly dimension: Dimension;
  readonly values: readonly { readonly value: string; readonly metrics: { readonly orders: number } }[];
}

type CoveredReport = Pick<OpenReport, 'log' | 'window' | 'website' | 'zone' | 'builtThrough' | 'today' | 'filters'>;

export async function partlyCoveredDimensions(
  database: Reader,
  report: CoveredReport,
  dimensions: readonly Dimension[],
): Promise<Note[]> {
  const { log } = report;
  const notes: Note[] = [];
  if (!log) return notes;
  for (const dimension of dimensions.filter(isOfEveryVisit)) {
    const share = await shareWithoutValue(database, report, log, dimension);
    if (share <= SHARE_MAX) continue;
    notes.push(partlyCovered(dimension, share, await firstCoveredDay(database, report, log, dimension)));
  }
  return dimensions.includes('channel') ? [...notes, ...(await unknownAsDirect(database, report, log))] : notes;
}

/** The first migration after version 1.0.0, which stored events that say nothing about their visit as direct. */
const AFTER_1_0_0 = ['0001_schema.sql', '0002_history_uploads.sql'] as const;

/**
 * Until the day of the upgrade from 1.0.0, which has events of both versions. What is stored does not tell such an event from one whose
 * sender said that there is no source, so nothing is counted anew.
 * Why: docs/decisions/events.md, "Channels follow GA4's rules, with lists of our own".
 */
async function unknownAsDirect(
  database: Reader,
  { window, website, zone, filters }: CoveredReport,
  log: AskedLog,
): Promise<Note[]> {
  const isOther = ({ dimension, value }: Filter) => dimension === 'channel' && value !== 'direct' && value !== NO_VALUE;
  if (filters.some(isOther)) return [];
  const applied = await database.query<{ applied_at: string }>(
    'SELECT applied_at FROM schema_migrations WHERE name IN ($1, $2) ORDER BY name',
    [...AFTER_1_0_0],
  );
  const [created, upgraded] = applied.map(({ applied_at: at }) => Date.parse(at));
  // A new database has both at once.
  if (created === undefined || upgraded === undefined || created === upgraded) return [];
  const lastDay = zone.dayAt(upgraded);
  if (window.firstDay > lastDay) return [];
  const { counts } = await askLog(
    database,
    log,
    breakdown({
      subjects: [{ kind: SUBJECT_KIND.website, id: website.id }],
      windows: [{ firstDay: window.firstDay, lastDay: Math.min(window.lastDay, lastDay) }],
      filters: [
        { dimension: 'channel', value: 'direct' },
        ...OF_KNOWN_VISITS.map((dimension) => ({ dimension, value: NO_VALUE })),
      ],
      countType: 'total',
      isScaled: true,
    }),
  );
  const { views, orders } = counts[0]![0]!;
  if (views + orders === 0) return [];
  const values = { day: { day: isoOfDay(lastDay + 1) }, views, orders };
  return [{ code: 'partly_covered', sentences: [sentence('unknownAsDirect', values)] }];
}

/** A breakdown by channel leads there if orders have none: attribution credits them by what else their visitors did. */
export function ordersWithoutVisit({ dimension, values }: BrokenDown): Note[] {
  const hasOrders = values.some(({ value, metrics }) => value === NO_VALUE && metrics.orders > 0);
  if (dimension !== 'channel' || !hasOrders) return [];
  return [{ code: 'partly_covered', sentences: [sentence('ordersWithoutVisit')] }];
}

/** `day`: since when most have a value. undefined: there is no such day. */
export function partlyCovered(dimension: Dimension, share: number, day: number | undefined): Note {
  const values = { share: { percent: share }, dimension: dimensionWords(dimension) };
  const found =
    day === undefined
      ? sentence('mostHaveNoValue', values)
      : sentence('mostHaveNoValueUntil', { ...values, day: { day: isoOfDay(day) } });
  return { code: 'partly_covered', sentences: [found] };
}

/** Of the views of the whole website in the window, as far as it may be more than `SHARE_MAX`: otherwise any smaller number. */
async function shareWithoutValue(
  database: Reader,
  { window, website, builtThrough }: CoveredReport,
  log: AskedLog,
  dimension: StoredDimension,
): Promise<number> {
  const { id } = website;
  const { websiteId, eventsMax } = log;
  const asked = { windows: [window], countType: 'total' as const };
  const kind = SUBJECT_KIND.website;
  const [all, covered] = await Promise.all([
    readCounts(database, { ...asked, websiteId: id, kind, subjectIds: [id], builtThrough, visitorMetrics: [] }),
    countCoveredByDay(database, { websiteId, eventsMax, window, dimension }),
  ]);
  const { views } = all.get(id)![0]!;
  if (views === 0) return 0;
  // Views without a value are among the events without one, which one column tells. Mostly these are few.
  const events = [...covered.days.values()].reduce((sum, { without }) => sum + without, 0);
  if (covered.firstDay === window.firstDay && events <= SHARE_MAX * views) return 0;
  const filters = [{ dimension, value: NO_VALUE }];
  const without = await askLog(
    database,
    log,
    breakdown({
      ...asked,
      subjects: [{ kind, id }],
      filters,
      isScaled: true,
    }),
  );
  return without.counts[0]![0]!.views / views;
}

/**
 * The day from which on most events have a value, until today: of all days, the one that divides events without a value, before it, best
 * from events with one. undefined: there is none.
 */
async function firstCoveredDay(
  database: Reader,
  { window, today }: CoveredReport,
  log: AskedLog,
  dimension: StoredDimension,
): Promise<number | undefined> {
  const { days } = await countCoveredByDay(database, {
    websiteId: log.websiteId,
    eventsMax: log.eventsMax,
    dimension,
    window: { firstDay: window.firstDay, lastDay: Math.max(window.lastDay, today) },
  });
  let [first, most, more]: [number | undefined, number, number] = [undefined, 0, 0];
  for (const [day, { withValue, without }] of [...days].sort(([a], [b]) => b - a)) {
    more += withValue - without;
    if (more > most) [first, most] = [day, more];
  }
  return first;
}
