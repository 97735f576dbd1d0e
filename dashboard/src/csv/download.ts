// Saves a file from the browser.
import type { DayRange } from '../format/dates.ts';
import { type CsvFile, csvText } from './csv.ts';

/** What the name of a file says: of which website it is, what is in it, and of which days. */
export interface FileContent {
  /** undefined: of the account, or not known yet. */
  readonly website: string | undefined;
  readonly what: string;
  /** undefined: of no period. */
  readonly days?: DayRange | undefined;
}

export function downloadCsv(content: FileContent, file: CsvFile): void {
  downloadParts(content, [csvText(file)]);
}

export function fileNameOf({ website, what, days }: FileContent): string {
  const period = days && (days.start === days.end ? days.start : `${days.start} to ${days.end}`);
  const name = [website, what, period]
    .filter((part) => part !== undefined)
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}.]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${name}.csv`;
}

/** Parts of a CSV file. As blobs they need not stay in the memory of the page. */
export function downloadParts(content: FileContent, parts: readonly (string | Blob)[]): void {
  // Without a byte order mark, Excel does not read the file as UTF-8.
  const blob = new Blob(['\uFEFF', ...parts], { type: 'text/csv;charset=utf-8' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(content);
  link.click();
  URL.revokeObjectURL(url);
}
