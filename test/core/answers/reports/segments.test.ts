// Reports with filters and breakdowns, compared with the reference model of the events for which the filters hold. There are fewer visitors
// than a sketch counts exactly, so every number must be equal. Some orders came without a visitor, and some visitors were forgotten.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignReport } from '../../../../src/core/answers/reports/subjects/campaign.ts';
import { campaignsReport } from '../../../../src/core/answers/reports/subjects/campaigns.ts';
import { stepReport } from '../../../../src/core/answers/reports/subjects/step.ts';
import { variantReport } from '../../../../src/core/answers/reports/subjects/variant.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import type { Filter } from '../../../../src/core/engine/event-log/counting/log-question.ts';
import {
  type Dimension,
  type DimensionValues,
  NO_VALUE,
  OTHER_VALUES,
} from '../../../../src/core/foundation/dimensions/dimension.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { ContactStore } from '../../../../src/core/manage/contacts/contact-store.ts';
import { forgetVisitor } from '../../../../src/core/manage/erasure/forget-visitor.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { countWithDimensions } from '../../../support/dimensions.ts';
import { mergeLog, switchLog } from '../../../support/event-log.ts';
import { type Asked, ExpectedReports } from '../../../support/expected-reports.ts';
import { IS_LONG } from '../../../support/long.ts';
import { type RandomWebsite, randomCatalog } from '../../../support/random-catalog.ts';
import { RandomStream } from '../../../support/random-events.ts';
import { defined, lengthOf, Questions } from '../../../support/random-questions.ts';
import { giveZones } from '../../../support/random-zones.ts';
import { type ModelEvent, ReferenceModel } from '../../../support/reference-model.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { TestService } from '../../../support/test-service.ts';

const SEED = 20_261_116;
const EVENTS = 2_500;
const VALUES_SHOWN = 50;
/** They are visitors of the first website. */
const FORGOTTEN = ['visitor-3', 'visitor-70'];
const TODAY = '2025-03-12';
const NOW = `${TODAY}T12:00:00Z`;
const DATES = ['2024-02-29', '2024-12-31', '2025-01-31', '2025-02-10', '2025-02-11', '2025-03-01', '2025-03-11', TODAY];

const DIMENSIONS: readonly Dimension[] = ['device', 'country', 'page', 'utm_source', 'visitor_type', 'os'];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  device: ['mobile', 'desktop', 'tablet', NO_VALUE],
  country: ['DE', 'US', NO_VALUE],
  page: ['/0', '/1', '/a:b,c', NO_VALUE],
  utm_source: ['news,letter', 'never seen'],
  visitor_type: ['new', 'returning', NO_VALUE],
  os: [NO_VALUE],
};

interface LoggedEvent {
  readonly event: ModelEvent;
  readonly dimensions: DimensionValues;
}

