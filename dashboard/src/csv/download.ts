// Saves a file from the browser.
import { type CsvFile, csvText } from './csv.ts';

export function downloadCsv(name: string, file: CsvFile): void {
  downloadParts(name, [csvText(file)]);
}

/** Parts of a CSV file. As blobs they need not stay in the memory of the page. */
export function downloadParts(name: string, parts: readonly (string | Blob)[]): void {
  // Without a byte order mark, Excel does not read the file as UTF-8.
  const blob = new Blob(['\uFEFF', ...parts], { type: 'text/csv;charset=utf-8' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileNameOf(name)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}

function fileNameOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}
