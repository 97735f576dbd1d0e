// Finds sketches that have lost bytes. Most other damage makes a sketch unreadable, but one that is cut between two visitors is a sketch of
// fewer visitors. So the database stores the length of each sketch beside it (`byte_count`, a generated column), and statements compare it
// before they use the sketch. A sketch that is united with others gets a new length, so whoever writes one keeps in `is_damaged` what was
// wrong with those that it is made of.
// Why: docs/decisions/database.md, "Stored bytes have a checksum, sketches their length".

/** SQL: 1 if the sketch of the row is damaged, or is made of one that was; else 0. */
export function damageOf(row: string): string {
  return `CASE WHEN ${isIntact(row)} THEN 0 ELSE 1 END`;
}

/** SQL: the sketch of the row. It can not be united or read if it is damaged. */
export function intactSketch(row: string): string {
  return `CASE WHEN ${isIntact(row)} THEN ${row}.sketch ELSE CAST(CAST('damaged' AS bytea) AS hll) END`;
}

function isIntact(row: string): string {
  return `${row}.is_damaged = 0 AND octet_length(hll_send(${row}.sketch)) = ${row}.byte_count`;
}
