// Which values of a breakdown are counted one by one, if there are too many.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostFrequent } from '../../../../src/core/engine/event-log/breakdowns/breakdown.ts';

test('those with the most events, and of those with equally many, the first ones by name', () => {
  const values = fc.uniqueArray(fc.tuple(fc.string(), fc.nat(5)), { selector: ([name]) => name, minLength: 1 });
  fc.assert(
    fc.property(values, fc.nat(30), (named, more) => {
      const names = named.map(([name]) => name);
      const events = Int32Array.from(named, ([, count]) => count);
      const count = Math.min(names.length, 1 + more);
      const expected = [...named].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, count);
      const found = mostFrequent([...names.keys()], names, events, count);
      expect(new Set(found)).toEqual(new Set(expected.map(([name]) => name)));
      expect(found).toHaveLength(count);
    }),
  );
});
