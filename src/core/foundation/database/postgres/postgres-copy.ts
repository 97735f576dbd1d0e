// Large inserts on PostgreSQL: the rows are copied in binary form into a temporary table, and inserted from there with one
// statement. This takes about half of the processor time of `INSERT … VALUES` with thousands of parameters, and on Citus a third:
// the temporary table is on the coordinator, and each shard gets its rows in binary form.
// Why: docs/decisions/database.md, "Large inserts go through COPY".
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BulkInsert, SqlValue } from '../database.ts';

const CHUNK_BYTES = 64 * 1024;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** Flags and the length of an extension: there are none. */
const HEADER = Buffer.concat([SIGNATURE, Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);
const NULL_LENGTH = -1;

type Encoder = (writer: BinaryWriter, value: SqlValue) => void;

/** The encoder of each type, by its name. It writes the length before the value. */
const ENCODERS: Readonly<Record<string, Encoder>> = {
  smallint: (writer, value) => writer.int32(2).int16(Number(value)),
  integer: (writer, value) => writer.int32(4).int32(Number(value)),
  bigint: (writer, value) => writer.int32(8).int64(Number(value)),
  'double precision': (writer, value) => writer.int32(8).double(Number(value)),
  text: (writer, value) => writer.bytes(Buffer.from(String(value))),
  bytea: (writer, value) => writer.bytes(value as Uint8Array),
  hll: (writer, value) => writer.bytes(value as Uint8Array),
};

export class CopyInserts {
  readonly #encodersByTable = new Map<string, ReadonlyMap<string, Encoder | undefined>>();

  /** Call it in a transaction. false: not possible for these columns; then nothing was written. */
  async insert(client: pg.PoolClient, insert: BulkInsert): Promise<boolean> {
    const encoders = await this.#encodersOf(client, insert);
    if (!encoders) return false;
    const { into, columns, rows, onConflict = '' } = insert;
    const staged = `staged_${into}`;
    const names = columns.join(', ');
    // LIKE would copy NOT NULL without the defaults of columns that are left out.
    await client.query(`CREATE TEMPORARY TABLE IF NOT EXISTS ${staged} ON COMMIT DROP AS TABLE ${into} WITH NO DATA`);
    const copy = client.query(copyFrom(`COPY ${staged} (${names}) FROM STDIN (FORMAT binary)`));
    await pipeline(Readable.from(binaryChunks(rows, encoders)), copy);
    await client.query(`INSERT INTO ${into} (${names}) SELECT ${names} FROM ${staged} ${onConflict}`);
    await client.query(`TRUNCATE ${staged}`);
    return true;
  }

  async #encodersOf(client: pg.PoolClient, { into, columns }: BulkInsert): Promise<Encoder[] | undefined> {
    let byColumn = this.#encodersByTable.get(into);
    if (!byColumn) {
      const { rows } = await client.query<{ name: string; type: string }>(
        `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
         WHERE attrelid = $1::regclass AND attnum > 0`,
        [into],
      );
      byColumn = new Map(rows.map(({ name, type }) => [name, ENCODERS[type]]));
      this.#encodersByTable.set(into, byColumn);
    }
    const encoders = columns.map((column) => byColumn.get(column));
    return encoders.every((encoder) => encoder !== undefined) ? encoders : undefined;
  }
}

function* binaryChunks(rows: BulkInsert['rows'], encoders: readonly Encoder[]): Generator<Buffer> {
  const writer = new BinaryWriter();
  yield HEADER;
  for (const row of rows) {
    writer.int16(row.length);
    for (const [column, value] of row.entries()) {
      if (value === null) writer.int32(NULL_LENGTH);
      else encoders[column]!(writer, value);
    }
    if (writer.length >= CHUNK_BYTES) yield writer.take();
  }
  yield writer.take();
  yield TRAILER;
}

/** Numbers are big-endian, and byte strings come after their length. */
class BinaryWriter {
  #buffer = Buffer.allocUnsafe(2 * CHUNK_BYTES);
  length = 0;

  int16(value: number): this {
    this.#grow(2);
    this.length = this.#buffer.writeInt16BE(value, this.length);
    return this;
  }

  int32(value: number): this {
    this.#grow(4);
    this.length = this.#buffer.writeInt32BE(value, this.length);
    return this;
  }

  /** Writes two halves, because a BigInt would be allocated for every number. */
  int64(value: number): this {
    this.#grow(8);
    this.#buffer.writeInt32BE(Math.floor(value / 2 ** 32), this.length);
    this.length = this.#buffer.writeUInt32BE(value >>> 0, this.length + 4);
    return this;
  }

  double(value: number): this {
    this.#grow(8);
    this.length = this.#buffer.writeDoubleBE(value, this.length);
    return this;
  }

  bytes(value: Uint8Array): this {
    this.int32(value.length);
    this.#grow(value.length);
    this.#buffer.set(value, this.length);
    this.length += value.length;
    return this;
  }

  /** What was written so far; the next call starts anew. */
  take(): Buffer {
    const written = this.#buffer.subarray(0, this.length);
    this.#buffer = Buffer.allocUnsafe(2 * CHUNK_BYTES);
    this.length = 0;
    return written;
  }

  #grow(bytes: number): void {
    if (this.length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.length + bytes));
    this.#buffer.copy(larger, 0, 0, this.length);
    this.#buffer = larger;
  }
}
