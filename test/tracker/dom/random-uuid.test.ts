import { expect, it } from 'vitest';
import { randomUuid } from '../../../packages/tracker/src/random-uuid.ts';

it('a random UUID is of version 4, and every digit of it varies', () => {
  const uuids = Array.from({ length: 1_000 }, randomUuid);
  for (const uuid of uuids) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(uuids).size).toBe(uuids.length);
  for (let place = 0; place < 36; place++) {
    const digits = new Set(uuids.map((uuid) => uuid[place]));
    const varieties = [8, 13, 14, 18, 23].includes(place) ? 1 : place === 19 ? 4 : 16;
    expect(digits.size, `place ${place}`).toBe(varieties);
  }
});
