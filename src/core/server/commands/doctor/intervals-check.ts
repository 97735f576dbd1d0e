// Compares the derived intervals with their days, and builds again what differs.

import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import {
  type CheckedIntervals,
  checkIntervals,
  type IntervalDifference,
  repairIntervals,
} from '../../../engine/rollups/check-intervals.ts';
import type { Database } from '../../../foundation/database/database.ts';
import { formatCount, ProgressBar } from '../../command/progress-bar.ts';
import { type Check, check } from '../../extension/check.ts';

const DIFFERENCES_SHOWN_MAX = 5;
const DIFFERENCES_LISTED_MAX = 1_000;

interface ListedDifference {
  readonly website_id: number;
  readonly subject: string;
  readonly subject_id: number;
  readonly metric: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly problem: string;
}

export function intervalsCheck(database: Database, isRepairing: boolean): Promise<Check> {
  return check('intervals', async () => {
    const bar = new ProgressBar('intervals');
    const checked = await checkIntervals(database, (share, done) => bar.update({ share, done })).finally(() =>
      bar.finish(),
    );
    const { differences } = checked;
    const damagedDays = differences.filter(({ canBeBuilt }) => !canBeBuilt);
    if (isRepairing) {
      for (const difference of differences) if (difference.canBeBuilt) await repairIntervals(database, difference);
    }
    return {
      ok: (isRepairing ? damagedDays : differences).length === 0,
      detail: describeIntervals(checked, isRepairing),
      differences: differences.slice(0, DIFFERENCES_LISTED_MAX).map(listed),
    };
  });
}

function describeIntervals({ websites, intervals, differences }: CheckedIntervals, isRepairing: boolean): string {
  const count = `${formatCount(intervals)} of ${formatCount(websites)} websites`;
  if (differences.length === 0) return `${count} equal their days`;
  const shown = differences.slice(0, DIFFERENCES_SHOWN_MAX).map((difference) => {
    const { website_id, subject, subject_id, metric, first_day, last_day, problem } = listed(difference);
    return `website ${website_id}, ${subject} ${subject_id}, ${metric} of ${first_day} to ${last_day}: ${problem}`;
  });
  const more = differences.length > shown.length ? ` and ${formatCount(differences.length - shown.length)} more` : '';
  const advice = isRepairing ? 'built again' : 'to build them again, run: funnel doctor --deep --repair';
  const lost = differences.some(({ canBeBuilt }) => !canBeBuilt)
    ? '; those over a damaged day can not be built: restore a backup, or remove the day with: funnel forget day'
    : '';
  return (
    `${formatCount(differences.length)} of ${count} are damaged or do not equal their days (${shown.join('; ')}${more}); ` +
    `${advice}${lost}`
  );
}

function listed({ websiteId, subject, subjectId, metric, window, problem }: IntervalDifference): ListedDifference {
  return {
    website_id: websiteId,
    subject,
    subject_id: subjectId,
    metric,
    first_day: isoOfDay(window.firstDay),
    last_day: isoOfDay(window.lastDay),
    problem,
  };
}
