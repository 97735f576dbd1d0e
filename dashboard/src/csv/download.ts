// Saves a file from the browser.
import { BYTE_ORDER_MARK, type CsvFile, csvText } from '@funnel/report-files/csv.ts';
import { type FileContent, fileNameOf } from './file-name.ts';

export function downloadCsv(content: FileContent, file: CsvFile): void {
  downloadParts(content, [csvText(file)]);
}

/** Parts of a CSV file. As blobs they need not stay in the memory of the page. */
export function downloadParts(content: FileContent, parts: readonly (string | Blob)[]): void {
  const blob = new Blob([BYTE_ORDER_MARK, ...parts], { type: 'text/csv;charset=utf-8' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(content);
  link.click();
  URL.revokeObjectURL(url);
}
