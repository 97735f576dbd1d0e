// How many emails each account has sent today (UTC). They are counted in the database when a node begins to send, and here from
// then on: one node sends at a time.
// Why: docs/decisions/notifications.md, "Emails are limited per account and day".

import type { Queries } from '../../../core/foundation/database/database.ts';
import { isoSeconds } from '../../../core/foundation/time/clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export class MailsToday {
  #day: number | undefined;
  #sent = new Map<number, number>();

  /** Call it before the others: a new day begins with 0. */
  async update(tx: Pick<Queries, 'query'>, now: Date): Promise<void> {
    const day = dayOf(now);
    if (day === this.#day) return;
    const rows = await tx.query<{ account_id: number; count: number }>(
      `SELECT account_id, COUNT(*) AS count FROM outbox_messages
       WHERE result = 'sent' AND finished_at >= $1 AND channel = 'email' GROUP BY account_id`,
      [isoSeconds(new Date(day * DAY_MS))],
    );
    this.#sent = new Map(rows.map(({ account_id: id, count }) => [id, Number(count)]));
    this.#day = day;
  }

  of(accountId: number): number {
    return this.#sent.get(accountId) ?? 0;
  }

  add(accountId: number): void {
    this.#sent.set(accountId, this.of(accountId) + 1);
  }
}

export function startOfNextDay(now: Date): Date {
  return new Date((dayOf(now) + 1) * DAY_MS);
}

function dayOf(now: Date): number {
  return Math.floor(now.getTime() / DAY_MS);
}
