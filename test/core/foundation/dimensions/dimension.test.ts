import { expect, test } from 'vitest';
import { byName, inOrder, STORED_DIMENSIONS } from '../../../../src/core/foundation/dimensions/dimension.ts';

test('what is written out has all stored dimensions in their order', () => {
  expect(byName((place) => STORED_DIMENSIONS[place])).toEqual(
    Object.fromEntries(STORED_DIMENSIONS.map((name) => [name, name])),
  );
  expect(inOrder(byName((place) => place))).toEqual([...STORED_DIMENSIONS.keys()]);
});
