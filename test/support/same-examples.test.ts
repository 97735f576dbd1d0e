import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IS_LONG } from './long.ts';

it('property tests try the same examples in every run, whatever another file of the worker has set', () => {
  expect(fc.readConfigureGlobal()).toEqual({
    seed: Number(process.env.PROPERTY_SEED ?? 1),
    numRuns: IS_LONG ? 100 : 40,
  });
});
