// Compares the event logs with the rollups, day by day.

import { type CheckedLog, checkLog, type LogDifference } from '../../../engine/event-log/upkeep/check-log.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import type { Database } from '../../../foundation/database/database.ts';
import { formatCount, ProgressBar } from '../../command/progress-bar.ts';
import { type Check, check } from '../../extension/check.ts';

const DIFFERENCES_SHOWN_MAX = 5;
const DIFFERENCES_LISTED_MAX = 1_000;

export function eventLogCheck(database: Database): Promise<Check> {
  return check('event log', async () => {
    const bar = new ProgressBar('days');
    const checked = await checkLog(database, (share, done) => bar.update({ share, done })).finally(() => bar.finish());
    return {
      ok: checked.differences.length === 0,
      detail: describeLog(checked),
      differences: checked.differences.slice(0, DIFFERENCES_LISTED_MAX).map(listed),
    };
  });
}

function describeLog({ websites, days, differences }: CheckedLog): string {
  const count = `${formatCount(days)} days of ${formatCount(websites)} websites`;
  if (differences.length === 0) return `${count} have the events that were counted`;
  const shown = differences
    .slice(0, DIFFERENCES_SHOWN_MAX)
    .map(({ websiteId, day, problem }) => `website ${websiteId}, ${isoOfDay(day)}: ${problem}`);
  const more = differences.length > shown.length ? ` and ${formatCount(differences.length - shown.length)} more` : '';
  return (
    `${formatCount(differences.length)} of ${count} do not have the events that were counted (${shown.join('; ')}${more}); ` +
    'reports without break_down_by and filter are right; to begin a new log, switch the setting event-log off, wait for an event, and ' +
    'switch it on'
  );
}

function listed({ websiteId, day, problem }: LogDifference) {
  return { website_id: websiteId, day: isoOfDay(day), problem };
}
