// What reports say beside their numbers: always to assistants, and over REST with notes=true. Without it, not a byte is different.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountPerformanceReport } from '../../../../../src/core/answers/reports/account/account-performance.ts';
import { campaignReport } from '../../../../../src/core/answers/reports/subjects/campaign.ts';
import { campaignsReport } from '../../../../../src/core/answers/reports/subjects/campaigns.ts';
import { elementReport } from '../../../../../src/core/answers/reports/subjects/element.ts';
import { experimentsReport } from '../../../../../src/core/answers/reports/subjects/experiments.ts';
import { stepReport } from '../../../../../src/core/answers/reports/subjects/step.ts';
import { variantReport } from '../../../../../src/core/answers/reports/subjects/variant.ts';
import { websiteReport } from '../../../../../src/core/answers/reports/subjects/website.ts';
import type { ReadOperation } from '../../../../../src/core/contract/operations/define-operation.ts';
import { changeWebsiteSettings } from '../../../../../src/core/engine/catalog/website-settings.ts';
import { campaignExperiment } from '../../../../../src/extensions/experiments/campaign-experiment.ts';
import { funnelReport } from '../../../../../src/extensions/questions/funnel.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { mergeLog } from '../../../../support/event-log.ts';
import type { SentEvent } from '../../../../support/events.ts';
import { TestClock } from '../../../../support/test-clock.ts';
import { createTestIngestion } from '../../../../support/test-ingestion.ts';
import { type Parameters, TestService } from '../../../../support/test-service.ts';

