// Of a website, one thing is erased at a time, whichever node does it. A turn is a row in the database that expires unless it is renewed,
// so that a node that died keeps nobody waiting. The row also says that a whole website is being erased: every node can tell, and goes on
// with it if the one that began it does not.
import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers';
import type { Database, Queries } from '../../foundation/database/database.ts';
import { LEASE_MS } from '../../foundation/database/lease.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../foundation/time/clock.ts';

const RENEWED_EVERY_MS = LEASE_MS / 3;
/** A turn that expires later than this was taken before the clock was set back. */
const CLOCK_DIFFERENCE_MS_MAX = 60 * 60 * 1000;

export class ErasureTurn {
  readonly #holder = randomUUID();
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #websiteId: number;
  #renewing: NodeJS.Timeout | undefined;

  private constructor(database: Database, clock: Clock, websiteId: number) {
    this.#database = database;
    this.#clock = clock;
    this.#websiteId = websiteId;
  }

  /** undefined: something else of the website is being erased. */
  static async take(database: Database, clock: Clock, websiteId: number): Promise<ErasureTurn | undefined> {
    const turn = new ErasureTurn(database, clock, websiteId);
    return (await turn.#take()) ? turn : undefined;
  }

  async #take(): Promise<boolean> {
    const nowMs = this.#clock().getTime();
    const taken = await this.#database.transaction((tx) =>
      tx.query(
        `INSERT INTO erasure_turns (website_id, holder, expires_at_ms) VALUES ($1, $2, $3)
         ON CONFLICT (website_id) DO UPDATE SET holder = excluded.holder, expires_at_ms = excluded.expires_at_ms
         WHERE erasure_turns.expires_at_ms <= $4 OR erasure_turns.expires_at_ms > $5 RETURNING website_id`,
        [this.#websiteId, this.#holder, nowMs + LEASE_MS, nowMs, nowMs + LEASE_MS + CLOCK_DIFFERENCE_MS_MAX],
      ),
    );
    if (taken.length === 0) return false;
    this.#renewing = setInterval(() => void this.#renew().catch(() => {}), RENEWED_EVERY_MS).unref();
    return true;
  }

  /** Whoever can't renew it may lose it. What is erased twice at once is still erased. */
  async #renew(): Promise<void> {
    await this.#database.transaction((tx) =>
      tx.query('UPDATE erasure_turns SET expires_at_ms = $3 WHERE website_id = $1 AND holder = $2', [
        this.#websiteId,
        this.#holder,
        this.#clock().getTime() + LEASE_MS,
      ]),
    );
  }

  /** From now on the whole website is being erased, until it is gone. */
  async beginWebsite(tx: Queries): Promise<void> {
    await tx.query('UPDATE erasure_turns SET website_begun_at = $2 WHERE website_id = $1', [
      this.#websiteId,
      isoSeconds(this.#clock()),
    ]);
  }

  async end(): Promise<void> {
    clearInterval(this.#renewing);
    await this.#database.transaction(async (tx) => {
      const own = 'website_id = $1 AND holder = $2';
      const params = [this.#websiteId, this.#holder];
      await tx.query(`DELETE FROM erasure_turns WHERE ${own} AND website_begun_at IS NULL`, params);
      await tx.query(`UPDATE erasure_turns SET expires_at_ms = 0 WHERE ${own}`, params);
    });
  }
}

/** Throws a problem of status 429 while something else of the website is erased. */
export async function takeErasureTurn(database: Database, clock: Clock, websiteId: number): Promise<ErasureTurn> {
  const turn = await ErasureTurn.take(database, clock, websiteId);
  if (turn) return turn;
  throw new Problem(429, 'Something else of the website is being erased. Send one request after the other.', {
    code: 'rate_limited',
    headers: { 'retry-after': '2' },
  });
}

export async function inErasureTurn<Result>(
  database: Database,
  clock: Clock,
  websiteId: number,
  run: () => Promise<Result>,
): Promise<Result> {
  const turn = await takeErasureTurn(database, clock, websiteId);
  try {
    return await run();
  } finally {
    await turn.end();
  }
}

/** Whether the whole website is being erased, by any node. */
export async function isWebsiteErased(database: Pick<Database, 'query'>, websiteId: number): Promise<boolean> {
  return (await websitesBeingErased(database)).includes(websiteId);
}

export async function websitesBeingErased(database: Pick<Database, 'query'>): Promise<number[]> {
  const rows = await database.query<{ website_id: number }>(
    'SELECT website_id FROM erasure_turns WHERE website_begun_at IS NOT NULL ORDER BY website_id',
  );
  return rows.map(({ website_id: id }) => id);
}
