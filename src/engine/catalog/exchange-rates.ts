// The exchange rates of a website: how much of its own currency one unit of another one is worth, from a date on. They are a setting that
// is read with its catalog. An amount is converted once, when its event is accepted: a later change of the rates moves nothing that was
// counted.
import { sentence } from '../../../languages/sentence.ts';
import { recordAudit } from '../../contract/access/audit-log.ts';
import { COMMAND_LINE } from '../../contract/access/principal.ts';
import { type Database, placeholders, type Queries } from '../../foundation/database/database.ts';
import { systemClock } from '../../foundation/time/clock.ts';
import { markCatalogChanged, nextCatalogChange } from './catalog-changes.ts';

/** They are read and written as a whole. */
export const RATES_MAX = 2_000;
export const RATE_RULE = 'must be a number above 0 and below 1,000,000,000, with at most 12 decimals';

const RATE_LIMIT = 1_000_000_000;
const RATE_DECIMALS = 12;
const RATE_SCALE = 10n ** BigInt(RATE_DECIMALS);
const MS_PER_DAY = 86_400_000;

export interface ExchangeRate {
  readonly currency: string;
  /** The first day that it holds for, YYYY-MM-DD. It holds until the next one of the same currency. */
  readonly date: string;
  /** Units of the website's currency for one unit of this one. */
  readonly rate: number;
}

export function isRate(rate: number): boolean {
  return scaledRate(rate) !== undefined;
}

/** Returns the rate in 1/10^12, exactly as the decimal digits say. undefined: it is not a rate. */
function scaledRate(rate: number): bigint | undefined {
  if (!(rate > 0 && rate < RATE_LIMIT)) return undefined;
  // Small numbers are written with an exponent.
  const text = String(rate).includes('e') ? rate.toFixed(RATE_DECIMALS) : String(rate);
  const [whole, decimals = ''] = text.split('.');
  if (decimals.length > RATE_DECIMALS || Number(text) !== rate) return undefined;
  return BigInt(whole + decimals.padEnd(RATE_DECIMALS, '0'));
}

/** The rates of a website by currency and day. */
export class ExchangeRates {
  /** The rates of each currency, the newest one first. */
  readonly #rates: ReadonlyMap<string, readonly { readonly day: number; readonly rate: number }[]>;

  constructor(rates: readonly ExchangeRate[]) {
    const newestFirst = rates.toSorted((a, b) => (a.date < b.date ? 1 : -1));
    const byCurrency = Map.groupBy(newestFirst, ({ currency }) => currency);
    this.#rates = new Map(
      Array.from(byCurrency, ([currency, own]) => [
        currency,
        own.map(({ date, rate }) => ({ day: Date.parse(date) / MS_PER_DAY, rate })),
      ]),
    );
  }

  /** How many there are. */
  get size(): number {
    return [...this.#rates.values()].reduce((sum, { length }) => sum + length, 0);
  }

  has(currency: string): boolean {
    return this.#rates.has(currency);
  }

  /** The rate of that day: the last one on or before it. undefined: there is none. */
  rateOn(currency: string, day: number): number | undefined {
    return this.#rates.get(currency)?.find((other) => other.day <= day)?.rate;
  }
}

/** Multiplies integers: half a unit is rounded up. It never reverses the order of two amounts. */
export function convertAt(rate: number, amount: number): number {
  return Number((BigInt(amount) * scaledRate(rate)! + RATE_SCALE / 2n) / RATE_SCALE);
}

export const NO_RATES = new ExchangeRates([]);

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
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
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

function keyOf({ currency, date }: Pick<ExchangeRate, 'currency' | 'date'>): string {
  return `${currency} ${date}`;
}

/** Whether no currency has two rates of the same date. */
export function areDifferentRates(rates: readonly Pick<ExchangeRate, 'currency' | 'date'>[]): boolean {
  return new Set(rates.map(keyOf)).size === rates.length;
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
    const merged = new Map([...before, ...rates].map((rate) => [keyOf(rate), rate]));
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
