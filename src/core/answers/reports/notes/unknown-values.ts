// A value that nothing on the website has ever had counts nothing, and a zero looks like an answer. So it is named, with values that
// there are.
import { sentence } from '../../../../../languages/sentence.ts';
import type { Filter } from '../../../engine/event-log/counting/log-question.ts';
import type { AskedLog } from '../../../engine/event-log/questions/ask-log.ts';
import { countEventsByValue } from '../../../engine/event-log/storage/read-values.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import type { Window } from '../../../engine/rollups/window.ts';
import type { Queries } from '../../../foundation/database/database.ts';
import { type Dimension, NO_VALUE, OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';
import type { Note } from '../note.ts';
import type { OpenReport } from '../open-report.ts';
import { type KnownValue, nearestValues } from './nearest-values.ts';
import { type OtherNames, otherNamesOf } from './other-names.ts';

type Reader = Pick<Queries, 'query'>;

/** Values that are listed. */
const LISTED_MAX = 5;

/** Values that are named. The steps of a funnel may have many, and whoever corrects some of them asks again. */
const NAMED_MAX = 5;

/**
 * Call it if the report has counted nothing. Each filter is looked up in all events that are kept, not only in those of the window. They
 * are read once for each dimension, although several steps of a funnel may have filters by it.
 */
export async function unknownFilterValues(
  database: Reader,
  { log, firstEventDay, today }: Pick<OpenReport, 'log' | 'firstEventDay' | 'today'>,
  filters: readonly Filter[],
): Promise<Note[]> {
  if (!log || firstEventDay === undefined) return [];
  const window = { firstDay: Math.max(log.firstDay, firstEventDay), lastDay: today };
  const asked = Map.groupBy(filters, ({ dimension }) => dimension);
  const notes: Note[] = [];
  for (const [dimension, ofDimension] of asked) {
    const values = new Set(ofDimension.map(({ value }) => value).filter((value) => value !== NO_VALUE));
    if (values.size === 0) continue;
    const { counts, firstDay } = await knownValues(database, log, window, dimension);
    const unknown = [...values].filter((value) => !counts.has(value)).slice(0, NAMED_MAX - notes.length);
    const known = Array.from(counts, ([value, count]) => ({ value, count })).filter(
      ({ value }) => value !== OTHER_VALUES,
    );
    notes.push(...unknown.map((value) => unknownEventValue({ dimension, value }, known, firstDay)));
    if (notes.length === NAMED_MAX) break;
  }
  return notes;
}

/** The type of a visitor is not stored with events: any website has both. */
const VISITOR_TYPES = new Map([
  ['new', 1],
  ['returning', 1],
]);

async function knownValues(database: Reader, { websiteId, eventsMax }: AskedLog, window: Window, dimension: Dimension) {
  if (dimension === 'visitor_type') return { counts: VISITOR_TYPES, firstDay: window.firstDay };
  return countEventsByValue(database, { websiteId, eventsMax, window, dimension });
}

/** Call it if no campaign was found. */
export async function unknownCampaignValues(
  database: Reader,
  websiteId: number,
  asked: { readonly cta_type?: string | undefined; readonly status?: string | undefined },
): Promise<Note[]> {
  const notes: Note[] = [];
  for (const column of ['cta_type', 'status'] as const) {
    const value = asked[column];
    if (value === undefined) continue;
    const known = await database.query<KnownValue>(
      `SELECT ${column} AS value, COUNT(*) AS count FROM campaigns WHERE website_id = $1 GROUP BY ${column}`,
      [websiteId],
    );
    if (known.some((other) => other.value === value)) continue;
    notes.push(unknownCampaignValue(column, value, known));
  }
  return notes;
}

/** `firstDay`: of the events that have none but the known values. */
export function unknownEventValue({ dimension, value }: Filter, known: readonly KnownValue[], firstDay: number): Note {
  const asked = { name: `${dimension}:${value}` };
  const first = sentence('noEventHasValue', { asked, day: { day: isoOfDay(firstDay) } });
  return unknownValue(first, value, known, otherNamesOf(dimension));
}

export function unknownCampaignValue(field: 'cta_type' | 'status', value: string, known: readonly KnownValue[]): Note {
  return unknownValue(sentence('noCampaignHasValue', { asked: { name: `${field}:${value}` } }), value, known);
}

function unknownValue(
  first: Note['sentences'][number],
  value: string,
  known: readonly KnownValue[],
  otherNames?: OtherNames,
): Note {
  if (known.length === 0) return { code: 'unknown_value', sentences: [first, sentence('noOtherValues')] };
  const { values, areNear } = nearestValues(value, known, { max: LISTED_MAX, otherNames });
  const list = { values: { list: values.map((name) => ({ name })) } };
  return {
    code: 'unknown_value',
    sentences: [first, areNear ? sentence('nearestValues', list) : sentence('largestValues', list)],
  };
}
