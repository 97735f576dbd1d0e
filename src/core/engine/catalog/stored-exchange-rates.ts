// Where the exchange rates of a website are stored, and who changes them.
import { sentence } from '../../../../languages/sentence.ts';
import { recordAudit } from '../../contract/access/audit-log.ts';
import { COMMAND_LINE } from '../../contract/access/principal.ts';
import { type Database, placeholders, type Queries } from '../../foundation/database/database.ts';
import { systemClock } from '../../foundation/time/clock.ts';
import { markCatalogChanged, nextCatalogChange } from './catalog-changes.ts';
import { type ExchangeRate, keyOfRate, RATES_MAX } from './exchange-rates.ts';

interface StoredRates {
  /** The website's currency when they were set. If it has another one, they are void. */
  readonly into: string;
  readonly rates: ExchangeRate[];
}

/** The rates of each website that has some, ordered by currency, then by date. */
export async function readExchangeRates(
  database: Pick<Database, 'query'>,
  websiteIds: readonly number[],
): Promise<Map<number, ExchangeRate[]>> {
  const rows = await database.query<{ id: number; currency: string; exchange_rates: string }>(
    `SELECT id, currency, exchange_rates FROM websites JOIN website_settings ON website_id = id
     WHERE id IN (${placeholders(websiteIds.length)}) AND exchange_rates IS NOT NULL`,
    websiteIds,
  );
  const rates = new Map<number, ExchangeRate[]>();
  for (const { id, currency, exchange_rates: text } of rows) {
    const stored = JSON.parse(text) as StoredRates;
    if (stored.into === currency && stored.rates.length > 0) rates.set(id, stored.rates);
  }
  return rates;
}

/** Why rates can't be stored, as the end of a sentence; and whether storing them has changed anything. */
interface Storing {
  readonly fault?: string;
  readonly hasChanged: boolean;
}

/** Replaces the rates of a website. For a transaction that changes the catalog. */
export async function storeExchangeRates(
  tx: Queries,
  websiteId: number,
  rates: readonly ExchangeRate[],
): Promise<Storing> {
  const [website] = await tx.query<{ currency: string }>('SELECT currency FROM websites WHERE id = $1', [websiteId]);
  const into = website!.currency;
  const fault = faultOf(rates, into);
  if (fault !== undefined) return { fault, hasChanged: false };
  const sorted = rates
    .map(({ currency, date, rate }) => ({ currency, date, rate }))
    .sort((a, b) => (keyOfRate(a) < keyOfRate(b) ? -1 : 1));
  const before = (await readExchangeRates(tx, [websiteId])).get(websiteId) ?? [];
  if (JSON.stringify(before) === JSON.stringify(sorted)) return { hasChanged: false };
  await tx.insertMany({
    into: 'website_settings',
    columns: ['website_id', 'exchange_rates'],
    rows: [[websiteId, JSON.stringify({ into, rates: sorted } satisfies StoredRates)]],
    onConflict: 'ON CONFLICT (website_id) DO UPDATE SET exchange_rates = excluded.exchange_rates',
  });
  return { hasChanged: true };
}

function faultOf(rates: readonly ExchangeRate[], own: string): string | undefined {
  if (rates.length > RATES_MAX) return `must be at most ${RATES_MAX} together`;
  const isOwn = rates.some(({ currency }) => currency === own);
  return isOwn ? `must not have rates of ${own}, the currency of the website itself` : undefined;
}

/** Adds rates to those of a website. One of the same currency and date is replaced. */
export function addExchangeRates(
  database: Database,
  websiteId: number,
  rates: readonly ExchangeRate[],
  clock = systemClock,
  actor = COMMAND_LINE,
): Promise<Storing> {
  return database.transaction(async (tx) => {
    const change = await nextCatalogChange(tx);
    const before = (await readExchangeRates(tx, [websiteId])).get(websiteId) ?? [];
    const merged = new Map([...before, ...rates].map((rate) => [keyOfRate(rate), rate]));
    const storing = await storeExchangeRates(tx, websiteId, [...merged.values()]);
    if (storing.hasChanged) {
      await markCatalogChanged(tx, websiteId, change);
      const field = sentence('field_exchange_rates');
      const subject = sentence('setting', { field, value: `(${rates.length})` });
      await recordAudit(tx, { websiteId, actor, action: 'website_settings_changed', subject }, clock);
    }
    return storing;
  });
}
