import { type Database, placeholders, type Queries } from '../../foundation/database/database.ts';

/** They fit into one statement. */
const WEBSITES_PER_PAGE = 500;

export interface ListedWebsite {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  readonly account_id: number;
  readonly account_name: string;
  readonly created_at: string;
}

/** Lists the websites of all accounts, which only operators may see. */
export function listWebsites(database: Pick<Database, 'query'>): Promise<ListedWebsite[]> {
  return database.query(
    `SELECT websites.id, websites.name, websites.currency, websites.account_id, accounts.name AS account_name,
            websites.created_at
     FROM websites JOIN accounts ON accounts.id = websites.account_id
     ORDER BY websites.account_id, websites.id`,
  );
}

/**
 * The ids of all websites, in pages that fit into one statement: for jobs that ask which websites have something to do. Without those
 * whose worker of a cluster does not answer, so that one dead worker does not stop the job for the others.
 */
export function reachableWebsites(
  database: Pick<Database, 'query' | 'unreachable'>,
  after = 0,
): AsyncGenerator<readonly number[]> {
  return reachableAmong(database, 'SELECT id FROM websites WHERE id > $1 ORDER BY id', after);
}

/** Lists those of `reachableWebsites` that have an event log. */
export function reachableWebsitesWithLog(
  database: Pick<Database, 'query' | 'unreachable'>,
): AsyncGenerator<readonly number[]> {
  const sql =
    'SELECT website_id AS id FROM website_settings WHERE event_log = 1 AND website_id > $1 ORDER BY website_id';
  return reachableAmong(database, sql, 0);
}

async function* reachableAmong(
  database: Pick<Database, 'query' | 'unreachable'>,
  sql: string,
  after: number,
): AsyncGenerator<readonly number[]> {
  for (let last = after; ; ) {
    const rows = await database.query<{ id: number }>(`${sql} LIMIT ${WEBSITES_PER_PAGE}`, [last]);
    const ids = rows.map(({ id }) => id);
    // Jobs ask rarely, and one statement to a worker that does not answer would stop them for all websites.
    const unreachable = await database.unreachable(ids, { isDelayed: true });
    const reachable = ids.filter((id) => !unreachable.has(id));
    if (reachable.length > 0) yield reachable;
    if (ids.length < WEBSITES_PER_PAGE) return;
    last = ids.at(-1)!;
  }
}

/** Those that are not erased. On Citus the coordinator alone is asked. */
export async function existingWebsites(queries: Pick<Queries, 'query'>, ids: readonly number[]): Promise<Set<number>> {
  const existing = new Set<number>();
  for (let start = 0; start < ids.length; start += WEBSITES_PER_PAGE) {
    const some = ids.slice(start, start + WEBSITES_PER_PAGE);
    const sql = `SELECT id FROM websites WHERE id IN (${placeholders(some.length)})`;
    for (const { id } of await queries.query<{ id: number }>(sql, some)) existing.add(id);
  }
  return existing;
}
