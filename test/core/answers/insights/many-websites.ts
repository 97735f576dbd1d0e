// Many small websites with one visitor each in the last complete week, for tests that interrupt a run.

import { lastCompleteWeek } from '../../../../src/core/answers/insights/week.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import type { Database, Engine } from '../../../../src/core/foundation/database/database.ts';
import type { Clock } from '../../../../src/core/foundation/time/clock.ts';
import { UTC } from '../../../../src/core/foundation/time/zone.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/databases.ts';
import { batchOf, eventWith } from '../../../support/events.ts';
import { TestStages } from '../../../support/test-stages.ts';

export async function createManyWebsites(engine: Engine, count: number, clock: Clock): Promise<TestDatabase> {
  const created = await createTestDatabase(engine);
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const websites = ids.map((id) => ({ id, name: `site-${id}.example`, currency: 'USD' }));
  await importCatalog(created.database, { accounts: [{ id: 1, name: 'Acme', websites }] }, clock);
  const at = `${isoOfDay(lastCompleteWeek(clock(), UTC))}T12:00:00Z`;
  const events = ids.map((id) => eventWith({ website_id: id, at }));
  await new TestStages(created.database, clock).commitSent([batchOf(events)]);
  return created;
}

export async function snapshotCount(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>('SELECT COUNT(*) AS count FROM insights_snapshots');
  return row!.count;
}

/** How often each website's snapshot was written: every write raises the version, and its one event has set it to 1. */
export async function writesByWebsite(database: Database): Promise<number[]> {
  const rows = await database.query<{ version: number }>('SELECT version FROM website_activity ORDER BY website_id');
  return rows.map(({ version }) => version - 1);
}
