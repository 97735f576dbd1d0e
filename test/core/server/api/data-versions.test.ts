// Which requests share a look-up of the version of their data, and what a version is.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Shard } from '../../../../src/core/foundation/database/citus/website-shards.ts';
import {
  type Database,
  DatabaseUnavailableError,
  type SqlValue,
} from '../../../../src/core/foundation/database/database.ts';
import { DataVersions } from '../../../../src/core/server/api/data-versions.ts';
import { ENGINES } from '../../../support/databases.ts';
import { eventWith } from '../../../support/events.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

/** Two nodes: one has the websites with odd ids, the other one those with even ids. */
const TWO_NODES = {
  find: async (id: number): Promise<Shard> => ({ id, nodeId: id % 2, nodeCount: 2 }),
};

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;
  /** The websites of each statement about activity. */
  let asked: number[][];
  let isDown: (id: number) => boolean;
  let versions: DataVersions;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
    await ingestion.count(eventWith(), eventWith({ website_id: 2 }));
  });

  afterAll(() => ingestion.dispose());

  beforeEach(() => {
    asked = [];
    isDown = () => false;
    const query: Database['query'] = async (sql: string, params: readonly SqlValue[] = []) => {
      if (!sql.includes('website_activity')) return ingestion.database.query(sql, params);
      asked.push(params as number[]);
      if (asked.at(-1)!.some(isDown)) throw new DatabaseUnavailableError(new Error('the node is down'));
      return ingestion.database.query(sql, params);
    };
    versions = new DataVersions({ query }, TWO_NODES);
  });

  test('requests of one turn share a statement if their websites are on one node', async () => {
    const ofRequests = await Promise.all([[1], [2], [1], [3, 4]].map((ids) => versions.versionOf(ids)));
    expect(asked).toEqual([
      [1, 3],
      [2, 4],
    ]);
    expect(ofRequests[0]).toBe(ofRequests[2]);
    expect(ofRequests.map((version) => version.split(',').length)).toEqual([1, 1, 1, 2]);
  });

  test('a node that is down fails only the requests for its websites', async () => {
    isDown = (id) => id % 2 === 0;
    const settled = await Promise.allSettled([1, 2, 3, 4].map((id) => versions.versionOf([id])));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  });

  test('what is known is not looked up', async () => {
    const version = await versions.versionOf([1]);
    const [state, change, activity] = version.split('/');
    const catalog = `${state}/${change}`;
    asked = [];
    expect(await versions.versionOf([1], { known: new Map([[1, { catalog, activity: Number(activity) }]]) })).toBe(
      version,
    );
    expect(asked).toEqual([]);
    expect(await versions.versionOf([1], { known: new Map([[1, { catalog, activity: undefined }]]) })).toBe(version);
    expect(asked).toEqual([[1]]);
  });

  test('what depends on the catalog alone does not change with events', async () => {
    const before = await versions.versionOf([1], { isOnlyCatalog: true });
    await ingestion.count(eventWith());
    expect(await versions.versionOf([1], { isOnlyCatalog: true })).toBe(before);
    expect(asked).toEqual([]);
  });
});
