// A table of numbers with real table semantics: a caption, header cells with their sorting, row headers.
import type { ReactNode } from 'react';
import type { CsvFile, CsvValue } from '../csv/csv.ts';

export interface Column<Row> {
  /** The API's name of the value: the heading in a CSV file. */
  readonly name: string;
  readonly label: string;
  readonly numeric?: boolean;
  /** The plain value, for CSV. */
  value(row: Row): CsvValue;
  /** What is shown, where that is more than the value. */
  render?(row: Row): ReactNode;
  /** Set where the table can be sorted by this column. */
  readonly sortable?: boolean;
  /** Left out on narrow screens. */
  readonly minor?: boolean;
  /** For files only: what the table shows in another column or not at all. */
  readonly onlyInFile?: boolean;
  /** For the eye only. */
  readonly notInFile?: boolean;
}

interface DataTableProps<Row> {
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  keyOf(row: Row): string | number;
  readonly sort?: { readonly by: string; onSort(name: string): void };
}

export function DataTable<Row>({ caption, columns: all, rows, keyOf, sort }: DataTableProps<Row>) {
  const columns = all.filter(({ onlyInFile = false }) => !onlyInFile);
  return (
    // Focusable, because a wide table can only be scrolled by keyboard where it can be focused.
    <section className="table-scroll" aria-label={caption} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={cellClass(column)} {...sortAttribute(column, sort?.by)}>
                {sort && column.sortable ? (
                  <button type="button" className="sort" onClick={() => sort.onSort(column.name)}>
                    {column.label}
                    <span className="sort-mark" aria-hidden="true">
                      {sort.by === column.name ? '↓' : '↕'}
                    </span>
                  </button>
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) => {
                const content = column.render ? column.render(row) : column.value(row);
                return index === 0 ? (
                  <th key={column.name} scope="row" className={cellClass(column)}>
                    {content}
                  </th>
                ) : (
                  <td key={column.name} className={cellClass(column)}>
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function cellClass<Row>({ numeric = false, minor = false }: Column<Row>): string | undefined {
  const names = [...(numeric ? ['numeric'] : []), ...(minor ? ['minor'] : [])];
  return names.length > 0 ? names.join(' ') : undefined;
}

function sortAttribute<Row>(column: Column<Row>, by: string | undefined) {
  if (by === undefined || !column.sortable) return {};
  return { 'aria-sort': by === column.name ? ('descending' as const) : ('none' as const) };
}

export function tableFile<Row>(all: readonly Column<Row>[], rows: readonly Row[]): CsvFile {
  const columns = all.filter(({ notInFile = false }) => !notInFile);
  return {
    columns: columns.map(({ name }) => name),
    rows: rows.map((row) => columns.map((column) => column.value(row))),
  };
}
