// Gives every subject of a catalog rows with sketches of a chosen size, as if its visitors had come already.

import { SUBJECT_KIND } from '../../src/core/engine/catalog/subject.ts';
import { dayOfTimestampMs } from '../../src/core/engine/rollups/calendar.ts';
import { VISITOR_METRICS } from '../../src/core/engine/rollups/metric.ts';
import type { Database, SqlValue } from '../../src/core/foundation/database/database.ts';
import { Sketch } from '../../src/core/foundation/sketches/hyperloglog.ts';
import { Random } from '../../src/core/foundation/statistics/random.ts';
import type { CatalogSize } from './catalog.ts';

/** Fills today and the `days` - 1 days before. Rows that exist are replaced. */
export async function fillToday(database: Database, size: CatalogSize, visitors: number, days = 1): Promise<void> {
  const sketch = sketchOf(visitors);
  const today = dayOfTimestampMs(Date.now());
  for (let website = 1; website <= size.websites; website++) {
    const rows: SqlValue[][] = [];
    for (const [kind, id] of subjectsOfWebsite(size, website)) {
      for (const metric of VISITOR_METRICS.keys()) {
        for (let day = today - days + 1; day <= today; day++) rows.push([website, kind, id, metric, 0, day, sketch]);
      }
    }
    await database.transaction(async (tx) => {
      await tx.query('DELETE FROM rollup_visitors WHERE website_id = $1', [website]);
      await tx.insertMany({
        into: 'rollup_visitors',
        columns: ['website_id', 'subject_kind', 'subject_id', 'metric', 'period_kind', 'period', 'sketch'],
        rows,
      });
      await tx.insertMany({
        into: 'website_activity',
        columns: ['website_id', 'version', 'first_day', 'last_day'],
        rows: [[website, 1, today - days + 1, today]],
        onConflict: 'ON CONFLICT (website_id) DO NOTHING',
      });
    });
  }
}

/** Children are numbered as in `catalogOf`. */
function* subjectsOfWebsite(size: CatalogSize, website: number): Generator<[kind: number, id: number]> {
  yield [SUBJECT_KIND.website, website];
  let [first, count] = [website, 1];
  const levels = [size.campaigns, size.variants, size.steps, size.elements];
  for (const [level, children] of levels.entries()) {
    first = (first - 1) * children + 1;
    count *= children;
    for (let id = first; id < first + count; id++) yield [level + SUBJECT_KIND.campaign, id];
  }
}

function sketchOf(visitors: number): Uint8Array {
  const random = new Random(visitors);
  const sketch = new Sketch();
  for (let visitor = 0; visitor < visitors; visitor++) sketch.add(random.next() * 2 ** 32, random.next() * 2 ** 32);
  return sketch.toBytes();
}
