// Sequential ids, from a table because SQLite has no sequences.
import type { Queries } from './database.ts';

export function nextId(tx: Queries, name: string): Promise<number> {
  return nextIds(tx, name, 1);
}

/** The first of `count` ids in a row. Until the transaction ends, nobody else gets an id of this sequence. */
export async function nextIds(tx: Queries, name: string, count: number): Promise<number> {
  const [row] = await tx.query<{ last_id: number }>(
    'UPDATE id_sequences SET last_id = last_id + $2 WHERE name = $1 RETURNING last_id',
    [name, count],
  );
  if (!row) throw new Error(`There is no id sequence named ${name}.`);
  return row.last_id - count + 1;
}

/** Until the transaction ends, nobody else gets an id of this sequence, or this lock. */
export async function lockIds(tx: Queries, name: string): Promise<void> {
  await tx.query('UPDATE id_sequences SET last_id = last_id WHERE name = $1', [name]);
}

/** The sequence goes on after `id`. */
export async function skipIds(tx: Queries, name: string, id: number): Promise<void> {
  await tx.query('UPDATE id_sequences SET last_id = $2 WHERE name = $1 AND last_id < $2', [name, id]);
}
