// A look at the goals of a website: as far as they are at the end of the day that is judged, in the website's own time zone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../../../src/core/contract/access/principal.ts';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { GOALS } from '../../../../src/core/manage/resources/goal-operations.ts';
import { SavedRecords } from '../../../../src/core/manage/resources/saved-records.ts';
import { DirectLooker } from '../../../../src/extensions/changes/alerts/look.ts';
import { newWatch } from '../../../../src/extensions/changes/alerts/watch.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { orderWith } from '../../../support/events.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const ZONES = { 1: 'UTC', 2: 'Pacific/Auckland' } as const;
const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: Object.entries(ZONES).map(([id, timezone]) => ({ id: Number(id), name: `${id}.example`, timezone })),
    },
  ],
};
const HISTORY_DAYS = 40;
/** June has 30 days, so a quarter of it is over during the eighth. */
const SEVENTH = dayFromIso('2026-06-07')!;

/** The ninth in both zones. */
const NEXT = '2026-06-09T06:00:00Z';

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine, CATALOG, new TestClock('2026-06-09T12:00:00Z'));
    const days = Array.from({ length: HISTORY_DAYS }, (_, ago) => isoOfDay(SEVENTH + 1 - ago));
    const ids = Object.keys(ZONES).map(Number);
    await ingestion.count(
      ...ids.flatMap((website_id) => days.map((day) => orderWith({ website_id, at: `${day}T06:00:00Z` }))),
      // The look at a day is made some time after its end.
      ...ids.flatMap((website_id) => ['a', 'b'].map((order_id) => orderWith({ website_id, order_id, at: NEXT }))),
    );
    const goal = { name: 'Orders', metric: 'orders', target: 1_000, campaign_id: null } as const;
    const goals = new SavedRecords(ingestion.database, ingestion.clock.now);
    for (const id of ids) await goals.create(GOALS, id, goal, COMMAND_LINE);
  });
  afterAll(() => ingestion.dispose());

  const alerts = async (websiteId: number, day: number) =>
    (await new DirectLooker(ingestion.database).look({ websiteId, day, before: newWatch(day) })).alerts;
  const causes = async (websiteId: number, day: number) => (await alerts(websiteId, day)).map(({ cause }) => cause);

  test.each([1, 2])(
    'a goal of website %i is at risk from the first day at whose end a quarter of the month is over',
    async (id) => {
      expect(await causes(id, SEVENTH)).toEqual([]);
      expect(await causes(id, SEVENTH + 1)).toEqual([`goal_at_risk:${id}:2026-06`]);
    },
  );

  test.each([1, 2])('what comes after the day that is judged is not counted for the goal of website %i', async (id) => {
    const [alert] = await alerts(id, SEVENTH + 1);
    expect(alert!.text[0]).toMatchObject({ code: 'goalOnCourse', values: { reached: 8, forecast: 30 } });
  });
});