/** Few values with many events and many with few, so that some are left over for `(other)`. */
function randomDimensions(random: Random): DimensionValues {
  const pick = (values: readonly (string | undefined)[]) => values[random.between(0, values.length - 1)];
  const page = pick(['/0', '/1', '/a:b,c', undefined, `/${random.between(0, 90)}`, `/${random.between(0, 90)}`]);
  const values = {
    device: pick(['mobile', 'desktop', 'tablet', undefined]),
    country: pick(['DE', 'US', undefined]),
    page,
  };
  const all = { ...values, utm_source: pick(['news,letter', undefined, undefined]) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The same questions of plain arrays. */
class Segments {
  readonly #events: readonly LoggedEvent[];
  readonly #model: ReferenceModel;
  readonly #firstDays = new Map<string, number>();

  constructor(catalog: ConstructorParameters<typeof ReferenceModel>[0], events: readonly LoggedEvent[]) {
    this.#events = events;
    this.#model = new ReferenceModel(catalog);
    for (const { event } of events) {
      // Only other events make somebody a returning visitor of what reports count.
      if (event.type === 'page_view') continue;
      const known = this.#firstDays.get(visitorOf(event)) ?? Number.POSITIVE_INFINITY;
      this.#firstDays.set(visitorOf(event), Math.min(known, this.#dayOf(event)));
    }
  }

  #dayOf(event: ModelEvent): number {
    return this.#model.dayOf(event, Date.parse(NOW));
  }

  valueOf({ event, dimensions }: LoggedEvent, dimension: Dimension): string {
    if (dimension !== 'visitor_type') return dimensions[dimension] ?? NO_VALUE;
    if (event.visitor === undefined) return NO_VALUE;
    return this.#firstDays.get(visitorOf(event)) === this.#dayOf(event) ? 'new' : 'returning';
  }

  /** The reports of these events of the website. */
  #reports(website: RandomWebsite, events: readonly LoggedEvent[]): ExpectedReports {
    const model = new ReferenceModel({ accounts: [{ websites: [website] }] });
    for (const { event } of events) model.add(event, Date.parse(NOW));
    return new ExpectedReports(model, website, NOW);
  }

  expected(website: RandomWebsite, filters: readonly Filter[], by: Dimension | undefined, report: ReportOf) {
    const events = this.#events
      .filter(({ event }) => event.website_id === website.id)
      .filter((event) => filters.every(({ dimension, value }) => this.valueOf(event, dimension) === value));
    const { data, ...envelope } = report(this.#reports(website, events));
    const filter = filters.map(({ dimension, value }) => `${dimension}:${value}`);
    const breakdown = by && {
      breakdown: { dimension: by, sampled: false, values: this.#breakdown(website, events, by, report) },
    };
    return { ...envelope, ...(filters.length > 0 && { filter, sampled: false }), data: { ...data, ...breakdown } };
  }

  #breakdown(website: RandomWebsite, events: readonly LoggedEvent[], by: Dimension, report: ReportOf) {
    const metricsOf = (some: readonly LoggedEvent[]) =>
      (report(this.#reports(website, some)).data as { metrics: Block }).metrics;
    const rows = [...Map.groupBy(events, (event) => this.valueOf(event, by))]
      .map(([value, some]) => ({ value, metrics: metricsOf(some) }))
      .filter(({ metrics }) => hasAny(metrics))
      .sort(
        (a, b) =>
          b.metrics.views - a.metrics.views ||
          (b.metrics.previous?.views ?? 0) - (a.metrics.previous?.views ?? 0) ||
          (a.value < b.value ? -1 : 1),
      );
    const shown = rows.slice(0, VALUES_SHOWN);
    if (rows.length === shown.length) return shown;
    const listed = new Set(shown.map(({ value }) => value));
    return [
      ...shown,
      { value: OTHER_VALUES, metrics: metricsOf(events.filter((event) => !listed.has(this.valueOf(event, by)))) },
    ];
  }
}

type ReportOf = (expected: ExpectedReports) => { readonly data: object };
interface Block {
  readonly views: number;
  readonly previous?: Block | undefined;
}

function hasAny(metrics: Block): boolean {
  const numbers = [...Object.values(metrics), ...Object.values(metrics.previous ?? {})];
  return numbers.some((count) => typeof count === 'number' && count > 0);
}

function visitorOf({ website_id, visitor }: ModelEvent): string {
  return JSON.stringify([website_id, visitor]);
}

/** What is left of an event after its visitor was forgotten. */
function withoutVisitor({ event }: LoggedEvent): LoggedEvent {
  const { visitor: _, ...left } = event;
  return { event: left, dimensions: {} };
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  const catalog = randomCatalog(SEED, { accounts: 1, websites: 2, campaigns: 4 });
  const websites = catalog.accounts.flatMap((account) => account.websites);
  giveZones(websites, SEED);
  // Then all_time does not depend on the filters.
  for (const website of websites) Object.assign(website, { created_at: '2023-01-01T00:00:00Z' });
  const questionsPerReport = IS_LONG ? 16 : engine === 'sqlite' ? 4 : 2;
  let segments: Segments;
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine, { catalog, clock: new TestClock(NOW) });
    const { ingestion } = service;
    for (const { id } of websites) await switchLog(service.database, id, true);
    token = await service.token(websites.map(({ id }) => id));
    const stream = new RandomStream(catalog, { seed: SEED, visitors: 120, dates: DATES });
    const pageViews = new RandomStream(catalog, { seed: SEED, visitors: 120, dates: DATES, pageViews: 1 });
    const random = new Random(SEED);
    const model = new ReferenceModel(catalog);
    const sent = [stream, pageViews]
      .flatMap((some) => Array.from({ length: EVENTS }, () => some.next()))
      .flatMap((made) => (made.rejection === undefined ? [made.event] : []))
      .map((event) => ({ event, dimensions: randomDimensions(random) }));
    const accepted = sent.filter(({ event }) => model.add(event, Date.parse(NOW)) === 'accepted');
    const isForgotten = ({ event }: LoggedEvent) =>
      event.website_id === websites[0]!.id && FORGOTTEN.includes(event.visitor ?? '');
    segments = new Segments(
      catalog,
      accepted.map((logged) => (isForgotten(logged) ? withoutVisitor(logged) : logged)),
    );
    // Half of the log is merged, half of it is pending.
    const half = sent.length / 2;
    await countWithDimensions(ingestion, sent.slice(0, half).map(asSent));
    await mergeLog(service.database, service.clock);
    await countWithDimensions(ingestion, sent.slice(half).map(asSent));
    const contacts = new ContactStore(service.database, service.clock.now);
    for (const visitor of FORGOTTEN) {
      await forgetVisitor(service.database, contacts, { websiteId: websites[0]!.id, visitor, isErasing: true });
    }
  });

  afterAll(() => service.dispose());

  const asSent = ({ event, dimensions }: LoggedEvent) => ({ event: { ...event }, dimensions });

  interface Asking {
    readonly questions: Questions;
    readonly website: RandomWebsite;
    /** The parameters, with those of the segment. */
    parametersOf(asked: object): Record<string, string | number | boolean | string[]>;
    expected(report: ReportOf): object;
  }

  async function compare(seed: number, ask: (asking: Asking) => Promise<[unknown, unknown]>, hasBreakdown = true) {
    const questions = new Questions(seed);
    for (let asked = 0; asked < questionsPerReport; asked++) {
      const website = questions.pick(websites);
      const by = hasBreakdown ? questions.maybe(questions.pick(DIMENSIONS)) : undefined;
      const dimensions = new Set([
        questions.pick(DIMENSIONS),
        ...(questions.maybe([questions.pick(DIMENSIONS)]) ?? []),
      ]);
      const filters = (by === undefined || questions.maybe(true) ? [...dimensions] : []).map((dimension) => ({
        dimension,
        value: questions.pick(VALUES[dimension]!),
      }));
      const filter = filters.map(({ dimension, value }) => `${dimension}:${value}`);
      const [answer, expected] = await ask({
        questions,
        website,
        parametersOf: (parameters) => ({
          website_id: website.id,
          ...(by && { break_down_by: by }),
          ...(filter.length > 0 && { filter }),
          ...parameters,
        }),
        expected: (report) => segments.expected(website, filters, by, report),
      });
      expect(answer, JSON.stringify({ by, filters })).toEqual(expected);
    }
  }

  test('website', () =>
    compare(1, async ({ questions, parametersOf, expected }) => {
      const { group_by, ...plain } = questions.series();
      // With points, the website report is limited to 92 days.
      const asked = lengthOf(plain) <= 92 ? defined({ ...plain, group_by }) : plain;
      const answer = await service.report(websiteReport, parametersOf(asked), token);
      return [answer, expected((of) => of.website(asked))];
    }));

  test('campaign and its variants', () =>
    compare(2, async ({ questions, website, parametersOf, expected }) => {
      const [campaign, asked] = [questions.pick(website.campaigns), questions.series()];
      const answer = await service.report(campaignReport, parametersOf({ id: campaign.id, ...asked }), token);
      return [answer, expected((of) => of.campaign(campaign, asked))];
    }));

  test('variant and its steps', () =>
    compare(3, async ({ questions, website, parametersOf, expected }) => {
      const variant = questions.pick(website.campaigns.flatMap(({ variants }) => variants));
      const asked = questions.series();
      const answer = await service.report(variantReport, parametersOf({ id: variant.id, ...asked }), token);
      return [answer, expected((of) => of.variant(variant, asked))];
    }));

  test('step and its elements', () =>
    compare(4, async ({ questions, website, parametersOf, expected }) => {
      const variants = website.campaigns.flatMap((campaign) => campaign.variants);
      const step = questions.pick(variants.flatMap(({ steps }) => steps));
      const asked = questions.series();
      const answer = await service.report(stepReport, parametersOf({ id: step.id, ...asked }), token);
      return [answer, expected((of) => of.step(step, asked))];
    }));

  test('list of campaigns', () =>
    compare(
      5,
      async ({ questions, parametersOf, expected }) => {
        const asked = questions.list();
        return [
          await service.report(campaignsReport, parametersOf(asked), token),
          expected((of) => of.campaigns(asked)),
        ];
      },
      false,
    ));

  test.each(['distinct', 'total'] as const)(
    'more than 50 values: the others are the last one (%s)',
    async (count_type) => {
      const asked: Asked = { timeframe: 'all_time', count_type };
      const website = websites[0]!;
      const parameters = { website_id: website.id, break_down_by: 'page', ...asked };
      const answer = await service.report(websiteReport, parameters, token);
      expect(answer).toEqual(segments.expected(website, [], 'page', (of) => of.website(asked)));
      const { values } = answer.data.breakdown!;
      expect(values).toHaveLength(VALUES_SHOWN + 1);
      expect(values.at(-1)!.value).toBe(OTHER_VALUES);
      const sum = (metric: 'views' | 'orders' | 'revenue') =>
        values.reduce((total, { metrics }) => total + Math.round(metrics[metric] * 10_000), 0) / 10_000;
      const { views, orders, revenue } = answer.data.metrics;
      expect({ orders: sum('orders'), revenue: sum('revenue') }).toEqual({ orders, revenue });
      if (count_type === 'total') expect(sum('views')).toBe(views);
      else expect(sum('views')).toBeGreaterThan(views);
    },
  );
});
