// What reports say beside their numbers: always to assistants, and over REST with notes=true. Without it, not a byte is different.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignReport } from '../../../../src/answers/reports/subjects/campaign.ts';
import { campaignsReport } from '../../../../src/answers/reports/subjects/campaigns.ts';
import { elementReport } from '../../../../src/answers/reports/subjects/element.ts';
import { stepReport } from '../../../../src/answers/reports/subjects/step.ts';
import { variantReport } from '../../../../src/answers/reports/subjects/variant.ts';
import { websiteReport } from '../../../../src/answers/reports/subjects/website.ts';
import type { ReadOperation } from '../../../../src/contract/operations/define-operation.ts';
import { changeWebsiteSettings } from '../../../../src/engine/catalog/website-settings.ts';
import { ENGINES } from '../../../support/databases.ts';
import { mergeLog } from '../../../support/event-log.ts';
import type { SentEvent } from '../../../support/events.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion } from '../../../support/test-ingestion.ts';
import { type Parameters, TestService } from '../../../support/test-service.ts';

const POPUP = 10;
const STEP = {
  ...{ id: 1000, name: 'Your email', position: 1 },
  elements: [{ id: 10000, name: 'Email field', element_type: 'form', position: 1 }],
};
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

const EVENTS = [
  view('a', '2026-10-01', { country: 'DE', device: 'mobile' }),
  view('b', '2026-11-16', { country: 'DE', device: 'desktop', utm_source: 'acme', utm_medium: 'email' }),
  view('c', '2026-11-17', { country: 'FR', device: 'mobile' }),
];

interface Noted {
  readonly notes?: readonly { readonly code: string; readonly message: string }[];
  readonly about?: unknown;
}

describe.each(ENGINES)('on %s', (engine) => {
  let service: TestService;
  let token: string;
  let client: Client;

  beforeAll(async () => {
    const ingestion = await createTestIngestion(engine, CATALOG, new TestClock('2026-11-18T12:00:00Z'));
    await changeWebsiteSettings(ingestion.database, 1, { event_log: true });
    // Some of the log is merged, and some is not.
    expect((await ingestion.count(...EVENTS.slice(0, 2))).accepted).toBe(2);
    await mergeLog(ingestion.database, ingestion.clock);
    expect((await ingestion.count(...EVENTS.slice(2))).accepted).toBe(EVENTS.length - 2);
    service = await TestService.over(ingestion);
    token = await service.token([1]);
    client = await service.connectMcp('2026-07-28', await service.toolToken([1]));
  });
  afterAll(async () => {
    await client.close();
    await service.dispose();
  });

  /** The notes as code and message. All surfaces agree, and without them everything else is the same, byte by byte. */
  async function notesOf(report: ReadOperation, parameters: Parameters): Promise<string[]> {
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
      const { body } = await service.ask(report, { ...parameters, notes: true }, token);
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

  test('over REST, in the language that is asked for', async () => {
    const asked = { filter: ['country:Germany'], notes: true, language: 'fr' };
    const { notes } = await service.report(websiteReport, asked, token);
    expect(notes).toEqual([{ code: 'unknown_value', message: expect.stringMatching(/^Aucun événement/) }]);
  });
});
