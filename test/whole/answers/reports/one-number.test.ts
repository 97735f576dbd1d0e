// One number everywhere: whatever shows the unique visitors of a subject in a window shows the same, and it is what plain sets of visitors
// have. Random websites in several time zones, which are changed, with holdouts, refunds, events that come late, merges of the log that are
// killed, and people who are forgotten.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { type ExactBounds, NO_BOUNDS } from '../../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { countLoggedEvents } from '../../../../src/core/engine/event-log/storage/read-runs.ts';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import type { Window } from '../../../../src/core/engine/rollups/window.ts';
import { forgetEvents } from '../../../../src/core/manage/erasure/forget-visitor.ts';
import { DirectReadRunner, findRead } from '../../../../src/core/server/api/read-runner.ts';
import { readWebsiteDays } from '../../../../src/extensions/changes/alerts/read-website-days.ts';
import { readWebsiteWeek } from '../../../../src/extensions/changes/week/read-website-week.ts';
import { readReport } from '../../../../src/extensions/notifications/scheduled-reports/build-report.ts';
import { buildIntervals } from '../../../support/build-intervals.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { killMerge, mergeLog, switchLog } from '../../../support/event-log.ts';
import { allWebsites } from '../../../support/expected-reports.ts';
import { IS_LONG } from '../../../support/long.ts';
import { READ_OPERATIONS } from '../../../support/operations.ts';
import { type RandomCampaign, type RandomWebsite, randomCatalog } from '../../../support/random-catalog.ts';
import { RandomStream } from '../../../support/random-events.ts';
import { giveZones } from '../../../support/random-zones.ts';
import {
  type ModelEvent,
  type ModelKind,
  ReferenceModel,
  VISITOR_METRIC_NAMES,
} from '../../../support/reference-model.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const SEED = 47;
const EVENTS = IS_LONG ? 6_000 : 3_000;
const VISITORS = IS_LONG ? 2_500 : 1_250;
const NOW_MS = Date.parse('2025-03-12T10:30:00Z');
const MONDAY = dayFromIso('2025-03-03')!;
const WEEK = { firstDay: MONDAY, lastDay: MONDAY + 6 };
const WEEK_BEFORE = { firstDay: MONDAY - 7, lastDay: MONDAY - 1 };
const DATES = Array.from({ length: 17 }, (_, ago) => isoOfDay(MONDAY + 8 - ago));
const PAIRS_MIN = 2_000;
const NO_LOG = { ...NO_BOUNDS, exactEventsMax: 0 };

/** Reports with unique visitors of the rollups. */
const ESTIMATED_ABOVE = [
  ...['get_website_report', 'list_campaigns', 'get_campaign_report', 'list_experiments'],
  ...['get_variant_report', 'get_step_report', 'get_element_report'],
  ...['get_account_performance', 'get_account_trends', 'get_account_websites'],
  // Operations of extensions come after those of the core.
  ...['get_experiment', 'explain_change', 'get_funnel'],
];
/** Those of the log alone, and of sums. */
const NEVER_ESTIMATED = [
  ...['list_values', 'count_contacts', 'list_alerts'],
  ...['get_attribution', 'get_retention', 'get_paths', 'get_campaign_reach'],
  ...['get_products', 'list_campaign_products', 'get_campaign_orders', 'get_history'],
];

/** Responses of many operations. */
// biome-ignore lint/suspicious/noExplicitAny: their schemas have tests of their own.
type Json = any;

const rangeOf = ({ firstDay, lastDay }: Window) => ({
  timeframe: 'custom',
  range_start: isoOfDay(firstDay),
  range_end: isoOfDay(lastDay),
});
const COMPARED = { ...rangeOf(WEEK), previous_period: true };

/** What pages have shown, by subject, window and metric. */
class Sightings {
  readonly #seen = new Map<string, { readonly page: string; readonly count: number }[]>();

