// Exchange rates: which one holds on a day, how amounts are rounded, and where they are set and read.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import {
  convertAt,
  type ExchangeRate,
  ExchangeRates,
  isRate,
  RATES_MAX,
} from '../../../../src/core/engine/catalog/exchange-rates.ts';
import { CatalogCache } from '../../../../src/core/engine/catalog/load-catalog.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { addExchangeRates, readExchangeRates } from '../../../../src/core/engine/catalog/stored-exchange-rates.ts';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { ENGINES } from '../../../support/databases.ts';
import { saidSubjects } from '../../../support/said-subjects.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const MARCH = { currency: 'EUR', date: '2025-03-01', rate: 1.04 };
const APRIL = { currency: 'EUR', date: '2025-04-01', rate: 1.0825 };
const YEN = { currency: 'JPY', date: '2025-03-15', rate: 0.00672 };

function convert(rates: readonly ExchangeRate[], amount: number, currency: string, date: string): number | undefined {
  const rate = new ExchangeRates(rates).rateOn(currency, dayFromIso(date)!);
  return rate === undefined ? undefined : convertAt(rate, amount);
}

describe('the rate of a day', () => {
  const of = (currency: string, date: string) => convert([APRIL, YEN, MARCH], 10_000, currency, date);

  it.each([
    ['EUR', '2025-02-28', undefined],
    ['EUR', '2025-03-01', 10_400],
    ['EUR', '2025-03-31', 10_400],
    ['EUR', '2025-04-01', 10_825],
    ['EUR', '2099-01-01', 10_825],
    ['JPY', '2025-03-14', undefined],
    ['JPY', '2025-03-15', 67],
    ['GBP', '2025-04-01', undefined],
  ])('of %s on %s: the last one on or before it', (currency, date, converted) => {
    expect(of(currency, date)).toBe(converted);
  });
});

describe('a rate', () => {
  it.each([1, 1.0825, 0.000000000001, 1e-7, 0.0000394, 289_645.5, 999_999_999.999])('of %d is valid', (rate) => {
    expect(isRate(rate)).toBe(true);
  });

  it.each([0, -1, 1e9, 1e-13, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY])('of %d is not', (rate) => {
    expect(isRate(rate)).toBe(false);
  });

  test('converts exactly by its decimal digits, and rounds half up', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000_000_000 });
    const digits = fc.integer({ min: 1, max: 999_999_999_999 });
    fc.assert(
      fc.property(amount, digits, fc.integer({ min: 0, max: 12 }), (parts, number, decimals) => {
        const scale = 10n ** BigInt(decimals);
        const rate = Number(`${number}e-${decimals}`);
        fc.pre(isRate(rate));
        // It rounds as people do: twice the product, plus the divisor, over twice the divisor.
        const expected = (2n * BigInt(parts) * BigInt(number) + scale) / (2n * scale);
        expect(convert([{ ...MARCH, rate }], parts, 'EUR', '2025-03-01')).toBe(Number(expected));
      }),
      { seed: 31, numRuns: 500 },
    );
  });
});

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });
  afterAll(() => ingestion.dispose());

  const ratesOf = async (id: number) => (await readExchangeRates(ingestion.database, [1, 2, 3, 4])).get(id) ?? [];
  const audits = () =>
    saidSubjects(
      ingestion.database.query("SELECT subject FROM audit_log WHERE subject LIKE '%exchange_rates%' ORDER BY id"),
    );
  /** Of website 4, which is new. */
  const importRates = (exchange_rates: unknown, currency = 'USD') =>
    importCatalog(
      ingestion.database,
      { accounts: [{ id: 1, name: 'Acme', websites: [{ id: 4, name: 'new.example', currency, exchange_rates }] }] },
      ingestion.clock.now,
    );

  test('rates are added to those that there are, by currency and date; the same ones change nothing', async () => {
    await addExchangeRates(ingestion.database, 1, [APRIL, YEN]);
    await addExchangeRates(ingestion.database, 1, [MARCH, { ...APRIL, rate: 1.09 }]);
    expect(await ratesOf(1)).toEqual([MARCH, { ...APRIL, rate: 1.09 }, YEN]);
    const before = await audits();
    expect(await addExchangeRates(ingestion.database, 1, [MARCH])).toEqual({ hasChanged: false });
    expect(await audits()).toEqual(before);
    expect(before.at(-1)).toEqual({ subject: 'exchange_rates (2)' });
  });

  test('the catalog that events are accepted with has them as soon as they are stored', async () => {
    const catalog = new CatalogCache(ingestion.database);
    await catalog.refresh();
    await catalog.load([3]);
    const rate = () => catalog.get(3)?.rates.rateOn('EUR', dayFromIso('2025-05-01')!);
    expect(rate()).toBeUndefined();
    await addExchangeRates(ingestion.database, 3, [APRIL]);
    await catalog.refresh();
    await catalog.load([3]);
    expect(rate()).toBe(APRIL.rate);
  });

  test('those of a website’s own currency, and too many, are refused, and nothing changes', async () => {
    await addExchangeRates(ingestion.database, 2, [YEN]);
    expect((await addExchangeRates(ingestion.database, 2, [{ ...YEN, rate: 1 }, MARCH])).fault).toContain('EUR');
    const many = Array.from({ length: RATES_MAX }, (_, day) => ({ currency: 'SEK', date: isoOfDay(day), rate: 0.1 }));
    expect((await addExchangeRates(ingestion.database, 2, many)).fault).toContain('2000');
    expect(await ratesOf(2)).toEqual([YEN]);
  });

  test('those of a catalog document replace all, and are void once the website has another currency', async () => {
    await importRates([YEN, APRIL]);
    expect(await ratesOf(4)).toEqual([APRIL, YEN]);
    await importRates([MARCH]);
    expect(await ratesOf(4)).toEqual([MARCH]);
    await importRates(undefined);
    expect(await ratesOf(4)).toEqual([MARCH]);
    await importRates(undefined, 'GBP');
    expect(await ratesOf(4)).toEqual([]);
    await importRates(undefined);
    expect(await ratesOf(4)).toEqual([MARCH]);
    await importRates([]);
    expect(await ratesOf(4)).toEqual([]);
  });

  it.each([
    [[{ ...MARCH, currency: 'USD' }], 'exchange_rates: must not have rates of USD'],
    [[{ ...MARCH, currency: 'eur' }], 'exchange_rates[0].currency'],
    [[MARCH, { ...APRIL, date: '2025-02-30' }], 'exchange_rates[1].date'],
    [[{ ...MARCH, rate: 0 }], 'exchange_rates[0].rate: must be a number above 0'],
    [[{ ...MARCH, rate: '1.04' }], 'exchange_rates[0].rate'],
    [[MARCH, APRIL, { ...MARCH, rate: 2 }], 'exchange_rates: must have one rate for a currency and a date'],
    [[{ ...MARCH, into: 'USD' }], 'exchange_rates[0]'],
    [{}, 'exchange_rates'],
  ])('a document with %j is refused as a whole', async (rates, message) => {
    const { length: before } = await ingestion.database.query('SELECT id FROM websites');
    await expect(importRates(rates)).rejects.toThrow(message);
    expect(await ingestion.database.query('SELECT id FROM websites')).toHaveLength(before);
  });
});
