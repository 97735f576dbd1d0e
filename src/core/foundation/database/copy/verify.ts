// Compares two databases by digests that don't depend on the engine. The digest of a row is the SHA-256 of its values as
// JSON: numbers as decimal strings, text unchanged, bytes in hex. The digest of a table is the sum of its row digests,
// because engines sort text differently and a sum does not depend on the order.
import { hash } from 'node:crypto';
import { DISTRIBUTION_COLUMN } from '../citus/citus.ts';
import { allPages, type StoredRow } from './read-pages.ts';
import type { Snapshot } from './snapshot.ts';
import type { Table } from './tables.ts';

const DIGEST_BITS = 256;

interface Digest {
  readonly rows: number;
  readonly digest: string;
}

export interface TableDigest extends Digest {
  readonly table: string;
  /** Digests per website, if the table has a website_id. */
  readonly websites: ReadonlyMap<string, Digest>;
}

export interface Difference {
  readonly table: string;
  readonly source_rows: number;
  readonly target_rows: number;
  /** The websites whose rows differ, if the table has a website_id. */
  readonly website_ids: number[];
}

class DigestSum implements Digest {
  rows = 0;
  #sum = 0n;

  add(rowDigest: bigint): void {
    this.rows++;
    this.#sum = BigInt.asUintN(DIGEST_BITS, this.#sum + rowDigest);
  }

  get digest(): string {
    return this.#sum.toString(16).padStart(DIGEST_BITS / 4, '0');
  }
}

function digestOfRow(row: StoredRow): bigint {
  const values = row.map((value) => (value instanceof Uint8Array ? hexOf(value) : value));
  return BigInt(`0x${hash('sha256', JSON.stringify(values))}`);
}

function hexOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('hex');
}

/** `onRows` is called with the row count of each page. */
export async function digestTable(
  snapshot: Snapshot,
  table: Table,
  onRows: (rows: number) => void = () => {},
): Promise<TableDigest> {
  const total = new DigestSum();
  const websites = new Map<string, DigestSum>();
  const websiteColumn = table.columns.findIndex(({ name }) => name === DISTRIBUTION_COLUMN);
  for await (const page of allPages(snapshot, table)) {
    for (const row of page) {
      const digest = digestOfRow(row);
      total.add(digest);
      if (websiteColumn >= 0) sumOf(websites, String(row[websiteColumn])).add(digest);
    }
    onRows(page.length);
  }
  return { table: table.name, rows: total.rows, digest: total.digest, websites };
}

function sumOf(websites: Map<string, DigestSum>, id: string): DigestSum {
  let sum = websites.get(id);
  if (!sum) {
    sum = new DigestSum();
    websites.set(id, sum);
  }
  return sum;
}

/** undefined: the tables are equal. */
export function differenceOf(source: TableDigest, target: TableDigest): Difference | undefined {
  if (source.rows === target.rows && source.digest === target.digest) return undefined;
  const ids = new Set([...source.websites.keys(), ...target.websites.keys()]);
  const differing = [...ids].filter((id) => source.websites.get(id)?.digest !== target.websites.get(id)?.digest);
  return {
    table: source.table,
    source_rows: source.rows,
    target_rows: target.rows,
    website_ids: differing.map(Number).sort((a, b) => a - b),
  };
}
