// Erasures of a website take turns, and one of the whole website is remembered until it is done.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LEASE_MS } from '../../../../src/core/foundation/database/lease.ts';
import { ErasureTurn, websitesBeingErased } from '../../../../src/core/manage/erasure/erasure-turns.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { TestClock } from '../../../support/test-clock.ts';

describe.each(ENGINES)('on %s', (engine) => {
  const clock = new TestClock('2026-06-01T12:00:00Z');
  let world: TestDatabase;
  beforeAll(async () => {
    world = await createTestDatabase(engine);
  });
  afterAll(() => world.dispose());

  const take = (websiteId: number) => ErasureTurn.take(world.database, clock.now, websiteId);
  const rows = async () =>
    (
      await world.database.query<{ website_id: number }>('SELECT website_id FROM erasure_turns ORDER BY website_id')
    ).map(({ website_id: id }) => id);

  test('a turn that ends leaves nothing, unless the website is not gone yet', async () => {
    const [part, whole] = [await take(1), await take(2)];
    expect([await take(1), await take(2)]).toEqual([undefined, undefined]);
    await world.database.transaction((tx) => whole!.beginWebsite(tx));
    expect(await websitesBeingErased(world.database)).toEqual([2]);
    await part!.end();
    await whole!.end();
    expect([await rows(), await websitesBeingErased(world.database)]).toEqual([[2], [2]]);
    // Whoever is next goes on with it at once.
    const next = await take(2);
    expect(next).toBeDefined();
    await next!.end();
    expect(await websitesBeingErased(world.database)).toEqual([2]);
  });

  test('the turn of a node that has died goes to the next one after 30 seconds, and not before', async () => {
    const died = await take(3);
    clock.advance(LEASE_MS - 1);
    expect(await take(3)).toBeUndefined();
    clock.advance(1);
    const next = await take(3);
    expect(next).toBeDefined();
    await died!.end();
    expect(await take(3)).toBeUndefined();
    await next!.end();
    expect(await rows()).not.toContain(3);
  });
});
