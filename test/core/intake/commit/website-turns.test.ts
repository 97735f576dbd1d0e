// How much is committed together: batches, and their bytes.
import { expect, test } from 'vitest';
import { fillGroup, type WaitingBatch, WebsiteTurns } from '../../../../src/core/intake/commit/website-turns.ts';

const waiting = (count: number, bytes: number) =>
  Array.from({ length: count }, () => ({
    shardId: undefined,
    batch: { bytes: Buffer.alloc(bytes) },
  })) as unknown as WaitingBatch[];
const sizes = ({ group, later }: ReturnType<typeof fillGroup>) => [group.length, later.length];

test('500 batches', () => {
  expect(sizes(fillGroup(waiting(500, 1)))).toEqual([500, 0]);
  expect(sizes(fillGroup(waiting(501, 1)))).toEqual([500, 1]);
});

test('so many bytes, unless the first batch alone has more', () => {
  expect(sizes(fillGroup(waiting(4, 10), 30))).toEqual([3, 1]);
  expect(sizes(fillGroup(waiting(4, 10), 29))).toEqual([2, 2]);
  expect(sizes(fillGroup([...waiting(1, 31), ...waiting(1, 1)], 30))).toEqual([1, 1]);
  // A smaller one fits where a larger one does not.
  expect(sizes(fillGroup([...waiting(1, 20), ...waiting(1, 11), ...waiting(1, 10)], 30))).toEqual([2, 1]);
});

test('128 KiB while several websites send: one with more waits for its turn', () => {
  const ofWebsite = (onlyWebsiteId: number, bytes: number) => {
    const [one] = waiting(1, bytes);
    return { ...one!, batch: { ...one!.batch, onlyWebsiteId } };
  };
  const next = (...bytes: readonly number[]) => {
    const turns = new WebsiteTurns(() => new Date(0));
    const all = bytes.map((size, at) => ofWebsite(at, size));
    for (const { batch } of all) turns.noteArrival(batch);
    return turns.nextGroup(all).group.map(({ batch }) => batch.bytes.length);
  };
  const most = 128 * 1024;
  expect(next(most - 1, 1)).toEqual([most - 1, 1]);
  expect(next(most, 1)).toEqual([most]);
  expect(next(most + 1, 1)).toEqual([1]);
});
