// The memory of bodies that the collector holds, and who has which share of it.
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../src/core/foundation/problem/problem.ts';
import { BodyQueue, STRANGERS } from '../../../../src/core/intake/collector/body-queue.ts';

const BYTES_MAX = 100;

function refusalOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    const { status, options } = error as Problem;
    return `${status} ${options.code}`;
  }
}

describe('bodies of strangers', () => {
  test('have half of the memory together, so that servers always get in', () => {
    const queue = new BodyQueue({ bytesMax: BYTES_MAX, bodyBytesMax: 10 });
    const stranger = queue.open(STRANGERS);
    stranger.grow(50);
    expect(refusalOf(() => queue.open(STRANGERS))).toBe('503 busy');
    expect(refusalOf(() => queue.open(1).grow(50))).toBeUndefined();
    expect(refusalOf(() => queue.open(2).grow(1))).toBe('503 busy');
  });

  test('count for their website once it is known', () => {
    const queue = new BodyQueue({ bytesMax: BYTES_MAX, bodyBytesMax: 10 });
    const stranger = queue.open(STRANGERS);
    stranger.grow(50);
    stranger.moveTo(1);
    expect(queue.bytes).toBe(50);
    expect(refusalOf(() => queue.open(STRANGERS).grow(1))).toBeUndefined();
    const another = queue.open(STRANGERS);
    another.grow(1);
    expect(refusalOf(() => another.moveTo(1))).toBe('429 too_much_at_once');
    stranger.release();
    another.moveTo(1);
    another.release();
    expect(queue.bytes).toBe(1);
  });

  test('of one network have an eighth of the memory, until their website is known', () => {
    const queue = new BodyQueue({ bytesMax: BYTES_MAX, bodyBytesMax: 10 });
    const one = queue.open(STRANGERS, '2001:db8::1');
    one.grow(12);
    expect(refusalOf(() => queue.open(STRANGERS, '2001:db8::2'))).toBe('503 busy');
    expect(refusalOf(() => queue.open(STRANGERS, '198.51.100.7').grow(12))).toBeUndefined();
    one.moveTo(1);
    expect(refusalOf(() => queue.open(STRANGERS, '2001:db8::2').grow(12))).toBeUndefined();
  });
});

test('a website always has room for one body of the largest size, even if that is more than its share', () => {
  const queue = new BodyQueue({ bytesMax: BYTES_MAX, bodyBytesMax: 80 });
  expect(refusalOf(() => queue.open(1).grow(80))).toBeUndefined();
  expect(refusalOf(() => queue.open(1))).toBe('429 too_much_at_once');
});

test('what still comes of a body after its request has ended takes no memory', () => {
  const queue = new BodyQueue({ bytesMax: BYTES_MAX, bodyBytesMax: 10 });
  const body = queue.open(1);
  body.grow(5);
  body.release();
  body.grow(5);
  expect(queue.bytes).toBe(0);
});
