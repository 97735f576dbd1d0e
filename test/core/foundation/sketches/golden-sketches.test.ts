// Sketches that were stored once are read forever.
import { describe, expect, test } from 'vitest';
import { FORM, Sketch } from '../../../../src/core/foundation/sketches/hyperloglog.ts';
import { goldenSketches, sketchOf } from './golden-sketches.ts';
import { hex } from './random-hashes.ts';

const GOLDEN = goldenSketches();

test('there is one of each form', () => {
  expect(GOLDEN.map(({ form }) => form).sort()).toEqual(Object.keys(FORM).sort());
});

describe.each(GOLDEN)('$form', ({ form, visitors, bytes }) => {
  test('has the visitors that were stored', () => {
    expect(bytes[0]).toBe(FORM[form as keyof typeof FORM]);
    expect(hex(Sketch.fromBytes(bytes).toBytes())).toBe(hex(bytes));
    expect(hex(sketchOf(visitors).toBytes())).toBe(hex(bytes));
  });
});
