// Batches that share a commit: each gets its own answer, and none can spoil the others.
import { describe, expect, test } from 'vitest';
import { DatabaseUnavailableError } from '../../../../src/core/foundation/database/database.ts';
import type { AcceptedBatch } from '../../../../src/core/intake/accept/accept-batch.ts';
import type { CommitResults } from '../../../../src/core/intake/commit/commit-batches.ts';
import { GroupCommit, type GroupStages } from '../../../../src/core/intake/commit/group-commit.ts';
import { type Batch, emptyOutcome } from '../../../../src/core/intake/events/batch.ts';
import type { AcceptedEvent } from '../../../../src/core/intake/events/event.ts';
import { batchOf } from '../../../support/events.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { waitUntil } from '../../../support/wait-until.ts';

const MIB = 1024 * 1024;
const SECOND_MS = 1_000;

type Accepted = AcceptedBatch<AcceptedEvent[]>;

/**
 * Counts as many events as a batch's text says. A batch that says `bad` is not accepted, one that says `poison` fails the commit
 * that it is part of, one that says `outage` finds no database, and one that says `new` has a key to be registered first. One that
 * says `rows` writes as many rows as a website may write in a commit.
 */
class FakeStages implements GroupStages {
  readonly groups: string[][] = [];
  /** Those of the groups that did not wait for locks. */
  readonly groupsIfFree: string[][] = [];
  /** Websites that somebody else has locked. */
  readonly locked = new Set<number>();
  readonly accepts: string[] = [];
  registered = 0;
  registering: Promise<void> = Promise.resolve();
  readonly #texts = new WeakMap<Accepted, string>();

  readonly events = {
    refreshCatalog: async () => {},
    accept: async (batch: Batch): Promise<Accepted | Batch> => {
      const text = new TextDecoder().decode(batch.bytes).trim();
      this.accepts.push(text);
      if (text === 'bad') throw new Error('bad');
      if (text === 'new' && !batch.newKeys) return { ...batch, newKeys: [] };
      const accepted = { websiteIds: [batch.onlyWebsiteId], rows: text === 'rows' ? 2_000 : 0 } as unknown as Accepted;
      this.#texts.set(accepted, text);
      return accepted;
    },
  };

  readonly registrar = {
    register: async () => {
      this.registered++;
      await this.registering;
    },
  };

  readonly committer = {
    commitFree: async (batches: readonly Accepted[], lockMsMax: number): Promise<CommitResults<AcceptedEvent[]>> => {
      const texts = batches.map((batch) => this.#texts.get(batch)!);
      (lockMsMax === 0 ? this.groupsIfFree : this.groups).push(texts);
      // A commit takes its time, so that others arrive meanwhile.
      await new Promise(setImmediate);
      if (texts.includes('poison')) throw new Error('poisoned');
      if (texts.includes('outage')) throw new DatabaseUnavailableError('nobody answers');
      const free = batches.filter(({ websiteIds }) => !websiteIds.some((id) => this.locked.has(id)));
      return new Map(
        free.map((batch) => [batch, { ...emptyOutcome(), accepted: Number(this.#texts.get(batch)) || 1 }]),
      );
    },
  };
}

function groupCommit(stages = new FakeStages(), clock = new TestClock('2025-03-10T12:00:00Z')): GroupCommit {
  return new GroupCommit(stages, clock.now);
}

function requestReceipt(idempotencyKey: string): Batch['receipt'] & object {
  return { kind: 'request', websiteId: 1, idempotencyKey };
}

describe('batches that arrive together', () => {
  test('share one commit, and each gets its own outcome', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const outcomes = await Promise.all(['1', '2', '3'].map((text) => ingestion.ingest(batchOf(text))));
    expect(stages.groups).toEqual([['1', '2', '3']]);
    expect(outcomes.map(({ accepted }) => accepted)).toEqual([1, 2, 3]);
  });

  test('while a commit is under way wait for the next one', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const first = ingestion.ingest(batchOf('1'));
    await waitUntil('a group is being committed', () => stages.groups.length > 0, { pauseMs: 0 });
    const later = ['2', '3'].map((text) => ingestion.ingest(batchOf(text)));
    await Promise.all([first, ...later]);
    expect(stages.groups).toEqual([['1'], ['2', '3']]);
  });

  test('those that fail alone do not cost the others a commit', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const texts = Array.from({ length: 100 }, (_, index) => (index % 10 === 0 ? 'bad' : '1'));
    const settled = await Promise.allSettled(texts.map((text) => ingestion.ingest(batchOf(text))));
    expect(stages.groups).toHaveLength(1);
    expect(settled.map(({ status }) => status)).toEqual(
      texts.map((text) => (text === 'bad' ? 'rejected' : 'fulfilled')),
    );
  });

  test('one that fails its commit is found by halves, and the others are counted', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const texts = Array.from({ length: 256 }, (_, index) => (index === 77 ? 'poison' : '1'));
    const settled = await Promise.allSettled(texts.map((text) => ingestion.ingest(batchOf(text))));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(255);
    expect(settled[77]).toMatchObject({ status: 'rejected', reason: { message: 'poisoned' } });
    expect(stages.groups.length).toBeLessThanOrEqual(1 + 2 * Math.log2(256));
  });

  test('without a database all who wait are told at once: trying each would take as long again', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const all = ['1', 'outage'].map((text) => ingestion.ingest(batchOf(text)));
    await waitUntil('a group is being committed', () => stages.groups.length > 0, { pauseMs: 0 });
    all.push(ingestion.ingest(batchOf('2')));
    const settled = await Promise.allSettled(all);
    for (const one of settled)
      expect(one).toMatchObject({ reason: { status: 503, options: { code: 'database_unavailable' } } });
    expect(stages.groups).toEqual([['1', 'outage']]);
    expect(await ingestion.ingest(batchOf('3'))).toMatchObject({ accepted: 3 });
  });

  test('a failure does not stop what comes after it', async () => {
    const ingestion = groupCommit();
    await expect(ingestion.ingest(batchOf('poison'))).rejects.toThrow('poisoned');
    expect(await ingestion.ingest(batchOf('4'))).toMatchObject({ accepted: 4 });
  });
});

