// The salt of a UTC day: random, shared by all nodes through the database, and deleted 48 hours after the day began. Only with
// it can the id of a visitor without consent be derived, so afterwards nobody can: not even from a known address.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { dayOfTimestampMs } from '../rollups/calendar.ts';

const SALT_BYTES = 16;

/** The first day whose salt still exists: yesterday, because an event may arrive after midnight. */
function firstKeptDay(now: Date): number {
  return dayOfTimestampMs(now.getTime()) - 1;
}

export class VisitorSalts {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #salts = new Map<number, Promise<string>>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The salt for events of this day. An event of another day than today and yesterday gets that of today. */
  saltFor(day: number): Promise<string> {
    const firstDay = firstKeptDay(this.#clock());
    for (const kept of this.#salts.keys()) if (kept < firstDay) this.#salts.delete(kept);
    return this.#salt(day === firstDay ? day : firstDay + 1);
  }

  #salt(day: number): Promise<string> {
    const known = this.#salts.get(day);
    if (known) return known;
    const salt = findOrCreateSalt(this.#database, day, firstKeptDay(this.#clock()));
    this.#salts.set(day, salt);
    // The next request tries again.
    salt.catch(() => this.#salts.delete(day));
    return salt;
  }
}

async function findOrCreateSalt(database: Database, day: number, firstDay: number): Promise<string> {
  return (await findSalt(database, day)) ?? (await createSalt(database, day, firstDay));
}

async function findSalt(database: Pick<Database, 'query'>, day: number): Promise<string | undefined> {
  const [row] = await database.query<{ salt: string }>('SELECT salt FROM visitor_salts WHERE day = $1', [day]);
  return row?.salt;
}

/** Of several nodes that do this at the same time, the first one decides. */
async function createSalt(database: Database, day: number, firstDay: number): Promise<string> {
  await database.transaction(async (tx) => {
    await tx.insertMany({
      into: 'visitor_salts',
      columns: ['day', 'salt'],
      rows: [[day, randomBytes(SALT_BYTES).toString('hex')]],
      onConflict: 'ON CONFLICT (day) DO NOTHING',
    });
    await tx.query('DELETE FROM visitor_salts WHERE day < $1', [firstDay]);
  });
  const salt = await findSalt(database, day);
  if (salt === undefined) throw new Error('The salt of a day was deleted while it was created.');
  return salt;
}

/** Also where no event arrives. */
export async function sweepVisitorSalts(database: Database, now: Date): Promise<void> {
  await database.transaction((tx) => tx.query('DELETE FROM visitor_salts WHERE day < $1', [firstKeptDay(now)]));
}
