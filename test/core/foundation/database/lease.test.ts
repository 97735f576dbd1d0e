// The lease of a job: one node holds it, and the next one goes on where it was.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LEASE_MS, Lease, LeaseLostError } from '../../../../src/core/foundation/database/lease.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { restoreOf } from '../../../support/restore.ts';
import { TestClock } from '../../../support/test-clock.ts';

describe.each(ENGINES)('on %s', (engine) => {
  const clock = new TestClock('2026-06-01T12:00:00Z');
  let world: TestDatabase;
  let restore: () => Promise<void>;
  beforeAll(async () => {
    world = await createTestDatabase(engine);
    restore = await restoreOf(world.database);
  });
  beforeEach(() => restore());
  afterAll(() => world.dispose());

  const take = (job: 'sweep' | 'alerts' = 'sweep') => Lease.take(world.database, clock.now, job);

  test('what was saved is where the next node begins, until nothing is left to do', async () => {
    const [first, other] = [await take(), await take('alerts')];
    await first!.saveProgress('website 7');
    await other!.saveProgress('website 9');
    await first!.release();
    const next = await take();
    expect(await next!.progress()).toBe('website 7');
    await next!.done(clock.now());
    expect([await next!.progress(), await other!.progress()]).toEqual(['', 'website 9']);
    expect(await Lease.doneAt(world.database, 'sweep')).toEqual(clock.now());
    expect(await Lease.doneAt(world.database, 'alerts')).toEqual(new Date(0));
  });

  test('it expires after 30 seconds, and not before; whoever has lost it writes nothing', async () => {
    const lost = await take();
    clock.advance(LEASE_MS - 1);
    expect(await take()).toBeUndefined();
    clock.advance(1);
    const next = await take();
    await expect(lost!.saveProgress('late')).rejects.toThrow(LeaseLostError);
    await lost!.done(new Date(1));
    await lost!.release();
    expect([await next!.progress(), await Lease.doneAt(world.database, 'sweep'), await take()]).toEqual([
      ...['', new Date(0)],
      undefined,
    ]);
  });

  test('one that was taken before the clock was set back by more than an hour blocks nobody', async () => {
    await take();
    clock.advance(-60 * 60 * 1000);
    expect(await take()).toBeUndefined();
    clock.advance(-1);
    expect(await take()).toBeDefined();
  });
});
