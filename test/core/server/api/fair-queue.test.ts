// Which job runs next, for any order of arrivals, completions and aborts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairQueue, OLDEST_EVERY, PASSED_OVER_MAX } from '../../../../src/core/server/api/fair-queue.ts';

/** A queue whose jobs run until the test ends them, and a record of what was started. */
class TestQueue {
  readonly started: string[] = [];
  readonly running = new Map<string, () => void>();
  readonly queue: FairQueue;
  isAlone = true;

  constructor(slots: number, waitingPerTenantMax = 1_000) {
    this.queue = new FairQueue({ slots, waitingPerTenantMax, isAlone: () => this.isAlone });
  }

  /** A name starts with the letter of its tenant: `a3`. */
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
    if (!resolve) throw new Error(`${name} is not running`);
    this.running.delete(name);
    resolve();
    // The next job is started in microtasks.
    await new Promise(setImmediate);
  }

  runningOf(tenant: string): number {
    return [...this.running.keys()].filter((name) => name[0] === tenant).length;
  }
}

describe('between tenants', () => {
  test('a single tenant leaves a slot free, and another one starts there immediately', () => {
    const jobs = new TestQueue(3);
    jobs.addMany('a', 10);
    expect(jobs.started).toEqual(['a0', 'a1']);
    void jobs.add('b0');
    expect(jobs.started).toEqual(['a0', 'a1', 'b0']);
  });

  test('a tenant that is not alone leaves one more slot free, until it is alone again', async () => {
    const jobs = new TestQueue(4);
    jobs.isAlone = false;
    jobs.addMany('a', 10);
    expect(jobs.started).toEqual(['a0', 'a1']);
    jobs.isAlone = true;
    await jobs.end('a0');
    expect(jobs.started).toEqual(['a0', 'a1', 'a2', 'a3']);
  });

  test('a tenant that is not alone still gets a slot if there are only two', () => {
    const jobs = new TestQueue(2);
    jobs.isAlone = false;
    jobs.addMany('a', 10);
    expect(jobs.started).toEqual(['a0']);
  });

  test('tenants share a single slot', async () => {
    const jobs = new TestQueue(1);
    jobs.addMany('a', 3);
    void jobs.add('b0');
    await jobs.end('a0');
    await jobs.end('b0');
    expect(jobs.started).toEqual(['a0', 'b0', 'a1']);
  });

  test('a new tenant waits for one job only, no matter how many others are waiting', async () => {
    const jobs = new TestQueue(3);
    jobs.addMany('a', 50);
    jobs.addMany('b', 50);
    const running = [...jobs.running.keys()];
    expect(running).toHaveLength(3);
    void jobs.add('c0');
    await jobs.end(running[0]!);
    expect(jobs.started.at(-1)).toBe('c0');
  });

  test('waiting tenants take turns', async () => {
    const jobs = new TestQueue(1);
    for (const tenant of 'abc') jobs.addMany(tenant, 3);
    while (jobs.running.size > 0) await jobs.end([...jobs.running.keys()][0]!);
    expect(jobs.started.join(' ')).toBe('a0 b0 c0 a1 b1 c1 a2 b2 c2');
  });

  test('a tenant does not starve while others come and go', async () => {
    const jobs = new TestQueue(1);
    jobs.addMany('a', 2);
    for (let number = 0; number < 3 * PASSED_OVER_MAX && !jobs.started.includes('a1'); number++) {
      // There is always a new tenant.
      void jobs.add(`${String.fromCharCode(0x4e00 + number)}0`);
      await jobs.end([...jobs.running.keys()][0]!);
    }
    expect(jobs.started.indexOf('a1')).toBe(PASSED_OVER_MAX + 1);
  });
});

describe('within a tenant', () => {
  test('cheap jobs go before expensive ones, and equal ones in order of arrival', async () => {
    const jobs = new TestQueue(1);
    void jobs.add('a0');
    for (const [name, cost] of [
      ['a1', 400],
      ['a2', 7],
      ['a3', 7],
    ] as const)
      void jobs.add(name, cost);
    await jobs.end('a0');
    await jobs.end('a2');
    expect(jobs.started).toEqual(['a0', 'a2', 'a3']);
  });

  test('an expensive job gets its turn although cheap ones keep arriving', async () => {
    const jobs = new TestQueue(1);
    void jobs.add('a0');
    void jobs.add('a-expensive', 1_000_000);
    for (let number = 1; number < 2 * OLDEST_EVERY; number++) {
      void jobs.add(`a${number}`);
      await jobs.end([...jobs.running.keys()][0]!);
    }
    expect(jobs.started.indexOf('a-expensive')).toBe(OLDEST_EVERY - 1);
  });

  test('beyond the limit a job is rejected, and other tenants are served', async () => {
    const jobs = new TestQueue(2, 2);
    jobs.addMany('a', 3);
    await expect(jobs.add('a3')).rejects.toMatchObject({ status: 429, options: { code: 'rate_limited' } });
    void jobs.add('b0');
    expect(jobs.started).toEqual(['a0', 'b0']);
    await jobs.end('a0');
    void jobs.add('a4');
    expect(jobs.queue.load).toBe(4);
  });
});

