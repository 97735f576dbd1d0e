// The service with some months of counted events and one weekly snapshot, for comparing its surfaces.

import { dayFromIso, isoOfDay } from '../../../../../src/core/engine/rollups/calendar.ts';
import type { Engine } from '../../../../../src/core/foundation/database/database.ts';
import { switchLog } from '../../../../support/event-log.ts';
import type { SentEvent } from '../../../../support/events.ts';
import { RandomStream } from '../../../../support/random-events.ts';
import type { RunOptions } from '../../../../support/run-service.ts';
import { anySentence } from '../../../../support/said.ts';
import { SAMPLE_CATALOG } from '../../../../support/sample-catalog.ts';
import { createTestIngestion } from '../../../../support/test-ingestion.ts';
import { TestService } from '../../../../support/test-service.ts';

const EVENTS = 1_500;
const FIRST_DATE = '2024-11-20';
const WEEK = '2025-03-03';
const TEXT = anySentence('Show the popup later: most visitors close it at once.');
const SNAPSHOT = {
  ...{ revenue: 1234.5, viewers: 678 },
  items: [{ kind: 'note', sentences: [TEXT], campaign_ids: [] }],
};

export async function startWithMonthsOfEvents(engine: Engine, options: RunOptions = {}): Promise<TestService> {
  const ingestion = await createTestIngestion(engine);
  await switchLog(ingestion.database, 1, true);
  // Some are duplicates.
  await ingestion.count(...randomEvents());
  await ingestion.database.transaction((tx) =>
    tx.insertMany({
      into: 'insights_snapshots',
      columns: ['website_id', 'week', 'snapshot', 'created_at'],
      rows: [[1, dayFromIso(WEEK)!, JSON.stringify(SNAPSHOT), '2025-03-10T00:00:00Z']],
    }),
  );
  return TestService.over(ingestion, options);
}

function randomEvents(): SentEvent[] {
  const firstDay = dayFromIso(FIRST_DATE)!;
  const dates = Array.from({ length: 110 }, (_, offset) => isoOfDay(firstDay + offset));
  const stream = new RandomStream(SAMPLE_CATALOG, { seed: 5, visitors: 300, dates });
  return Array.from({ length: EVENTS }, () => stream.next())
    .filter(({ rejection }) => rejection === undefined)
    .map(({ event }) => ({ ...event }));
}
