import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BoundedMap } from '../../../src/foundation/memory/bounded-map.ts';

describe('a bounded map', () => {
  test('forgets what was set the longest ago, and what is set again counts as new', () => {
    const map = new BoundedMap<string, number>(3);
    for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index);
    map.get('b');
    map.set('a', 10).set('d', 11);
    expect([...map]).toEqual([
      ['c', 2],
      ['a', 10],
      ['d', 11],
    ]);
  });

  test('what is read to be renewed counts as new, and takes as much room as before', () => {
    const map = new BoundedMap<string, number>(10, (_, size) => size);
    map.set('a', 3).set('b', 3).set('c', 4);
    expect([map.getAndRenew('a'), map.getAndRenew('x')]).toEqual([3, undefined]);
    map.set('d', 3);
    expect([...map.keys()]).toEqual(['c', 'a', 'd']);
  });

  test('what was cleared or replaced is no longer in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    // Some are pushed out before: the map then knows the place of its oldest entry.
    for (const entries of [50, 150]) {
      const [cleared, replaced] = [new BoundedMap<number, object>(100), new BoundedMap<number, object>(100)];
      const values = Array.from({ length: entries }, (_, key) => {
        const value = { key };
        cleared.set(key, value);
        replaced.set(key, value);
        return new WeakRef(value);
      });
      cleared.clear();
      for (let key = 0; key < 1_000; key++) {
        cleared.set(key % 10, { key });
        replaced.set(key % entries, { key });
      }
      // A WeakRef keeps its value until the turn ends.
      await new Promise(setImmediate);
      collectGarbage();
      expect(values.filter((value) => value.deref() !== undefined)).toEqual([]);
    }
  });

  test('begins to look for the oldest entry anew only after as many deletions as it has entries', () => {
    let iterators = 0;
    class Counted extends BoundedMap<number, number> {
      override keys() {
        iterators++;
        return super.keys();
      }
    }
    const map = new Counted(1_000);
    for (let key = 0; key < 11_000; key++) map.set(key, key);
    expect([...map.values()]).toEqual(Array.from({ length: 1_000 }, (_, index) => 10_000 + index));
    expect(iterators).toBeLessThanOrEqual(10);
  });

  test('an entry that is too large is not kept, and pushes out the others', () => {
    const map = new BoundedMap<string, string>(10, (key, value) => key.length + value.length);
    map.set('a', '12345').set('large', '0123456789');
    expect(map.size).toBe(0);
    map.set('a', '123456789');
    expect(map.get('a')).toBe('123456789');
  });

  const sizes = fc.integer({ min: 0, max: 12 });
  const action = fc.oneof(
    fc.record({ set: fc.integer({ min: 0, max: 5 }), size: sizes }),
    fc.record({ delete: fc.integer({ min: 0, max: 5 }) }),
    fc.constant({ clear: true }),
  );

  test('keeps the longest row of latest entries that fits, whatever is deleted in between', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const map = new BoundedMap<number, number>(10, (_, size) => size);
        let model: [number, number][] = [];
        for (const each of actions) {
          if ('clear' in each) map.clear();
          else if ('delete' in each) map.delete(each.delete);
          else map.set(each.set, each.size);
          const key = 'clear' in each ? undefined : 'delete' in each ? each.delete : each.set;
          model = 'clear' in each ? [] : model.filter(([known]) => known !== key);
          if ('set' in each) model.push([each.set, each.size]);
          while (model.reduce((sum, [, size]) => sum + size, 0) > 10) model.shift();
          expect([...map]).toEqual(model);
        }
      }),
    );
  });
});