const POPUP = 10;
const STEP = {
  ...{ id: 1000, name: 'Your email', position: 1 },
  elements: [{ id: 10000, name: 'Email field', element_type: 'form', position: 1 }],
};
const TESTED = 20;
const SHOWN = 200;
const HOLDOUT = 201;
const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        {
          id: 1,
          name: 'acme.example',
          currency: 'USD',
          campaigns: [
            {
              ...{ id: POPUP, name: 'Popup', cta_type: 'overlay' },
              ...{ created_at: '2026-09-01T00:00:00Z', published_at: '2026-09-02T00:00:00Z' },
              variants: [
                { id: 100, steps: [STEP, { id: 1001, key: 'thanks', position: 2 }, { id: 1002, position: 3 }] },
              ],
            },
            {
              ...{ id: 11, name: 'Quiz', cta_type: 'quiz', created_at: '2026-09-03T00:00:00Z' },
              variants: [{ id: 110 }],
            },
          ],
        },
        {
          id: 2,
          name: 'acme-two.example',
          currency: 'EUR',
          campaigns: [
            {
              id: TESTED,
              name: 'Bar',
              variants: [
                {
                  id: SHOWN,
                  traffic_percentage: 50,
                  steps: [{ id: 2000, elements: [{ id: 20_000, element_type: 'text' }] }],
                },
                {
                  ...{ id: HOLDOUT, name: 'Nothing', traffic_percentage: 50, is_holdout: true },
                  steps: [{ id: 2010, elements: [{ id: 20_100, element_type: 'text' }] }],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

const SEEN = { first_seen_on: '2026-10-01', last_seen_on: '2026-11-17' };
const POPUP_DATES = { created_at: '2026-09-01T00:00:00Z', published_at: '2026-09-02T00:00:00Z', ...SEEN };
const POPUP_DAYS = { timeframe: 'custom', range_start: '2026-10-01', range_end: '2026-11-17' };

const view = (visitor: string, day: string, fields: SentEvent = {}): SentEvent => ({
  ...{ type: 'view', website_id: 1, campaign_id: POPUP, visitor },
  ...{ at: `${day}T09:00:00Z`, ...fields },
});

/** An event of the website with an experiment. */
const tested = (visitor: string, day: string, variant_id: number, fields: SentEvent = {}): SentEvent => ({
  ...view(visitor, day, { website_id: 2, campaign_id: undefined, variant_id, ...fields }),
});

const EVENTS = [
  view('a', '2026-10-01', { country: 'DE', device: 'mobile' }),
  view('b', '2026-11-16', { country: 'DE', device: 'desktop', utm_source: 'acme', utm_medium: 'email' }),
  view('c', '2026-11-17', { country: 'FR', device: 'mobile' }),
  // Devices are sent only since November 10, but for a visit in September.
  ...['2026-09-01', '2026-09-20', '2026-10-01', '2026-10-15', '2026-11-09'].map((day) =>
    tested(`old ${day}`, day, SHOWN),
  ),
  tested('early', '2026-09-20', SHOWN, { device: 'mobile' }),
  tested('d', '2026-11-10', SHOWN, { device: 'mobile' }),
  tested('e', '2026-11-17', HOLDOUT, { device: 'mobile', type: 'order', order_id: '1', revenue: 5 }),
  ...['e', 'f'].map((visitor) => tested(visitor, '2026-11-17', HOLDOUT, { device: 'mobile' })),
];

interface Noted {
  readonly notes?: readonly { readonly code: string; readonly message: string }[];
  readonly about?: unknown;
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;
  let client: Client;

  beforeAll(async () => {
    const ingestion = await createTestIngestion(engine, CATALOG, new TestClock('2026-11-18T12:00:00Z'));
    for (const id of [1, 2]) await changeWebsiteSettings(ingestion.database, id, { event_log: true });
    // Some of the log is merged, and some is not.
    expect((await ingestion.count(...EVENTS.slice(0, 2))).accepted).toBe(2);
    await mergeLog(ingestion.database, ingestion.clock);
    expect((await ingestion.count(...EVENTS.slice(2))).accepted).toBe(EVENTS.length - 2);
    service = await TestService.over(ingestion);
    token = await service.token([1, 2]);
    client = await service.connectMcp('2026-07-28', await service.toolToken([1, 2]));
  });
  afterAll(async () => {
    await client.close();
    await service.dispose();
  });

  /** The notes as code and message. All surfaces agree, and without them everything else is the same, byte by byte. */
  async function notesOf(report: ReadOperation, given: Parameters): Promise<string[]> {
    const parameters = report.website === 'chosen' ? { website_id: 1, ...given } : given;
    const [noted, plain] = await Promise.all(
      [{ ...parameters, notes: true }, parameters].map((asked) => service.ask(report, asked, token)),
    );
    const { notes, about: _, ...others } = noted!.body as Noted;
    expect([noted!.status, plain!.text]).toEqual([200, JSON.stringify(others)]);
    const byTool = await client.callTool({ name: report.name, arguments: { ...parameters } });
    expect(byTool.structuredContent).toEqual(noted!.body);
    return notes?.map(({ code, message }) => `${code}: ${message}`) ?? [];
  }

  test('nothing is said where nothing needs to be', async () => {
    expect(
      await notesOf(websiteReport, { timeframe: 'custom', range_start: '2026-11-02', range_end: '2026-11-16' }),
    ).toEqual([]);
    expect(await notesOf(websiteReport, { filter: ['country:FR'] })).toEqual([]);
    // It is known, but not in these days.
    const day = { timeframe: 'custom', range_start: '2026-11-16', range_end: '2026-11-16' };
    expect(await notesOf(websiteReport, { ...day, filter: ['country:FR'] })).toEqual([]);
    expect(await notesOf(campaignsReport, { cta_type: 'overlay', status: 'live' })).toEqual([]);
  });

  describe('what people recognize parts by, beside the specified members', () => {
    test.each<[ReadOperation, Parameters, object | undefined]>([
      [variantReport, { id: 100 }, { steps: { 1000: 'Your email', 1001: 'thanks' } }],
      [stepReport, { id: 1000 }, { steps: { 1000: 'Your email' }, elements: { 10000: 'Email field' } }],
      [stepReport, { id: 1002 }, undefined],
      [elementReport, { id: 10000 }, { elements: { 10000: 'Email field' } }],
      [campaignReport, { id: POPUP }, { campaigns: { 10: POPUP_DATES } }],
      [
        campaignsReport,
        { sort: 'created_at' },
        {
          campaigns: {
            10: { created_at: POPUP_DATES.created_at, ...SEEN },
            11: { created_at: '2026-09-03T00:00:00Z' },
          },
        },
      ],
      [
        campaignsReport,
        { sort: 'published_at' },
        { campaigns: { 10: { published_at: '2026-09-02T00:00:00Z', ...SEEN } } },
      ],
      // All of its days are in the window, so nothing is missing.
      [campaignsReport, { sort: 'views', ...POPUP_DAYS }, undefined],
      [campaignsReport, { status: 'archived' }, undefined],
    ])('of a report: %#', async (report, parameters, about) => {
      await notesOf(report, parameters);
      const { body } = await service.ask(report, { website_id: 1, ...parameters, notes: true }, token);
      expect((body as Noted).about).toEqual(about);
    });
  });

  describe('a value that nothing has ever had', () => {
    test('a country by its name', async () => {
      const notes = [
        'unknown_value: No event of this website since 2026-10-01 has “country:Germany”, so nothing is counted. ' +
          'The nearest values are “DE”: ask for one of these.',
      ];
      expect(await notesOf(websiteReport, { filter: ['country:Germany'] })).toEqual(notes);
      expect(await notesOf(campaignsReport, { filter: ['country:Germany'] })).toEqual(notes);
      expect(await notesOf(campaignReport, { id: POPUP, filter: ['country:Germany', 'device:mobile'] })).toEqual(notes);
    });

    test('a channel by another name', async () => {
      expect(await notesOf(websiteReport, { filter: ['channel:newsletter'] })).toEqual([
        expect.stringMatching(/^unknown_value: .*“channel:newsletter”.* The nearest values are “email”/),
      ]);
    });

    test('one that is like no other, and one of a dimension without values', async () => {
      expect(await notesOf(websiteReport, { filter: ['device:fridge', 'browser:Netscape'] })).toEqual([
        expect.stringMatching(/^unknown_value: .*“device:fridge”.* The most frequent values are “mobile”, “desktop”/),
        expect.stringMatching(/^unknown_value: .*“browser:Netscape”.* There are no other values either\.$/),
      ]);
    });

    test('in several steps of a funnel: each once, and no more than help', async () => {
      const notesOn = async (step: string[]) => {
        const { body } = await service.ask(funnelReport, { website_id: 1, notes: true, step }, token);
        return (body as Noted).notes?.map(({ message }) => /“(\w+:\w+)”/.exec(message)?.[1]);
      };
      const countries = ['Germany', 'Germany', 'Spain'].map((country) => `view;country:${country};utm_source:acme`);
      expect(await notesOn(countries)).toEqual(['country:Germany', 'country:Spain']);
      const many = Array.from({ length: 8 }, (_, index) => `view;country:none${index};browser:none${index}`);
      expect(await notesOn(many)).toHaveLength(5);
    });

    test('a type and a status of campaigns', async () => {
      expect(await notesOf(campaignsReport, { cta_type: 'popup', status: 'archived' })).toEqual([
        'unknown_value: No campaign of this website has “cta_type:popup”, so there are none. ' +
          'The most frequent values are “overlay”, “quiz”: ask for one of these.',
        'unknown_value: No campaign of this website has “status:archived”, so there are none. ' +
          'The most frequent values are “live”: ask for one of these.',
      ]);
    });
  });

  test('days before the first one, and days to come', async () => {
    const before = { timeframe: 'custom', range_start: '2025-01-01', range_end: '2025-12-31' };
    expect(await notesOf(websiteReport, before)).toEqual([expect.stringMatching(/^before_first_day: .*2026-10-01/)]);
    const later = { timeframe: 'custom', range_start: '2026-12-01', range_end: '2026-12-31' };
    expect(await notesOf(websiteReport, later)).toEqual([expect.stringMatching(/^in_the_future: .*2026-11-18/)]);
  });

  test.each(['all_time', 'insights_week'])('%s has no previous period', async (timeframe) => {
    expect(await notesOf(websiteReport, { timeframe, previous_period: true })).toEqual([
      expect.stringMatching(/^no_previous_period: Nothing is compared: /),
    ]);
  });

  test('a week that is not over, beside the days before', async () => {
    const week = { timeframe: 'this_week', previous_period: true };
    expect(await notesOf(websiteReport, week)).toEqual([
      expect.stringMatching(/^period_not_over: .*compare=same_part/),
    ]);
    expect(await notesOf(websiteReport, { ...week, compare: 'same_part' })).toEqual([]);
    expect(await notesOf(accountPerformanceReport, { website_id: 1, timeframe: 'this_week' })).toEqual([
      expect.stringMatching(/^period_not_over: /),
    ]);
  });

  test('a dimension that most views have only since some day', async () => {
    const since = { website_id: 2, timeframe: 'custom', range_start: '2026-09-01', range_end: '2026-11-18' };
    const notes = [
      'partly_covered: 55.6% of the views on these days have no value of the dimension device: most have one only since 2026-11-10. ' +
        'Ask for days since then.',
    ];
    const ofChannel = notes.map((note) => note.replace('dimension device', 'dimension channel'));
    expect(await notesOf(websiteReport, { ...since, break_down_by: 'channel' })).toEqual(ofChannel);
    expect(await notesOf(websiteReport, { ...since, filter: ['device:mobile'] })).toEqual(notes);
    expect(await notesOf(websiteReport, { ...since, break_down_by: 'device' })).toEqual(notes);
    // On all of these days, none has a value: the day is after them.
    const before = { ...since, range_start: '2026-10-01', range_end: '2026-11-09', filter: ['device:mobile'] };
    expect(await notesOf(websiteReport, before)).toEqual([
      expect.stringMatching(/^partly_covered: 100\.0%.*2026-11-10/),
    ]);
    expect(await notesOf(websiteReport, { ...since, range_start: '2026-11-10', break_down_by: 'device' })).toEqual([]);
    // Most visits have no tags.
    expect(await notesOf(websiteReport, { ...since, break_down_by: 'utm_source' })).toEqual([]);
    expect(await notesOf(websiteReport, { ...since, break_down_by: 'country' })).toEqual([
      expect.stringMatching(/^partly_covered: 100\.0%.* on no day most have one/),
    ]);
  });

  test('revenue in different currencies', async () => {
    const days = { timeframe: 'custom', range_start: '2026-11-10', range_end: '2026-11-17' };
    const mixed =
      'mixed_currencies: These sums add up EUR and USD without conversion, so they are no amounts of money. ';
    expect(await notesOf(accountPerformanceReport, days)).toEqual([`${mixed}Use the revenue in each currency.`]);
    expect(await notesOf(accountPerformanceReport, { ...days, website_ids: [1] })).toEqual([]);
  });

  describe('visitors who were shown nothing', () => {
    const SITE = { website_id: 2 };
    const marked = (visitors: string) =>
      `includes_holdout: These numbers include visitors who were shown nothing: ${visitors}. ` +
      'What they did is not in the numbers of the campaign. Leave it out of what the campaign earned.';

    /** Where variants are listed, marks come with the notes: so only notes are compared here. */
    async function holdoutNotes(report: ReadOperation, parameters: Parameters): Promise<string[]> {
      const byTool = await client.callTool({ name: report.name, arguments: { ...SITE, ...parameters } });
      const { body } = await service.ask(report, { ...SITE, ...parameters, notes: true }, token);
      expect(byTool.structuredContent).toEqual(body);
      return (
        (body as { notes?: { code: string; message: string }[] }).notes?.map((one) => `${one.code}: ${one.message}`) ??
        []
      );
    }

    test('are named in the reports of a holdout and its parts, and of its campaign', async () => {
      const nothing = marked('“Nothing” (2 visitors)');
      expect(await holdoutNotes(variantReport, { id: HOLDOUT })).toEqual([nothing]);
      expect(await holdoutNotes(campaignReport, { id: TESTED })).toEqual([nothing]);
      expect(await holdoutNotes(experimentsReport, {})).toEqual([marked('“Bar” (2 visitors)')]);
      expect(await holdoutNotes(stepReport, { id: 2010 })).toEqual([marked('“Nothing” (0 visitors)')]);
      expect(await holdoutNotes(elementReport, { id: 20_100, count_type: 'total' })).toEqual([
        marked('“Nothing” (0 views)'),
      ]);
      const { notes } = await service.report(campaignExperiment, { ...SITE, id: TESTED, notes: true }, token);
      expect(notes?.map(({ code }) => code)).toEqual(['includes_holdout']);
    });

    test('not in other reports', async () => {
      expect(await holdoutNotes(variantReport, { id: SHOWN })).toEqual([]);
      expect(await notesOf(stepReport, { ...SITE, id: 2000 })).toEqual([]);
      expect(await notesOf(websiteReport, SITE)).toEqual([]);
    });

    test('their variant is marked, and nothing else is different', async () => {
      const asked = { ...SITE, id: TESTED };
      const plain = await service.report(campaignReport, asked, token);
      const {
        notes: _,
        about: __,
        data,
        ...envelope
      } = await service.report(campaignReport, { ...asked, notes: true }, token);
      expect(data.variants.map(({ id, is_holdout }) => [id, is_holdout])).toEqual([
        [SHOWN, undefined],
        [HOLDOUT, true],
      ]);
      const variants = data.variants.map(({ is_holdout: ___, ...variant }) => variant);
      expect({ ...envelope, data: { ...data, variants } }).toEqual(plain);
    });
  });

  test('over REST, in the language that is asked for', async () => {
    const asked = { website_id: 1, filter: ['country:Germany'], notes: true, language: 'fr' };
    const { notes } = await service.report(websiteReport, asked, token);
    expect(notes).toEqual([{ code: 'unknown_value', message: expect.stringMatching(/^Aucun événement/) }]);
  });
});