describe('a batch with a new key', () => {
  test('waits until it is registered, and the others do not wait for it', async () => {
    const stages = new FakeStages();
    const { promise, resolve } = Promise.withResolvers<void>();
    stages.registering = promise;
    const ingestion = groupCommit(stages);
    const waiting = ingestion.ingest(batchOf('new'));
    expect(await ingestion.ingest(batchOf('2'))).toMatchObject({ accepted: 2 });
    expect(await ingestion.ingest(batchOf('3'))).toMatchObject({ accepted: 3 });
    resolve();
    expect(await waiting).toMatchObject({ accepted: 1 });
    expect([stages.registered, stages.groups]).toEqual([1, [['2'], ['3'], ['new']]]);
  });

  test('fails where it cannot be registered', async () => {
    const stages = new FakeStages();
    stages.registrar.register = () => Promise.reject(new Error('no database'));
    await expect(groupCommit(stages).ingest(batchOf('new'))).rejects.toThrow('no database');
  });
});

describe('a group', () => {
  test('holds a receipt once: a repeat goes with a later one, in the order of arrival', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const keys = ['a', 'b', 'a', undefined, 'a', 'b'];
    await Promise.all(
      keys.map((key, index) => ingestion.ingest(batchOf(String(index), key ? { receipt: requestReceipt(key) } : {}))),
    );
    expect(stages.groups).toEqual([['0', '1', '3'], ['2', '5'], ['4']]);
  });

  test('tells receipts of different websites apart', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const receipts = [1, 2].map((websiteId) => ({ ...requestReceipt('a'), websiteId })) as NonNullable<
      Batch['receipt']
    >[];
    await Promise.all(receipts.map((receipt, index) => ingestion.ingest(batchOf(String(index), { receipt }))));
    expect(stages.groups).toEqual([['0', '1']]);
  });

  test('has at most 500 batches', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    await Promise.all(Array.from({ length: 1_100 }, () => ingestion.ingest(batchOf('1'))));
    expect(stages.groups.map((group) => group.length)).toEqual([500, 500, 100]);
  });

  test('has at most 8 MiB, unless one batch alone is larger', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const sizes = [3 * MIB, 3 * MIB, 3 * MIB, 9 * MIB, 2 * MIB];
    await Promise.all(sizes.map((size, index) => ingestion.ingest(batchOf(String(index).padEnd(size)))));
    expect(stages.groups.flat().sort()).toEqual(['0', '1', '2', '3', '4']);
    for (const group of stages.groups) {
      const bytes = group.reduce((total, text) => total + sizes[Number(text)]!, 0);
      expect(bytes <= 8 * MIB || group.length === 1).toBe(true);
    }
    expect(stages.groups.length).toBeLessThan(sizes.length);
  });

  test('takes no more batches of a website that writes many rows, and all of the others', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const ingest = (text: string, onlyWebsiteId: number) => ingestion.ingest(batchOf(text, { onlyWebsiteId }));
    await Promise.all([ingest('rows', 1), ingest('rows', 1), ingest('3', 2), ingest('4', 2)]);
    expect(stages.groups).toEqual([['rows', '3', '4'], ['rows']]);
    expect(stages.accepts).toEqual(['rows', '3', '4', 'rows']);
  });
});

