// Page views: no report counts them, and funnels, paths, retention and the reach of campaigns are what a plain model of the documents says.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLog } from '../../../src/core/engine/event-log/upkeep/check-log.ts';
import { Random } from '../../../src/core/foundation/statistics/random.ts';
import { campaignReachReport } from '../../../src/extensions/questions/campaign-reach.ts';
import { funnelReport } from '../../../src/extensions/questions/funnel.ts';
import { pathsReport } from '../../../src/extensions/questions/paths.ts';
import { retentionReport } from '../../../src/extensions/questions/retention.ts';
import { ANY_ENGINE } from '../../support/databases.ts';
import { countWithDimensions } from '../../support/dimensions.ts';
import { logSize, mergeLog, switchLog } from '../../support/event-log.ts';
import { eventWith } from '../../support/events.ts';
import { createTestIngestion } from '../../support/test-ingestion.ts';
import { TestService } from '../../support/test-service.ts';

const FIRST_MS = Date.parse('2025-02-03T00:00:00Z');
const PAGES = ['/', '/pricing', '/a;b'];
const VISITORS = Array.from({ length: 30 }, (_, number) => `v${number}`);
const WINDOW = { website_id: 1, timeframe: 'custom', range_start: '2025-02-03', range_end: '2025-03-09' };

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        {
          id: 1,
          name: 'acme.example',
          created_at: '2025-01-01T00:00:00Z',
          campaigns: [
            {
              id: 10,
              name: 'Popup',
              variants: [
                { id: 100, traffic_percentage: 50, steps: [{ id: 1000 }, { id: 1001, position: 2 }] },
                { id: 101, traffic_percentage: 50, is_holdout: true },
              ],
            },
          ],
        },
        { id: 2, name: 'acme.test', created_at: '2025-01-01T00:00:00Z' },
      ],
    },
  ],
};

interface Seen {
  readonly type: string;
  readonly visitor: string;
  readonly second: number;
  readonly page: string;
  /** What is sent beside. */
  readonly subject: object;
  /** The campaign that was shown. */
  readonly isShown: boolean;
}

/** Few times, so that many events have the same second. Some visitors see no campaign. */
function anyVisits(random: Random): Seen[] {
  const pick = <T>(items: readonly T[]) => items[random.between(0, items.length - 1)]!;
  const views = [
    { subject: {}, isShown: false },
    { subject: { step_id: 1000 }, isShown: true },
    { subject: { step_id: 1001 }, isShown: true },
    { subject: { variant_id: 101 }, isShown: false },
  ];
  return Array.from({ length: 900 }, () => {
    const type = pick(['page_view', 'page_view', 'view', 'conversion', 'order']);
    const second = 7 * random.between(0, 4) * 86_400 + random.between(0, 2) * 86_400 + pick([0, 0, 1, 600, 4_000]);
    const common = { type, visitor: pick(VISITORS), second, page: pick(PAGES) };
    return { ...common, ...(type === 'view' ? pick(views) : { subject: {}, isShown: false }) };
  });
}

const stepOf = ({ type, page, subject }: Seen) => {
  if (type === 'page_view') return `page_view;page:${page.replace(';', ';;')}`;
  return 'step_id' in subject ? `${type};campaign:10` : type;
};
/** The view of a later step is none of the website. */
const isOfWebsite = ({ subject }: Seen) => !('step_id' in subject && subject.step_id === 1001);
const RANKS = ['page_view', 'view', 'conversion', 'order'];
const compareEvents = (a: Seen, b: Seen) =>
  a.second - b.second ||
  RANKS.indexOf(a.type) - RANKS.indexOf(b.type) ||
  (stepOf(a) < stepOf(b) ? -1 : Number(stepOf(a) > stepOf(b)));

