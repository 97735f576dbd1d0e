// CSV files (RFC 4180).

/** A number that always has so many decimals. */
interface Decimal {
  readonly number: number;
  readonly decimals: number;
}

export type CsvValue = string | number | Decimal | null | undefined;

export interface CsvFile {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvValue[])[];
}

/** Without it, Excel does not read a file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

export function csvText({ columns, rows }: CsvFile): string {
  return csvLines([columns, ...rows]);
}

/** Writes a part of a file. The first line has the names of the columns. */
export function csvLines(rows: CsvFile['rows']): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return value.number.toFixed(value.decimals);
  const text = withoutFormulas(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// The start of a formula in every width, after anything that a spreadsheet strips. Only the position is matched.
const CELL_THAT_RUNS = /^(?=[\t\r\n]|[\s\p{C}"]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u;
// Where the decimal separator is a comma, spreadsheets split at semicolons, and a quote may then begin a cell.
const INNER_CELL_THAT_RUNS = /(?=[=+\-@＝＋－＠﹦﹢﹣﹫])(?<=[;\t\r\n][\s\p{C}"]*)/gu;

/** A spreadsheet would run a text that starts like a formula, and visitors can choose such texts. */
function withoutFormulas(text: string): string {
  return text.replace(INNER_CELL_THAT_RUNS, "'").replace(CELL_THAT_RUNS, "'");
}
