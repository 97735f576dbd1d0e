// Writes an insights snapshot with any content, as the background job does: also raises the website's version.

import { dayFromIso } from '../../src/core/engine/rollups/calendar.ts';
import { lockWebsites } from '../../src/core/engine/rollups/store.ts';
import { isoSeconds } from '../../src/core/foundation/time/clock.ts';
import { anySentence } from './said.ts';
import type { TestService } from './test-service.ts';

/** The snapshot that the report has. */
export function snapshotOf(week: string, recommendation: string) {
  return {
    week,
    performance_snapshot: { performance: { revenue: 1234.5, viewers: 678 } },
    ai_recommendations: { items: [recommendation, 'Add a second step.'] },
  };
}

/** `week` is a Monday. Replaces an existing snapshot of that week. */
export async function writeSnapshot(
  { ingestion: { database, clock } }: TestService,
  websiteId: number,
  week: string,
  recommendation = 'Shorten the form.',
): Promise<void> {
  const items = [recommendation, 'Add a second step.'].map((text) => ({
    kind: 'note',
    sentences: [anySentence(text)],
    campaign_ids: [],
  }));
  const snapshot = JSON.stringify({ revenue: 1234.5, viewers: 678, items });
  await database.transaction(async (tx) => {
    await lockWebsites(tx, [websiteId]);
    await tx.insertMany({
      into: 'insights_snapshots',
      columns: ['website_id', 'week', 'snapshot', 'created_at'],
      rows: [[websiteId, dayFromIso(week)!, snapshot, isoSeconds(clock.now())]],
      onConflict: `ON CONFLICT (website_id, week)
        DO UPDATE SET snapshot = excluded.snapshot, created_at = excluded.created_at`,
    });
  });
}
