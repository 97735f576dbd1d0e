// Statements that are sent again and again are prepared: PostgreSQL parses and plans them once for each connection instead of each
// time, which for small statements is most of their cost.
//
// A connection pooler may give a connection to one client after the other. So the name of a statement is a digest of its text: it means
// the same whoever has prepared it. If the pooler does not know of prepared statements, PostgreSQL rejects one before it runs. Then it is
// sent again as it is, and nothing is prepared from then on.
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { SqlValue } from './database.ts';

/** How often a text is sent before it is prepared. */
const SENT_MIN = 5;
/** Every connection keeps the plans of all of them. */
const PREPARED_MAX = 50;
const TEXT_LENGTH_MAX = 4_000;
const COUNTED_TEXTS_MAX = 1_000;
/** Not there; there already; and: a migration has changed its result. */
const REJECTED = ['26000', '42P05', '0A000'];

export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #sent = new Map<string, number>();
  #isOff = false;

  /** Not in a transaction: after a rejected statement it could not go on. */
  async query(connection: pg.ClientBase, text: string, values: SqlValue[]): Promise<pg.QueryResult> {
    const name = this.#nameOf(text);
    if (name === undefined) return connection.query(text, values);
    try {
      return await connection.query({ name, text, values });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && REJECTED.includes(error.code ?? ''))) throw error;
      const result = await connection.query(text, values);
      this.#isOff = true;
      return result;
    }
  }

  #nameOf(text: string): string | undefined {
    if (this.#isOff) return undefined;
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= PREPARED_MAX || text.length > TEXT_LENGTH_MAX) return name;
    if (this.#sent.size >= COUNTED_TEXTS_MAX) this.#sent.clear();
    const sent = (this.#sent.get(text) ?? 0) + 1;
    this.#sent.set(text, sent);
    if (sent > SENT_MIN) this.#names.set(text, createHash('sha1').update(text).digest('base64url'));
    return this.#names.get(text);
  }
}
