import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { EXPLICIT_MAX, InvalidSketchError, Sketch } from '../../../../src/core/foundation/sketches/hyperloglog.ts';
import { estimateBytes, uniteBytes } from '../../../../src/core/foundation/sketches/packed-sketches.ts';
import { sipKeyFromHex } from '../../../../src/core/foundation/sketches/sip-hash.ts';
import { hashVisitor } from '../../../../src/core/foundation/sketches/visitor-hash.ts';
import { examples, IS_LONG } from '../../../support/long.ts';
import { hex, randomInt32s, randomSketch } from './random-hashes.ts';

const KEY = sipKeyFromHex('000102030405060708090a0b0c0d0e0f');
const REGISTERS = 16_384;
const SEED = 20_240_229;

type Hash = readonly [low: number, high: number];

/** Hashes at the edges of the format; the rest of the universe is random. */
const EDGE_HASHES: Hash[] = [
  [0, 0],
  [1, 0],
  [0x3fff, 0],
  [0x4000, 0],
  [-1, -1],
  [-1, 0],
  [0, -1],
  [0, 1],
  [0, 1 << 11],
  [0, 1 << 12],
  [0, 1 << 13],
  [0, 1 << 31],
  [1 << 31, 0],
  [-1, 0x7fffffff],
  [0, 1 << 30],
];
const UNIVERSE: Hash[] = [...EDGE_HASHES];
const next = randomInt32s(SEED);
while (UNIVERSE.length < 40_000) UNIVERSE.push([next(), next()]);

function sketchOf(hashes: Iterable<Hash>): Sketch {
  const sketch = new Sketch();
  for (const [low, high] of hashes) sketch.add(low, high);
  return sketch;
}

function packed(hashes: Iterable<Hash>): Uint8Array {
  return sketchOf(hashes).toBytes();
}

/** A run of the universe, of any form, that often overlaps with another such run. */
const crowd: fc.Arbitrary<Hash[]> = fc
  .tuple(
    fc.nat(3000),
    fc.oneof(
      fc.nat(6),
      fc.nat(EXPLICIT_MAX),
      fc.integer({ min: EXPLICIT_MAX - 3, max: EXPLICIT_MAX + 3 }),
      fc.integer({ min: EXPLICIT_MAX + 1, max: 6000 }),
      fc.integer({ min: 4500, max: 5500 }),
      fc.nat(30_000),
    ),
  )
  .map(([start, size]) => UNIVERSE.slice(start, start + size));

function check<T extends [unknown, ...unknown[]]>(property: fc.IProperty<T>, numRuns = examples(60)): void {
  fc.assert(property, { seed: SEED, numRuns });
}

/** Registers come about only past 1,280 hashes, but these leave every register at 0. */
function emptyRegisters(): Sketch {
  return sketchOf(Array.from({ length: EXPLICIT_MAX + 1 }, (_, low) => [low, 0] as const));
}

