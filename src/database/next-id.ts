// Sequential ids, from a table because SQLite has no sequences.
import type { Queries } from './database.ts';

export async function nextId(tx: Queries, name: string): Promise<number> {
  const [row] = await tx.query<{ last_id: number }>(
    'UPDATE id_sequences SET last_id = last_id + 1 WHERE name = $1 RETURNING last_id',
    [name],
  );
  if (!row) throw new Error(`There is no id sequence named ${name}.`);
  return row.last_id;
}