describe('aborting', () => {
  test('a waiting job is never run, and makes room for another', async () => {
    const jobs = new TestQueue(1, 1);
    void jobs.add('a0');
    const client = new AbortController();
    const aborted = jobs.add('a1', 1, client.signal);
    client.abort(new Error('disconnected'));
    await expect(aborted).rejects.toThrow('disconnected');
    void jobs.add('a2');
    await jobs.end('a0');
    expect(jobs.started).toEqual(['a0', 'a2']);
  });

  test('a running job is left to finish', async () => {
    const jobs = new TestQueue(1);
    const client = new AbortController();
    const answer = jobs.add('a0', 1, client.signal);
    client.abort();
    await jobs.end('a0');
    expect(await answer).toBe('a0');
  });

  test('a job that is already aborted is not queued', async () => {
    const jobs = new TestQueue(1);
    await expect(jobs.add('a0', 1, AbortSignal.abort())).rejects.toThrow();
    expect([jobs.started, jobs.queue.load]).toEqual([[], 0]);
  });
});

test('a job that fails frees its slot', async () => {
  const queue = new FairQueue({ slots: 1, waitingPerTenantMax: 10 });
  const failed = queue.add({ tenant: 'a', cost: 1, run: () => Promise.reject(new Error('failed')) });
  const next = queue.add({ tenant: 'a', cost: 1, run: async () => 'answer' });
  await expect(failed).rejects.toThrow('failed');
  expect(await next).toBe('answer');
  expect(queue.load).toBe(0);
});

const anyAction = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constant('add' as const), tenant: fc.constantFrom(...'abcd'), cost: fc.nat(9) }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('end' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('abort' as const), which: fc.nat() }) },
);

test('for any sequence: no usable slot is idle, no tenant takes all slots, every job is run once or aborted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(anyAction, { maxLength: 60 }), async (slots, actions) => {
      const jobs = new TestQueue(slots);
      const clients = new Map<string, AbortController>();
      const settled: Promise<unknown>[] = [];
      const aborted: string[] = [];
      const shareMax = Math.max(1, slots - 1);
      for (const action of actions) {
        if (action.what === 'add') {
          const name = `${action.tenant}${clients.size}`;
          const client = new AbortController();
          clients.set(name, client);
          settled.push(jobs.add(name, action.cost, client.signal).catch(() => aborted.push(name)));
        } else if (action.what === 'end') {
          const names = [...jobs.running.keys()];
          if (names.length > 0) await jobs.end(names[action.which % names.length]!);
        } else if (clients.size > 0) {
          [...clients.values()][action.which % clients.size]!.abort();
        }
        await new Promise(setImmediate);
        const waiting = new Set(
          [...clients.keys()].filter((name) => !jobs.started.includes(name) && !aborted.includes(name)),
        );
        expect(jobs.running.size).toBeLessThanOrEqual(slots);
        for (const tenant of 'abcd') {
          expect(jobs.runningOf(tenant)).toBeLessThanOrEqual(shareMax);
          const isWaiting = [...waiting].some((name) => name[0] === tenant);
          if (isWaiting && jobs.running.size < slots) expect(jobs.runningOf(tenant)).toBe(shareMax);
        }
        expect(jobs.queue.load).toBe(jobs.running.size + waiting.size);
      }
      while (jobs.running.size > 0) await jobs.end([...jobs.running.keys()][0]!);
      await Promise.all(settled);
      expect([...jobs.started, ...aborted].sort()).toEqual([...clients.keys()].sort());
      expect(jobs.queue.load).toBe(0);
    }),
    { numRuns: 200 },
  );
});

test('a job that fails before it has begun gives its slot back', async () => {
  const queue = new FairQueue({ slots: 1, waitingPerTenantMax: 10 });
  const failing = () => {
    throw new Error('no thread could be started');
  };
  await expect(queue.add({ tenant: 'a', cost: 1, run: failing })).rejects.toThrow('no thread');
  expect(queue.load).toBe(0);
  expect(await queue.add({ tenant: 'a', cost: 1, run: async () => 'next' })).toBe('next');
});
