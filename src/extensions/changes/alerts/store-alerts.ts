// Stores what a look at a website found, in one transaction: alerts, their messages and the progress, or none of them.

import type { NewAlert } from '../../../core/answers/alerts/alert.ts';
import type { AlertListener } from '../../../core/answers/alerts/alert-listener.ts';
import { readToday } from '../../../core/engine/catalog/website-zones.ts';
import { holdWebsite, lockWebsites } from '../../../core/engine/rollups/store.ts';
import { type Database, placeholders, type Queries } from '../../../core/foundation/database/database.ts';
import type { Lease } from '../../../core/foundation/database/lease.ts';
import { nextIds } from '../../../core/foundation/database/next-id.ts';
import { commitInTwoPhases } from '../../../core/foundation/database/two-phases.ts';
import { isoSeconds } from '../../../core/foundation/time/clock.ts';
import { promptFrom, type Watch } from './watch.ts';

export const ALERTS_KEPT_DAYS = 400;

export interface Found {
  readonly websiteId: number;
  readonly watch: Watch;
  readonly alerts: readonly NewAlert[];
}

/** Returns the alerts that are new. */
export function storeFound(
  database: Database,
  lease: Lease,
  { websiteId, watch, alerts }: Found,
  { listeners = [], now }: { readonly listeners?: readonly AlertListener[]; readonly now: Date },
): Promise<readonly NewAlert[]> {
  return database.transaction(async (tx): Promise<readonly NewAlert[]> => {
    await lease.renew(tx);
    // It may have been erased in the meantime.
    if (!(await holdWebsite(tx, websiteId))) return [];
    await storeProgress(tx, websiteId, watch);
    const fresh = await withoutKnown(tx, websiteId, alerts);
    if (fresh.length === 0) return [];
    // Ids and messages are on the coordinator.
    await commitInTwoPhases(tx);
    // Invalidates cached reports.
    await lockWebsites(tx, [websiteId]);
    const firstId = await nextIds(tx, 'alerts', fresh.length);
    await tx.insertMany({
      into: 'alerts',
      columns: ['website_id', 'id', 'kind', 'cause', 'day', 'title', 'details', 'path', 'segment', 'created_at'],
      rows: fresh.map(({ kind, cause, day, title, text, path, segment }, index) => {
        const about = segment ? JSON.stringify(segment) : null;
        const words = [title, text].map((one) => JSON.stringify(one));
        return [websiteId, firstId + index, kind, cause, day, ...words, path, about, isoSeconds(now)];
      }),
    });
    for (const [index, { cause, ...alert }] of fresh.entries()) {
      for (const tell of listeners) await tell(tx, { ...alert, id: firstId + index, websiteId, at: now }, cause);
    }
    return fresh;
  });
}

async function storeProgress(tx: Queries, websiteId: number, watch: Watch): Promise<void> {
  await tx.insertMany({
    into: 'alert_progress',
    columns: ['website_id', 'judged_day', 'busiest_day', 'prompt_from', 'state'],
    rows: [[websiteId, watch.judgedDay, Math.max(...watch.expected), promptFrom(watch), JSON.stringify(watch)]],
    onConflict: `ON CONFLICT (website_id) DO UPDATE SET judged_day = excluded.judged_day,
      busiest_day = excluded.busiest_day, prompt_from = excluded.prompt_from, state = excluded.state`,
  });
}

async function withoutKnown(tx: Queries, websiteId: number, alerts: readonly NewAlert[]): Promise<NewAlert[]> {
  if (alerts.length === 0) return [];
  const known = await tx.query<{ cause: string }>(
    `SELECT cause FROM alerts WHERE website_id = $1 AND cause IN (${placeholders(alerts.length, 1)})`,
    [websiteId, ...alerts.map(({ cause }) => cause)],
  );
  const causes = new Set(known.map(({ cause }) => cause));
  return alerts.filter(({ cause }) => !causes.has(cause));
}

export async function sweepAlerts(database: Database, websiteId: number, now: Date): Promise<undefined> {
  const firstKept = (await readToday(database, websiteId, now)) - ALERTS_KEPT_DAYS;
  const old = 'website_id = $1 AND day < $2';
  const params = [websiteId, firstKept];
  const [row] = await database.query(`SELECT 1 FROM alerts WHERE ${old} LIMIT 1`, params);
  // Usually there is nothing to do, and a transaction would make others wait.
  if (!row) return;
  await database.transaction(async (tx) => {
    await lockWebsites(tx, [websiteId]);
    await tx.query(`DELETE FROM alerts WHERE ${old}`, params);
  });
}
