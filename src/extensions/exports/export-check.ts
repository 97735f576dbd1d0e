// Whether the scheduled export is written. Only a warning: it is tried again every ten minutes.
import type { Database } from '../../core/foundation/database/database.ts';
import { withoutPassword } from '../../core/server/config/config.ts';
import { type Check, check, warning } from '../../core/server/extension/check.ts';
import { dueAfter, isLate, lastExportAt } from './export-state.ts';
import type { ScheduledExport } from './exporter.ts';

const NAME = 'scheduled export';

export function exportCheck(database: Database, now: Date, scheduled: ScheduledExport | undefined): Promise<Check> {
  return check(NAME, async () => {
    if (!scheduled) return { ok: true, detail: 'not configured (EXPORT_TO)' };
    const last = await lastExportAt(database);
    const target = withoutPassword(scheduled.to);
    if (!isLate(dueAfter(last, scheduled.everyHours), now))
      return { ok: true, detail: `to ${target}, last at ${last.toISOString()}` };
    const since = last.getTime() === 0 ? 'there was none yet' : `the last one was at ${last.toISOString()}`;
    return warning(
      NAME,
      `the export to ${target} is late, ${since}: see "the scheduled export failed" in the log of the node that runs the jobs, ` +
        'or start one with: funnel serve (or serve --only jobs)',
    );
  });
}
