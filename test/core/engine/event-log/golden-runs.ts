// Golden files of the event log. Each folder of `golden/` has some events as a table, the same events as they were stored in a run and in a
// pending row, and the numbers that meant something there. A folder is added for what no other folder has: `npm run golden`.
import { collectDays } from '../../../../src/core/engine/event-log/format/day-events.ts';
import { decodeRun, dictionariesOf } from '../../../../src/core/engine/event-log/format/decode-run.ts';
import type { LogEvent, LogEventType, LogSubject } from '../../../../src/core/engine/event-log/format/log-event.ts';
import { writePending } from '../../../../src/core/engine/event-log/format/pending.ts';
import { ALL_VISITORS, lineOf, type Run, subjectsOf } from '../../../../src/core/engine/event-log/format/run.ts';
import { COLUMN_NUMBERS, TYPE_NUMBERS } from '../../../../src/core/engine/event-log/format/stored-numbers.ts';
import { writeRun } from '../../../../src/core/engine/event-log/format/write-run.ts';
import {
  checksumOfPending,
  type PartRow,
  type PendingRow,
  rowsOf,
} from '../../../../src/core/engine/event-log/storage/run-rows.ts';
import {
  NO_VALUE,
  STORED_DIMENSIONS,
  type StoredDimension,
} from '../../../../src/core/foundation/dimensions/dimension.ts';
import { GoldenFolder } from '../../../support/golden.ts';
import { subjectLine } from '../../../support/subjects.ts';

export const WEBSITE_ID = 1;
const DAY = 20_000;
const SUBJECTS: readonly LogSubject[] = Object.values(subjectLine(WEBSITE_ID));

const golden = new GoldenFolder(new URL('golden/', import.meta.url));

/** The numbers of a folder, in `stored.json`. */
interface Stored {
  readonly columns: Readonly<Record<string, number>>;
  readonly types: Readonly<Record<string, number>>;
  readonly rows: readonly Omit<PartRow, 'content'>[];
  readonly pending: Omit<PendingRow, 'content'>;
}

export interface GoldenRun extends Pick<Stored, 'columns' | 'types'> {
  readonly name: string;
  readonly rows: readonly PartRow[];
  readonly pending: PendingRow;
  /** The cells of each event, in the order of `CELLS`, and the dimensions of the folder. */
  readonly events: readonly Readonly<Record<string, string>>[];
}

/** What the table says of an event beside its dimensions. A subject is the line from it up to the website. */
const CELLS = ['visitor_high', 'visitor_low', 'second', 'type', 'revenue', 'subject'];

export function goldenRuns(): GoldenRun[] {
  return golden.names.map((name) => {
    const { columns, types, rows, pending } = golden.json<Stored>(`${name}/stored.json`);
    const [head, ...cells] = golden.table(`${name}/events.tsv`);
    return {
      name,
      columns,
      types,
      rows: rows.map((row) => ({ ...row, content: golden.bytes(`${name}/column-${row.column_number}.bin`) })),
      pending: { ...pending, content: golden.bytes(`${name}/pending.bin`) },
      events: cells.map((row) => Object.fromEntries(row.map((cell, i) => [head![i]!, cell]))),
    };
  });
}

/** The events of a run as the tables have them. */
export function eventsOfRun(run: Run): Record<string, string>[] {
  const table = decodeRun(run);
  const { dimensions } = dictionariesOf(run);
  const subjects = subjectsOf(run).map(lineText);
  return Array.from({ length: table.count }, (_, i) => ({
    visitor_high: String(table.high[i]),
    visitor_low: String(table.low[i]),
    second: String(table.second[i]),
    type: String(table.type[i]),
    revenue: String(table.revenue[i]),
    subject: subjects[table.subject[i]!]!,
    ...Object.fromEntries(
      STORED_DIMENSIONS.map((name, dimension) => [name, dimensions[dimension]![table.dimensions[dimension]![i]!]!]),
    ),
  }));
}

function lineText(subject: LogSubject): string {
  const parts = lineOf(subject).map(({ kind, id, viewsCountForParent, isHoldout }) =>
    [`${kind}:${id}`, ...(viewsCountForParent ? ['views'] : []), ...(isHoldout ? ['holdout'] : [])].join('+'),
  );
  return parts.join(' ');
}

/** The dimensions and types that no folder has. */
export function namesWithoutGolden(): string[] {
  const known = new Set(goldenRuns().flatMap(({ columns, types }) => [...Object.keys(columns), ...Object.keys(types)]));
  return [...Object.keys(COLUMN_NUMBERS), ...Object.keys(TYPE_NUMBERS)].filter((name) => !known.has(name));
}

