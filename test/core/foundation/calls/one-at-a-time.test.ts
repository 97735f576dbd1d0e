import { expect, test } from 'vitest';
import { oneAtATime } from '../../../../src/core/foundation/calls/one-at-a-time.ts';

test('work runs in its order and one at a time, also after a failure', async () => {
  const run = oneAtATime();
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} starts`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    if (name === 'b') throw new Error('b fails');
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => run(work(name))));
  expect(steps).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  expect(results).toMatchObject([{ value: 'a' }, { reason: { message: 'b fails' } }, { value: 'c' }]);
});

test('work that throws at once fails, and the next one runs', async () => {
  const run = oneAtATime();
  const failing = run(() => {
    throw new Error('at once');
  });
  await expect(failing).rejects.toThrow('at once');
  expect(await run(async () => 'next')).toBe('next');
});
