// Reads by key that share statements: what shares, and what must not.
import { beforeEach, describe, expect, test } from 'vitest';
import { BatchedLookups } from '../../../../src/core/foundation/database/batched-lookups.ts';
import { waitUntil } from '../../../support/wait-until.ts';

/** A read that was sent and not answered yet. */
interface Sent {
  readonly keys: readonly number[];
  readonly answer: PromiseWithResolvers<ReadonlyMap<number, string>>;
}

let sent: Sent[];
let reads: BatchedLookups<number, string>;

beforeEach(() => {
  sent = [];
  reads = new BatchedLookups((keys) => {
    const answer = Promise.withResolvers<ReadonlyMap<number, string>>();
    sent.push({ keys, answer });
    return answer.promise;
  });
});

const endOfTurn = () => new Promise(setImmediate);
const keysSent = () => sent.map(({ keys }) => keys);

/** Answers the read at this place with a value for each key, or for some of them. */
function answer(place: number, value: string, keys = sent[place]!.keys): void {
  sent[place]!.answer.resolve(new Map(keys.map((key) => [key, `${value} ${key}`])));
}

describe('keys of the same turn of the event loop', () => {
  test('share one read, in which each key occurs once', async () => {
    const values = Promise.all([1, 2, 1, 3].map((key) => reads.get(key)));
    await endOfTurn();
    expect(keysSent()).toEqual([[1, 2, 3]]);
    answer(0, 'first');
    expect(await values).toEqual(['first 1', 'first 2', 'first 1', 'first 3']);
  });

  test('are undefined where there is no value', async () => {
    const values = Promise.all([1, 2].map((key) => reads.get(key)));
    await endOfTurn();
    answer(0, 'first', [2]);
    expect(await values).toEqual([undefined, 'first 2']);
  });

  test('are divided among several reads where they are very many', async () => {
    const values = Promise.all(Array.from({ length: 1_200 }, (_, key) => reads.get(key)));
    for (let place = 0; place < 3; place++) {
      await waitUntil(`read ${place} is sent`, () => sent.length > place, { pauseMs: 0 });
      answer(place, 'read');
    }
    expect((await values)[1_199]).toBe('read 1199');
    expect(keysSent().map((keys) => keys.length)).toEqual([500, 500, 200]);
  });
});

describe('while a read is running', () => {
  test('its keys are read again for later callers, which never get the earlier value', async () => {
    const early = reads.get(1);
    await endOfTurn();
    const late = reads.get(1);
    await endOfTurn();
    expect(keysSent()).toEqual([[1], [1]]);
    answer(1, 'new');
    expect(await late).toBe('new 1');
    answer(0, 'old');
    expect(await early).toBe('old 1');
  });

  test('there is one more at most; later keys wait for the next one together, and so do repeated ones', async () => {
    const values: Promise<string | undefined>[] = [];
    for (const key of [1, 2, 3, 1, 3]) {
      values.push(reads.get(key));
      await endOfTurn();
    }
    expect(keysSent()).toEqual([[1], [2]]);
    answer(0, 'old');
    await waitUntil('the third read is sent', () => sent.length === 3, { pauseMs: 0 });
    expect(sent[2]!.keys).toEqual([3, 1]);
    answer(2, 'new');
    answer(1, 'old');
    expect(await Promise.all(values)).toEqual(['old 1', 'old 2', 'new 3', 'new 1', 'new 3']);
  });
});

test('a read that fails, fails for its own keys only', async () => {
  const failing = reads.get(1);
  await endOfTurn();
  const waiting = reads.get(2);
  await endOfTurn();
  sent[0]!.answer.reject(new Error('the database is gone'));
  await expect(failing).rejects.toThrow('the database is gone');
  answer(1, 'read');
  expect(await waiting).toBe('read 2');
  const again = reads.get(1);
  await waitUntil('the third read is sent', () => sent.length === 3, { pauseMs: 0 });
  answer(2, 'again');
  expect(await again).toBe('again 1');
});
