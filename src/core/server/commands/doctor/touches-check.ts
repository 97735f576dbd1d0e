// Looks for damage in the stored touches of visitors, and removes what is damaged.
import type { Database } from '../../../foundation/database/database.ts';
import { type DamagedTouches, findDamagedTouches, removeDamagedTouches } from '../../../intake/orders/touch-runs.ts';
import { formatCount, ProgressBar } from '../../command/progress-bar.ts';
import { type Check, check } from '../../extension/check.ts';

const SHOWN_MAX = 5;
const LISTED_MAX = 1_000;

export function touchesCheck(database: Database, isRepairing: boolean): Promise<Check> {
  return check('touches', async () => {
    const bar = new ProgressBar('runs of touches');
    const { runs, damaged } = await findDamagedTouches(database, (done) =>
      bar.update({ share: undefined, done }),
    ).finally(() => bar.finish());
    if (isRepairing) await removeDamagedTouches(database, damaged);
    return {
      ok: isRepairing || damaged.length === 0,
      detail: describeTouches(runs, damaged, isRepairing),
      differences: damaged.slice(0, LISTED_MAX).map(listed),
    };
  });
}

function describeTouches(runs: number, damaged: readonly DamagedTouches[], isRepairing: boolean): string {
  if (damaged.length === 0) return `${formatCount(runs)} runs are not damaged`;
  const shown = damaged.slice(0, SHOWN_MAX).map(({ websiteId, since }) => `website ${websiteId}, since ${since}`);
  const more = damaged.length > shown.length ? ` and ${formatCount(damaged.length - shown.length)} more` : '';
  const advice = isRepairing
    ? 'removed: orders are credited to the touches that are left'
    : 'orders without a subject of these visitors are refused; to remove what is damaged, run: funnel doctor --deep --repair';
  return `${formatCount(damaged.length)} of ${formatCount(runs)} runs are damaged (${shown.join('; ')}${more}); ${advice}`;
}

function listed({ websiteId, since }: DamagedTouches) {
  return { website_id: websiteId, since, problem: 'damaged' };
}
