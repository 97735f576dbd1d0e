// Saves a file from the browser.
import { BYTE_ORDER_MARK, type CsvFile, csvText } from '@funnel/report-files/csv.ts';
import { type FileContent, fileNameOf } from './file-name.ts';

export function fileBlob(file: CsvFile): Blob {
  return new Blob([BYTE_ORDER_MARK, csvText(file)], { type: 'text/csv;charset=utf-8' });
}

export function saveFile(content: FileContent, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(content);
  link.click();
  URL.revokeObjectURL(url);
}
