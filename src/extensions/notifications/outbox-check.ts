// Whether notifications reach their receivers. Only warnings: a receiver may be down.
import type { Database } from '../../core/foundation/database/database.ts';
import { counted, number } from '../../core/foundation/text/wording.ts';
import { type Check, check, warning } from '../../core/server/extension/check.ts';
import { type OutboxHealth, readOutboxHealth } from './outbox/outbox-health.ts';

const MINUTE_MS = 60_000;
/** A node looks every two seconds; when there is a lot to send, messages wait for each other. */
const UNTRIED_MS_MAX = 10 * MINUTE_MS;
/** A receiver that is restarted is back by then. */
const WAITING_MS_MAX = 60 * MINUTE_MS;

export function outboxCheck(database: Database, now: Date): Promise<Check> {
  return check('outbox', async () => {
    const health = await readOutboxHealth(database, now);
    const advice = adviceOn(health);
    const detail = describe(health);
    return advice === undefined ? { ok: true, detail } : warning('outbox', `${detail}: ${advice}`);
  });
}

function describe({ waiting, oldestMs, failedInLastDay }: OutboxHealth): string {
  const age = oldestMs === 0 ? '' : `, the oldest for ${duration(oldestMs)}`;
  return `${counted(waiting, 'notification')} waiting${age}; ${number(failedInLastDay)} failed in the last day`;
}

function adviceOn({ untriedMs, oldestMs, failedInLastDay, lastError }: OutboxHealth): string | undefined {
  if (untriedMs > UNTRIED_MS_MAX) return 'no node sends them; start one with: funnel serve (or serve --only jobs)';
  if (failedInLastDay === 0 && oldestMs <= WAITING_MS_MAX) return undefined;
  const cause = lastError === null ? '' : `the last error was "${lastError}"; `;
  return (
    `${cause}see "could not be sent" in the log of the node that runs the jobs, and correct the mail server (SMTP_URL), the limit ` +
    '(ACCOUNT_EMAILS_PER_DAY) or the URL on the page Notifications'
  );
}

function duration(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 120) return counted(minutes, 'minute');
  return counted(Math.round(minutes / 60), 'hour');
}
