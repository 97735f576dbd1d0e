// The event log as the table `events` of an export.

import { SUBJECT_KIND } from '../../core/engine/catalog/subject.ts';
import type { EventTable } from '../../core/engine/event-log/format/event-table.ts';
import { countedKinds } from '../../core/engine/event-log/format/run.ts';
import { TYPE_NUMBERS } from '../../core/engine/event-log/format/stored-numbers.ts';
import { listLoggedDays, readDayEvents, type SortedEvents } from '../../core/engine/event-log/storage/read-days.ts';
import type { ReadSnapshot } from '../../core/foundation/database/database.ts';
import { isDailyHigh } from '../../core/foundation/sketches/visitor-hash.ts';
import type { ColumnValues, TableChunk } from './table-files/table.ts';
import type { Partition } from './targets/partition.ts';
import { namesOf, type RenameVisitors } from './visitor-names.ts';

const SECONDS_PER_DAY = 86_400;
const SECOND_MS = 1_000;

/** What the types are called in an export. */
const TYPE_NAMES: Readonly<Record<keyof typeof TYPE_NUMBERS, string>> = {
  views: 'view',
  conversions: 'conversion',
  completions: 'completion',
  submissions: 'submission',
  subscribes: 'subscribe',
  orders: 'order',
  selections: 'selection',
  restated_orders: 'restated_order',
  page_views: 'page_view',
};
const NAMES_BY_NUMBER: string[] = [];
for (const [name, number] of Object.entries(TYPE_NUMBERS)) {
  NAMES_BY_NUMBER[number] = TYPE_NAMES[name as keyof typeof TYPE_NUMBERS];
}

export async function eventPartitions(
  reader: ReadSnapshot,
  websiteId: number,
  rename: RenameVisitors,
): Promise<Partition[]> {
  const days = await listLoggedDays(reader, websiteId);
  return days.map(({ day, digest }) => ({
    table: 'events',
    websiteId,
    period: { kind: 'day', firstDay: day, lastDay: day },
    digest,
    async *read() {
      for await (const events of readDayEvents(reader, websiteId, day)) {
        yield chunkOfEvents({ websiteId, day }, events, rename);
      }
    },
  }));
}

function chunkOfEvents(
  { websiteId, day }: { readonly websiteId: number; readonly day: number },
  { table, dictionaries }: SortedEvents,
  rename: RenameVisitors,
): TableChunk {
  const { count: rows } = table;
  const first = new Uint8Array(rows);
  const midnight = day * SECONDS_PER_DAY;
  const at = new Float64Array(rows);
  for (let row = 0; row < rows; row++) at[row] = (midnight + table.second[row]!) * SECOND_MS;
  const types = table.type.subarray(0, rows);
  return {
    rows,
    columns: [
      { values: [websiteId], indexes: first },
      { values: [day], indexes: first },
      { values: at },
      ...visitorColumns(table, rename),
      { values: NAMES_BY_NUMBER, indexes: types },
      ...subjectColumns(dictionaries.subjects, table.subject.subarray(0, rows), types),
      { values: table.revenue.subarray(0, rows) },
      ...table.dimensions.map((indexes, place) => ({
        values: dictionaries.dimensions[place]!,
        indexes: indexes.subarray(0, rows),
      })),
    ],
  };
}

/** The events of a visitor stand together, so each is named once. */
function visitorColumns({ count, high, low }: EventTable, rename: RenameVisitors): ColumnValues[] {
  const halves = new Int32Array(2 * count);
  const indexes = new Uint32Array(count);
  let visitors = 0;
  for (let event = 0; event < count; event++) {
    if (event === 0 || high[event] !== high[event - 1] || low[event] !== low[event - 1]) {
      halves[2 * visitors] = high[event]!;
      halves[2 * visitors + 1] = low[event]!;
      visitors++;
    }
    indexes[event] = visitors - 1;
  }
  const names = namesOf(halves.subarray(0, 2 * visitors), rename);
  const isDaily = names.map((name, visitor) => (name === null ? null : isDailyHigh(halves[2 * visitor]!)));
  return [
    { values: names, indexes },
    { values: isDaily, indexes },
  ];
}

/** The ids of the subject and its ancestors, from which of these on the event counts, and whether it is of a holdout. */
function subjectColumns(entries: readonly string[], subjects: Uint32Array, types: Uint8Array): ColumnValues[] {
  const lines = entries.map((entry) => entry.split('/').map(Number));
  const kinds = [SUBJECT_KIND.campaign, SUBJECT_KIND.variant, SUBJECT_KIND.step, SUBJECT_KIND.element];
  const heads = lines.map(([head]) => countedKinds(head!));
  // Views may count for fewer ancestors than other events, so a subject has two values.
  const countsFrom = heads.flatMap((counted) => [
    Math.min(...counted.filter(({ withViews }) => withViews).map(({ kind }) => kind)),
    SUBJECT_KIND.website,
  ]);
  const levels = new Uint32Array(subjects.length);
  for (let row = 0; row < levels.length; row++) {
    levels[row] = 2 * subjects[row]! + (types[row] === TYPE_NUMBERS.views ? 0 : 1);
  }
  return [
    ...kinds.map((kind) => ({ values: lines.map((line) => line[kind] ?? null), indexes: subjects })),
    { values: countsFrom, indexes: levels },
    { values: heads.map((counted) => counted.some(({ isHeldOut }) => isHeldOut)), indexes: subjects },
  ];
}
