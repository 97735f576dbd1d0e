// Batches that share a commit: each gets its own answer, and none can spoil the others.
import { describe, expect, test } from 'vitest';
import { DatabaseUnavailableError } from '../../src/database/database.ts';
import { type Batch, emptyOutcome } from '../../src/ingestion/batch.ts';
import { GroupCommit } from '../../src/ingestion/group-commit.ts';
import { type BatchResult, type BusyWebsites, POSTPONED, SET_ASIDE } from '../../src/ingestion/ingestion.ts';
import { UnregisteredKeys } from '../../src/ingestion/unregistered-keys.ts';
import { batchOf } from '../support/events.ts';
import { TestClock } from '../support/test-clock.ts';

const MIB = 1024 * 1024;
const ASIDE_MS = 3_000;

/**
 * Accepts as many events as a batch's text says. A batch that says `bad` fails alone, one that says `poison` fails the commit
 * that it is part of, one that says `outage` finds no database, and one that says `busy` is set aside unless the commit waits.
 * One that says `large` is also set aside, and a commit that waits takes one of them. One that says `new` has a key to be registered first.
 */
class FakeCommitter {
  readonly groups: string[][] = [];
  /** Those of the groups that wait for locks. */
  readonly waits: string[][] = [];
  registered = 0;
  registering: Promise<void> = Promise.resolve();

  async register(): Promise<void> {
    this.registered++;
    await this.registering;
  }

  async commitEach(batches: readonly Batch[], busyWebsites: BusyWebsites): Promise<BatchResult[]> {
    const texts = batches.map(({ bytes }) => new TextDecoder().decode(bytes).trim());
    this.groups.push(texts);
    if (busyWebsites === 'wait') this.waits.push(texts);
    // A commit takes its time, so that others arrive meanwhile.
    await new Promise(setImmediate);
    if (texts.includes('poison')) throw new Error('poisoned');
    if (texts.includes('outage')) throw new DatabaseUnavailableError('nobody answers');
    return texts.map((text, index) => {
      if (text === 'new') {
        const batch = batches[index]!;
        return batch.keysRegistered ? { ...emptyOutcome(), accepted: 1 } : new UnregisteredKeys([], batch);
      }
      if (text === 'bad') return new Error('bad');
      if (['busy', 'large'].includes(text) && busyWebsites === 'set aside') return SET_ASIDE;
      if (text === 'large' && texts.indexOf(text) < index) return POSTPONED;
      if (text === 'busy' || text === 'large') return { ...emptyOutcome(), accepted: 1 };
      return { ...emptyOutcome(), accepted: Number(text) };
    });
  }
}

function groupCommit(
  committer = new FakeCommitter(),
  committerThatWaits = new FakeCommitter(),
  clock = new TestClock('2025-03-10T12:00:00Z'),
): GroupCommit {
  return new GroupCommit(committer, committerThatWaits, clock.now);
}

function requestReceipt(idempotencyKey: string): Batch['receipt'] & object {
  return { kind: 'request', websiteId: 1, idempotencyKey };
}

describe('batches that arrive together', () => {
  test('share one commit, and each gets its own outcome', async () => {
    const committer = new FakeCommitter();
    const ingestion = groupCommit(committer);
    const outcomes = await Promise.all(['1', '2', '3'].map((text) => ingestion.ingest(batchOf(text))));
    expect(committer.groups).toEqual([['1', '2', '3']]);
    expect(outcomes.map(({ accepted }) => accepted)).toEqual([1, 2, 3]);
  });

  test('while a commit is under way wait for the next one', async () => {
    const committer = new FakeCommitter();
    const ingestion = groupCommit(committer);
    const first = ingestion.ingest(batchOf('1'));
    while (committer.groups.length === 0) await new Promise(setImmediate);
    const later = ['2', '3'].map((text) => ingestion.ingest(batchOf(text)));
    await Promise.all([first, ...later]);
    expect(committer.groups).toEqual([['1'], ['2', '3']]);
  });

  test('those that fail alone do not cost the others a commit', async () => {
    const committer = new FakeCommitter();
    const ingestion = groupCommit(committer);
    const texts = Array.from({ length: 100 }, (_, index) => (index % 10 === 0 ? 'bad' : '1'));
    const settled = await Promise.allSettled(texts.map((text) => ingestion.ingest(batchOf(text))));
    expect(committer.groups).toHaveLength(1);
    expect(settled.map(({ status }) => status)).toEqual(
      texts.map((text) => (text === 'bad' ? 'rejected' : 'fulfilled')),
    );
  });

  test('one that fails its commit is found by halves, and the others are counted', async () => {
    const committer = new FakeCommitter();
    const ingestion = groupCommit(committer);
    const texts = Array.from({ length: 256 }, (_, index) => (index === 77 ? 'poison' : '1'));
    const settled = await Promise.allSettled(texts.map((text) => ingestion.ingest(batchOf(text))));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(255);
    expect(settled[77]).toMatchObject({ status: 'rejected', reason: { message: 'poisoned' } });
    expect(committer.groups.length).toBeLessThanOrEqual(1 + 2 * Math.log2(256));
  });

  test('without a database all who wait are told at once: trying each would take as long again', async () => {
    const committer = new FakeCommitter();
    const ingestion = groupCommit(committer);
    const all = ['1', 'outage'].map((text) => ingestion.ingest(batchOf(text)));
    while (committer.groups.length === 0) await new Promise(setImmediate);
    all.push(ingestion.ingest(batchOf('2')));
    const settled = await Promise.allSettled(all);
    for (const one of settled)
      expect(one).toMatchObject({ reason: { status: 503, options: { code: 'database_unavailable' } } });
    expect(committer.groups).toEqual([['1', 'outage']]);
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
    const committer = new FakeCommitter();
    const { promise, resolve } = Promise.withResolvers<void>();
    committer.registering = promise;
    const ingestion = groupCommit(committer);
    const waiting = ingestion.ingest(batchOf('new'));
    expect(await ingestion.ingest(batchOf('2'))).toMatchObject({ accepted: 2 });
    expect(await ingestion.ingest(batchOf('3'))).toMatchObject({ accepted: 3 });
    resolve();
    expect(await waiting).toMatchObject({ accepted: 1 });
    expect([committer.registered, committer.groups]).toEqual([1, [['new', '2'], ['3'], ['new']]]);
  });

  test('fails where it cannot be registered', async () => {
    const committer = new FakeCommitter();
    committer.register = () => Promise.reject(new Error('no database'));
    await expect(groupCommit(committer).ingest(batchOf('new'))).rejects.toThrow('no database');
  });
});

