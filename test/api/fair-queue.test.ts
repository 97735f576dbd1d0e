// Who runs next, under any order of arrivals, ends and clients that give up.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairQueue, OLDEST_EVERY, PASSED_OVER_MAX } from '../../src/api/fair-queue.ts';

/** Work that runs until it is told to end, and a record of what was started. */
class Desk {
  readonly started: string[] = [];
  readonly running = new Map<string, () => void>();
  readonly queue: FairQueue;

  constructor(places: number, waitingPerTenantMax = 1_000) {
    this.queue = new FairQueue({ places, waitingPerTenantMax });
  }

  /** A name starts with its tenant: `a3`. */
  add(name: string, cost = 1, signal?: AbortSignal): Promise<string> {
    const run = () =>
      new Promise<string>((resolve) => {
        this.started.push(name);
        this.running.set(name, () => resolve(name));
      });
    return this.queue.add({ tenant: name[0]!, cost, signal, run });
  }

  addMany(tenant: string, count: number): void {
    for (let number = 0; number < count; number++) void this.add(`${tenant}${number}`);
  }

  async end(name: string): Promise<void> {
    const resolve = this.running.get(name);
    if (!resolve) throw new Error(`${name} does not run`);
    this.running.delete(name);
    resolve();
    // What follows is started in microtasks.
    await new Promise(setImmediate);
  }

  runningOf(tenant: string): number {
    return [...this.running.keys()].filter((name) => name[0] === tenant).length;
  }
}

describe('between tenants', () => {
  test('one alone leaves a place free, and another one starts there at once', () => {
    const desk = new Desk(3);
    desk.addMany('a', 10);
    expect(desk.started).toEqual(['a0', 'a1']);
    void desk.add('b0');
    expect(desk.started).toEqual(['a0', 'a1', 'b0']);
  });

  test('with a single place everybody has a share of it', async () => {
    const desk = new Desk(1);
    desk.addMany('a', 3);
    void desk.add('b0');
    await desk.end('a0');
    await desk.end('b0');
    expect(desk.started).toEqual(['a0', 'b0', 'a1']);
  });

  test('a newcomer waits for one end only, however much others have waiting', async () => {
    const desk = new Desk(3);
    desk.addMany('a', 50);
    desk.addMany('b', 50);
    const running = [...desk.running.keys()];
    expect(running).toHaveLength(3);
    void desk.add('c0');
    await desk.end(running[0]!);
    expect(desk.started.at(-1)).toBe('c0');
  });

  test('those who wait take turns', async () => {
    const desk = new Desk(1);
    for (const tenant of 'abc') desk.addMany(tenant, 3);
    while (desk.running.size > 0) await desk.end([...desk.running.keys()][0]!);
    expect(desk.started.join(' ')).toBe('a0 b0 c0 a1 b1 c1 a2 b2 c2');
  });

  test('others that come and go do not pass one over for ever', async () => {
    const desk = new Desk(1);
    desk.addMany('a', 2);
    for (let number = 0; number < 3 * PASSED_OVER_MAX && !desk.started.includes('a1'); number++) {
      // There is always somebody new.
      void desk.add(`${String.fromCharCode(0x4e00 + number)}0`);
      await desk.end([...desk.running.keys()][0]!);
    }
    expect(desk.started.indexOf('a1')).toBe(PASSED_OVER_MAX + 1);
  });
});

describe('within a tenant', () => {
  test('the cheap goes before the expensive, and equals in the order in which they came', async () => {
    const desk = new Desk(1);
    void desk.add('a0');
    for (const [name, cost] of [
      ['a1', 400],
      ['a2', 7],
      ['a3', 7],
    ] as const)
      void desk.add(name, cost);
    await desk.end('a0');
    await desk.end('a2');
    expect(desk.started).toEqual(['a0', 'a2', 'a3']);
  });

  test('the expensive has its turn though the cheap never ends', async () => {
    const desk = new Desk(1);
    void desk.add('a0');
    void desk.add('a-expensive', 1_000_000);
    for (let number = 1; number < 2 * OLDEST_EVERY; number++) {
      void desk.add(`a${number}`);
      await desk.end([...desk.running.keys()][0]!);
    }
    expect(desk.started.indexOf('a-expensive')).toBe(OLDEST_EVERY - 1);
  });

  test('past the bound it is refused, and the others are served', async () => {
    const desk = new Desk(2, 2);
    desk.addMany('a', 3);
    await expect(desk.add('a3')).rejects.toMatchObject({ status: 429, options: { code: 'rate_limited' } });
    void desk.add('b0');
    expect(desk.started).toEqual(['a0', 'b0']);
    await desk.end('a0');
    void desk.add('a4');
    expect(desk.queue.load).toBe(4);
  });
});

