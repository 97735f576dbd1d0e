// Reports of Google Analytics 4 as CSV: several tables in one file, each behind comments that begin with `#` and name its first and last
// day. The tables of charts number days (`Nth day`, from 0000 on); those of explorations have a column Date, and a line `Grand total` below
// their heads. Tables without days are skipped: their visitors of many days can not be divided. So are tables by what is not known here.
// A zip archive may have several such files. Days are those of the property.

import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import { CHANNEL_RULES, channelOf } from '../../../core/foundation/dimensions/channel.ts';
import { cleanTag, cleanText } from '../../../core/foundation/dimensions/clean-text.ts';
import { countryNamed } from '../../../core/foundation/dimensions/country.ts';
import { OTHER_VALUES } from '../../../core/foundation/dimensions/dimension.ts';
import { deviceOf } from '../../../core/foundation/dimensions/fields.ts';
import { languageOf } from '../../../core/foundation/dimensions/language.ts';
import { pathOf } from '../../../core/foundation/dimensions/page.ts';
import type { HistoryDimension, TrafficCounts } from '../days/traffic-day.ts';
import { type CsvRow, CsvTable, readRows } from './csv.ts';
import { HistoryFileError, HistoryFileTooLargeError, shown } from './file-error.ts';
import { type HistoryReader, isBlank } from './history-reader.ts';
import type { ExportedFile } from './open-file.ts';
import type { TrafficDays } from './traffic-days.ts';

const NTH_DAY = 'Nth day';
const DATE = 'Date';
const DAY_COLUMNS = [NTH_DAY, DATE];
const START_DATE = /^# Start date: *(\d{8})/;

/** Users are visitors; where a table has several kinds of them, the first of these. */
const METRICS: Readonly<Record<keyof TrafficCounts, readonly string[]>> = {
  visitors: ['Active users', 'Total users', 'Users'],
  visits: ['Sessions'],
  pageViews: ['Views', 'Screen views', 'Pageviews'],
};

interface KnownColumn {
  readonly dimension: HistoryDimension;
  read(text: string): string | undefined;
}

const COLUMNS: Readonly<Record<string, KnownColumn>> = {
  'Session source / medium': { dimension: 'channel', read: channelOfPair },
  'Session default channel group': { dimension: 'channel', read: channelNamed },
  'Session Default channel group': { dimension: 'channel', read: channelNamed },
  'Session primary channel group (Default channel group)': { dimension: 'channel', read: channelNamed },
  'Session primary channel group (Default Channel Group)': { dimension: 'channel', read: channelNamed },
  'Session source': { dimension: 'utm_source', read: tagOf },
  'Session medium': { dimension: 'utm_medium', read: tagOf },
  'Session campaign': { dimension: 'utm_campaign', read: tagOf },
  'Page path': { dimension: 'page', read: pageOf },
  'Page path and screen class': { dimension: 'page', read: pageOf },
  'Page path + query string': { dimension: 'page', read: pageOf },
  'Page location': { dimension: 'page', read: pageOf },
  'Device category': { dimension: 'device', read: deviceOf },
  Browser: { dimension: 'browser', read: nameOf },
  'Operating system': { dimension: 'os', read: nameOf },
  Country: { dimension: 'country', read: countryNamed },
  'Country ID': { dimension: 'country', read: countryNamed },
  'Language code': { dimension: 'language', read: languageOf },
  'Event name': { dimension: 'event', read: nameOf },
};

/** All files together. A line can be a table, and each that is skipped is named. */
const TABLES_MAX = 5_000;
const HEAD_SHOWN_MAX = 80;
const NUMBER_EXPECTED = 'must be a number, as in the lines before';
/** Google adds up so what are too many values. */
const OTHERS = '(other)';
const NOT_SET = ['(not set)', '(none)', '(direct)', '(data not available)', ''];

export const readGa4: HistoryReader = async (files, { file, days }) => {
  const skipped: string[] = [];
  let tables = 0;
  const countTable = () => {
    if (++tables <= TABLES_MAX) return;
    throw new HistoryFileTooLargeError({ file }, `it has more than ${TABLES_MAX} tables: import fewer reports at once`);
  };
  for (const exported of files) await readReport(exported, days, { skipped, countTable });
  if (!days.hasTotals) {
    throw new HistoryFileError(
      { file },
      'no table has a total for each day: export a report whose chart is by day, or an exploration with the dimension Date, in English',
    );
  }
  return skipped;
};

interface Tables {
  readonly skipped: string[];
  /** Throws if there are too many. */
  countTable(): void;
}

async function readReport(
  { name, read }: ExportedFile,
  days: TrafficDays,
  { skipped, countTable }: Tables,
): Promise<void> {
  let startDay: number | undefined;
  let table: OpenTable | undefined;
  for await (const rows of readRows(name, read())) {
    for (const row of rows) {
      const [first = ''] = row.fields;
      if (isBlank(row) || first.startsWith('#')) {
        table = undefined;
        const [, date] = START_DATE.exec(first) ?? [];
        if (date !== undefined) startDay = startDayOf(name, row, date, days);
      } else if (table) table.add?.(row);
      else {
        countTable();
        const skip = () => skipped.push(`${name}, line ${row.line}: ${row.fields.join(',').slice(0, HEAD_SHOWN_MAX)}`);
        table = openTable(name, row, { days, startDay, skip });
        if (!table.add) skip();
      }
    }
  }
}

