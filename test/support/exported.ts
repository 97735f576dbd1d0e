// What an export has written to a folder, read by the parsers of others.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';

export type ExportedRow = Record<string, unknown>;

const compressors = { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdDecompressSync(bytes)) };

export async function readParquet(bytes: Uint8Array): Promise<ExportedRow[]> {
  const file = new Uint8Array(bytes).buffer;
  return (await parquetReadObjects({ file, compressors, utf8: false })) as ExportedRow[];
}

/** The rows of all files of a table. */
export async function readTable(folder: string, table: string): Promise<ExportedRow[]> {
  const rows: ExportedRow[] = [];
  for (const file of globSync(`${table}/**/*.*`, { cwd: folder }).sort()) {
    const bytes = readFileSync(join(folder, file));
    if (file.endsWith('.parquet')) rows.push(...(await readParquet(bytes)));
    else rows.push(...linesOf(bytes.toString()));
  }
  return rows;
}

function linesOf(text: string): ExportedRow[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ExportedRow);
}

/** The files of an export, but not what is only for its next run. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return globSync('**/*.{parquet,ndjson}', { cwd: folder }).sort();
}
