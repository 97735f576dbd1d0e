import type { Database } from '../database/database.ts';

export interface ListedWebsite {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  readonly account_id: number;
  readonly account_name: string;
  readonly created_at: string;
}

/** Of all accounts: for operators. */
export function listWebsites(database: Database): Promise<ListedWebsite[]> {
  return database.query(
    `SELECT websites.id, websites.name, websites.currency, websites.account_id, accounts.name AS account_name,
            websites.created_at
     FROM websites JOIN accounts ON accounts.id = websites.account_id
     ORDER BY websites.account_id, websites.id`,
  );
}

export async function websiteExists(database: Pick<Database, 'query'>, id: number): Promise<boolean> {
  return (await database.query('SELECT 1 FROM websites WHERE id = $1', [id])).length > 0;
}
