import { expect, test } from 'vitest';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { oncePerTurn } from '../../../../src/core/foundation/database/once-per-turn.ts';

/** Counts how often it is asked for its change counter, which is a number that the test sets. */
function countedDatabase(engine: Database['engine'] = 'sqlite') {
  const counted = { counter: 1, reads: 0, error: undefined as Error | undefined };
  const changeCounter = () => {
    counted.reads++;
    if (counted.error) throw counted.error;
    return counted.counter;
  };
  return Object.assign(counted, oncePerTurn({ engine, changeCounter } as Database));
}

type Counted = ReturnType<typeof countedDatabase>;

async function request({ database, requestStarted }: Counted): Promise<unknown[]> {
  requestStarted();
  return [await database.changeCounter(), await database.changeCounter()];
}

const nextTurn = () => new Promise(setImmediate);

test('requests of a turn share one look at the counter, which is taken after the last of them has arrived', async () => {
  const counted = countedDatabase();
  const first = request(counted);
  counted.counter = 2;
  const second = request(counted);
  expect(await Promise.all([first, second])).toEqual([
    [2, 2],
    [2, 2],
  ]);
  expect(counted.reads).toBe(1);
});

test('a request of a later turn never gets the counter of an earlier one', async () => {
  const counted = countedDatabase();
  await request(counted);
  counted.counter = 2;
  await nextTurn();
  expect(await request(counted)).toEqual([2, 2]);
});

test('an error is that of all requests of the turn, and of no later one', async () => {
  const counted = countedDatabase();
  counted.error = new Error('replaced');
  const failed = await Promise.allSettled([request(counted), request(counted)]);
  expect(failed).toMatchObject([{ reason: counted.error }, { reason: counted.error }]);
  counted.error = undefined;
  expect(await request(counted)).toEqual([1, 1]);
});

test('where there is no counter, nobody waits for the end of the turn', () => {
  expect(countedDatabase('postgres').database.changeCounter()).not.toBeInstanceOf(Promise);
});
