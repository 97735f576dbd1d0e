// The exchange rates of a website: how much of its own currency one unit of another one is worth, from a date on. They are a setting that
// is read with its catalog. An amount is converted once, when its event is accepted: a later change of the rates moves nothing that was
// counted.

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

/** What no two rates of a website have in common. */
export function keyOfRate({ currency, date }: Pick<ExchangeRate, 'currency' | 'date'>): string {
  return `${currency} ${date}`;
}

/** Whether no currency has two rates of the same date. */
export function areDifferentRates(rates: readonly Pick<ExchangeRate, 'currency' | 'date'>[]): boolean {
  return new Set(rates.map(keyOfRate)).size === rates.length;
}