describe('while several websites send', () => {
  const KIB = 1024;
  const FLOOD = 1;
  const LIGHT = 2;
  const large = (name: string, websiteId = FLOOD) => batchOf(name.padEnd(300 * KIB), { onlyWebsiteId: websiteId });
  const small = (name: string, websiteId = LIGHT) => batchOf(name, { onlyWebsiteId: websiteId });

  test('a small batch is in the next commit, and large ones of another website that wait are not', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const flood = Array.from({ length: 60 }, () => ingestion.ingest(large('1')));
    await waitUntil('a group is being committed', () => stages.groups.length > 0, { pauseMs: 0 });
    const lights = [ingestion.ingest(small('2'))];
    await lights[0];
    lights.push(ingestion.ingest(small('3')));
    await Promise.all([...flood, ...lights]);
    // The first commit began before another website had sent anything. After that, large batches are committed one by one.
    const [first, ...then] = stages.groups;
    expect(first!.length).toBeGreaterThan(1);
    expect(then.filter((group) => group.includes('2') || group.includes('3'))).toEqual([['2'], ['3']]);
    expect(then[0]).toEqual(['2']);
    expect(then.filter((group) => group.length > 1)).toEqual([]);
  });

  test('a website that sends little is next even if it had the last commit, however many send large batches', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const all = Array.from({ length: 50 }, (_, index) => ingestion.ingest(large('1', 100 + index)));
    for (const name of ['2', '3', '4']) {
      const before = stages.groups.length;
      await waitUntil('the next group is being committed', () => stages.groups.length > before, { pauseMs: 0 });
      all.push(ingestion.ingest(small(name)));
      await all.at(-1);
      expect(stages.groups.at(-1)).toEqual([name]);
      expect(stages.groups).toHaveLength(before + 2);
    }
    await Promise.all(all);
  });

  test('websites with large batches take turns, and the order of each is kept', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const all = [11, 12, 13].map((name) => ingestion.ingest(large(String(name), 1)));
    all.push(...[21, 22, 23].map((name) => ingestion.ingest(large(String(name), 2))));
    await Promise.all(all);
    expect(stages.groups).toEqual([['11'], ['21'], ['12'], ['22'], ['13'], ['23']]);
  });

  test('a website takes turns although some of its batches are put off, to be first among its own', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const isCommitted = () => stages.groups.some((group) => group.includes('7'));
    const flood = async () => {
      for (let sent = 0; sent < 100 && !isCommitted(); sent++) {
        await ingestion.ingest(batchOf('rows'.padEnd(50 * KIB), { onlyWebsiteId: FLOOD }));
      }
    };
    const floods = Array.from({ length: 8 }, flood);
    await waitUntil('a group is being committed', () => stages.groups.length > 0, { pauseMs: 0 });
    const other = ingestion.ingest(large('7', LIGHT));
    await Promise.all([other, ...floods]);
    expect(stages.groups.findIndex((group) => group.includes('7'))).toBeLessThan(5);
  });

  test('a large batch is committed although small ones keep arriving', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const isCommitted = () => stages.groups.some((group) => group.includes('1'));
    const all = [ingestion.ingest(large('9')), ingestion.ingest(large('1'))];
    const floodOfSmall = async () => {
      for (let sent = 0; sent < 1_000 && !isCommitted(); sent++) {
        await ingestion.ingest(small('2'.padEnd(10 * KIB)));
      }
    };
    await Promise.all(Array.from({ length: 4 }, floodOfSmall));
    expect(isCommitted()).toBe(true);
    await Promise.all(all);
  });

  test('small batches share commits', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const names = Array.from({ length: 60 }, (_, index) => ingestion.ingest(small('1', index)));
    await Promise.all(names);
    expect(stages.groups.map((group) => group.length)).toEqual([60]);
  });

  test('large commits come back when one of them has been alone for some seconds', async () => {
    const stages = new FakeStages();
    const clock = new TestClock('2025-03-10T12:00:00Z');
    const ingestion = groupCommit(stages, clock);
    const flood = () => Promise.all(['1', '2', '3'].map((name) => ingestion.ingest(large(name))));
    await Promise.all([ingestion.ingest(small('4')), flood()]);
    expect(stages.groups).toEqual([['4'], ['1'], ['2'], ['3']]);
    clock.advance(10_000);
    await flood();
    expect(stages.groups.at(-1)).toEqual(['1', '2', '3']);
  });
});