describe('the bytes', () => {
  test('of the empty sketch', () => {
    expect(hex(new Sketch().toBytes())).toBe('118e7f');
    expect(new Sketch().isEmpty).toBe(true);
    expect(new Sketch().estimate()).toBe(0);
  });

  test('of one visitor, as in the worked example', () => {
    const sketch = sketchOf([[0x41bd9b02, 0xcbd8a7b3 | 0]]);
    expect(hex(sketch.toBytes())).toBe('128e7fcbd8a7b341bd9b02');

    const registers = emptyRegisters();
    registers.merge(sketch);
    // 01101100000010 00010 and five zero bits
    expect(hex(registers.toBytes())).toBe(`138e7f${(0b01101100_00001000_01000000).toString(16)}`);
  });

  test('of hashes ascend as signed numbers', () => {
    const hashes: Hash[] = [
      [0, 0],
      [-1, -1],
      [1, 0],
      [-1, 0],
      [0, 1 << 31],
      [-1, 0x7fffffff],
    ];
    expect(hex(packed(hashes))).toBe(
      '128e7f' +
        '8000000000000000' +
        'ffffffffffffffff' +
        '0000000000000000' +
        '0000000000000001' +
        '00000000ffffffff' +
        '7fffffffffffffff',
    );
  });

  test.each([
    { bits: 'no 1 above the index', low: 0x2a, high: 0, value: 0 },
    { bits: 'a 1 right above the index', low: 0x402a, high: 0, value: 1 },
    { bits: 'the highest bit of the low half', low: (1 << 31) | 0x2a, high: 0, value: 18 },
    { bits: 'the lowest bit of the high half', low: 0x2a, high: 1, value: 19 },
    { bits: 'the last run that fits', low: 0x2a, high: 1 << 12, value: 31 },
    { bits: 'a run that is one longer', low: 0x2a, high: 1 << 13, value: 31 },
    { bits: 'the longest run', low: 0x2a, high: 1 << 31, value: 31 },
  ])('of a register: $bits', ({ low, high, value }) => {
    const sketch = emptyRegisters();
    sketch.add(low, high);
    const pair = ((0x2a << 5) | value) << 5;
    expect(hex(sketch.toBytes())).toBe(value === 0 ? '138e7f' : `138e7f${pair.toString(16).padStart(6, '0')}`);
  });

  test('of a full sketch are its registers, five bits each', () => {
    const sketch = new Sketch();
    for (let index = 0; index < REGISTERS; index++) sketch.add((1 << (14 + (index % 8))) | index, 0);
    // Eight registers with the values 1 to 8, over and over.
    const block = (0b00001_00010_00011_00100_00101_00110_00111_01000).toString(16).padStart(10, '0');
    expect(hex(sketch.toBytes())).toBe(`148e7f${block.repeat(REGISTERS / 8)}`);
  });

  test.each([
    { filled: 4311, form: 0x13, length: 3 + Math.ceil((4311 * 19) / 8) },
    { filled: 4312, form: 0x14, length: 10_243 },
  ])('of $filled registers above 0 take the shorter form', ({ filled, form, length }) => {
    const sketch = sketchOf(Array.from({ length: filled }, (_, index) => [0x4000 | index, 0] as const));
    const bytes = sketch.toBytes();
    expect([bytes[0], bytes.length]).toEqual([form, length]);
    expect(hex(Sketch.fromBytes(bytes).toBytes())).toBe(hex(bytes));
  });

  it('does not depend on the order of the visitors', () => {
    check(
      fc.property(crowd, (hashes) => {
        expect(hex(packed(hashes.toReversed()))).toBe(hex(packed(hashes)));
      }),
    );
  });

  it('is read back as it was written', () => {
    check(
      fc.property(crowd, (hashes) => {
        const sketch = sketchOf(hashes);
        const copy = Sketch.fromBytes(sketch.toBytes());
        expect(hex(copy.toBytes())).toBe(hex(sketch.toBytes()));
        expect(copy.estimate()).toBe(sketch.estimate());
        expect(copy.isEmpty).toBe(hashes.length === 0);
        expect(estimateBytes(sketch.toBytes())).toBe(sketch.estimate());
      }),
    );
  });

  it('is read from the middle of a larger buffer', () => {
    for (const visitors of [0, 5, 3000, 20_000]) {
      const bytes = randomSketch(SEED, visitors).toBytes();
      const buffer = Buffer.alloc(bytes.length + 10, 0xff);
      buffer.set(bytes, 5);
      const slice = buffer.subarray(5, 5 + bytes.length);
      expect(hex(Sketch.fromBytes(slice).toBytes())).toBe(hex(bytes));
      expect(estimateBytes(slice)).toBe(estimateBytes(bytes));
    }
  });
});

describe('the union', () => {
  it('is that of the sets of visitors', () => {
    check(
      fc.property(crowd, crowd, (a, b) => {
        expect(hex(uniteBytes([packed(a), packed(b)]))).toBe(hex(packed([...a, ...b])));
      }),
    );
  });

  it('of a sketch and of its bytes is the same', () => {
    check(
      fc.property(crowd, crowd, (a, b) => {
        const merged = sketchOf(a);
        merged.merge(sketchOf(b));
        const mergedBytes = sketchOf(a);
        mergedBytes.mergeBytes(packed(b));
        expect(hex(merged.toBytes())).toBe(hex(packed([...a, ...b])));
        expect(hex(mergedBytes.toBytes())).toBe(hex(merged.toBytes()));
      }),
    );
  });

  it('is commutative, associative and idempotent', () => {
    check(
      fc.property(crowd, crowd, crowd, (crowdA, crowdB, crowdC) => {
        const [a, b, c] = [packed(crowdA), packed(crowdB), packed(crowdC)];
        expect(hex(uniteBytes([a, b]))).toBe(hex(uniteBytes([b, a])));
        expect(hex(uniteBytes([uniteBytes([a, b]), c]))).toBe(hex(uniteBytes([a, uniteBytes([b, c])])));
        expect(hex(uniteBytes([a, a]))).toBe(hex(a));
      }),
    );
  });

  it('with itself changes nothing', () => {
    check(
      fc.property(crowd, (hashes) => {
        const sketch = sketchOf(hashes);
        sketch.merge(sketch);
        expect(hex(sketch.toBytes())).toBe(hex(packed(hashes)));
      }),
    );
  });

  it('leaves the sketches that it was made from as they were', () => {
    check(
      fc.property(crowd, crowd, (a, b) => {
        const [bytesA, bytesB, other] = [packed(a), packed(b), sketchOf(b)];
        uniteBytes([bytesA, bytesB]);
        sketchOf(a).merge(other);
        expect(hex(bytesA)).toBe(hex(packed(a)));
        expect(hex(bytesB)).toBe(hex(packed(b)));
        expect(hex(other.toBytes())).toBe(hex(bytesB));
      }),
    );
  });
});

