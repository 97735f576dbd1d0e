// How many records of each kind a website may have, and how many annotations a report shows.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readAnnotations } from '../../../../src/core/answers/reports/annotations.ts';
import { COMMAND_LINE } from '../../../../src/core/contract/access/principal.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { ANNOTATIONS } from '../../../../src/core/manage/resources/annotation-operations.ts';
import { GOALS } from '../../../../src/core/manage/resources/goal-operations.ts';
import { type RecordKind, SavedRecords } from '../../../../src/core/manage/resources/saved-records.ts';
import { VIEWS } from '../../../../src/core/manage/resources/saved-view-operations.ts';
import { FUNNELS } from '../../../../src/extensions/questions/saved-funnel-operations.ts';
import { ANY_ENGINE, createTestDatabase, type TestDatabase } from '../../../support/databases.ts';
import { restoreOf } from '../../../support/restore.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';

const AT = '2026-06-01T12:00:00Z';
const DAY = dayFromIso('2026-05-01')!;

describe.each(ANY_ENGINE)('on %s', (engine) => {
  const clock = () => new Date(AT);
  let world: TestDatabase;
  let restore: () => Promise<void>;
  beforeAll(async () => {
    world = await createTestDatabase(engine);
    await importCatalog(world.database, SAMPLE_CATALOG, clock);
    restore = await restoreOf(world.database);
  });
  beforeEach(() => restore());
  afterAll(() => world.dispose());

  const store = (kind: string, definitions: readonly object[]) =>
    world.database.transaction((tx) =>
      tx.insertMany({
        into: 'saved_records',
        columns: ['website_id', 'id', 'kind', 'name', 'definition', 'created_at', 'updated_at'],
        rows: definitions.map((definition, index) => [
          ...[1, 1_000 + index, kind, `Stored ${index}`, JSON.stringify(definition), AT, AT],
        ]),
      }),
    );

  const goal = { metric: 'orders', target: 5, campaign_id: null } as const;
  const funnel = { step: ['view', 'order'], within_minutes: 60, break_down_by: null } as const;
  test.each<[number, RecordKind<{ name: string }>, (websiteId: number) => object]>([
    [500, ANNOTATIONS as never, () => ({ date: '2026-05-01' })],
    [20, GOALS as never, () => goal],
    [100, FUNNELS as never, () => funnel],
    [100, VIEWS as never, (id) => ({ path: `/websites/${id}` })],
  ])('a website has %d of a kind, and room for others', async (count, kind, definitionOf) => {
    await store(kind.kind, Array<object>(count - 1).fill(definitionOf(1)));
    const records = new SavedRecords(world.database, clock);
    const create = (name: string, websiteId = 1) =>
      records.create(kind, websiteId, { name, ...definitionOf(websiteId) }, COMMAND_LINE);
    await create('The last one');
    await expect(create('One too many')).rejects.toMatchObject({ options: { code: `too_many_${kind.kind}s` } });
    await create('Of another website', 2);
    expect([(await records.list(kind, 1)).length, (await records.list(kind, 2)).length]).toEqual([count, 1]);
  });

  test('a report shows the 20 newest annotations of its days', async () => {
    // One on each of 25 days.
    await store(
      'annotation',
      Array.from({ length: 25 }, (_, index) => ({ date: isoOfDay(DAY + index) })),
    );
    const shown = async (firstDay: number, lastDay: number) =>
      (await readAnnotations(world.database, 1, [{ firstDay: DAY + firstDay, lastDay: DAY + lastDay }])).map(
        ({ date }) => dayFromIso(date)! - DAY,
      );
    expect(await shown(2, 21)).toEqual(Array.from({ length: 20 }, (_, index) => 21 - index));
    expect(await shown(2, 22)).toEqual(Array.from({ length: 20 }, (_, index) => 22 - index));
    expect(await readAnnotations(world.database, 2, [{ firstDay: DAY, lastDay: DAY + 25 }])).toEqual([]);
  });
});
