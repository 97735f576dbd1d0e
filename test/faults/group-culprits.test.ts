// Batches of many senders share a commit. One that is malformed, or that uses a key again, costs the others nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GroupCommit } from '../../src/core/intake/commit/group-commit.ts';
import { ENGINES } from '../support/databases.ts';
import { batchOf, eventWith } from '../support/events.ts';
import { storedTotals } from '../support/stored-days.ts';
import { createTestIngestion, type TestIngestion } from '../support/test-ingestion.ts';

const BATCHES = 100;

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(() => ingestion.reset());
  afterAll(() => ingestion.dispose());

  function groupCommit(): GroupCommit {
    return ingestion.stages.groupCommit();
  }

  /** Every commit raises it by one. */
  async function version(): Promise<number> {
    const [row] = await ingestion.database.query<{ version: number }>(
      'SELECT version FROM website_activity WHERE website_id = 1',
    );
    return row!.version;
  }

  async function views(): Promise<number> {
    return (await storedTotals(ingestion.database, { websiteId: 1, kind: 'website', id: 1 })).views;
  }

  test('a website that writes many rows goes on in the next commit, so that others need not wait for it', async () => {
    const days = Array.from({ length: 2_000 }, (_, day) => new Date(Date.UTC(2018, 0, 1 + day)).toISOString());
    const many = () =>
      batchOf(
        days.map((at) => eventWith({ at })),
        { onlyWebsiteId: 1, subjectDaysMax: 3_000 },
      );
    const group = groupCommit();
    const outcomes = await Promise.all([many(), many(), many()].map((batch) => group.ingest(batch)));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ accepted: 2_000, groupBatches: 1 });
    expect({ views: await views(), version: await version() }).toEqual({ views: 6_000, version: 3 });
  });

  test('malformed batches and reused keys are answered alone, and all others share one commit', async () => {
    const receipt = { kind: 'request', websiteId: 1, idempotencyKey: 'used before' } as const;
    await ingestion.stages.commitSent([batchOf([eventWith()], { receipt })]);
    const before = { views: await views(), version: await version() };
    const group = groupCommit();
    const bad = [
      { batch: () => batchOf('['), answer: { status: 400, options: { code: 'invalid_json' } } },
      {
        batch: () => batchOf([eventWith(), eventWith()], { receipt }),
        answer: { status: 422, options: { code: 'idempotency_key_reused' } },
      },
      {
        batch: () => batchOf([eventWith(), eventWith()], { eventsMax: 1 }),
        answer: { status: 413, options: { code: 'too_many_events' } },
      },
    ];
    const good = Array.from({ length: BATCHES }, (_, number) =>
      group.ingest(batchOf([eventWith({ id: `${number}` })])),
    );
    const refused = bad.map(({ batch, answer }) => expect(group.ingest(batch())).rejects.toMatchObject(answer));
    for (const outcome of await Promise.all(good)) expect(outcome).toMatchObject({ accepted: 1 });
    await Promise.all(refused);
    expect(await views()).toBe(before.views + BATCHES);
    expect(await version()).toBe(before.version + 1);
  });

  test('a batch that fails in the database costs the others a few commits, not one each', async () => {
    await ingestion.count(eventWith());
    const before = { views: await views(), version: await version() };
    await ingestion.database.transaction((tx) => tx.runScript(FAILING_VISITS[engine].create));
    try {
      const group = groupCommit();
      const good = Array.from({ length: BATCHES }, () => group.ingest(batchOf([eventWith()])));
      const refused = expect(group.ingest(batchOf([eventWith({ website_id: 3 })]))).rejects.toThrow();
      for (const outcome of await Promise.all(good)) expect(outcome).toMatchObject({ accepted: 1 });
      await refused;
      expect(await views()).toBe(before.views + BATCHES);
      expect((await version()) - before.version).toBeLessThanOrEqual(Math.ceil(Math.log2(BATCHES)) + 1);
    } finally {
      await ingestion.database.transaction((tx) => tx.runScript(FAILING_VISITS[engine].drop));
    }
  });
});

/** The database refuses what is counted for website 3, as it would a sum that does not fit. */
const FAILING_VISITS = {
  sqlite: {
    create: `CREATE TRIGGER refuse_website_3 BEFORE INSERT ON rollup_counters WHEN NEW.website_id = 3
      BEGIN SELECT RAISE(ABORT, 'refused'); END;`,
    drop: 'DROP TRIGGER refuse_website_3;',
  },
  postgres: {
    create: 'ALTER TABLE rollup_counters ADD CONSTRAINT refuse_website_3 CHECK (website_id <> 3);',
    drop: 'ALTER TABLE rollup_counters DROP CONSTRAINT refuse_website_3;',
  },
};
