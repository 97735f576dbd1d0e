// A table as NDJSON: an object for each row, one a line. A value that is null is left out.
import {
  type ColumnType,
  hexBytes,
  isoDate,
  isoTime,
  moneyText,
  type TableChunk,
  type TableColumn,
  type TableValue,
} from './table.ts';

export function ndjsonOf(columns: readonly TableColumn[], { rows, columns: data }: TableChunk): Uint8Array {
  const fields = columns.map(({ name, type }, place) => {
    const { values, indexes } = data[place]!;
    const start = `,${JSON.stringify(name)}:`;
    const encode = (value: TableValue) => (value === null ? '' : start + jsonOf(type, value));
    if (!indexes) return (row: number) => encode(values[row]!);
    const encoded = Array.from(values, encode);
    return (row: number) => encoded[indexes[row]!]!;
  });
  let text = '';
  for (let row = 0; row < rows; row++) {
    let line = '';
    for (const field of fields) line += field(row);
    text += `{${line.slice(1)}}\n`;
  }
  return Buffer.from(text);
}

function jsonOf(type: ColumnType, value: NonNullable<TableValue>): string {
  if (type === 'date') return `"${isoDate(value as number)}"`;
  if (type === 'timestamp') return `"${isoTime(value as number)}"`;
  if (type === 'money') return moneyText(value as number);
  if (type === 'bytes') return JSON.stringify(hexBytes(value as Uint8Array));
  return JSON.stringify(value);
}