function startDayOf(file: string, { line }: CsvRow, date: string, days: TrafficDays): number {
  const day = days.dayOf(date);
  if (typeof day === 'string') throw new HistoryFileError({ file, line }, `the start date ${day}`);
  return day;
}

interface OpenTable {
  /** undefined: the table is skipped. */
  readonly add?: (row: CsvRow) => void;
}

interface TableContext {
  readonly days: TrafficDays;
  readonly startDay: number | undefined;
  /** Notes that the table is not read after all. */
  skip(): void;
}

function openTable(file: string, header: CsvRow, { days, startDay, skip }: TableContext): OpenTable {
  const table = new CsvTable(file, header);
  const dayColumn = DAY_COLUMNS.find((name) => table.has(name));
  const others = header.fields.map((name) => name.trim()).filter((name) => name !== dayColumn && name !== '');
  const isMetric = (name: string) => !Object.hasOwn(COLUMNS, name);
  const known = others.filter((name) => !isMetric(name));
  if (dayColumn === undefined || known.length > 1) return {};
  const [column] = known;
  // What is no metric that we know is one that we do not need, unless it divides the day further: then its cells are no numbers.
  const metrics = others.filter(isMetric);
  if (!hasAny(metrics) && column !== 'Event name') return {};
  let state: 'unknown' | 'read' | 'skipped' = 'unknown';
  return {
    add: (row) => {
      if (state === 'skipped') return;
      const day = dayOfRow(table.at(row), dayColumn, startDay, days);
      if (day === undefined) return;
      const divider = metrics.find((name) => !table.isNumber(name));
      if (divider !== undefined && state === 'read') throw table.error(divider, NUMBER_EXPECTED);
      state = divider === undefined ? 'read' : 'skipped';
      if (state === 'skipped') skip();
      if (state === 'skipped' || !days.isWanted(day)) return;
      if (column === undefined) addTotals(table, dayColumn, day, days);
      else addValue(table, column, day, days);
    },
  };
}

function hasAny(columns: readonly string[]): boolean {
  return Object.values(METRICS).some((names) => names.some((name) => columns.includes(name)));
}

/** undefined: the row is a sum of all days. */
function dayOfRow(
  table: CsvTable,
  column: string,
  startDay: number | undefined,
  days: TrafficDays,
): number | undefined {
  const text = table.text(column).trim();
  if (text === '' || text === 'Grand total') return undefined;
  if (column === DATE) {
    const day = days.dayOf(text);
    if (typeof day === 'string') throw table.error(column, day);
    return day;
  }
  if (!/^\d{1,5}$/.test(text))
    throw table.error(column, `must be the number of a day, such as 0007, not ${shown(text)}`);
  if (startDay === undefined) throw table.error(column, 'there is no line "# Start date: …" before the table');
  return startDay + Number(text);
}

function countsIn(table: CsvTable): Partial<TrafficCounts> {
  const found = Object.entries(METRICS).flatMap(([metric, names]) => {
    const column = names.find((name) => table.has(name));
    return column === undefined ? [] : [[metric, table.count(column)] as const];
  });
  return Object.fromEntries(found);
}

/** A report may show the same numbers twice. */
function addTotals(table: CsvTable, dayColumn: string, day: number, days: TrafficDays): void {
  for (const [metric, count] of Object.entries(countsIn(table)) as [keyof TrafficCounts, number][]) {
    const before = days.totalOf(day, metric);
    if (before === undefined) days.addTotals(day, { [metric]: count });
    else if (before !== count) {
      const detail = `${isoOfDay(day)} has two different numbers of ${METRICS[metric][0]}: ${before} and ${count}`;
      throw table.error(dayColumn, detail);
    }
  }
}

function addValue(table: CsvTable, column: string, day: number, days: TrafficDays): void {
  const { dimension, read } = COLUMNS[column]!;
  const { visitors = null, visits = null, pageViews = null } = countsIn(table);
  const text = table.text(column).trim();
  const value = text === OTHERS ? OTHER_VALUES : read(text);
  if (dimension !== 'event') days.addValue(day, dimension, value, { visitors, visits, pageViews });
  else if (text !== '') days.addEvent(day, nameOf(text) ?? text, { visitors, count: table.count('Event count') });
}

function tagOf(text: string): string | undefined {
  return NOT_SET.includes(text) ? undefined : cleanTag(text);
}

function nameOf(text: string): string | undefined {
  return NOT_SET.includes(text) ? undefined : cleanText(text);
}

/** An app has the names of its screens, which are no paths. */
function pageOf(text: string): string | undefined {
  return NOT_SET.includes(text) ? undefined : pathOf(text);
}

function channelNamed(text: string): string | undefined {
  return CHANNEL_RULES.find(({ name }) => name.toLowerCase() === text.toLowerCase())?.channel ?? 'other';
}

/** Reads a pair such as `google / organic`. */
function channelOfPair(text: string): string | undefined {
  const [source = '', medium = ''] = text.split(' / ');
  return channelOf({ utm_source: tagOf(source), utm_medium: tagOf(medium) });
}