  see(page: string, kind: ModelKind, id: number, { firstDay, lastDay }: Window, counts: Json): void {
    for (const metric of VISITOR_METRIC_NAMES) {
      if (typeof counts[metric] !== 'number') continue;
      const key = [kind, id, firstDay, lastDay, metric].join(' ');
      this.#seen.set(key, [...(this.#seen.get(key) ?? []), { page, count: counts[metric] }]);
    }
  }

  seePoints(page: string, kind: ModelKind, id: number, points: readonly Json[]): void {
    for (const point of points) {
      const day = dayFromIso(point.date)!;
      this.see(page, kind, id, { firstDay: day, lastDay: day }, point);
    }
  }

  seeCompared(page: string, kind: ModelKind, id: number, metrics: Json): void {
    this.see(page, kind, id, WEEK, metrics);
    if (metrics.previous) this.see(`${page}, before`, kind, id, WEEK_BEFORE, metrics.previous);
  }

  seeRows(page: string, kind: ModelKind, rows: readonly Json[]): void {
    for (const { id, metrics } of rows) this.seeCompared(page, kind, id, metrics);
  }

  /** How many pairs of pages show the same, and what is not as the model says. */
  compareWith(model: ReferenceModel): { readonly pairs: number; readonly wrong: readonly string[] } {
    let pairs = 0;
    const wrong: string[] = [];
    for (const [key, pages] of this.#seen) {
      const [kind, id, firstDay, lastDay, metric] = key.split(' ');
      const counts = model.distinct(kind as ModelKind, Number(id), Number(firstDay), Number(lastDay));
      const expected = counts[metric as keyof typeof counts];
      pairs += (pages.length * (pages.length - 1)) / 2;
      for (const { page, count } of pages) if (count !== expected) wrong.push(`${key} ${page}: ${count}, ${expected}`);
    }
    return { pairs, wrong };
  }
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  const catalog = randomCatalog(SEED, { accounts: 1, websites: 3, campaigns: 4 });
  const websites = allWebsites(catalog);
  giveZones(websites, SEED);
  const websiteIds = websites.map(({ id }) => id);
  /** Each website moves to the zone of the next one. */
  const newZones = websites.map(({ id }, place) => [id, websites[(place + 1) % websites.length]!.timezone!] as const);
  let ingestion: TestIngestion;
  /** Those that are counted, with their days; people who were forgotten are nobody. */
  let events: { readonly event: ModelEvent; readonly day: number }[];
  let model: ReferenceModel;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine, catalog, new TestClock(new Date(NOW_MS).toISOString()));
    const { database, clock } = ingestion;
    for (const id of websiteIds) await switchLog(database, id, true);
    const stream = new RandomStream(catalog, { seed: SEED, visitors: VISITORS, dates: DATES, pageViews: 0.2 });
    const made = Array.from({ length: EVENTS }, () => stream.next());
    const sent = made.flatMap((one) => (one.rejection === undefined ? one.event : []));
    const count = (some: readonly ModelEvent[]) => ingestion.count(...some.map((event) => ({ ...event })));
    const [early, late] = [sent.slice(0, EVENTS / 2), sent.slice(EVENTS / 2)];
    await count(early.slice(0, EVENTS / 4));
    await mergeLog(database, clock);
    await buildIntervals(database, clock);
    await count(early.slice(EVENTS / 4));
    await killMerge(database, clock, 20);
    for (const [id, timezone] of newZones) await changeWebsiteSettings(database, id, { timezone });
    await count(late);
    await killMerge(database, clock, 30);
    const refunded = sent.filter(({ order_id: id }, index) => id !== undefined && index % 3 === 0);
    await ingestion.count(...refunded.map(({ website_id, order_id }) => ({ type: 'refund', website_id, order_id })));
    const isForgotten = ({ website_id: id, visitor = '' }: ModelEvent) =>
      id === websiteIds[0] && visitor.endsWith('77');
    for (const visitor of new Set(sent.filter(isForgotten).map((event) => event.visitor!))) {
      await forgetEvents(database, { websiteId: websiteIds[0]!, visitor, isErasing: true });
    }
    const ofModel = ({ visitor, ...event }: ModelEvent) => ({
      ...event,
      ...(visitor !== undefined && !isForgotten({ visitor, ...event }) && { visitor }),
    });
    model = new ReferenceModel(catalog);
    const added = (some: readonly ModelEvent[]) =>
      some
        .map((event) => ({ event: ofModel(event), day: model.dayOf(event, NOW_MS) }))
        .filter(({ event }) => model.add(event, NOW_MS) === 'accepted');
    const ofEarly = added(early);
    for (const [id, timezone] of newZones) model.changeZone(id, timezone);
    events = [...ofEarly, ...added(late)];
    // Whatever estimates visitors finds none.
    await database.transaction((tx) => tx.query('DELETE FROM rollup_visitors'));
  });
  afterAll(() => ingestion.dispose());

  async function askAsText(operation: string, parameters: object, chosen: object, bounds: ExactBounds) {
    const query = findRead(READ_OPERATIONS, { operation }).input.parse(parameters);
    const runner = new DirectReadRunner(ingestion.database, READ_OPERATIONS, bounds);
    return (await runner.run({ operation, query, websites: chosen as { websiteId: number }, nowMs: NOW_MS })).json;
  }

  async function ask(operation: string, parameters: object, chosen: object, bounds = NO_BOUNDS): Promise<Json> {
    return JSON.parse(await askAsText(operation, parameters, chosen, bounds));
  }

  async function seeWebsite(seen: Sightings, { id }: RandomWebsite): Promise<void> {
    const data = async (name: string, parameters: object) => (await ask(name, parameters, { websiteId: id })).data;
    seen.seeCompared('website', 'website', id, (await data('get_website_report', COMPARED)).metrics);
    const byDevice = await data('get_website_report', { ...COMPARED, break_down_by: 'device' });
    seen.seeCompared('website by device', 'website', id, byDevice.metrics);
    const byHour = await data('get_website_report', { ...rangeOf(WEEK), group_by: 'hour' });
    seen.see('website by hour', 'website', id, WEEK, byHour.metrics);
    for (const week of [WEEK, WEEK_BEFORE]) {
      const { metrics, timeseries } = await data('get_website_report', { ...rangeOf(week), group_by: 'day' });
      seen.see('website with chart', 'website', id, week, metrics);
      seen.seePoints('chart', 'website', id, timeseries.points);
    }
    for (const metric of ['views', 'conversions', 'subscribes']) {
      const { current, previous } = await data('explain_change', { ...rangeOf(WEEK), metric });
      seen.seeCompared('change', 'website', id, { [metric]: current, previous: { [metric]: previous } });
    }
    for (const [type, metric] of Object.entries({ view: 'views', conversion: 'conversions' })) {
      const { steps } = await data('get_funnel', { ...COMPARED, step: [type, 'order'] });
      const [{ visitors, previous }] = steps;
      seen.seeCompared('funnel', 'website', id, { [metric]: visitors, previous: { [metric]: previous.visitors } });
    }
    for (const sort of ['views', 'revenue', 'created_at']) {
      const { campaigns } = await data('list_campaigns', { ...COMPARED, sort });
      seen.seeRows(`campaigns by ${sort}`, 'campaign', campaigns);
    }
    const { experiments } = await data('list_experiments', COMPARED);
    for (const { variants } of experiments) seen.seeRows('experiments', 'variant', variants);
  }

  async function seeCampaign(seen: Sightings, websiteId: number, { id, variants }: RandomCampaign): Promise<void> {
    const data = async (name: string, parameters: object) => (await ask(name, parameters, { websiteId })).data;
    const campaign = await data('get_campaign_report', { ...COMPARED, id, group_by: 'day' });
    seen.seeCompared('campaign', 'campaign', id, campaign.metrics);
    seen.seePoints('chart of the campaign', 'campaign', id, campaign.timeseries.points);
    seen.seeRows('variants of the campaign', 'variant', campaign.variants);
    const { test: days, variants: arms } = await data('get_experiment', { id });
    for (const { id: variantId, visitors } of days ? arms : []) {
      const window = { firstDay: dayFromIso(days.first_day)!, lastDay: dayFromIso(days.last_day)! };
      seen.see('experiment', 'variant', variantId, window, { views: visitors });
      const { metrics } = await data('get_variant_report', { id: variantId, ...rangeOf(window) });
      seen.see('variant in the test', 'variant', variantId, window, metrics);
    }
    for (const { id: variantId, steps } of variants) {
      const variant = await data('get_variant_report', { ...COMPARED, id: variantId });
      seen.seeCompared('variant', 'variant', variantId, variant.metrics);
      seen.seeRows('steps of the variant', 'step', variant.funnel_steps);
      for (const { id: stepId, elements } of steps) {
        const step = await data('get_step_report', { ...COMPARED, id: stepId });
        seen.seeCompared('step', 'step', stepId, step.metrics);
        seen.seeRows('elements of the step', 'element', step.elements);
        for (const { id: elementId } of elements) {
          const { metrics } = await data('get_element_report', { ...COMPARED, id: elementId });
          seen.seeCompared('element', 'element', elementId, metrics);
        }
      }
    }
  }

  /** What is sent and shown without being asked for. */
  async function seeJobs(seen: Sightings, { id }: RandomWebsite): Promise<void> {
    const { database } = ingestion;
    const today = model.dayOf({ website_id: id }, NOW_MS);
    const { viewers, converters } = await readWebsiteDays(database, id, today, NO_BOUNDS);
    for (const [index, views] of viewers.entries()) {
      const day = today - viewers.length + 1 + index;
      seen.see('alerts', 'website', id, { firstDay: day, lastDay: day }, { views, conversions: converters[index] });
    }
    const { weeks, campaigns } = (await readWebsiteWeek(database, id, MONDAY, NO_BOUNDS))!;
    for (const [index, window] of [WEEK, WEEK_BEFORE].entries()) {
      seen.see('insights', 'website', id, window, weeks[index]);
      for (const campaign of campaigns) {
        seen.see('insights, campaign', 'campaign', campaign.id, window, campaign.weeks[index]);
        for (const variant of campaign.variants) {
          seen.see('insights, variant', 'variant', variant.id, window, variant.weeks[index]);
        }
      }
    }
    const mail = await readReport(database, {
      ...{ websiteId: id, formats: ['csv'], author: 'a@acme.example', language: 'en', nowMs: NOW_MS },
      period: { unit: 'week', window: WEEK, previous: WEEK_BEFORE } as Parameters<typeof readReport>[1]['period'],
    });
    seen.seeCompared('mail', 'website', id, mail.metrics);
    seen.seePoints('chart in the mail', 'website', id, [...mail.points, ...mail.previousPoints]);
    seen.seeRows('campaigns in the mail', 'campaign', mail.campaigns);
  }

  async function seeAllTime(seen: Sightings, { id }: RandomWebsite): Promise<void> {
    const ever = { firstDay: 0, lastDay: model.dayOf({ website_id: id }, NOW_MS) };
    const chosen = { websiteId: id };
    const { data } = await ask('get_website_report', { timeframe: 'all_time' }, chosen);
    seen.see('all time', 'website', id, ever, data.metrics);
    seen.see('record', 'website', id, ever, await ask('get_website', {}, chosen));
    const list = await ask('list_campaigns', { timeframe: 'all_time' }, chosen);
    for (const row of list.data.campaigns) seen.see('list of all time', 'campaign', row.id, ever, row.metrics);
    for (const { variants, ...campaign } of await ask('list_ctas', {}, chosen)) {
      seen.see('record of the campaign', 'campaign', campaign.id, ever, campaign);
      for (const variant of variants) seen.see('record of the variant', 'variant', variant.id, ever, variant);
    }
  }

  async function seeAccount(seen: Sightings): Promise<void> {
    const { data } = await ask('get_account_performance', rangeOf(WEEK), { websiteIds });
    for (const { viewers, ...row } of data.websites) {
      const { conversions, subscribes } = row;
      seen.see('account', 'website', row.id, WEEK, { views: viewers, conversions, subscribes });
    }
    const overview = await ask('get_account_websites', rangeOf(WEEK), { websiteIds });
    for (const { viewers, ...row } of overview.data.websites) {
      const { conversions, subscribes } = row;
      seen.see('overview', 'website', row.id, WEEK, { views: viewers, conversions, subscribes });
    }
    const trends = await ask('get_account_trends', rangeOf(WEEK), { websiteIds });
    for (const { id, viewers } of trends.data.websites) {
      for (const [index, views] of viewers.entries()) {
        const day = WEEK.firstDay + index;
        seen.see('trends', 'website', id, { firstDay: day, lastDay: day }, { views });
      }
    }
  }

  test('all pages agree, and have what sets of visitors have', async () => {
    const seen = new Sightings();
    const some = IS_LONG ? websites : websites.slice(0, 1);
    for (const website of some) {
      await seeWebsite(seen, website);
      for (const campaign of website.campaigns) await seeCampaign(seen, website.id, campaign);
      await seeJobs(seen, website);
      await seeAllTime(seen, website);
    }
    await seeAccount(seen);
    const { pairs, wrong } = seen.compareWith(model);
    expect(wrong).toEqual([]);
    expect(pairs).toBeGreaterThan((PAIRS_MIN * some.length) / websites.length);
  });

  test('who was on several websites of an account is one visitor', async () => {
    const merged = { id: 1, campaigns: websites.flatMap(({ campaigns }) => campaigns) };
    const together = new ReferenceModel({ accounts: [{ websites: [merged] }] });
    for (const { event: sent, day } of events) {
      const { id: _, order_id: __, ...event } = sent;
      if (day >= WEEK.firstDay && day <= WEEK.lastDay) together.add({ ...event, website_id: 1 }, NOW_MS);
    }
    const { views, conversions, subscribes } = together.distinct('website', 1, 0, Number.POSITIVE_INFINITY);
    const { data } = await ask('get_account_performance', rangeOf(WEEK), { websiteIds });
    expect(data.aggregate).toMatchObject({ viewers: views, conversions, subscribes });
    expect(views).toBeLessThan(data.websites.reduce((sum: number, { viewers }: Json) => sum + viewers, 0));
  });

  test('as many events as EXACT_EVENTS_MAX are counted exactly; of one more, everything is estimated, and says so', async () => {
    const [{ id: websiteId, campaigns }] = websites as [RandomWebsite];
    const { id } = campaigns.find((one) => model.distinct('campaign', one.id, WEEK.firstDay, WEEK.lastDay).views > 0)!;
    const { events: logged } = await countLoggedEvents(ingestion.database, [websiteId], [WEEK]);
    const within = async (exactEventsMax: number) => {
      const bounds = { ...NO_BOUNDS, exactEventsMax };
      const { notes = [], data } = await ask('get_website_report', { ...COMPARED, notes: true }, { websiteId }, bounds);
      const funnel = await ask('get_funnel', { ...COMPARED, step: ['view', 'order'] }, { websiteId }, bounds);
      const { metrics } = data;
      expect(funnel.data.steps[0].visitors).toBe(metrics.views);
      expect(funnel.data.steps[0].previous.visitors).toBe(metrics.previous.views);
      const ofCampaign = await ask('get_campaign_report', { ...COMPARED, id }, { websiteId }, bounds);
      const step = [`view;campaign:${id}`, 'order'];
      const funnelOfCampaign = await ask('get_funnel', { ...COMPARED, step }, { websiteId }, bounds);
      expect(funnelOfCampaign.data.steps[0].visitors).toBe(ofCampaign.data.metrics.views);
      return { metrics, notes: notes.map(({ code }: Json) => code) };
    };
    const [all, exact, above, estimates] = [
      await within(NO_BOUNDS.exactEventsMax),
      await within(logged),
      await within(logged - 1),
      await within(0),
    ];
    expect(exact).toEqual(all);
    expect(exact.notes).not.toContain('estimated');
    expect(above.notes).toContain('estimated');
    expect(above.metrics).toEqual(estimates.metrics);
    expect(above.metrics).not.toEqual(exact.metrics);
    const { orders, revenue } = exact.metrics;
    expect(above.metrics).toMatchObject({ orders, revenue });
  });

  test('above the bound, reports say that they are estimates, and those of the log alone are not and do not', async () => {
    const days = { firstDay: MONDAY - 8, lastDay: MONDAY + 8 };
    const isSeen = (id: number) => model.distinct('element', id, days.firstDay, days.lastDay).views > 0;
    const [found] = websites.flatMap((website) =>
      website.campaigns.flatMap((campaign) =>
        campaign.variants.flatMap((variant) =>
          variant.steps.flatMap((step) =>
            step.elements
              .filter(({ id }) => isSeen(id))
              .map(({ id }) => ({ website, campaign, variant, step, element: id })),
          ),
        ),
      ),
    );
    const { website, campaign, variant, step, element } = found!;
    const idOf = { variants: variant.id, steps: step.id, elements: element } as Readonly<Record<string, number>>;
    const [estimated, counted]: [string[], string[]] = [[], []];
    for (const { name, path, input } of READ_OPERATIONS.filter((one) => 'notes' in one.input.shape)) {
      const has = (parameter: string) => parameter in input.shape;
      const asked = {
        ...{ ...rangeOf(days), notes: true },
        ...(path.includes('{id}') && { id: idOf[path.split('/').at(-2)!] ?? campaign.id }),
        ...(has('step') && { step: ['view', 'order'] }),
        ...(has('from') && { from: 'view' }),
        ...(has('metric') && name === 'explain_change' && { metric: 'views' }),
        ...(has('dimension') && { dimension: 'device' }),
      };
      const chosen = has('website_ids') ? { websiteIds } : { websiteId: website.id };
      const [{ data }, { notes = [], ...above }] = await Promise.all([
        ask(name, asked, chosen),
        ask(name, asked, chosen, NO_LOG),
      ]);
      const isSaid = notes.some(({ code }: Json) => code === 'estimated');
      (isSaid ? estimated : counted).push(name);
      if (!isSaid) expect([name, above.data]).toEqual([name, data]);
    }
    expect(estimated).toEqual(ESTIMATED_ABOVE);
    expect(counted).toEqual(NEVER_ESTIMATED);
  });

  test('account performance says whether its visitors are exact, if it is asked', async () => {
    const asked = { ...rangeOf(WEEK), precision: true };
    const precisionWithin = async (bounds: ExactBounds) =>
      (await ask('get_account_performance', asked, { websiteIds }, bounds)).precision;
    expect([await precisionWithin(NO_BOUNDS), await precisionWithin(NO_LOG)]).toEqual(['exact', 'estimated']);
    expect(await ask('get_account_performance', rangeOf(WEEK), { websiteIds })).not.toHaveProperty('precision');
  });

  test('a website without a log has estimates, and so has a table with such a website', async () => {
    const [first, websiteId] = websiteIds as [number, number];
    await switchLog(ingestion.database, websiteId, false);
    onTestFinished(() => switchLog(ingestion.database, websiteId, true));
    const same = async (name: string, parameters: object, chosen: object) => {
      const withLog = await askAsText(name, parameters, chosen, NO_BOUNDS);
      return withLog === (await askAsText(name, parameters, chosen, NO_LOG));
    };
    const chart = { ...COMPARED, group_by: 'day' };
    expect(await same('get_website_report', chart, { websiteId })).toBe(true);
    expect(await same('get_website_report', chart, { websiteId: first })).toBe(false);
    expect(await same('list_campaigns', COMPARED, { websiteId })).toBe(true);
    expect(await same('get_account_performance', rangeOf(WEEK), { websiteIds })).toBe(true);
    expect(await same('get_account_trends', rangeOf(WEEK), { websiteIds })).toBe(true);
  });
});