describe('the estimate', () => {
  it('is exact up to 1,280 visitors, however often each comes', () => {
    const hash = fc.tuple(fc.integer(), fc.integer());
    const repeated = fc.array(fc.oneof(hash, fc.constantFrom(...EDGE_HASHES)), { maxLength: 50 });
    check(
      fc.property(repeated, fc.nat(1200), (some, start) => {
        const hashes = [...some, ...UNIVERSE.slice(start, start + 600), ...some, ...UNIVERSE.slice(start, start + 300)];
        const distinct = new Set(hashes.map(([low, high]) => `${low}/${high}`)).size;
        expect(sketchOf(hashes).estimate()).toBe(distinct);
      }),
    );
  });

  it('counts one by one up to 1,280 and never falls after that', () => {
    const sketch = new Sketch();
    let previous = 0;
    for (const [i, [low, high]] of UNIVERSE.slice(0, 3000).entries()) {
      sketch.add(low, high);
      const estimate = sketch.estimate();
      if (i < EXPLICIT_MAX) expect(estimate).toBe(i + 1);
      expect(estimate).toBeGreaterThanOrEqual(previous);
      expect(Number.isSafeInteger(estimate)).toBe(true);
      previous = estimate;
    }
    expect(previous).toBeGreaterThan(EXPLICIT_MAX);
  });

  it('of a crowd is never below that of a part of it', () => {
    check(
      fc.property(crowd, crowd, (part, rest) => {
        expect(sketchOf([...part, ...rest]).estimate()).toBeGreaterThanOrEqual(sketchOf(part).estimate());
      }),
    );
  });

  it('of registers is an integer above 1,280, whatever they hold', () => {
    const full = (fill: number) => Uint8Array.from({ length: 10_243 }, (_, i) => [0x14, 0x8e, 0x7f][i] ?? fill);
    expect(emptyRegisters().estimate()).toBe(EXPLICIT_MAX + 1);
    expect(estimateBytes(full(0x00))).toBe(EXPLICIT_MAX + 1);
    expect(estimateBytes(full(0xff))).toBe(Number.MAX_SAFE_INTEGER);
    check(
      fc.property(fc.nat(255), (fill) => {
        const estimate = estimateBytes(full(fill));
        expect(Number.isSafeInteger(estimate)).toBe(true);
        expect(estimate).toBeGreaterThan(EXPLICIT_MAX);
      }),
      256,
    );
  });

  it('fits visitor tokens that differ by a digit', () => {
    const hash = new Int32Array(2);
    const sketch = new Sketch();
    for (let i = 0; i < 100_000; i++) {
      hashVisitor(`visitor-${i}`, KEY, hash);
      sketch.add(hash[0]!, hash[1]!);
    }
    expect(Math.abs(sketch.estimate() / 100_000 - 1)).toBeLessThan(4 * STANDARD_ERROR);
  });
});

/*
 * How close the estimates are. With a standard error s, the errors of N independent crowds have a root mean square that
 * is itself spread around s with a standard deviation of s / sqrt(2N), and a mean spread around 0 with s / sqrt(N).
 * Four such deviations are the bound: a right estimator fails it for one seed in tens of thousands, while a bias of two
 * thirds of s, or errors larger by two thirds, hardly ever pass. Below some 10,000 visitors errors are smaller, as few
 * share a register. At 1,281 the floor of the estimate cuts off all that is too low, which is a bias, and a small one.
 */
