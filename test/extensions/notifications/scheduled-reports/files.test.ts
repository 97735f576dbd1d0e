// The files of a report: their numbers are those of the page for the same days, in the words of the page.

import { compareMetrics } from '@funnel/report-files/comparison.ts';
import { BYTE_ORDER_MARK } from '@funnel/report-files/csv.ts';
import type { Metrics } from '@funnel/report-files/metrics.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../../languages/language.ts';
import { campaignsReport } from '../../../../src/core/answers/reports/subjects/campaigns.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { NO_BOUNDS } from '../../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import type { Window } from '../../../../src/core/engine/rollups/window.ts';
import { ENGLISH, textsIn } from '../../../../src/core/foundation/text/translators.ts';
import type { Zone } from '../../../../src/core/foundation/time/zone.ts';
import {
  DirectReportBuilder,
  drawReport,
  ReportThread,
  readReport,
} from '../../../../src/extensions/notifications/scheduled-reports/build-report.ts';
import {
  CAMPAIGNS_MAX,
  type ReportPage,
} from '../../../../src/extensions/notifications/scheduled-reports/report-page.ts';
import { reportPdf } from '../../../../src/extensions/notifications/scheduled-reports/report-pdf.ts';
import { reportPeriod } from '../../../../src/extensions/notifications/subscriptions/schedule.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { pdfText } from '../../../support/pdf-text.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const NOW_MS = Date.parse('2025-03-10T12:00:00Z');
const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        {
          id: 1,
          name: 'acme.example',
          currency: 'EUR',
          campaigns: [
            { id: 10, name: 'Spring popup', cta_type: 'overlay', variants: [{ id: 100 }] },
            { id: 11, name: '=1+1', cta_type: 'bar', variants: [{ id: 110 }] },
            { id: 12, name: 'Quiet', cta_type: 'bar', status: 'archived', variants: [{ id: 120 }] },
          ],
        },
      ],
    },
  ],
};

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let shop: TestIngestion;
  beforeAll(async () => {
    shop = await createTestIngestion(engine, CATALOG);
    const event = (type: string, variant: number, visitor: string, day: string, more: object = {}) => ({
      ...{ type, website_id: 1, variant_id: variant, visitor, at: `${day}T10:00:00Z`, ...more },
    });
    await shop.count(
      ...['a', 'b', 'c'].map((visitor) => event('view', 100, visitor, '2025-01-01')),
      event('conversion', 100, 'a', '2025-01-31'),
      ...['a', 'b', 'c', 'd', 'e'].map((visitor) => event('view', 100, visitor, '2025-02-10')),
      ...['a', 'b'].map((visitor) => event('view', 100, visitor, '2025-02-11')),
      ...['a', 'b'].map((visitor) => event('conversion', 100, visitor, '2025-02-28')),
      ...['x', 'y'].map((visitor) => event('view', 110, visitor, '2025-02-20')),
      event('order', 110, 'x', '2025-02-20', { order_id: 'o-1', revenue: 59.9 }),
      // Days that belong to no report of February.
      event('view', 100, 'z', '2025-03-01'),
    );
  });
  afterAll(() => shop?.dispose());

  const requestOf = (sentOn: 'monday' | 'first_of_month') => ({
    ...{ websiteId: 1, formats: ['csv', 'pdf'] as const, author: 'Funnel', language: 'en' as const, nowMs: NOW_MS },
    period: reportPeriod(sentOn, dayFromIso('2025-03-03')!),
  });

  /** What the API answers. */
  async function asked({ firstDay, lastDay }: Window) {
    const query = {
      ...({ timeframe: 'custom', count_type: 'distinct', previous_period: false } as const),
      ...{ range_start: isoOfDay(firstDay), range_end: isoOfDay(lastDay) },
    };
    const context = {
      database: shop.database,
      websiteId: 1,
      ...NO_BOUNDS,
      todayIn: (zone: Zone) => zone.dayAt(NOW_MS),
      currentMinuteMs: () => NOW_MS,
    };
    const website = await websiteReport.read({ ...query, group_by: 'day' }, context);
    const list = await campaignsReport.read({ ...query, page: 1, per_page: 50, sort: 'revenue' }, context);
    return { website: website.data, campaigns: list.data.campaigns };
  }

  test('a month is compared with the month before, as the page does it', async () => {
    const request = requestOf('first_of_month');
    const { window, previous } = request.period;
    const page = await readReport(shop.database, request);
    const [now, before] = [await asked(window), await asked(previous)];
    expect(page.website).toEqual({ id: 1, name: 'acme.example', currency: 'EUR' });
    const { submissions: _, ...metrics } = page.metrics;
    expect(metrics).toMatchObject(now.website.metrics);
    expect(metrics.views).toBe(7);
    expect(metrics.changes).toMatchObject(
      compareMetrics(now.website.metrics as Metrics, before.website.metrics as Metrics).changes!,
    );
    expect(metrics.changes!.views).toBe(133.33);
    expect(page.points).toEqual(now.website.timeseries!.points);
    expect(page.previousPoints).toEqual(before.website.timeseries!.points);
    expect(page.previousPoints).toHaveLength(31);
    const metricsBefore = new Map(before.campaigns.map((campaign) => [campaign.id, campaign.metrics]));
    expect(page.campaigns).toMatchObject(
      now.campaigns.map((campaign) => ({
        ...campaign,
        metrics: compareMetrics(campaign.metrics as Metrics, metricsBefore.get(campaign.id) as Metrics),
      })),
    );
    expect(page.campaigns.map(({ id }) => id)).toEqual([11, 12, 10]);
    expect(page.campaignsTotal).toBe(3);
  });

  test('nothing is compared with a period that begins before the first day of the website', async () => {
    const request = requestOf('first_of_month');
    const january = { ...request, period: reportPeriod('first_of_month', dayFromIso('2025-02-01')!) };
    const page = await readReport(shop.database, january);
    expect([page.previous, page.metrics.changes, page.previousPoints]).toEqual([undefined, undefined, []]);
    expect(page.metrics.views).toBe(3);
  });

  test('a CSV file has the head of the page, the campaigns, and the days', async () => {
    const { files } = await new DirectReportBuilder(shop.database).build(requestOf('first_of_month'));
    const csv = files.find(({ format }) => format === 'csv')!;
    expect(csv.fileName).toBe('acme.example-campaigns-2025-02-01-to-2025-02-28.csv');
    const text = Buffer.from(csv.base64, 'base64').toString();
    expect(text.startsWith(BYTE_ORDER_MARK)).toBe(true);
    const [head, first, ...others] = text.slice(1).trimEnd().split('\r\n');
    expect(head).toMatch(
      /^Campaign,ID,Type,Status,Visitors,Conversions,Conversion rate,.*,Visitors: change in %,.*,First day,/,
    );
    // A name that a spreadsheet would run.
    expect(first).toMatch(/^'=1\+1,11,Bar,Live,2,0,0\.00,0,0\.00,1,59\.90,59\.90,.*,EUR,2025-02-01,/);
    expect(first).toContain(',2025-02-01,2025-02-28,2025-02-28,2025-01-01,2025-01-31,');
    expect(others).toHaveLength(2);
  });

  test('a thread makes the same files', async () => {
    const thread = new ReportThread(engine === 'sqlite' ? { databaseUrl: shop.url } : { postgres: shop.database });
    try {
      const { files, page } = await thread.build(requestOf('first_of_month'));
      const direct = await new DirectReportBuilder(shop.database).build(requestOf('first_of_month'));
      expect(page).toEqual(direct.page);
      expect(files[0]).toEqual(direct.files[0]);
      expect({ ...files[1], base64: '' }).toEqual({ ...direct.files[1], base64: '' });
      expect(Buffer.from(files[1]!.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    } finally {
      await thread.stop();
    }
  });

  test('a PDF file has tiles, days and campaigns', async () => {
    const page = await readReport(shop.database, requestOf('monday'));
    const text = pdfText(
      await reportPdf(page, { author: 'Funnel', at: new Date(NOW_MS), compress: false, t: ENGLISH }),
    );
    expect(text.slice(0, 6)).toEqual([
      'acme.example',
      'Weekly report, Feb 24 – Mar 2, 2025, compared with Feb 17 – 23, 2025. Days in the time zone UTC.',
      'Visitors',
      '1',
      // So few visitors may well be chance.
      '~ −50.0% · noise',
      'each counted once',
    ]);
    expect(text).toEqual(
      expect.arrayContaining(['Visitors by day', 'Feb 24', 'Campaigns', 'Spring popup', 'Popup', '=1+1']),
    );
    expect(text).toContain('Bar, archived');
    expect(text.at(-1)).toBe('acme.example: weekly report, Feb 24 – Mar 2, 2025 · page 1 of 1');
  });
});

const METRICS = {
  ...{ views: 1, conversions: 1, completions: 1, submissions: 1, subscribes: 1, orders: 1, revenue: 12_345_678.9 },
  ...{ conversion_rate: 100, completion_rate: 100, subscribe_rate: 100, order_rate: 100, aov: 12_345_678.9 },
};

function pageOf(names: readonly string[], campaignsTotal = names.length): ReportPage {
  const window = { firstDay: 20_000, lastDay: 20_006 };
  return {
    ...{ unit: 'week', window, previous: undefined, firstEventDay: 20_000, timezone: 'UTC' },
    website: { id: 1, name: 'Shop', currency: 'USD' },
    metrics: METRICS,
    points: [],
    previousPoints: [],
    campaigns: names.map((name, id) => ({ id, name, cta_type: 'bar', status: 'live', metrics: METRICS, noise: [] })),
    campaignsTotal,
    noise: [],
  };
}

const drawn = async (page: ReportPage) =>
  pdfText(await reportPdf(page, { author: 'Funnel', at: new Date(NOW_MS), compress: false, t: ENGLISH }));

describe('a PDF file', () => {
  test('shows Latin, Greek and Cyrillic names', async () => {
    const names = ['Zażółć gęślą jaźń', 'Καλημέρα κόσμε', 'Съешь ещё ёж', 'Đồng hồ ₫'];
    const text = await drawn(pageOf(names));
    expect(text).toEqual(expect.arrayContaining(names));
    expect(text.join('\n')).not.toContain('□');
  });

  test('says which characters it cannot show', async () => {
    const text = await drawn(pageOf(['春 sale', '🎉 sale', 'שלום', 'مرحبا', 'a\u202eb\u0000c']));
    expect(text).toEqual(expect.arrayContaining(['□ sale', '□□□□', '□□□□□', 'a b c']));
    expect(text.at(-2)).toBe(
      "□ stands for a character that this file can't show. The dashboard and the CSV file have it.",
    );
  });

  test('draws three marks on a letter at most: more of them would cover the numbers of other lines', async () => {
    const sizeWith = async (marks: number) => {
      const options = { author: 'Funnel', at: new Date(NOW_MS), compress: false, t: ENGLISH };
      return (await reportPdf(pageOf([`q${'\u0301'.repeat(marks)}x`]), options)).length;
    };
    const three = await sizeWith(3);
    expect(await sizeWith(150)).toBe(three);
    expect(three).toBeGreaterThan(await sizeWith(2));
  });

  test('has the language of its reader', async () => {
    const options = { author: 'Funnel', at: new Date(NOW_MS), compress: false, t: textsIn('de') };
    const file = await reportPdf(pageOf(['Shop'], 5_000), options);
    const text = pdfText(file);
    expect(text).toEqual(expect.arrayContaining(['Besucher pro Tag', 'Kampagnen', 'Leiste', 'jeder einmal gezählt']));
    expect(text).toContainEqual(expect.stringMatching(/^12\.345\.678,90\s\$$/));
    expect(text).toContain(
      'Die PDF-Datei enthält die 100 von 5.000 Kampagnen mit dem höchsten Umsatz. Das Dashboard zeigt alle.',
    );
    expect(file.toString('latin1')).toContain('/Lang (de)');
  });

  test.each(LANGUAGES)('can show all characters of its own words in %s', async (language) => {
    const options = { author: 'Funnel', at: new Date(NOW_MS), compress: false, t: textsIn(language) };
    expect(pdfText(await reportPdf(pageOf(['Shop'], 5_000), options)).join('\n')).not.toContain('□');
  });

  test('cuts names and never numbers', async () => {
    const text = await drawn(pageOf(['x'.repeat(300)]));
    expect(text).toContainEqual(expect.stringMatching(/^x+…$/));
    expect(text.filter((line) => line === '$12,345,678.90')).toHaveLength(3);
  });

  test('has a title, a language, and a structure for screen readers', async () => {
    const file = (
      await reportPdf(pageOf(['Shop']), { author: 'Acme', at: new Date(NOW_MS), compress: false, t: ENGLISH })
    ).toString('latin1');
    // Its dash makes it UTF-16.
    expect(file).toContain(Buffer.from('Shop: weekly report, Oct 4', 'utf16le').swap16().toString('latin1'));
    for (const part of [
      '/DisplayDocTitle true',
      '/Lang (en)',
      '/Marked true',
      '/S /H1',
      '/S /Table',
      '/S /TH',
      '/S /Figure',
    ])
      expect(file).toContain(part);
    expect(file).toMatch(/\/Alt \(.*line chart of visitors by day/);
  });
});

test('many campaigns do not make files larger without end, and the files say so', async () => {
  const names = Array.from({ length: CAMPAIGNS_MAX.csv }, (_, index) => `Campaign ${index}`);
  const page = pageOf(names, 5_000);
  const text = await drawn(page);
  expect(text.filter((line) => line.startsWith('Campaign '))).toHaveLength(CAMPAIGNS_MAX.pdf);
  // Every page has it again.
  expect(text.filter((line) => line === 'Campaign').length).toBeGreaterThan(2);
  expect(text).toContain(
    'The PDF file has the 100 campaigns with the most revenue of 5,000. The dashboard has all of them.',
  );
  const { leftOut, lines } = await csvOf(page);
  const note = 'The CSV file has the 1,000 campaigns with the most revenue of 5,000. The dashboard has all of them.';
  expect(leftOut).toEqual([note]);
  expect(lines).toHaveLength(1 + CAMPAIGNS_MAX.csv + 1);
  expect(lines.at(-1)).toBe(`"${note}"${','.repeat(lines[0]!.split(',').length - 1)}`);
});

test('long names and types do not make a file large, and it says that they are cut', async () => {
  // A letter of three bytes each, and what is doubled or protected in a CSV file.
  for (const long of ['春'.repeat(1_000), '";='.repeat(333)]) {
    const campaigns = pageOf(Array<string>(CAMPAIGNS_MAX.csv).fill(long)).campaigns;
    const page = { ...pageOf([]), campaigns: campaigns.map((campaign) => ({ ...campaign, cta_type: long })) };
    const { bytes, leftOut, lines } = await csvOf(page);
    expect(bytes).toBeLessThan(2_000_000);
    expect(lines[1]).toContain('…');
    expect(leftOut).toEqual([
      'The CSV file has the first 200 characters of names and types that are longer. The dashboard has them in full.',
    ]);
    expect(lines.at(-1)).toContain(leftOut[0]);
  }
  expect((await csvOf(pageOf(['x'.repeat(200)]))).leftOut).toEqual([]);
});

test.each([
  ['Müller & Söhne', 'müller-söhne-campaigns-2024-10-04-to-2024-10-10.csv'],
  ['x'.repeat(1_000), `${'x'.repeat(59)}-campaigns-2024-10-04-to-2024-10-10.csv`],
  [`${'x'.repeat(58)}𐐷y`, `${'x'.repeat(58)}-campaigns-2024-10-04-to-2024-10-10.csv`],
])('the name of the file of %j is not longer than a file system allows', async (name, expected) => {
  const { fileName } = await csvOf({ ...pageOf([]), website: { id: 1, name, currency: 'USD' } });
  expect(fileName).toBe(expected);
});

test('the name of a file stays below 255 bytes in every language', async () => {
  for (const language of LANGUAGES) {
    const page = { ...pageOf([]), website: { id: 1, name: '春'.repeat(1_000), currency: 'USD' } };
    expect(Buffer.byteLength((await csvOf(page, language)).fileName)).toBeLessThan(255);
  }
});

async function csvOf(page: ReportPage, language: Language = 'en') {
  const { files } = await drawReport(page, {
    ...{ websiteId: 1, formats: ['csv'], author: 'Funnel', language, nowMs: NOW_MS },
    period: reportPeriod('monday', 20_010),
  });
  const { base64, ...file } = files[0]!;
  const text = Buffer.from(base64, 'base64').toString();
  return { ...file, bytes: Buffer.byteLength(text), lines: text.trimEnd().split('\r\n') };
}
