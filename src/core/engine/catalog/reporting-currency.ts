// The currency in which the overview of an account shows the amounts of its websites, besides their own, with a table of rates of its own.
// It converts what is shown, and nothing that is stored: the rates of a website are for orders that arrive in other currencies.
import { sentence } from '../../../../languages/sentence.ts';
import { recordAudit } from '../../contract/access/audit-log.ts';
import type { Actor } from '../../contract/access/principal.ts';
import { type Database, placeholders, type Queries } from '../../foundation/database/database.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { markCatalogChanged, nextCatalogChange } from './catalog-changes.ts';
import type { ExchangeRate } from './exchange-rates.ts';

export interface ReportingCurrency {
  readonly currency: string;
  /** The rates into it, ordered by currency, then by date. */
  readonly rates: readonly ExchangeRate[];
}

/** Returns those of the accounts that have one. */
export async function readReportingCurrencies(
  database: Pick<Queries, 'query'>,
  accountIds: readonly number[],
): Promise<Map<number, ReportingCurrency>> {
  const rows = await database.query<{ account_id: number; currency: string; rates: string }>(
    `SELECT account_id, currency, rates FROM account_reporting WHERE account_id IN (${placeholders(accountIds.length)})`,
    accountIds,
  );
  return new Map(rows.map(({ account_id: id, currency, rates }) => [id, { currency, rates: JSON.parse(rates) }]));
}

export class ReportingCurrencies {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** null: the account has none. */
  async read(accountId: number): Promise<ReportingCurrency | null> {
    return (await readReportingCurrencies(this.#database, [accountId])).get(accountId) ?? null;
  }

  /** null: from now on it has none. */
  change(accountId: number, wanted: ReportingCurrency | null, actor: Actor): Promise<ReportingCurrency | null> {
    return this.#database.transaction(async (tx) => {
      const change = await nextCatalogChange(tx);
      const stored = wanted && { currency: wanted.currency, rates: sorted(wanted.rates) };
      await store(tx, accountId, stored);
      // Cached overviews of the websites have the old one.
      const websites = await tx.query<{ id: number }>('SELECT id FROM websites WHERE account_id = $1', [accountId]);
      for (const { id } of websites) await markCatalogChanged(tx, id, change);
      const subject = stored ? `${stored.currency} (${stored.rates.length})` : sentence('noCurrency');
      await recordAudit(tx, { accountId, actor, action: 'reporting_currency_changed', subject }, this.#clock);
      return stored;
    });
  }
}

async function store(tx: Queries, accountId: number, wanted: ReportingCurrency | null): Promise<void> {
  if (!wanted) {
    await tx.query('DELETE FROM account_reporting WHERE account_id = $1', [accountId]);
    return;
  }
  await tx.insertMany({
    into: 'account_reporting',
    columns: ['account_id', 'currency', 'rates'],
    rows: [[accountId, wanted.currency, JSON.stringify(wanted.rates)]],
    onConflict: 'ON CONFLICT (account_id) DO UPDATE SET currency = excluded.currency, rates = excluded.rates',
  });
}

function sorted(rates: readonly ExchangeRate[]): ExchangeRate[] {
  const keyOf = ({ currency, date }: ExchangeRate) => `${currency} ${date}`;
  return rates
    .map(({ currency, date, rate }) => ({ currency, date, rate }))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The newest rate of each currency. */
export function newestRates({ rates }: ReportingCurrency): ReadonlyMap<string, ExchangeRate> {
  return new Map(rates.map((rate) => [rate.currency, rate]));
}
