// One experiment of the demo is decided and has ended, on whatever day the demo is built: the insights of a week before its end name the
// winner, and those of later weeks don't know an experiment any more.

import { expect, test } from 'vitest';
import { DirectSnapshotBuilder } from '../../../src/core/answers/insights/snapshot.ts';
import { dayFromIso, startOfWeek } from '../../../src/core/engine/rollups/calendar.ts';
import { readWeekItems } from '../../../src/extensions/changes/week-items.ts';
import { demoCatalog } from '../../../src/extensions/demo/catalog.ts';
import { endExperiments } from '../../../src/extensions/demo/end-experiments.ts';
import { experimentEnd, separateEventChunks } from '../../../src/extensions/demo/events.ts';
import { batchOf } from '../../support/events.ts';
import { IS_LONG } from '../../support/long.ts';
import { said } from '../../support/said.ts';
import { createTestIngestion } from '../../support/test-ingestion.ts';

const DAY_MS = 86_400_000;

test.each([
  ['a Monday', '2026-03-02'],
  ['a Sunday', '2026-11-29'],
  ...(IS_LONG ? ['2026-05-13', '2026-07-18', '2026-09-11', '2027-01-01'].map((date) => ['another day', date]) : []),
] as [string, string][])('built on %s, %s', async (_, date) => {
  const today = dayFromIso(date)!;
  const ingestion = await createTestIngestion('sqlite', demoCatalog(today));
  ingestion.clock.nowMs = today * DAY_MS;
  await ingestion.stages.commitSent([batchOf([...separateEventChunks(today)].join(''))]);
  const verdictOf = async (monday: number) => {
    const built = await new DirectSnapshotBuilder(ingestion.database, [readWeekItems]).build({ websiteId: 1, monday });
    return built!.items.map(said).find((text) => text.startsWith('The experiment in'));
  };
  const lastMonday = startOfWeek(experimentEnd(today)) - 7;
  expect(await verdictOf(lastMonday)).toMatch(/^The experiment in “Exit offer popup”: “Plain text” wins with /);
  await endExperiments(ingestion.database, today);
  expect(await verdictOf(lastMonday + 7)).toBeUndefined();
  expect(await verdictOf(startOfWeek(today) - 7)).toBeUndefined();
  await ingestion.dispose();
});
