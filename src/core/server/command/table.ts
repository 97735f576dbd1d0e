// A list as text: a header, and columns that are as wide as they need to be.

const GAP = '  ';

export function formatTable<Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => unknown>>,
): string {
  const cells = rows.map((row) => Object.values(columns).map((cell) => textOf(cell(row))));
  const lines = [Object.keys(columns).map((header) => header.toUpperCase()), ...cells];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

function textOf(value: unknown): string {
  return value === null || value === undefined || value === '' ? '-' : String(value);
}
