// Statements that are sent again and again are prepared: PostgreSQL parses and plans them once for each connection instead of each
// time, which for small statements is most of their cost.
//
// A connection pooler may give a connection to one client after the other. So the name of a statement is a digest of its text: it means
// the same whoever has prepared it. If the pooler does not know of prepared statements, PostgreSQL rejects one before it runs. Then it is
// sent again as it is, and nothing is prepared from then on.
// Why: docs/decisions/database.md, "Statements that are sent often are prepared".
// Why: docs/decisions/citus.md, "The goals of speed on one machine are missed".
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { SqlValue } from '../database.ts';

/** How often a text is sent in a period before it is prepared. */
const SENT_MIN = 5;
/** After so many, prepared statements that were sent less often than that give their places to others. */
export const SENDS_PER_PERIOD = 1_000;
const PREPARED_MAX = 50;
/**
 * A connection keeps the plans of all that it has prepared. Closed at once, it would be opened again and again for statements that come and
 * go.
 */
const PREPARED_ON_CONNECTION_MAX = 2 * PREPARED_MAX;
const TEXT_LENGTH_MAX = 4_000;
/** The statement is not there; it is there already; a migration has changed its result. */
const REJECTED = ['26000', '42P05', '0A000'];

export class PreparedStatements {
  readonly #names = new Map<string, string>();
  /** How often each was sent in this period. */
  readonly #sent = new Map<string, number>();
  #sends = 0;
  /** The names of all statements that each connection has prepared. */
  readonly #prepared = new WeakMap<pg.ClientBase, Set<string>>();
  #isOff = false;

  /** Must not be called in a transaction, which could not go on after a rejected statement. */
  async query(connection: pg.ClientBase, text: string, values: SqlValue[]): Promise<pg.QueryResult> {
    const name = this.#nameOf(text);
    if (name === undefined) return connection.query(text, values);
    this.#prepared.set(connection, (this.#prepared.get(connection) ?? new Set()).add(name));
    try {
      return await connection.query({ name, text, values });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && REJECTED.includes(error.code ?? ''))) throw error;
      const result = await connection.query(text, values);
      this.#isOff = true;
      return result;
    }
  }

  /** Close the connection then: there is no other way to make the driver forget a statement. */
  isFull(connection: pg.ClientBase): boolean {
    return (this.#prepared.get(connection)?.size ?? 0) >= PREPARED_ON_CONNECTION_MAX;
  }

  #nameOf(text: string): string | undefined {
    if (this.#isOff || text.length > TEXT_LENGTH_MAX) return undefined;
    if (this.#sends++ === SENDS_PER_PERIOD) this.#endPeriod();
    const sent = (this.#sent.get(text) ?? 0) + 1;
    this.#sent.set(text, sent);
    const isNew = sent > SENT_MIN && this.#names.size < PREPARED_MAX && !this.#names.has(text);
    if (isNew) this.#names.set(text, createHash('sha1').update(text).digest('base64url'));
    return this.#names.get(text);
  }

  /** As long as there is room, nothing is dropped. */
  #endPeriod(): void {
    if (this.#names.size === PREPARED_MAX) {
      for (const text of this.#names.keys()) if ((this.#sent.get(text) ?? 0) <= SENT_MIN) this.#names.delete(text);
    }
    this.#sent.clear();
    this.#sends = 0;
  }
}
