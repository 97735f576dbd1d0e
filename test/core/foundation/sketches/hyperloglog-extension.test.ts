// Our sketches and those of PostgreSQL's hll extension are the same bytes: either side reads what the other wrote.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest';
import { EXPLICIT_MAX, Sketch } from '../../../../src/core/foundation/sketches/hyperloglog.ts';
import { uniteBytes } from '../../../../src/core/foundation/sketches/packed-sketches.ts';
import { sipKeyFromHex } from '../../../../src/core/foundation/sketches/sip-hash.ts';
import { hashVisitor } from '../../../../src/core/foundation/sketches/visitor-hash.ts';
import { hex, randomInt32s, randomSketch } from './random-hashes.ts';

const KEY = sipKeyFromHex('000102030405060708090a0b0c0d0e0f');
const SEED = 20_240_229;
const DATABASE = 'hyperloglog_extension_test';
const serverUrl = inject('postgresUrl');

describe.skipIf(serverUrl === '')('the hll extension', () => {
  let server: pg.Client;
  let client: pg.Client;

  beforeAll(async () => {
    server = new pg.Client({ connectionString: serverUrl });
    await server.connect();
    await server.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
    await server.query(`CREATE DATABASE ${DATABASE}`);
    const url = new URL(serverUrl);
    url.pathname = `/${DATABASE}`;
    client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query('CREATE EXTENSION IF NOT EXISTS hll');
  });

  afterAll(async () => {
    await client.end();
    await server.query(`DROP DATABASE ${DATABASE} WITH (FORCE)`);
    await server.end();
  });

  async function select<Row extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<Row> {
    const result = await client.query<Row>(sql, values);
    return result.rows[0]!;
  }

  async function selectHex(sql: string, ...values: unknown[]): Promise<string> {
    const { sketch } = await select<{ sketch: string }>(`SELECT (${sql})::text AS sketch`, ...values);
    return sketch.slice('\\x'.length);
  }

  /** The hashes of so many visitors. */
  function hashesOf(visitors: number): (readonly [low: number, high: number])[] {
    const hash = new Int32Array(2);
    return Array.from({ length: visitors }, (_, visitor) => {
      hashVisitor(`visitor ${visitor}`, KEY, hash);
      return [hash[0]!, hash[1]!];
    });
  }

  const crowds = [
    { visitors: 0, type: 1 },
    { visitors: 1, type: 2 },
    { visitors: 700, type: 2 },
    { visitors: EXPLICIT_MAX, type: 2 },
    { visitors: EXPLICIT_MAX + 1, type: 3 },
    { visitors: 4000, type: 3 },
    { visitors: 6000, type: 4 },
    { visitors: 300_000, type: 4 },
  ];

  test.each(crowds)('reads our sketch of $visitors visitors', async ({ visitors, type }) => {
    const sketch = randomSketch(SEED, visitors);
    const { cardinality, ...header } = await select<{ cardinality: number }>(
      `SELECT hll_cardinality(s) AS cardinality, hll_schema_version(s) AS version, hll_type(s) AS type,
              hll_log2m(s) AS log2m, hll_regwidth(s) AS regwidth, hll_sparseon(s) AS sparseon,
              (hll_expthresh(s)).specified::integer AS expthresh, (hll_expthresh(s)).effective::integer AS "explicitMax"
       FROM (SELECT $1::bytea::hll AS s) AS sketch`,
      sketch.toBytes(),
    );
    expect(header).toEqual({
      version: 1,
      type,
      log2m: 14,
      regwidth: 5,
      sparseon: 1,
      expthresh: -1,
      explicitMax: EXPLICIT_MAX,
    });
    if (type <= 2) expect(cardinality).toBe(sketch.estimate());
    // From the same registers: another estimator, but hardly another result.
    else expect(Math.abs(cardinality / sketch.estimate() - 1)).toBeLessThan(0.005);
  });

  test.each(crowds)('takes our sketch of $visitors visitors as a binary parameter', async ({ visitors }) => {
    const bytes = randomSketch(SEED, visitors).toBytes();
    expect(await selectHex('$1::hll', bytes)).toBe(hex(bytes));
  });

  it.each([1, EXPLICIT_MAX, EXPLICIT_MAX + 1, 3000, 5000, 20_000])(
    'gathers %d visitors into the same bytes',
    async (visitors) => {
      const hashes = hashesOf(visitors);
      const sketch = new Sketch();
      for (const [low, high] of hashes) sketch.add(low, high);
      const theirs = await selectHex(
        'SELECT hll_add_agg(CAST(hash AS hll_hashval), 14, 5, -1, 1) FROM unnest($1::bigint[]) AS hash',
        hashes.map(([low, high]) => ((BigInt(high) << 32n) | BigInt(low >>> 0)).toString()),
      );
      expect(hex(sketch.toBytes())).toBe(theirs);
      expect(hex(Sketch.fromBytes(Buffer.from(theirs, 'hex')).toBytes())).toBe(theirs);
    },
  );

  it('unites two sketches of any form into the same bytes', async () => {
    const next = randomInt32s(SEED);
    const upTo = (max: number) => (next() >>> 0) % (max + 1);
    const sizes = [
      () => 0,
      () => 1 + upTo(20),
      () => upTo(EXPLICIT_MAX),
      () => 1281 + upTo(3000),
      () => 6000 + upTo(50_000),
    ];
    for (const sizeOfA of sizes) {
      for (const sizeOfB of sizes) {
        for (let round = 0; round < 3; round++) {
          // In the first round both have the same seed, and so their first visitors in common.
          const a = randomSketch(SEED + round, sizeOfA()).toBytes();
          const b = randomSketch(SEED + round * 2, sizeOfB()).toBytes();
          expect(hex(uniteBytes([a, b]))).toBe(await selectHex('SELECT hll_union($1::hll, $2::hll)', a, b));
        }
      }
    }
  });

  it('unites many sketches into the same bytes', async () => {
    for (const sizes of [[], [0, 0], [1, 2, 3], [500, 0, 400, 500], [900, 900, 3], [2000, 20_000, 7, 1281, 4000]]) {
      const sketches = sizes.map((size, i) => randomSketch(SEED + i, size).toBytes());
      const union = new Sketch();
      for (const bytes of sketches) union.mergeBytes(bytes);
      const theirs = await selectHex(
        `SELECT COALESCE(hll_union_agg(s::hll), hll_empty(14, 5, -1, 1)) FROM unnest($1::bytea[]) AS s`,
        sketches.map((bytes) => Buffer.from(bytes)),
      );
      expect(hex(union.toBytes())).toBe(theirs);
    }
  });

  it('keeps 0 in the register of a hash that has no 1 above its index', async () => {
    const hashes = Array.from({ length: EXPLICIT_MAX + 2 }, (_, i) => i);
    const sketch = new Sketch();
    for (const low of hashes) sketch.add(low, 0);
    const theirs = await selectHex(
      'SELECT hll_add_agg(hll_hashval_int4(hash), 14, 5, -1, 1) FROM unnest($1::integer[]) AS hash',
      hashes,
    );
    expect(hex(sketch.toBytes())).toBe(theirs);
  });
});