describe('a group', () => {
  test('holds a receipt once: a repeat goes with a later one, in the order of arrival', async () => {
    const committer = new FakeCommitter();
    const ingestion = groupCommit(committer);
    const keys = ['a', 'b', 'a', undefined, 'a', 'b'];
    await Promise.all(
      keys.map((key, index) => ingestion.ingest(batchOf(String(index), key ? { receipt: requestReceipt(key) } : {}))),
    );
    expect(committer.groups).toEqual([['0', '1', '3'], ['2', '5'], ['4']]);
  });

  test('tells receipts of different websites apart', async () => {
    const committer = new FakeCommitter();
    const ingestion = groupCommit(committer);
    const receipts = [1, 2].map((websiteId) => ({ ...requestReceipt('a'), websiteId })) as NonNullable<
      Batch['receipt']
    >[];
    await Promise.all(receipts.map((receipt, index) => ingestion.ingest(batchOf(String(index), { receipt }))));
    expect(committer.groups).toEqual([['0', '1']]);
  });

  test('has at most 500 batches', async () => {
    const committer = new FakeCommitter();
    const ingestion = groupCommit(committer);
    await Promise.all(Array.from({ length: 1_100 }, () => ingestion.ingest(batchOf('1'))));
    expect(committer.groups.map((group) => group.length)).toEqual([500, 500, 100]);
  });

  test('has at most 8 MiB, unless one batch alone is larger', async () => {
    const committer = new FakeCommitter();
    const ingestion = groupCommit(committer);
    const sizes = [3 * MIB, 3 * MIB, 3 * MIB, 9 * MIB, 2 * MIB];
    await Promise.all(sizes.map((size, index) => ingestion.ingest(batchOf(String(index).padEnd(size)))));
    expect(committer.groups.flat().sort()).toEqual(['0', '1', '2', '3', '4']);
    for (const group of committer.groups) {
      const bytes = group.reduce((total, text) => total + sizes[Number(text)]!, 0);
      expect(bytes <= 8 * MIB || group.length === 1).toBe(true);
    }
    expect(committer.groups.length).toBeLessThan(sizes.length);
  });

  test('holds a quarter of one website at most while others wait', async () => {
    const committer = new FakeCommitter();
    const ingestion = groupCommit(committer);
    const many = Array.from({ length: 600 }, () => ingestion.ingest(batchOf('1', { onlyWebsiteId: 1 })));
    const one = ingestion.ingest(batchOf('2', { onlyWebsiteId: 2 }));
    await Promise.all([...many, one]);
    expect(committer.groups.map((group) => group.length)).toEqual([126, 475]);
    expect(committer.groups[0]).toContain('2');
  });
});

