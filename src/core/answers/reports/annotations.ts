// What people have noted about the days of a website.
import { z } from 'zod';
import { date } from '../../contract/operations/schemas.ts';
import { isoOfDay } from '../../engine/rollups/calendar.ts';
import type { Window } from '../../engine/rollups/window.ts';
import type { Queries } from '../../foundation/database/database.ts';

const ANNOTATIONS_MAX = 20;

export const annotations = z
  .array(z.strictObject({ date, name: z.string() }))
  .describe(`What people noted about these days, newest first, at most ${ANNOTATIONS_MAX}.`);

export async function readAnnotations(
  database: Pick<Queries, 'query'>,
  websiteId: number,
  windows: readonly Window[],
): Promise<z.infer<typeof annotations>> {
  const rows = await database.query<{ name: string; definition: string }>(
    "SELECT name, definition FROM saved_records WHERE website_id = $1 AND kind = 'annotation' ORDER BY id DESC",
    [websiteId],
  );
  const all = rows.map(({ name, definition }) => ({ date: (JSON.parse(definition) as { date: string }).date, name }));
  const ranges = windows.map(({ firstDay, lastDay }) => [isoOfDay(firstDay), isoOfDay(lastDay)] as const);
  return all
    .filter((one) => ranges.some(([first, last]) => one.date >= first && one.date <= last))
    .sort((a, b) => (a.date < b.date ? 1 : Number(a.date > b.date) * -1))
    .slice(0, ANNOTATIONS_MAX);
}
