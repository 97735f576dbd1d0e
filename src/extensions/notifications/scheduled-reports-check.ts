// Whether scheduled reports are written. Only a warning: they are tried again every hour.

import { isoOfDay } from '../../core/engine/rollups/calendar.ts';
import type { Database } from '../../core/foundation/database/database.ts';
import { counted } from '../../core/foundation/text/wording.ts';
import { type Check, check, warning } from '../../core/server/extension/check.ts';
import { readDueWebsites } from './scheduled-reports/due-websites.ts';

const NAME = 'scheduled reports';
const NAMED_MAX = 5;

export function scheduledReportsCheck(database: Database, now: Date, hasMail: boolean): Promise<Check> {
  return check(NAME, async () => {
    // The reports of today may be written within the hour.
    const late = (await readDueWebsites(database, now)).filter(({ dueDay, today }) => dueDay < today);
    if (late.length === 0) return { ok: true, detail: 'none is late' };
    const since = isoOfDay(Math.min(...late.map(({ dueDay }) => dueDay)));
    const ids = late.slice(0, NAMED_MAX).map(({ websiteId }) => websiteId);
    const websites = `${counted(late.length, 'website')} (id ${ids.join(', ')}${late.length > NAMED_MAX ? ' …' : ''})`;
    const advice = hasMail
      ? 'see "a scheduled report failed" in the log of the node that runs the jobs, or start one with: funnel serve (or serve --only jobs)'
      : 'they wait for a mail server; set SMTP_URL and MAIL_FROM';
    return warning(NAME, `those of ${websites} are late, since ${since} at the earliest: ${advice}`);
  });
}