/** Adds a folder, which is named after what is new. */
export function writeGoldenRun(): void {
  const names = namesWithoutGolden();
  if (names.length === 0) return;
  const isFirst = golden.names.length === 0;
  const folder = isFirst ? 'first' : names.join('-');
  const events = isFirst ? [...someEvents(40), ...manyPages(), ...manyEvents()] : someEvents(20);
  const [ofDay] = collectDays(events);
  const pending = { day: DAY, event_count: events.length, content: writePending(ofDay!) };
  const run = writeRun(collectDays(events)[0]!.sorted());
  const rows = rowsOf(WEBSITE_ID, 1, { visitorsFrom: 0, run });
  for (const { column_number: number, content } of rows) golden.writeOnce(`${folder}/column-${number}.bin`, content);
  golden.writeOnce(`${folder}/pending.bin`, pending.content);
  golden.writeOnce(`${folder}/stored.json`, {
    columns: COLUMN_NUMBERS,
    types: TYPE_NUMBERS,
    rows: rows.map(({ content: _, ...row }) => row),
    pending: { day: DAY, event_count: events.length, checksum: checksumOfPending(WEBSITE_ID, pending) },
  } satisfies Stored);
  golden.writeTableOnce(`${folder}/events.tsv`, [[...CELLS, ...STORED_DIMENSIONS], ...events.map(cellsOf)]);
}

function cellsOf(event: LogEvent): (string | number)[] {
  const { visitorHigh, visitorLow, second, type, revenue, subject, dimensions } = event;
  const values = STORED_DIMENSIONS.map((name) => dimensions[name] ?? NO_VALUE);
  return [visitorHigh >>> 0, visitorLow >>> 0, second, type, revenue, lineText(subject), ...values];
}

/** Has events of every type and subject, with values of every dimension. */
function someEvents(count: number): LogEvent[] {
  const types = Object.values(TYPE_NUMBERS);
  return Array.from({ length: count }, (_, n) => {
    const type = types[n % types.length]! as LogEventType;
    const hasRevenue = type === TYPE_NUMBERS.orders || type === TYPE_NUMBERS.restated_orders;
    return {
      visitorHigh: Math.imul(n % 7, 0x9e3779b1),
      visitorLow: 1 + (n % 7),
      day: DAY,
      second: n * 3_001 - 20_000,
      type,
      subject: SUBJECTS[n % SUBJECTS.length]!,
      revenue: hasRevenue ? (n % 3 === 0 ? -1 : 1) * (n * 10_000 + 2 ** 33 * (n % 2)) : 0,
      dimensions: Object.fromEntries(
        STORED_DIMENSIONS.flatMap((name, i) => ((n + i) % 5 === 0 ? [] : [[name, someValue(name, n)]])),
      ),
    };
  });
}

function someValue(name: StoredDimension, n: number): string {
  return `${name} ä☃ ${n % 4}`;
}

const view = (n: number): Omit<LogEvent, 'dimensions'> => ({
  ...{ visitorHigh: Math.imul(n, 0x85ebca6b), visitorLow: n + 100, day: DAY, second: n, type: TYPE_NUMBERS.views },
  ...{ subject: SUBJECTS[0]!, revenue: 0 },
});

/** More values than a byte has. */
function manyPages(): LogEvent[] {
  return Array.from({ length: 260 }, (_, n) => ({ ...view(n), dimensions: { page: `/${n}`, device: 'mobile' } }));
}

/** More events of a visitor than a byte has. */
function manyEvents(): LogEvent[] {
  return Array.from({ length: 260 }, (_, n) => ({ ...view(7), second: 20_000 + n, dimensions: {} }));
}

/** The run that these events were written from, as the writer would do it today. */
export function writtenToday(events: GoldenRun['events']): Run {
  const byText = new Map(SUBJECTS.map((subject) => [lineText(subject), subject]));
  const logEvents = events.map(
    (cells): LogEvent => ({
      visitorHigh: Number(cells.visitor_high) | 0,
      visitorLow: Number(cells.visitor_low) | 0,
      day: DAY,
      second: Number(cells.second),
      type: Number(cells.type) as LogEventType,
      subject: byText.get(cells.subject!)!,
      revenue: Number(cells.revenue),
      dimensions: Object.fromEntries(STORED_DIMENSIONS.flatMap((name) => (cells[name] ? [[name, cells[name]]] : []))),
    }),
  );
  return { ...writeRun(collectDays(logEvents)[0]!.sorted()), threshold: ALL_VISITORS };
}