const STANDARD_ERROR = 1.04 / Math.sqrt(REGISTERS);
const TRIALS = IS_LONG ? 128 : 32;
/** Adding so many hashes takes longer than everything before it. */
const LARGE = { visitorsMin: 200_000, trials: IS_LONG ? TRIALS : 6 };

function expectGoodEstimates(errors: number[], what: string): void {
  const rmsMax = STANDARD_ERROR * (1 + 4 / Math.sqrt(2 * errors.length));
  const biasMax = (4 * STANDARD_ERROR) / Math.sqrt(errors.length);
  expect(rootMeanSquare(errors), `root mean square at ${what}`).toBeLessThan(rmsMax);
  expect(Math.abs(mean(errors)), `bias at ${what}`).toBeLessThan(biasMax);
}

function rootMeanSquare(errors: number[]): number {
  return Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('the error of the estimate', () => {
  it('is 0.81 % without a bias, from 1,281 to 1,000,000 visitors', () => {
    const sizes = [1281, 2000, 5000, 20_000, 50_000, 200_000, 1_000_000];
    const errors = sizes.map((): number[] => []);
    for (let trial = 0; trial < TRIALS; trial++) {
      const nextHalf = randomInt32s(SEED + trial);
      const sketch = new Sketch();
      let added = 0;
      for (const [i, size] of sizes.entries()) {
        if (size >= LARGE.visitorsMin && trial >= LARGE.trials) break;
        for (; added < size; added++) sketch.add(nextHalf(), nextHalf());
        errors[i]!.push(sketch.estimate() / size - 1);
      }
    }
    for (const [i, size] of sizes.entries()) expectGoodEstimates(errors[i]!, String(size));
  });

  // Nobody adds a billion hashes in a test. Of a crowd of n, a register is at most k with the probability
  // exp(-n / 16384 / 2^k) (each register sees a Poisson number of hashes), so its value can be drawn directly.
  it.each([1e7, 1e9, 1e13])('is the same for crowds of %d', (visitors) => {
    const errors: number[] = [];
    for (let trial = 0; trial < TRIALS; trial++) {
      const nextHalf = randomInt32s(SEED - trial);
      const sketch = emptyRegisters();
      for (let index = 0; index < REGISTERS; index++) {
        const uniform = ((nextHalf() >>> 0) + 0.5) / 2 ** 32;
        const value = Math.ceil(Math.log2(visitors / REGISTERS / -Math.log(uniform)));
        if (value >= 1 && value <= 18) sketch.add((1 << (13 + value)) | index, 0);
        if (value >= 19) sketch.add(index, 1 << (Math.min(value, 31) - 19));
      }
      errors.push(sketch.estimate() / visitors - 1);
    }
    expectGoodEstimates(errors, String(visitors));
  });
});

describe('bytes that are no sketch', () => {
  const explicit = packed(UNIVERSE.slice(20, 30));
  const sparse = packed(UNIVERSE.slice(20, 2020));
  const full = packed(UNIVERSE.slice(20, 20_020));

  function changed(bytes: Uint8Array, changes: Record<number, number>): Uint8Array {
    const copy = bytes.slice();
    for (const [offset, value] of Object.entries(changes)) copy[Number(offset)] = value;
    return copy;
  }

  function joined(...parts: Uint8Array[]): Uint8Array {
    return new Uint8Array(Buffer.concat(parts));
  }

  test.each([
    ['nothing', new Uint8Array(0), 'too few'],
    ['half a header', Uint8Array.of(0x11, 0x8e), 'too few'],
    ['another version', changed(explicit, { 0: 0x22 }), 'version 2'],
    ['the undefined type', Uint8Array.of(0x10, 0x8e, 0x7f), 'type 0'],
    ['an unknown type', Uint8Array.of(0x15, 0x8e, 0x7f), 'type 5'],
    ['another log2m', changed(full, { 1: 0x8d }), 'log2m = 14'],
    ['another regwidth', changed(full, { 1: 0xae }), 'regwidth = 5'],
    ['another expthresh', changed(explicit, { 2: 0x40 }), 'expthresh = auto'],
    ['sparse off', changed(explicit, { 2: 0x3f }), 'sparse on'],
    ['data after an empty sketch', Uint8Array.of(0x11, 0x8e, 0x7f, 0), 'type 1'],
    ['no hashes', Uint8Array.of(0x12, 0x8e, 0x7f), 'type 2'],
    ['half a hash', explicit.slice(0, -4), 'type 2'],
    ['too many hashes', joined(packed(UNIVERSE.slice(0, EXPLICIT_MAX)), new Uint8Array(8)), 'type 2'],
    ['a repeated hash', joined(explicit, explicit.slice(-8)), 'do not ascend'],
    ['descending hashes', joined(explicit, explicit.slice(3, 11)), 'do not ascend'],
    ['half a pair', Uint8Array.of(0x13, 0x8e, 0x7f, 0, 0), 'type 3'],
    ['more pairs than registers', joined(Uint8Array.of(0x13, 0x8e, 0x7f), new Uint8Array(38_931)), 'type 3'],
    ['descending pairs', joined(Uint8Array.of(0x13, 0x8e, 0x7f), packPairs([7, 1], [6, 1])), 'do not ascend'],
    ['a repeated pair', joined(Uint8Array.of(0x13, 0x8e, 0x7f), packPairs([7, 1], [7, 1])), 'do not ascend'],
    ['a pair without a value', joined(Uint8Array.of(0x13, 0x8e, 0x7f), packPairs([7, 0])), 'is 0'],
    ['padding', Uint8Array.of(0x13, 0x8e, 0x7f, 0x6c, 0x08, 0x41), 'padding'],
    ['a short full sketch', full.slice(0, -1), 'type 4'],
    ['a long full sketch', joined(full, Uint8Array.of(0)), 'type 4'],
  ])('%s', (_, bytes, reason) => {
    expect(() => Sketch.fromBytes(bytes)).toThrow(InvalidSketchError);
    expect(() => Sketch.fromBytes(bytes)).toThrow(reason);
    expect(() => estimateBytes(bytes)).toThrow(InvalidSketchError);
    for (const valid of [new Sketch().toBytes(), explicit, sparse, full]) {
      expect(() => uniteBytes([valid, bytes])).toThrow(InvalidSketchError);
      expect(() => uniteBytes([bytes, valid])).toThrow(InvalidSketchError);
      const target = Sketch.fromBytes(valid);
      expect(() => target.mergeBytes(bytes)).toThrow(InvalidSketchError);
      expect(hex(target.toBytes())).toBe(hex(valid));
    }
  });

  function packPairs(...pairs: [index: number, value: number][]): Uint8Array {
    const bits = pairs.map(([index, value]) => ((index << 5) | value).toString(2).padStart(19, '0')).join('');
    return Uint8Array.from(bits.match(/.{1,8}/g)!, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
  }

  /** Either all readers refuse the bytes with the right error, or they are a sketch that can be written again. */
  function expectSketchOrRefusal(bytes: Uint8Array): void {
    let sketch: Sketch;
    try {
      sketch = Sketch.fromBytes(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidSketchError);
      expect(() => estimateBytes(bytes)).toThrow(InvalidSketchError);
      expect(() => uniteBytes([bytes, explicit])).toThrow(InvalidSketchError);
      return;
    }
    expect(estimateBytes(bytes)).toBe(sketch.estimate());
    const written = sketch.toBytes();
    expect(hex(Sketch.fromBytes(written).toBytes())).toBe(hex(written));
    sketch.mergeBytes(explicit);
    expect(hex(uniteBytes([bytes, explicit]))).toBe(hex(sketch.toBytes()));
  }

  test('at random, or after a valid header', () => {
    const header = fc.constantFrom(0x11, 0x12, 0x13, 0x14).map((form) => Uint8Array.of(form, 0x8e, 0x7f));
    const noise = fc.uint8Array({ maxLength: 60 });
    check(fc.property(noise, expectSketchOrRefusal), examples(500));
    check(
      fc.property(header, noise, (start, data) => expectSketchOrRefusal(joined(start, data))),
      examples(2000),
    );
  });

  test('that were a sketch before they were cut, stretched or changed', () => {
    const valid = fc.constantFrom(explicit, sparse, full, packed(UNIVERSE.slice(0, EXPLICIT_MAX)));
    const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    check(
      fc.property(valid, share, fc.nat(255), (bytes, at, value) => {
        const offset = Math.floor(at * bytes.length);
        expectSketchOrRefusal(changed(bytes, { [offset]: value }));
        expectSketchOrRefusal(bytes.slice(0, offset));
        expectSketchOrRefusal(joined(bytes, Uint8Array.of(value)));
      }),
      examples(300),
    );
  });
});
