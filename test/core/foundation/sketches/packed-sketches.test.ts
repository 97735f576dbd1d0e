import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXPLICIT_MAX, Sketch } from '../../../../src/core/foundation/sketches/hyperloglog.ts';
import { estimateBytes, uniteBytes } from '../../../../src/core/foundation/sketches/packed-sketches.ts';
import { examples } from '../../../support/long.ts';
import { hex, randomInt32s } from './random-hashes.ts';

const SEED = 20_261_117;
const REGISTER_INDEX_BITS = 14;

/** The visitors from `first` on. Some of them have a long run of zeros, so all values of registers occur. */
function visitors(first: number, count: number): Sketch {
  const sketch = new Sketch();
  for (let visitor = first; visitor < first + count; visitor++) {
    const next = randomInt32s(visitor);
    const low = next();
    const isRare = visitor % 50 === 0;
    sketch.add(isRare ? low & ((1 << REGISTER_INDEX_BITS) - 1) : low, isRare ? 1 << (visitor % 32) : next());
  }
  return sketch;
}

/** Sketches of any form; they often overlap. */
const sketch: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.nat(2_000),
    fc.oneof(fc.nat(6), fc.nat(EXPLICIT_MAX), fc.integer({ min: EXPLICIT_MAX - 2, max: 6_000 }), fc.nat(12_000)),
  )
  .map(([first, count]) => visitors(first, count).toBytes());

const lists = fc.array(sketch, { maxLength: 6 });

/** `Sketch` does it visitor by visitor and register by register. */
function expectSame(sketches: readonly Uint8Array[]): void {
  const expected = new Sketch();
  for (const bytes of sketches) expected.mergeBytes(bytes);
  const union = uniteBytes(sketches);
  expect(hex(union)).toBe(hex(expected.toBytes()));
  expect(estimateBytes(union)).toBe(expected.estimate());
}

describe('packed sketches', () => {
  it('are united and estimated as by the class Sketch', () => {
    fc.assert(fc.property(lists, expectSame), { seed: SEED, numRuns: examples(100) });
  });

  it('with any registers are united and estimated as by the class Sketch', () => {
    const full = fc
      .uint8Array({ minLength: 10_240, maxLength: 10_240 })
      .map((registers) => Uint8Array.of(0x14, 0x8e, 0x7f, ...registers));
    fc.assert(
      fc.property(full, full, (a, b) => {
        expectSame([a]);
        expectSame([a, b]);
      }),
      { seed: SEED, numRuns: examples(40) },
    );
  });

  it('leave nothing behind for the next union after bytes that are no sketch', () => {
    const [valid, wrong] = [visitors(0, 3_000).toBytes(), visitors(0, 3_000).toBytes()];
    wrong.copyWithin(22, 3, 22);
    expect(() => uniteBytes([visitors(9_000, 3_000).toBytes(), wrong])).toThrow('do not ascend');
    expect(hex(uniteBytes([valid]))).toBe(hex(valid));
  });
});
