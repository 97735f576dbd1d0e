// What makes up a change, the values of a dimension and the hours of the week, compared with plain counting of a small random world; and
// when a part is named as the explanation.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { valuesReport } from '../../../../src/core/answers/reports/subjects/values.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { explainChangeReport } from '../../../../src/extensions/changes/reports/explain-change.ts';
import { bestTimesReport } from '../../../../src/extensions/questions/best-times.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { TestService } from '../../../support/test-service.ts';

/** A Monday: the whole days before it are weeks. */
const NOW = '2025-03-10T00:20:00Z';
const DAY_MS = 86_400_000;
const dayAgo = (days: number) => new Date(Date.parse(NOW) - days * DAY_MS).toISOString().slice(0, 10);
const LAST_WEEK = { timeframe: 'custom', range_start: dayAgo(7), range_end: dayAgo(1) } as const;

const RANDOM_WORLD = 1;
const MOBILE_FELL = 2;
const ALL_FELL = 3;
const WITHOUT_LOG = 4;
const WEBSITES = [RANDOM_WORLD, MOBILE_FELL, ALL_FELL, WITHOUT_LOG];

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: WEBSITES.map((id) => ({
        id,
        name: `site-${id}`,
        currency: 'USD',
        event_log: id !== WITHOUT_LOG,
        campaigns: [0, 1].map((place) => ({
          id: 10 * id + place,
          name: `Campaign ${place}`,
          status: 'live',
          variants: [0, 1].map((variant) => ({
            id: 100 * id + 10 * place + variant,
            variation: 'AB'[variant],
            traffic_percentage: 50,
          })),
        })),
      })),
    },
  ],
};

interface Event {
  readonly type: 'view' | 'conversion' | 'order';
  readonly website_id: number;
  readonly variant_id?: number;
  readonly visitor: string;
  readonly at: string;
  readonly device?: string;
  readonly country?: string;
  readonly revenue?: number;
}

const random = new Random(7);
const pick = <Item>(items: readonly Item[]): Item => items[random.between(0, items.length - 1)]!;

/** Five weeks. Visitors come back, on other devices too, and some orders have no campaign. */
const EVENTS: readonly Event[] = Array.from({ length: 900 }, () => {
  const type = pick(['view', 'view', 'conversion', 'order'] as const);
  const [device, country] = [pick(['mobile', 'desktop', undefined]), pick(['DE', 'AT', 'AT'])];
  return {
    type,
    website_id: RANDOM_WORLD,
    ...(!(type === 'order' && random.chance(0.3)) && { variant_id: pick([100, 101, 110, 111]) }),
    visitor: `v${random.between(1, 150)}`,
    at: `${dayAgo(random.between(1, 35))}T${String(pick([9, 9, 20])).padStart(2, '0')}:30:00Z`,
    ...(device && { device }),
    country,
    ...(type === 'order' && { revenue: random.between(1, 500) / 4 }),
  };
});

/** Every visitor comes once. In the last week, fewer convert: on phones, or on all devices. */
function falling(website: number, devices: readonly string[]): Event[] {
  return Array.from({ length: 35 }, (_, ago) =>
    ['mobile', 'desktop'].flatMap((device) =>
      Array.from({ length: 30 }, (_visitor, place): Event[] => {
        const fields = {
          website_id: website,
          variant_id: 100 * website + 10 * (place % 2),
          visitor: `${website} ${ago} ${device} ${place}`,
          at: `${dayAgo(ago + 1)}T12:00:00Z`,
          device,
        };
        const hasConverted = place < (ago < 7 && devices.includes(device) ? 6 : 20);
        return [{ type: 'view', ...fields }, ...(hasConverted ? [{ type: 'conversion' as const, ...fields }] : [])];
      }).flat(),
    ),
  ).flat();
}

type Holds = (event: Event) => boolean;

/** Visitors once, money as a sum. */
function count(metric: string, from: number, to: number, holds: Holds): number {
  const types: Record<string, string> = { views: 'view', conversions: 'conversion', orders: 'order', revenue: 'order' };
  const counted = EVENTS.filter(
    ({ at, type, ...rest }) =>
      type === types[metric] && at >= dayAgo(from) && at < dayAgo(to - 1) && holds({ at, type, ...rest }),
  );
  if (metric === 'revenue') return counted.reduce((sum, { revenue = 0 }) => sum + revenue, 0);
  return metric === 'orders' ? counted.length : new Set(counted.map(({ visitor }) => visitor)).size;
}

