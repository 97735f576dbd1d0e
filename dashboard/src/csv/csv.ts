// Tables and series as files that spreadsheets open (RFC 4180).

export type CsvValue = string | number | null | undefined;

export interface CsvFile {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvValue[])[];
}

export function csvText({ columns, rows }: CsvFile): string {
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  // A spreadsheet would run a text that starts like a formula; visitors can choose such texts.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
