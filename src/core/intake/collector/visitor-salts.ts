// The salt of a UTC day: random, shared by all nodes through the database, and deleted 48 hours after the day started. The
// id of a visitor without consent can only be derived with it, so later nobody can, not even from a known IP address.
// Why: docs/decisions/events.md, "Visitors without consent have an id for a day".
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { dayOfTimestampMs } from '../../engine/rollups/calendar.ts';
import type { Database } from '../../foundation/database/database.ts';
import type { Clock } from '../../foundation/time/clock.ts';

const SALT_BYTES = 16;

export interface DaySalt {
  readonly day: number;
  /** The salt in hexadecimal digits. Never log it. */
  readonly salt: string;
}

interface CurrentSalts {
  readonly yesterday: DaySalt;
  readonly today: DaySalt;
}

export class VisitorSalts {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #earliest: Clock;
  #current: { readonly today: number; readonly salts: Promise<CurrentSalts> } | undefined;

  /** `earliest`: it is at least so late. A clock that is far ahead must not delete salts that are in use. */
  constructor(database: Database, clock: Clock, earliest: Clock = clock) {
    this.#database = database;
    this.#clock = clock;
    this.#earliest = earliest;
  }

  /** Returns the salts that exist: the one of today, and the one of yesterday for events that arrive after midnight. */
  current(): Promise<CurrentSalts> {
    const today = dayOf(this.#clock());
    if (this.#current?.today !== today) {
      const salts = this.#read(today);
      this.#current = { today, salts };
      // The next request tries again.
      salts.catch(() => {
        if (this.#current?.salts === salts) this.#current = undefined;
      });
    }
    return this.#current.salts;
  }

  async #read(today: number): Promise<CurrentSalts> {
    const known =
      (await findSalts(this.#database, today)) ??
      (await createSalts(this.#database, today, Math.min(today, dayOf(this.#earliest()))));
    if (known) return known;
    throw new Error('The salts of the day were deleted while they were created.');
  }
}

async function findSalts(database: Pick<Database, 'query'>, today: number): Promise<CurrentSalts | undefined> {
  const [yesterday, ofToday] = await database.query<{ day: number; salt: string }>(
    'SELECT day, salt FROM visitor_salts WHERE day = $1 OR day = $2 ORDER BY day',
    [today - 1, today],
  );
  return yesterday && ofToday && { yesterday, today: ofToday };
}

/** If several nodes do this at the same time, the first one wins. */
async function createSalts(
  database: Database,
  today: number,
  earliestToday: number,
): Promise<CurrentSalts | undefined> {
  const newSalt = () => randomBytes(SALT_BYTES).toString('hex');
  await database.transaction(async (tx) => {
    await tx.insertMany({
      into: 'visitor_salts',
      columns: ['day', 'salt'],
      rows: [
        [today - 1, newSalt()],
        [today, newSalt()],
      ],
      onConflict: 'ON CONFLICT (day) DO NOTHING',
    });
    await deleteOld(tx, earliestToday);
  });
  return findSalts(database, today);
}

/** Deletes old salts, even if no events arrive. */
export async function sweepVisitorSalts(database: Database, now: Date): Promise<void> {
  await database.transaction((tx) => deleteOld(tx, dayOf(now)));
}

async function deleteOld(tx: Pick<Database, 'query'>, today: number): Promise<void> {
  await tx.query('DELETE FROM visitor_salts WHERE day < $1', [today - 1]);
}

/** Deletes the salts from a copy of the database. They are overwritten, so that the file does not contain them any more. */
export function eraseVisitorSalts(copy: DatabaseSync): void {
  copy.exec('PRAGMA secure_delete = ON; DELETE FROM visitor_salts');
}

function dayOf(now: Date): number {
  return dayOfTimestampMs(now.getTime());
}
