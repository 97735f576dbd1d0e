// The event log as the table `events` of an export.

import { SUBJECT_KIND } from '../../engine/catalog/subject.ts';
import { countedKinds } from '../../engine/event-log/format/run.ts';
import { TYPE_NUMBERS } from '../../engine/event-log/format/stored-numbers.ts';
import type { RunContent } from '../../engine/event-log/format/write-run.ts';
import { listLoggedDays, readDayEvents } from '../../engine/event-log/storage/read-days.ts';
import type { ReadSnapshot } from '../../foundation/database/database.ts';
import { isDailyHigh } from '../../foundation/sketches/visitor-hash.ts';
import type { ColumnValues, TableChunk } from '../../foundation/table-files/table.ts';
import type { Partition } from './partition.ts';
import { namesOf, type RenameVisitor } from './visitor-names.ts';

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
const NAMES_BY_NUMBER = Array.from({ length: 256 }, (_, number) => String(number));
for (const [name, number] of Object.entries(TYPE_NUMBERS)) {
  NAMES_BY_NUMBER[number] = TYPE_NAMES[name as keyof typeof TYPE_NUMBERS];
}

export async function eventPartitions(
  reader: ReadSnapshot,
  websiteId: number,
  rename: RenameVisitor,
): Promise<Partition[]> {
  const days = await listLoggedDays(reader, websiteId);
  return days.map(({ day, digest }) => ({
    table: 'events',
    websiteId,
    period: { kind: 'day', firstDay: day, lastDay: day },
    digest,
    async *read() {
      for await (const events of readDayEvents(reader, websiteId, day)) yield chunkOfEvents(websiteId, events, rename);
    },
  }));
}

function chunkOfEvents(
  websiteId: number,
  { day, table, order, dictionaries }: RunContent,
  rename: RenameVisitor,
): TableChunk {
  const { length: rows } = order;
  const first = new Uint8Array(rows);
  const pick = (numbers: ArrayLike<number>) => {
    const picked = new Uint32Array(rows);
    for (let row = 0; row < rows; row++) picked[row] = numbers[order[row]!]!;
    return picked;
  };
  const at = new Float64Array(rows);
  const revenue = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    at[row] = (day * SECONDS_PER_DAY + table.second[order[row]!]!) * SECOND_MS;
    revenue[row] = table.revenue[order[row]!]!;
  }
  const subjects = pick(table.subject);
  const types = pick(table.type);
  return {
    rows,
    columns: [
      { values: [websiteId], indexes: first },
      { values: [day], indexes: first },
      { values: at },
      ...visitorColumns({ high: table.high, low: table.low, order }, rename),
      { values: NAMES_BY_NUMBER, indexes: types },
      ...subjectColumns(dictionaries.subjects, subjects, types),
      { values: revenue },
      ...table.dimensions.map((indexes, place) => ({
        values: dictionaries.dimensions[place]!,
        indexes: pick(indexes),
      })),
    ],
  };
}

interface SortedVisitors {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly order: Uint32Array;
}

/** The events of a visitor stand together, so each is named once. */
function visitorColumns({ high, low, order }: SortedVisitors, rename: RenameVisitor): ColumnValues[] {
  const halves: number[] = [];
  const isDaily: boolean[] = [];
  const indexes = new Uint32Array(order.length);
  let last = -1;
  for (let row = 0; row < order.length; row++) {
    const event = order[row]!;
    if (last < 0 || high[event] !== high[last] || low[event] !== low[last]) {
      halves.push(high[event]!, low[event]!);
      isDaily.push(isDailyHigh(high[event]!));
    }
    indexes[row] = isDaily.length - 1;
    last = event;
  }
  const names = namesOf(halves, rename);
  return [
    { values: names, indexes },
    { values: isDaily.map((daily, visitor) => (names[visitor] === null ? null : daily)), indexes },
  ];
}

/** The ids of the subject and its ancestors, from which of these on the event counts, and whether it is of a holdout. */
function subjectColumns(entries: readonly string[], subjects: Uint32Array, types: Uint32Array): ColumnValues[] {
  const lines = entries.map((entry) => entry.split('/').map(Number));
  const kinds = [SUBJECT_KIND.campaign, SUBJECT_KIND.variant, SUBJECT_KIND.step, SUBJECT_KIND.element];
  const heads = lines.map(([head]) => countedKinds(head!));
  // Views may count for fewer ancestors than other events, so a subject has two values.
  const countsFrom = heads.flatMap((counted) => [
    Math.min(...counted.filter(({ withViews }) => withViews).map(({ kind }) => kind)),
    SUBJECT_KIND.website,
  ]);
  const isView = (row: number) => types[row] === TYPE_NUMBERS.views;
  return [
    ...kinds.map((kind) => ({ values: lines.map((line) => line[kind] ?? null), indexes: subjects })),
    { values: countsFrom, indexes: subjects.map((subject, row) => 2 * subject + (isView(row) ? 0 : 1)) },
    { values: heads.map((counted) => counted.some(({ isHeldOut }) => isHeldOut)), indexes: subjects },
  ];
}
