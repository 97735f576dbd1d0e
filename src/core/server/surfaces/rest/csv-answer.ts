// An answer as a CSV file: one of its tables, with the rows of all its pages, a page in memory at a time.
import { BYTE_ORDER_MARK, type CsvFile, csvLines } from '@funnel/report-files/csv.ts';
import { plainName } from '@funnel/report-files/plain-name.ts';
import { rangeOf, type Timeframe } from '@funnel/report-files/timeframe.ts';
import type { Translate } from '../../../../../languages/translate.ts';
import { tableFile } from '../../../contract/operations/csv-tables.ts';
import type { AnyOperation } from '../../../contract/operations/define-operation.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { shortened } from '../../../foundation/text/shortened.ts';

/** More would not fit into a spreadsheet. */
const CSV_ROWS_MAX = 1_000_000;
/** A part of a file that is written at once. */
const ROWS_AT_ONCE = 500;

type Tables = NonNullable<AnyOperation['csv']>;

export interface Page {
  readonly answer: unknown;
  /** The parameters of the call. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Reads the next one. undefined: this is the last one. */
  readonly next: (() => Promise<Page>) | undefined;
}

interface CsvAnswer {
  /** The name of the table. */
  readonly name: string;
  readonly fileName: string;
  readonly text: AsyncGenerator<string>;
}

interface Asked {
  /** The name of a table, as it was sent. */
  readonly name: unknown;
  readonly t: Translate;
  readonly nowMs: number;
  readonly rowsMax?: number;
}

/** Throws a problem of status 422 if there is none, or if it was not asked for. */
export function csvAnswer(
  { csv, output }: Pick<AnyOperation, 'csv' | 'output'>,
  first: Page,
  { name, t, nowMs, rowsMax = CSV_ROWS_MAX }: Asked,
): CsvAnswer {
  const tables = csv!;
  const fileOf = (table: Tables[string], { answer, query }: Page) =>
    tableFile(table, output, answer, { query, t, nowMs });
  const [chosen, file] = chooseTable(tables, name, (table) => fileOf(table, first));
  return {
    name: chosen,
    fileName: fileNameOf(first.answer, chosen, t),
    text: linesOf(first, file, rowsMax, (page) => fileOf(tables[chosen]!, page)),
  };
}

function chooseTable(
  tables: Tables,
  name: unknown,
  fileOf: (table: Tables[string]) => CsvFile | undefined,
): readonly [name: string, file: CsvFile] {
  const names = Object.keys(tables);
  const isTable = (one: string) => name === undefined || one === name;
  for (const one of names.filter(isTable)) {
    const file = fileOf(tables[one]!);
    if (file) return [one, file];
  }
  const isKnown = names.some(isTable);
  const detail = isKnown
    ? 'The answer does not have this table: it needs a parameter such as group_by or break_down_by.'
    : `table must be one of ${names.join(', ')}.`;
  throw new Problem(422, detail, { code: isKnown ? 'table_not_asked_for' : 'invalid_table', param: 'table' });
}

async function* linesOf(
  first: Page,
  file: CsvFile,
  rowsMax: number,
  fileOf: (page: Page) => CsvFile | undefined,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([file.columns]);
  let left = rowsMax;
  for (let page: Page | undefined = first, rows = file.rows; page; ) {
    for (let at = 0; at < Math.min(rows.length, left); at += ROWS_AT_ONCE) {
      yield csvLines(rows.slice(at, Math.min(at + ROWS_AT_ONCE, left)));
    }
    left -= rows.length;
    page = left > 0 ? await page.next?.() : undefined;
    rows = (page && fileOf(page)?.rows) ?? [];
  }
}

const NAME_LENGTH_MAX = 60;

/** The website and its record, what the file has, and the days: shop.example-campaigns-2026-10-01-to-2026-10-31.csv. */
function fileNameOf(answer: unknown, table: string, t: Translate): string {
  const { website, timeframe, data } = answer as Headed;
  const days = timeframe && rangeOf(timeframe);
  const parts = [
    ...[website?.name, data?.name].map((name) => (name ? shortened(name, NAME_LENGTH_MAX) : undefined)),
    table,
    table === 'breakdown' ? data?.breakdown?.dimension : table === 'series' ? data?.timeseries?.group_by : undefined,
    days && (days.start === days.end ? days.start : t('report.fileOfDays', { start: days.start, end: days.end })),
  ];
  return `${plainName(parts)}.csv`;
}

/** What reports begin with. */
interface Headed {
  readonly website?: { readonly name?: string };
  readonly timeframe?: Timeframe;
  readonly data?: {
    readonly name?: string | null;
    readonly breakdown?: { readonly dimension?: string };
    readonly timeseries?: { readonly group_by?: string };
  };
}
