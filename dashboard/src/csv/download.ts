// Hands a file to the browser to save.
import { type CsvFile, csvText } from './csv.ts';

export function downloadCsv(name: string, file: CsvFile): void {
  // With a byte order mark, else Excel does not read it as UTF-8.
  const blob = new Blob(['\uFEFF', csvText(file)], { type: 'text/csv;charset=utf-8' });
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${fileNameOf(name)}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}

function fileNameOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}
