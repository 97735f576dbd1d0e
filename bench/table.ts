// Prints measurements as a table: the first column is left-aligned, figures are right-aligned.

export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('   '),
  );
  console.log(`\n${title}\n  ${lines[0]}\n  ${'-'.repeat(lines[0]!.length)}`);
  for (const line of lines.slice(1)) console.log(`  ${line}`);
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en-US')}/s`;
}

export function verdict(met: boolean, goal: string): string {
  return `${goal}: ${met ? 'met' : 'NOT met'}`;
}

/** A figure, and what it should be. */
export interface Row {
  readonly what: string;
  readonly value: string;
  readonly goal?: string;
  readonly met?: boolean;
}

export function cellsOf({ what, value, goal, met }: Row): string[] {
  return [what, value, goal ? verdict(met!, goal) : ''];
}