describe('giving up', () => {
  test('what waits is never run, and makes room', async () => {
    const desk = new Desk(1, 1);
    void desk.add('a0');
    const client = new AbortController();
    const given = desk.add('a1', 1, client.signal);
    client.abort(new Error('gone'));
    await expect(given).rejects.toThrow('gone');
    void desk.add('a2');
    await desk.end('a0');
    expect(desk.started).toEqual(['a0', 'a2']);
  });

  test('what runs is left to finish', async () => {
    const desk = new Desk(1);
    const client = new AbortController();
    const answer = desk.add('a0', 1, client.signal);
    client.abort();
    await desk.end('a0');
    expect(await answer).toBe('a0');
  });

  test('who is gone before asking is not queued', async () => {
    const desk = new Desk(1);
    await expect(desk.add('a0', 1, AbortSignal.abort())).rejects.toThrow();
    expect([desk.started, desk.queue.load]).toEqual([[], 0]);
  });
});

test('work that fails gives its place to the next', async () => {
  const queue = new FairQueue({ places: 1, waitingPerTenantMax: 10 });
  const failed = queue.add({ tenant: 'a', cost: 1, run: () => Promise.reject(new Error('no luck')) });
  const next = queue.add({ tenant: 'a', cost: 1, run: async () => 'answer' });
  await expect(failed).rejects.toThrow('no luck');
  expect(await next).toBe('answer');
  expect(queue.load).toBe(0);
});

const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constant('add' as const), tenant: fc.constantFrom(...'abcd'), cost: fc.nat(9) }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('end' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('give up' as const), which: fc.nat() }) },
);

test('whatever happens: no place idle that may be used, no tenant in the last place alone, everything run once or given up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(action, { maxLength: 60 }), async (places, actions) => {
      const desk = new Desk(places);
      const clients = new Map<string, AbortController>();
      const settled: Promise<unknown>[] = [];
      const gone: string[] = [];
      const shareMax = Math.max(1, places - 1);
      for (const one of actions) {
        if (one.what === 'add') {
          const name = `${one.tenant}${clients.size}`;
          const client = new AbortController();
          clients.set(name, client);
          settled.push(desk.add(name, one.cost, client.signal).catch(() => gone.push(name)));
        } else if (one.what === 'end') {
          const names = [...desk.running.keys()];
          if (names.length > 0) await desk.end(names[one.which % names.length]!);
        } else if (clients.size > 0) {
          [...clients.values()][one.which % clients.size]!.abort();
        }
        await new Promise(setImmediate);
        const waiting = new Set(
          [...clients.keys()].filter((name) => !desk.started.includes(name) && !gone.includes(name)),
        );
        expect(desk.running.size).toBeLessThanOrEqual(places);
        for (const tenant of 'abcd') {
          expect(desk.runningOf(tenant)).toBeLessThanOrEqual(shareMax);
          const isWaiting = [...waiting].some((name) => name[0] === tenant);
          if (isWaiting && desk.running.size < places) expect(desk.runningOf(tenant)).toBe(shareMax);
        }
        expect(desk.queue.load).toBe(desk.running.size + waiting.size);
      }
      while (desk.running.size > 0) await desk.end([...desk.running.keys()][0]!);
      await Promise.all(settled);
      expect([...desk.started, ...gone].sort()).toEqual([...clients.keys()].sort());
      expect(desk.queue.load).toBe(0);
    }),
    { numRuns: 200 },
  );
});