describe('batches of a website that somebody else has locked for long', () => {
  test('wait on their own, while others are committed', async () => {
    const [committer, patient] = [new FakeCommitter(), new FakeCommitter()];
    const ingestion = groupCommit(committer, patient);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const commitEach = patient.commitEach.bind(patient);
    patient.commitEach = async (...args) => {
      await released;
      return commitEach(...args);
    };
    const busy = [ingestion.ingest(batchOf('busy', { onlyWebsiteId: 1 }))];
    expect(await ingestion.ingest(batchOf('1', { onlyWebsiteId: 2 }))).toMatchObject({ accepted: 1 });
    await new Promise(setImmediate);
    // What comes for the same website meanwhile queues behind it.
    busy.push(ingestion.ingest(batchOf('busy', { onlyWebsiteId: 1 })));
    expect(await ingestion.ingest(batchOf('2', { onlyWebsiteId: 2 }))).toMatchObject({ accepted: 2 });
    release();
    for (const outcome of await Promise.all(busy)) expect(outcome).toMatchObject({ accepted: 1 });
    expect(committer.groups).toEqual([['busy', '1'], ['2']]);
    expect(patient.waits.flat()).toEqual(['busy', 'busy']);
  });

  test('wait on their own for some seconds more, because others would wait for each first try', async () => {
    const [committer, patient] = [new FakeCommitter(), new FakeCommitter()];
    const clock = new TestClock('2025-03-10T12:00:00Z');
    const ingestion = groupCommit(committer, patient, clock);
    const ingest = (text: string, onlyWebsiteId: number) => ingestion.ingest(batchOf(text, { onlyWebsiteId }));
    await ingest('busy', 1);
    clock.advance(ASIDE_MS - 1);
    await Promise.all([ingest('2', 1), ingest('3', 2)]);
    clock.advance(1);
    await ingest('4', 1);
    expect(committer.groups).toEqual([['busy'], ['3'], ['4']]);
    expect(patient.waits).toEqual([['busy'], ['2']]);
  });

  test('are not kept aside if the second try finds the website free: another service node had it for a moment', async () => {
    const [committer, patient] = [new FakeCommitter(), new FakeCommitter()];
    const ingestion = groupCommit(committer, patient);
    const ingest = (text: string, onlyWebsiteId: number) => ingestion.ingest(batchOf(text, { onlyWebsiteId }));
    const commitEach = committer.commitEach.bind(committer);
    committer.commitEach = async (batches, busyWebsites) => {
      committer.commitEach = commitEach;
      await commitEach(batches, busyWebsites);
      return batches.map(() => SET_ASIDE);
    };
    await Promise.all([ingest('1', 1), ingest('busy', 2)]);
    await Promise.all([ingest('3', 1), ingest('4', 2)]);
    expect(committer.groups).toEqual([['1', 'busy'], ['3']]);
    expect(patient.groups).toEqual([['1'], ['busy'], ['busy'], ['4']]);
    expect(patient.waits).toEqual([['busy'], ['4']]);
  });

  test('do not wait on their own for longer if the clock is set back', async () => {
    const [committer, patient] = [new FakeCommitter(), new FakeCommitter()];
    const clock = new TestClock('2025-03-10T12:00:00Z');
    const ingestion = groupCommit(committer, patient, clock);
    await ingestion.ingest(batchOf('busy', { onlyWebsiteId: 1 }));
    clock.advance(-ASIDE_MS);
    await ingestion.ingest(batchOf('2', { onlyWebsiteId: 1 }));
    expect(committer.groups).toEqual([['busy'], ['2']]);
  });

  test('wait on their own also if they are too large for one commit', async () => {
    const [committer, patient] = [new FakeCommitter(), new FakeCommitter()];
    const ingestion = groupCommit(committer, patient);
    const ingest = () => ingestion.ingest(batchOf('large', { onlyWebsiteId: 1 }));
    await Promise.all([ingest(), ingest()]);
    expect(committer.groups).toEqual([['large', 'large']]);
    expect(patient.waits).toEqual([['large', 'large'], ['large']]);
  });

  test('are committed website by website, one after the other', async () => {
    const [committer, patient] = [new FakeCommitter(), new FakeCommitter()];
    const ingestion = groupCommit(committer, patient);
    let running = 0;
    const commitEach = patient.commitEach.bind(patient);
    patient.commitEach = async (...args) => {
      expect(++running).toBe(1);
      const results = await commitEach(...args);
      running--;
      return results;
    };
    const ingest = (onlyWebsiteId: number) => ingestion.ingest(batchOf('busy', { onlyWebsiteId }));
    const sent = [1, 2, 1].map(ingest);
    while (patient.groups.length === 0) await new Promise(setImmediate);
    sent.push(...[1, 2, 3].map(ingest));
    await Promise.all(sent);
    expect(patient.waits.flat()).toHaveLength(6);
    expect(patient.waits.length).toBeGreaterThanOrEqual(3);
  });

  test('wait on their own also if they arrive during the commit that finds the lock', async () => {
    const [committer, patient] = [new FakeCommitter(), new FakeCommitter()];
    const ingestion = groupCommit(committer, patient);
    const ingest = (text: string, onlyWebsiteId: number) => ingestion.ingest(batchOf(text, { onlyWebsiteId }));
    const sent = [ingest('busy', 1)];
    while (committer.groups.length === 0) await new Promise(setImmediate);
    sent.push(ingest('busy', 1), ingest('2', 2));
    await Promise.all(sent);
    expect(committer.groups).toEqual([['busy'], ['2']]);
  });
});