describe('batches of a website that somebody else has locked for longer than a moment', () => {
  test('wait until it is free, while others are committed without waiting for it', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    const ingest = (text: string, onlyWebsiteId: number) => ingestion.ingest(batchOf(text, { onlyWebsiteId }));
    stages.locked.add(1);
    const sent = [ingest('5', 1)];
    expect(await ingest('1', 2)).toMatchObject({ accepted: 1 });
    sent.push(ingest('6', 1));
    expect(await ingest('2', 2)).toMatchObject({ accepted: 2 });
    await expect.poll(() => stages.groupsIfFree.length).toBeGreaterThan(2);
    expect(await ingest('3', 2)).toMatchObject({ accepted: 3 });
    // Nobody has waited for the locked website since it was found locked.
    expect(stages.groups).toEqual([['5', '1'], ['2'], ['3']]);
    stages.locked.clear();
    expect(await Promise.all(sent)).toMatchObject([{ accepted: 5 }, { accepted: 6 }]);
    expect(stages.groupsIfFree.at(-1)).toEqual(['5', '6']);
  });

  test('are accepted once, however often they are tried', async () => {
    const stages = new FakeStages();
    const ingestion = groupCommit(stages);
    stages.locked.add(1);
    const sent = ingestion.ingest(batchOf('5', { onlyWebsiteId: 1 }));
    await expect.poll(() => stages.groupsIfFree.length).toBeGreaterThan(2);
    stages.locked.clear();
    await sent;
    expect(stages.accepts).toEqual(['5']);
  });

  test('are not waited for by the others for a second after it was last found locked, even if the clock is set back', async () => {
    const stages = new FakeStages();
    const clock = new TestClock('2025-03-10T12:00:00Z');
    const ingestion = groupCommit(stages, clock);
    const ingest = (text: string) => ingestion.ingest(batchOf(text, { onlyWebsiteId: 1 }));
    stages.locked.add(1);
    const first = ingest('1');
    await expect.poll(() => stages.groups.length).toBe(1);
    stages.locked.clear();
    await first;
    clock.advance(SECOND_MS - 1);
    await ingest('2');
    clock.advance(1);
    await ingest('3');
    expect(stages.groups).toEqual([['1'], ['3']]);
    expect(stages.groupsIfFree.at(-1)).toEqual(['2']);

    stages.locked.add(1);
    const fourth = ingest('4');
    await expect.poll(() => stages.groups.length).toBe(3);
    stages.locked.clear();
    await fourth;
    clock.advance(-SECOND_MS);
    await ingest('5');
    expect(stages.groups.at(-1)).toEqual(['5']);
  });

  test('are refused if it stays locked for a minute', async () => {
    const stages = new FakeStages();
    const clock = new TestClock('2025-03-10T12:00:00Z');
    const ingestion = groupCommit(stages, clock);
    stages.locked.add(1);
    const sent = ingestion.ingest(batchOf('1', { onlyWebsiteId: 1 }));
    await expect.poll(() => stages.groups.length).toBe(1);
    clock.advance(61 * SECOND_MS);
    await expect(sent).rejects.toMatchObject({ status: 503, options: { code: 'database_unavailable' } });
  });

  test('are tried again after a batch of their website was refused', async () => {
    const stages = new FakeStages();
    const clock = new TestClock('2025-03-10T12:00:00Z');
    const ingestion = groupCommit(stages, clock);
    const { promise, resolve } = Promise.withResolvers<void>();
    stages.registering = promise;
    const old = ingestion.ingest(batchOf('new', { onlyWebsiteId: 1 }));
    const refused = expect(old).rejects.toMatchObject({ status: 503 });
    await expect.poll(() => stages.registered).toBe(1);
    clock.advance(61 * SECOND_MS);
    stages.locked.add(1);
    const large = ingestion.ingest(batchOf('2'.padEnd(8 * MIB), { onlyWebsiteId: 1 }));
    resolve();
    await refused;
    stages.locked.clear();
    expect(await large).toMatchObject({ accepted: 2 });
  });
});
