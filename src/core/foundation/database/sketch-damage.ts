// Finds damaged sketches. Much damage makes a sketch unreadable, but with a changed bit, or cut between two visitors, it is one of others.
// So the database stores a checksum of each sketch beside it (`sketch_checksum`, a generated column), and statements compare it before
// they use the sketch. A sketch that is united with others gets a new checksum, so whoever writes one keeps in `is_damaged` what was wrong
// with those that it is made of.
// Why: docs/decisions/database.md, "Whatever is stored as bytes has a checksum".

/** SQL: 1 if the sketch of the row is damaged, or is made of one that was; else 0. */
export function damageOf(row: string): string {
  return `CASE WHEN ${isIntact(row)} THEN 0 ELSE 1 END`;
}

/** SQL, for `hll_union_agg`: the sketch of the row. It can not be united if it is damaged. */
export function intactSketch(row: string): string {
  return `CASE WHEN ${isIntact(row)} THEN ${row}.sketch ELSE CAST(CAST('damaged' AS bytea) AS hll) END`;
}

function isIntact(row: string): string {
  // A hash of the extension becomes a number only by way of text. 32 bits of it are a number of JavaScript, too.
  const checksum = `CAST(CAST(hll_hash_bytea(hll_send(${row}.sketch)) AS text) AS bigint) & 4294967295`;
  return `${row}.is_damaged = 0 AND (${checksum}) = ${row}.sketch_checksum`;
}

const INTACT_SKETCH = new RegExp(intactSketch('NAME').replace(/[().]/g, '\\$&').replaceAll('NAME', '(\\w+)'), 'g');

/** On SQLite, `hll_union_agg` compares the checksum, which is put before the sketch: cheaper than one more call for each sketch. */
export function checkedByUnion(sql: string): string {
  const checked = 'CASE $1.is_damaged WHEN 0 THEN CAST($1.sketch_checksum || $1.sketch AS blob) END';
  return sql.replace(INTACT_SKETCH, `COALESCE(${checked}, 'damaged')`);
}