const now = (metric: string, holds: Holds = () => true) => count(metric, 7, 1, holds);
const before = (metric: string, holds: Holds = () => true) => count(metric, 14, 8, holds);

/** What a part adds to the difference: of a rate, in percentage points. */
function changeOf(metric: string, holds: Holds): number {
  if (metric !== 'conversion_rate') return now(metric, holds) - before(metric, holds);
  const rateBefore = before('conversions') / before('views');
  const above = (counted: typeof now) =>
    (counted('conversions', holds) - rateBefore * counted('views', holds)) / counted('views');
  return 100 * (above(now) - above(before));
}

const ofCampaign =
  (id: number | null): Holds =>
  ({ variant_id: variant }) =>
    (variant === undefined ? null : Math.floor(variant / 10)) === id;

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine, { catalog: CATALOG, clock: new TestClock(NOW) });
    await service.ingestion.count(
      ...EVENTS.map((event) => ({ ...event })),
      ...falling(MOBILE_FELL, ['mobile']).map((event) => ({ ...event })),
      ...falling(ALL_FELL, ['mobile', 'desktop']).map((event) => ({ ...event })),
      ...falling(WITHOUT_LOG, ['mobile']).map((event) => ({ ...event })),
    );
    token = await service.token(WEBSITES);
  });
  afterAll(() => service.dispose());

  const explain = async (website: number, metric: string, asked: object = {}) =>
    (await service.report(explainChangeReport, { website_id: website, metric, ...LAST_WEEK, ...asked }, token)).data;

  test.each(['views', 'conversions', 'orders', 'revenue', 'conversion_rate'])(
    'the parts of %s are those of plain counting',
    async (metric) => {
      const data = await explain(RANDOM_WORLD, metric);
      const whole = changeOf(metric, () => true);
      expect(data.current - data.previous).toBeCloseTo(whole, 1);
      const isSum = metric === 'orders' || metric === 'revenue';
      const campaigns = [10, 11, ...(isSum ? [null] : [])].map((id) => ({
        kind: 'campaign',
        id,
        holds: ofCampaign(id),
      }));
      const segments = [
        ...['mobile', 'desktop'].map((value) => ({
          kind: 'device',
          value,
          holds: (event: Event) => event.device === value,
        })),
        // What says which device it was comes from a visit, and none of these visits has a source.
        { kind: 'channel', value: 'direct', holds: (event: Event) => event.device !== undefined },
        ...['DE', 'AT'].map((value) => ({ kind: 'country', value, holds: (event: Event) => event.country === value })),
      ];
      const expected = [...campaigns, ...segments].map(({ holds, ...part }) => ({
        ...part,
        change: changeOf(metric, holds),
      }));
      const keyOf = (part: { kind: string; id?: unknown; value?: unknown }) =>
        `${part.kind} ${part.id ?? part.value ?? null}`;
      expect(data.parts.map(keyOf).sort()).toEqual(
        expected
          .filter(({ change }) => change !== 0)
          .map(keyOf)
          .sort(),
      );
      for (const part of data.parts) {
        const { change } = expected.find((one) => keyOf(one) === keyOf(part))!;
        expect(part.change, keyOf(part)).toBeCloseTo(change, 1);
        expect(part.share, keyOf(part)).toBeCloseTo((100 * change) / whole, 1);
      }
      const ofCampaigns = data.parts.filter(({ kind }) => kind === 'campaign');
      if (isSum) expect(ofCampaigns.reduce((sum, { change }) => sum + change, 0)).toBeCloseTo(whole, 6);
    },
  );

  test('of a campaign, the parts are its variants', async () => {
    const { parts } = await explain(RANDOM_WORLD, 'views', { id: 10 });
    const expected = [100, 101].map(
      (id) => [id, changeOf('views', ({ variant_id: variant }) => variant === id)] as const,
    );
    const variants = parts.filter(({ kind }) => kind === 'variant');
    expect(new Map(variants.map(({ id, change }) => [id, change]))).toEqual(
      new Map(expected.filter(([, change]) => change !== 0)),
    );
    expect(variants.length).toBeGreaterThan(0);
  });

  test('one segment that carries a fall is named, and nothing else', async () => {
    for (const metric of ['conversions', 'conversion_rate']) {
      const { explained, parts, segments } = await explain(MOBILE_FELL, metric);
      expect([explained, segments]).toEqual([true, 'compared']);
      expect(parts.filter(({ explains }) => explains)).toEqual([
        expect.objectContaining({ kind: 'device', value: 'mobile', share: expect.closeTo(100, 0) }),
      ]);
    }
  });

  test('a fall of everybody, or of money, is explained by no part', async () => {
    for (const asked of [
      explain(ALL_FELL, 'conversions'),
      explain(ALL_FELL, 'conversion_rate'),
      explain(MOBILE_FELL, 'revenue'),
    ]) {
      const { explained, parts } = await asked;
      expect([explained, parts.some(({ explains }) => explains)]).toEqual([false, false]);
    }
  });

  test('without kept events, campaigns are compared alone', async () => {
    const { segments, parts, explained } = await explain(WITHOUT_LOG, 'conversions');
    expect([segments, explained]).toEqual(['events_not_kept', false]);
    expect(parts.map(({ kind }) => kind)).toEqual(['campaign', 'campaign']);
  });

  test('where nothing comes before, it is refused', async () => {
    const asked = { website_id: 1, metric: 'views', timeframe: 'all_time' };
    const { status, body } = await service.ask(explainChangeReport, asked, token);
    expect([status, body]).toEqual([422, expect.objectContaining({ code: 'no_previous_period', param: 'timeframe' })]);
  });

  test('the values of a dimension are those of plain counting', async () => {
    const list = async (asked: object) => {
      const parameters = { website_id: RANDOM_WORLD, dimension: 'device', ...LAST_WEEK, ...asked };
      return (await service.report(valuesReport, parameters, token)).data;
    };
    const expected = ['mobile', 'desktop', undefined].map((device) => ({
      value: device ?? '(none)',
      visitors: now('views', (event) => event.device === device),
    }));
    const { values, value_count } = await list({});
    expect(values.toSorted((a, b) => (a.value < b.value ? -1 : 1))).toEqual(
      expected.toSorted((a, b) => (a.value < b.value ? -1 : 1)),
    );
    expect(values.map(({ visitors }) => visitors)).toEqual(
      values.map(({ visitors }) => visitors).sort((a, b) => b - a),
    );
    expect(value_count).toBe(3);
    expect((await list({ contains: 'DESK' })).values).toEqual([expected[1]]);
    expect((await list({ contains: 'tablet' })).values).toEqual([]);
  });

  test('the hours of the week are those of plain counting', async () => {
    const times = async (metric: string) =>
      (await service.report(bestTimesReport, { website_id: RANDOM_WORLD, metric }, token)).data;
    const weeks = EVENTS.filter(({ at, type }) => at >= dayAgo(28) && type === 'order');
    const { values, best, days, hours } = await times('orders');
    const expected = Array.from({ length: 7 }, (_, day) =>
      Array.from(
        { length: 24 },
        (_hour, hour) => weeks.filter(({ at }) => weekdayOf(at) === day && Number(at.slice(11, 13)) === hour).length,
      ),
    );
    expect({ values, days, hours }).toEqual({ values: expected, days: 7, hours: 24 });
    const [first] = best;
    expect(values[first!.day - 1]![first!.hour]).toBe(Math.max(...values.flat().map((value) => value ?? 0)));
    const money = (await times('revenue')).values.flat().reduce((sum: number, value) => sum + (value ?? 0), 0);
    expect(money).toBeCloseTo(
      weeks.reduce((sum, { revenue = 0 }) => sum + revenue, 0),
      6,
    );
    // Few visitors have no rate.
    expect((await times('conversion_rate')).values[0]![3]).toBe(null);
  });
});

/** Monday is 0. */
function weekdayOf(at: string): number {
  return (new Date(at).getUTCDay() + 6) % 7;
}
