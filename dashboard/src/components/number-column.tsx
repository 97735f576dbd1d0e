// Columns of numbers: right-aligned, formatted for people in the table and plain in CSV files.
import { formatCount } from '../format/numbers.ts';
import { WithChange } from './change.tsx';
import type { Column } from './data-table.tsx';

interface NumberColumn<Row> extends Pick<Column<Row>, 'name' | 'label' | 'sortable'> {
  value(row: Row): number | undefined;
  /** Default: as a count. */
  format?(value: number, row: Row): string;
  /** In percent since the previous period. Shown below the number if given. */
  change?(row: Row): number | null | undefined;
}

export function numberColumn<Row>({ value, format = formatCount, change, ...column }: NumberColumn<Row>): Column<Row> {
  const render = (row: Row) => {
    const number = value(row) ?? 0;
    const text = format(number, row);
    return change ? <WithChange text={text} change={change(row)} value={number} /> : text;
  };
  return { ...column, numeric: true, value, render };
}