describe.each(ANY_ENGINE)('on %s', (engine) => {
  const seen = anyVisits(new Random(11));
  const byVisitor = [...Map.groupBy(seen, ({ visitor }) => visitor).values()];
  let service: TestService;
  let token: string;
  let logged: number;

  beforeAll(async () => {
    const ingestion = await createTestIngestion(engine, CATALOG);
    await switchLog(ingestion.database, 1, true);
    const sent = seen.map(({ type, visitor, second, page, subject }) => ({
      event: { type, website_id: 1, visitor, at: new Date(FIRST_MS + second * 1_000).toISOString(), ...subject },
      dimensions: { page },
    }));
    // The first commit has page views alone: the log begins with them.
    const pageViews = sent.filter(({ event }) => event.type === 'page_view');
    await countWithDimensions(ingestion, pageViews);
    await mergeLog(ingestion.database, ingestion.clock);
    await countWithDimensions(
      ingestion,
      sent.filter((event) => !pageViews.includes(event)),
    );
    service = await TestService.over(ingestion);
    token = await service.token([1, 2]);
    logged = (await logSize(service.database, 1)).events;
  });
  afterAll(() => service.dispose());

  test('the log has all of them, and agrees with what was counted', async () => {
    expect(logged).toBe(seen.length);
    expect(await checkLog(service.database)).toMatchObject({ websites: 1, differences: [] });
  });

  test('the reach of campaigns', async () => {
    const expected = (page?: string) => {
      const shown = (event: Seen) => page === undefined || event.page === page;
      const visitors = byVisitor.filter((own) => own.some((event) => event.type === 'page_view' && shown(event)));
      const reached = visitors.filter((own) => own.some((event) => event.isShown && shown(event)));
      const share = Math.round((reached.length / visitors.length) * 10_000) / 100;
      return { visitors: visitors.length, saw_campaign: reached.length, share };
    };
    expect((await service.report(campaignReachReport, WINDOW, token)).data).toEqual(expected());
    const filtered = await service.report(campaignReachReport, { ...WINDOW, filter: 'page:/pricing' }, token);
    expect(filtered.data).toEqual(expected('/pricing'));
    expect(filtered.filter).toEqual(['page:/pricing']);
    for (const [from, page] of [['page_view'], ['page_view;page:/pricing', '/pricing']] as const) {
      const { data } = await service.report(pathsReport, { ...WINDOW, from }, token);
      expect(data.campaign_reach, from).toEqual(expected(page));
    }
    const { data: afterView } = await service.report(pathsReport, { ...WINDOW, from: 'view' }, token);
    expect(afterView).not.toHaveProperty('campaign_reach');
    expect(expected('/pricing').saw_campaign).toBeGreaterThan(3);
  });

  test('a funnel that begins on a page', async () => {
    const within = 3_600;
    const isFirst = ({ type, page }: Seen) => type === 'page_view' && page === '/pricing';
    const begins = byVisitor.filter((own) => own.some(isFirst));
    const ends = begins.filter((own) =>
      own.some((first) =>
        own.some(
          ({ type, second }) =>
            isFirst(first) && type === 'conversion' && second >= first.second && second <= first.second + within,
        ),
      ),
    );
    const { data } = await service.report(
      funnelReport,
      { ...WINDOW, within_minutes: within / 60, step: ['page_view;page:/pricing', 'conversion'] },
      token,
    );
    expect(data.steps.map(({ visitors }) => visitors)).toEqual([begins.length, ends.length]);
    expect(ends.length).toBeGreaterThan(3);
  });

  test('paths have the pages as names, and page views first in a second', async () => {
    const counts = new Map<string, number>();
    let begun = 0;
    for (const own of byVisitor) {
      const inOrder = own.filter(isOfWebsite).toSorted(compareEvents);
      const place = inOrder.findIndex(({ type, page }) => type === 'page_view' && page === '/a;b');
      if (place < 0) continue;
      begun++;
      const next = inOrder[place + 1];
      const step = next && next.second - inOrder[place]!.second <= 43_200 * 60 ? stepOf(next) : 'ended';
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
    const asked = { ...WINDOW, from: 'page_view;page:/a;;b', depth: 1, limit: 10, within_minutes: 43_200 };
    const { data } = await service.report(pathsReport, asked, token);
    const answered = new Map(data.children.map(({ step, visitors }) => [step, visitors]));
    if (data.ended > 0) answered.set('ended', data.ended);
    expect([data.visitors, answered]).toEqual([begun, counts]);
    // Each name is a step again.
    const again = { ...WINDOW, step: data.children.slice(0, 8).map(({ step }) => step), within_minutes: 60 };
    expect((await service.report(funnelReport, again, token)).data.steps.length).toBeGreaterThan(3);
  });

  test('retention of page views', async () => {
    const weekOf = ({ second }: Seen) => Math.floor(second / (7 * 86_400));
    const visitors = [0, 0, 0, 0, 0];
    const next = [0, 0, 0, 0, 0];
    for (const own of byVisitor) {
      const views = own.filter(({ type }) => type === 'page_view').toSorted(compareEvents);
      if (!views[0]) continue;
      const week = weekOf(views[0]);
      visitors[week]!++;
      if (own.some((event) => event.type === 'order' && weekOf(event) === week + 1)) next[week]!++;
    }
    const asked = { ...WINDOW, first: 'page_view', then: 'order', periods: 1 };
    const { data } = await service.report(retentionReport, asked, token);
    expect(data.cohorts.map((cohort) => cohort.visitors)).toEqual(visitors);
    expect(data.cohorts.map(({ returned }) => returned[1])).toEqual(next);
  });

  test('a step of a page view with a subject is refused', async () => {
    const asked = { ...WINDOW, step: ['page_view;campaign:10', 'order'] };
    expect(await service.ask(funnelReport, asked, token)).toMatchObject({
      status: 422,
      body: { code: 'invalid_step', detail: expect.stringContaining('none of a page_view') },
    });
  });

  test('a day with page views alone is not before the first one of reports that count them', async () => {
    const early = { timeframe: 'custom', range_start: '2025-01-20', range_end: '2025-01-20' };
    const at = '2025-01-20T12:00:00Z';
    await service.ingestion.count(
      eventWith({ type: 'page_view', website_id: 1, visitor: 'early', page: '/early', at }),
    );
    const codesOf = async (report: Parameters<TestService['report']>[0], asked: object) => {
      const { notes = [] } = (await service.report(
        report,
        { website_id: 1, ...early, notes: true, ...asked },
        token,
      )) as {
        notes?: { code: string }[];
      };
      return notes.map(({ code }) => code);
    };
    expect(await codesOf(pathsReport, { from: 'page_view' })).toEqual([]);
    expect(await codesOf(campaignReachReport, {})).toEqual([]);
    expect(await codesOf(retentionReport, { first: 'page_view' })).toEqual([]);
    expect(await codesOf(funnelReport, { step: ['page_view', 'order'] })).toEqual([]);
    expect(await codesOf(funnelReport, { step: ['view', 'order'] })).toEqual(['before_first_day']);
    expect(await codesOf(retentionReport, { first: 'order' })).toEqual(['before_first_day']);
    const earlier = { range_start: '2025-01-01', range_end: '2025-01-19' };
    expect(await codesOf(pathsReport, { from: 'page_view', ...earlier })).toEqual(['before_first_day']);
  });

  test('one that is sent twice is there once, and a website that keeps no events stores nothing', async () => {
    const { ingestion, database } = service;
    // The other tests ask for earlier days.
    const pageView = (website_id: number) =>
      eventWith({ type: 'page_view', website_id, id: 'p', page: '/', at: '2025-03-10T11:00:00Z' });
    const before = (await logSize(database, 1)).events;
    expect(await ingestion.count(pageView(1), pageView(1))).toMatchObject({ accepted: 1, duplicates: 1 });
    expect((await logSize(database, 1)).events).toBe(before + 1);
    expect(await ingestion.count(pageView(2), pageView(2))).toMatchObject({ accepted: 2, duplicates: 0 });
    expect((await logSize(database, 2)).events).toBe(0);
    const seenOf2 = await database.query('SELECT * FROM website_activity WHERE website_id = 2');
    expect(seenOf2).toEqual([]);
    const refused = await service.ask(campaignReachReport, { ...WINDOW, website_id: 2 }, token);
    expect(refused).toMatchObject({ status: 422, body: { code: 'events_not_kept' } });
  });
});
