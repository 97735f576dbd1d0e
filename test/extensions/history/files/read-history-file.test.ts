// What files of other tools say about each day, and what is wrong with them.
import { execFile } from 'node:child_process';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { OwnHosts } from '../../../../src/core/foundation/dimensions/referrer.ts';
import { UTC, zoneOf } from '../../../../src/core/foundation/time/zone.ts';
import type { HistoryDimension, HistoryTool, TrafficDay } from '../../../../src/extensions/history/days/traffic-day.ts';
import { HistoryFileTooLargeError } from '../../../../src/extensions/history/files/file-error.ts';
import {
  type HistoryFile,
  type ReadHistoryFile,
  readHistoryFile,
  UPLOAD_LIMITS,
} from '../../../../src/extensions/history/files/read-history-file.ts';
import { examples } from '../../../support/long.ts';
import {
  eventCounts,
  expectedBy,
  plausibleExport,
  umamiEvents,
  umamiExport,
  visits,
} from '../../../support/visited-website.ts';
import { zipArchive } from '../../../support/zip-archive.ts';

function read(
  tool: HistoryTool,
  content: Uint8Array | string,
  given: Partial<HistoryFile> = {},
): Promise<ReadHistoryFile> {
  return readHistoryFile({
    ...{ tool, bytes: new Blob([content as Uint8Array<ArrayBuffer>]), name: 'export.csv', limits: UPLOAD_LIMITS },
    ...{ today: 20_100, zone: UTC, ownHosts: new OwnHosts('shop.example', []) },
    ...given,
  });
}

const totalsOf = (days: readonly TrafficDay[]) => new Map(days.map(({ day, totals }) => [`${isoOfDay(day)} `, totals]));

/** By day and value, without those that have no value. */
function valuesOf(days: readonly TrafficDay[], dimension: HistoryDimension) {
  const rows = days.flatMap(({ day, values }) => (values.get(dimension) ?? []).map((row) => ({ day, ...row })));
  return new Map(
    rows
      .filter(({ value }) => value !== '(none)')
      .map(({ day, value, ...counts }) => [`${isoOfDay(day)} ${value}`, counts]),
  );
}

const sorted = <Value>(map: ReadonlyMap<string, Value>) => [...map].sort(([one], [other]) => (one < other ? -1 : 1));

describe('round trip', () => {
  test('the numbers of an export of Plausible are those of the visits', async () => {
    await fc.assert(
      fc.asyncProperty(visits, async (all) => {
        const { days, skipped } = await read('plausible', plausibleExport(all), {
          name: 'shop.zip',
          conversionEvent: undefined,
        });
        const expected = expectedBy(all, () => '');
        expect(sorted(totalsOf(days))).toEqual(
          sorted(expected).map(([key, counts]) => [key, { ...counts, conversions: null }]),
        );
        const byDevice = expectedBy(all, ({ device }) => (device === 'mobile' ? 'mobile' : 'desktop'));
        for (const [key, { visits: count, pageViews }] of sorted(byDevice)) {
          expect(valuesOf(days, 'device').get(key)).toMatchObject({ visits: count, pageViews });
        }
        expect(sorted(valuesOf(days, 'country'))).toEqual(
          sorted(
            expectedBy(
              all.filter(({ country }) => country !== ''),
              ({ country }) => country,
            ),
          ),
        );
        expect(sorted(valuesOf(days, 'event'))).toEqual(
          sorted(eventCounts(all)).map(([key, { visitors, count }]) => [
            key,
            { visitors, visits: null, pageViews: count },
          ]),
        );
        expect(skipped.map((name) => name.split('_2')[0]).sort()).toEqual([
          'imported_custom_props',
          'imported_entry_pages',
        ]);
      }),
      { numRuns: examples(25) },
    );
  });

  test('the numbers of an export of Umami are those of the visits, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(visits, async (all) => {
        const { days, skipped } = await read('umami', umamiExport(all), { name: 'export.zip' });
        const ofAll = sorted(expectedBy(all, () => '')).map(([key, counts]) => [key, { ...counts, conversions: null }]);
        expect(sorted(totalsOf(days))).toEqual(ofAll);
        expect(sorted(valuesOf(days, 'country'))).toEqual(
          sorted(
            expectedBy(
              all.filter(({ country }) => country !== ''),
              ({ country }) => country,
            ),
          ),
        );
        const withSource = all.filter(({ utmSource }) => utmSource !== '');
        expect(sorted(valuesOf(days, 'utm_source'))).toEqual(
          sorted(expectedBy(withSource, ({ utmSource }) => utmSource)).map(([key, counts]) => [
            key,
            { ...counts, pageViews: null },
          ]),
        );
        expect(sorted(valuesOf(days, 'event'))).toEqual(
          sorted(eventCounts(all)).map(([key, { visitors, count }]) => [
            key,
            { visitors, visits: null, pageViews: count },
          ]),
        );
        for (const { totals, values } of days) {
          // Whoever has no value of a dimension counts for none, so visits add up.
          const channels = values.get('channel')!.map(({ visits: count }) => count!);
          expect(channels.reduce((one, other) => one + other, 0)).toBe(totals.visits);
          expect(values.get('page')!.reduce((one, { pageViews }) => one + pageViews!, 0)).toBe(totals.pageViews);
        }
        expect(skipped).toEqual(['event_data.csv', 'session_data.csv']);
      }),
      { numRuns: examples(25) },
    );
  });
});

test('sources become channels, referrers and tags, as those of events', async () => {
  const header = 'date,source,referrer,utm_source,utm_medium,utm_campaign,visitors,visits,pageviews';
  const lines = [
    '2024-10-04,Google,google.com/search,,,,5,6,7',
    '2024-10-04,Google,,,,,1,1,1',
    '2024-10-04,Direct / None,,,,,9,9,9',
    '2024-10-04,newsletter,,Newsletter,email,Spring,2,2,2',
  ];
  const archive = zipArchive([
    {
      name: 'imported_visitors_20241004_20241004.csv',
      content: 'date,visitors,pageviews,visits\n2024-10-04,17,19,18\n',
    },
    { name: 'imported_sources_20241004_20241004.csv', content: [header, ...lines].join('\r\n') },
  ]);
  const { days } = await read('plausible', archive);
  const listed = (dimension: HistoryDimension) =>
    days[0]!.values.get(dimension)!.map(({ value, visits: count }) => [value, count]);
  expect(listed('channel')).toEqual([
    ['direct', 9],
    ['organic_search', 7],
    ['email', 2],
  ]);
  expect(listed('referrer')).toEqual([
    ['(none)', 11],
    ['google.com', 6],
    ['google', 1],
  ]);
  expect(listed('utm_campaign')).toEqual([
    ['(none)', 16],
    ['spring', 2],
  ]);
});

test('events with a time are counted on the day of the website’s time zone', async () => {
  const lines = ['2024-10-03 22:30:00', '2024-10-04 01:00:00.5+02', '2024-10-04T23:00:00Z'];
  const csv = [
    'session_id,visit_id,event_type,url_path,created_at',
    ...lines.map((time, number) => `s,v${number},1,/,${time}`),
  ];
  const { days } = await read('umami', csv.join('\n'), { zone: zoneOf('Europe/Berlin') });
  expect(days.map(({ day, totals }) => [isoOfDay(day), totals.visits])).toEqual([
    ['2024-10-04', 2],
    ['2024-10-05', 1],
  ]);
});

test('days of Umami’s API are read, too', async () => {
  const point = (x: string, y: number) => ({ x, y });
  const document = {
    pageviews: [point('2024-10-04 00:00:00', 7), point('2024-10-05T00:00:00Z', 3)],
    sessions: [point('2024-10-04 00:00:00', 4), point('2024-10-05T00:00:00Z', 2)],
  };
  const { days } = await read('umami', JSON.stringify(document), { name: 'pageviews.json' });
  expect(days.map(({ totals }) => totals)).toEqual([
    { visitors: 4, visits: null, pageViews: 7, conversions: null },
    { visitors: 2, visits: null, pageViews: 3, conversions: null },
  ]);
});

const GA4 = [
  '# ----------------------------------------',
  '# Reports snapshot',
  '# Property: Shop',
  '# ----------------------------------------',
  '#',
  '# All Users',
  '# Start date: 20241004',
  '# End date: 20241006',
  'Nth day,Active users',
  '0000,10',
  '0001,0',
  '0002,12',
  '',
  '# Start date: 20241004',
  '# End date: 20241006',
  'Nth day,Views,Sessions',
  '0000,30,11',
  '0002,40,15',
  '',
  '# Start date: 20241004',
  '# End date: 20241006',
  'Country,Active users',
  'Germany,20',
  '',
  '# Start date: 20241004',
  '# End date: 20241006',
  'Date,Country,Active users,Engagement rate',
  '20241004,Germany,8,0.5',
  '20241004,(not set),2,0.25',
  ',,10,Grand total',
  '',
  '# Start date: 20241004',
  'Date,Event name,Event count,Total users',
  '20241004,sign_up,3,2',
];

test('reports of Google Analytics: tables with days are read, others are skipped', async () => {
  const { days, skipped } = await read('ga4', GA4.join('\n'), { conversionEvent: 'sign_up' });
  expect(days.map(({ day, totals }) => [isoOfDay(day), totals])).toEqual([
    ['2024-10-04', { visitors: 10, visits: 11, pageViews: 30, conversions: 3 }],
    ['2024-10-06', { visitors: 12, visits: 15, pageViews: 40, conversions: 0 }],
  ]);
  expect(days[0]!.values.get('country')).toEqual([
    { value: 'DE', visitors: 8, visits: null, pageViews: null },
    { value: '(none)', visitors: 2, visits: null, pageViews: null },
  ]);
  expect(skipped).toEqual(['export.csv, line 22: Country,Active users']);
});

/** What an exploration with the technique Free form exports. */
const FREE_FORM = [
  '\uFEFF# ----------------------------------------',
  '# Shop, "the" one',
  '# Free form-Free form 1',
  '# 20241004-20241005',
  '# ----------------------------------------',
  '',
  'Date,Active users,Sessions,Views,Engagement rate',
  ',"12,400","13,000",30000,0.61,Grand total',
  '20241004,"12,000","12,500",29000,61.0%',
  '20241005,400,500,1000,0.5',
  '',
  '# ----------------------------------------',
  '# Shop',
  '# Free form-Free form 2',
  '# 20241004-20241005',
  '# ----------------------------------------',
  '',
  'Date,Page path and screen class,Views,Active users',
  ',,30000,12400,Grand total',
  '20241004,/,20000,9000',
  '20241004,(other),8000,5000',
  '20241004,(not set),1000,10',
  '',
  '# 20241004-20241005',
  '',
  'Date,Landing page,Sessions',
  '20241004,"/sale, new\nand old",9000',
];

test('explorations of Google Analytics: sums are no days, and tables by what is not known here are skipped', async () => {
  const { days, skipped } = await read('ga4', FREE_FORM.join('\r\n'));
  expect(days.map(({ day, totals }) => [isoOfDay(day), totals])).toEqual([
    ['2024-10-04', { visitors: 12_000, visits: 12_500, pageViews: 29_000, conversions: null }],
    ['2024-10-05', { visitors: 400, visits: 500, pageViews: 1_000, conversions: null }],
  ]);
  expect(days[0]!.values.get('page')!.map(({ value, pageViews }) => [value, pageViews])).toEqual([
    ['/', 20_000],
    ['(none)', 1_000],
    ['(other)', 8_000],
  ]);
  expect(skipped).toEqual(['export.csv, line 26: Date,Landing page,Sessions']);
});

test('copies of Umami’s tables: devices and countries are those of the sessions', async () => {
  const archive = zipArchive([
    {
      name: 'website_event.csv',
      content: [
        'event_id,website_id,session_id,created_at,url_path,event_type,event_name,visit_id',
        'e1,w,s1,2024-10-04 08:00:00+00,/,1,,v1',
        'e2,w,s2,2024-10-04 09:00:00.123+00,/,1,,v2',
        'e3,w,s3,2024-10-04 09:30:00+00,/,1,,v3',
      ].join('\n'),
    },
    {
      name: 'session.csv',
      content: [
        'session_id,website_id,browser,os,device,screen,language,country,region,city,created_at',
        's1,w,chrome,Windows 10,laptop,1920x1080,de-DE,DE,,,2024-10-04 08:00:00+00',
        's2,w,ios,iOS,mobile,390x844,en-US,US,US-NY,"New York\nCity",2024-10-04 09:00:00+00',
      ].join('\n'),
    },
  ]);
  const { days, skipped } = await read('umami', archive, { name: 'tables.zip' });
  const listed = (dimension: HistoryDimension) =>
    days[0]!.values.get(dimension)!.map(({ value, visitors: count }) => [value, count]);
  expect(listed('device').toSorted()).toEqual([
    ['(none)', 1],
    ['desktop', 1],
    ['mobile', 1],
  ]);
  expect(listed('country').toSorted()).toEqual([
    ['(none)', 1],
    ['DE', 1],
    ['US', 1],
  ]);
  expect(skipped).toEqual([]);
});

const VISITORS = 'imported_visitors_20241004_20241005.csv';
const visitors = (...lines: string[]) => ['date,visitors,pageviews,visits', ...lines].join('\n');

const REFUSED: readonly (readonly [tool: HistoryTool, name: string, content: string | Uint8Array, message: string])[] =
  [
    [
      'plausible',
      VISITORS,
      visitors('2024-10-04,1,2,3', '2024-10-05,x,2,3'),
      `${VISITORS}, line 3, column "visitors": must be a whole number, not "x"`,
    ],
    [
      'plausible',
      VISITORS,
      visitors('04.10.2024,1,2,3'),
      `${VISITORS}, line 2, column "date": must be a date such as 2026-01-31, not "04.10.2024"`,
    ],
    [
      'plausible',
      VISITORS,
      visitors('2027-10-04,1,2,3'),
      `${VISITORS}, line 2, column "date": is in the future: today is 2025-01-12`,
    ],
    [
      'plausible',
      VISITORS,
      visitors('1999-10-04,1,2,3'),
      `${VISITORS}, line 2, column "date": must not be before 2000-01-01`,
    ],
    [
      'plausible',
      VISITORS,
      visitors('2024-10-04,1'),
      `${VISITORS}, line 2: the line has 2 columns, and the first line has 4`,
    ],
    ['plausible', VISITORS, visitors('"2024-10-04,1,2,3'), `${VISITORS}, line 2: a quote is not closed`],
    [
      'plausible',
      VISITORS,
      visitors('"2024-10-04"x,1,2,3'),
      `${VISITORS}, line 2: a quote is not followed by a comma or the end of the line`,
    ],
    [
      'plausible',
      VISITORS,
      'date,visits\n',
      `${VISITORS}, line 1: there is no column "visitors": the columns are "date, visits"`,
    ],
    ['plausible', VISITORS, visitors(), `${VISITORS}: it has no traffic of any day that is imported`],
    [
      'plausible',
      VISITORS,
      Buffer.concat([Buffer.from(visitors('')), Buffer.from([0xff, 0xfe])]),
      `${VISITORS}, line 2: the text is not UTF-8: export it as UTF-8`,
    ],
    [
      'plausible',
      'data.csv',
      visitors(),
      'data.csv: there is no imported_visitors_….csv in it: choose the zip archive that Plausible exports ' +
        '(Site settings, Imports & exports)',
    ],
    ['plausible', 'x.zip', Buffer.from('PK\x03\x04 and no more'), 'x.zip: the archive is damaged: download it again'],
    [
      'umami',
      'website_event.csv',
      'session_id,event_type,url_path,created_at\ns,1,/,yesterday',
      'website_event.csv, line 2, column "created_at": must be a time such as 2026-01-31 23:59:59, not "yesterday"',
    ],
    [
      'umami',
      'website_event.csv',
      'website_id,session_id,event_type,url_path,created_at\nw,s,1,/,2024-10-04 00:00:00\nz,s,1,/,2024-10-04 00:00:00',
      'website_event.csv, line 3, column "website_id": the file has events of two websites: export one of them alone',
    ],
    [
      'umami',
      'x.zip',
      zipArchive([
        { name: 'pages.csv', content: 'x,y' },
        { name: 'referrers.csv', content: 'x,y' },
      ]),
      'x.zip: the download of a page in Umami has no days: import the data export of the website, which has website_event.csv',
    ],
    [
      'umami',
      'days.json',
      '{"pageviews":[{"x":"2024-10-04 07:00:00","y":1}],"sessions":[]}',
      'days.json: pageviews[0].x is no day: ask for unit=day',
    ],
    [
      'ga4',
      'x.csv',
      '# Start date: 20241004\nCountry,Active users\nGermany,20',
      'x.csv: no table has a total for each day: export a report whose chart is by day, ' +
        'or an exploration with the dimension Date, in English',
    ],
    [
      'ga4',
      'x.csv',
      '# Start date: 20241004\nNth day,Active users\n0000,1\n\nNth day,Active users\n0000,2',
      'x.csv, line 6, column "Nth day": 2024-10-04 has two different numbers of Active users: 1 and 2',
    ],
    [
      'ga4',
      'x.csv',
      'Nth day,Active users\n0000,1',
      'x.csv, line 2, column "Nth day": there is no line "# Start date: …" before the table',
    ],
    [
      'ga4',
      'x.csv',
      'Date,Active users,Sessions\n20241004,1,1\n20241005,1,many',
      'x.csv, line 3, column "Sessions": must be a number, as in the lines before',
    ],
    [
      'plausible',
      'x.zip',
      zipArchive([
        { name: 'visitors.csv', content: 'date,visitors,pageviews,visits,views_per_visit,bounce_rate,visit_duration' },
        { name: 'sources.csv', content: 'name,visitors,bounce_rate,visit_duration' },
      ]),
      'x.zip: it is the download of the dashboard: choose the zip archive that Plausible exports ' +
        '(Site settings, Imports & exports)',
    ],
  ];

test.each(REFUSED)('%s: %s is refused, with the place and the reason', async (tool, name, content, message) => {
  await expect(read(tool, content, { name })).rejects.toThrow(new Error(message));
});

test('what has the name of a part of every object is not known', async () => {
  const archive = zipArchive([
    { name: VISITORS, content: visitors('2024-10-04,9,9,9') },
    { name: 'imported_constructor.csv', content: '' },
  ]);
  expect((await read('plausible', archive)).skipped).toEqual(['imported_constructor.csv']);
  const report = [...GA4, '', 'Date,constructor,Sessions', '20241004,a,1'].join('\n');
  expect((await read('ga4', report)).skipped.at(-1)).toContain('Date,constructor');
});

test('an event that counts as a conversion has to be in the file', async () => {
  const all = fc.sample(visits, { numRuns: 1, seed: 5 })[0]!;
  const failed = read('umami', umamiEvents([...all, { ...all[0]!, events: ['Signup'] }]), {
    conversionEvent: 'signup',
  });
  await expect(failed).rejects.toThrow(/it has no event "signup"\. Its events: .*"Signup"/);
});

test('days after the last one that is wanted, and the current day, are left out', async () => {
  const file = visitors('2024-10-04,1,2,3', '2024-10-05,4,5,6', '2025-01-12,7,8,9');
  const daysUntil = async (lastDay?: number) =>
    (await read('plausible', file, { name: VISITORS, lastDay })).days.map(({ day }) => isoOfDay(day));
  expect(await daysUntil()).toEqual(['2024-10-04', '2024-10-05']);
  expect(await daysUntil(dayFromIso('2024-10-04'))).toEqual(['2024-10-04']);
});

describe('limits', () => {
  const bomb = zipArchive([{ name: VISITORS, content: Buffer.alloc(300_000, '\n') }]);
  const small = { ...UPLOAD_LIMITS, unpackedBytesMax: 100_000 };

  test('an archive that unpacks to more than it may is refused, whatever it says about its size', async () => {
    const lying = Buffer.from(bomb);
    for (const place of [22, lying.lastIndexOf('PK\x01\x02') + 24]) lying.writeUInt32LE(10, place);
    for (const archive of [bomb, lying]) {
      expect(archive.length).toBeLessThan(1_000);
      await expect(read('plausible', archive, { limits: small })).rejects.toThrow(
        'MiB, unpacked: export fewer days at once',
      );
    }
  });

  test('bytes that are not those that were packed are refused', async () => {
    const archive = Buffer.from(plausibleExport(fc.sample(visits, { numRuns: 1, seed: 3 })[0]!));
    archive[archive.indexOf('date')] = 'D'.charCodeAt(0);
    await expect(read('plausible', archive)).rejects.toThrow(/damaged|no column "date"/);
    const cut = bomb.subarray(0, bomb.length - 30);
    await expect(read('plausible', cut)).rejects.toThrow('the archive is damaged');
  });

  test('too many visits, or too many values, are refused', async () => {
    const all = fc.sample(visits, { numRuns: 1, seed: 3 })[0]!;
    await expect(read('umami', umamiExport(all), { limits: { ...UPLOAD_LIMITS, keysMax: 10 } })).rejects.toThrow(
      'too many visits',
    );
    await expect(
      read('plausible', plausibleExport(all), { limits: { ...UPLOAD_LIMITS, valuesMax: 3 } }),
    ).rejects.toThrow('too many days');
  });

  test('a day with more of anything than 100,000,000,000 is refused: numbers of many days could not be added', async () => {
    const most = 100_000_000_000;
    const plausible = (...counts: string[]) =>
      read('plausible', ['date,visitors,pageviews,visits', ...counts].join('\n'), { name: 'imported_visitors.csv' });
    const { days } = await plausible(`2024-10-04,${most - 1},1,1`, '2024-10-04,1,1,1', `2024-10-05,${most},1,1`);
    expect(days.map(({ totals }) => totals.visitors)).toEqual([most, most]);
    await expect(plausible('2024-10-03,1,1,1', `2024-10-04,${most},1,1`, '2024-10-04,1,1,1')).rejects.toThrow(
      'imported_visitors.csv: 2024-10-04 has more than 100,000,000,000 visitors',
    );
    const largest = `2024-10-04,${Number.MAX_SAFE_INTEGER},1,1`;
    await expect(plausible(largest, largest)).rejects.toThrow('2024-10-04 has more than 100,000,000,000 visitors');
    await expect(plausible(`2024-10-04,1,${most + 1},1`)).rejects.toThrow('more than 100,000,000,000 page views');
    const archive = (lines: readonly string[]) =>
      zipArchive([
        { name: 'imported_visitors.csv', content: 'date,visitors,pageviews,visits\n2024-10-04,1,1,1' },
        { name: 'imported_pages.csv', content: ['date,page,visitors,pageviews', ...lines].join('\n') },
      ]);
    // More values than a day keeps: the others are added up.
    const pages = Array.from({ length: 102 }, (_, number) => `2024-10-04,/${number},${most},1`);
    await expect(read('plausible', archive(pages.slice(0, 101)))).resolves.toMatchObject({ days: [{}] });
    await expect(read('plausible', archive(pages))).rejects.toThrow(
      '2024-10-04 has more than 100,000,000,000 visitors with the page "(other)"',
    );
    const umami = JSON.stringify({ pageviews: [{ x: '2024-10-04', y: most + 1 }], sessions: [] });
    await expect(read('umami', umami, { name: 'days.json' })).rejects.toThrow(
      '2024-10-04 has more than 100,000,000,000 page views',
    );
  });

  test('as many tables of Google Analytics as lines are refused', async () => {
    const tables = (count: number) => gzipSync([...GA4, '', ...Array<string>(count).fill('x\n')].join('\n'));
    expect((await read('ga4', tables(100))).skipped).toHaveLength(101);
    // Five tables are in the report already, and one of them is skipped.
    expect((await read('ga4', tables(4_995))).skipped).toHaveLength(4_996);
    await expect(read('ga4', tables(4_996))).rejects.toThrow(HistoryFileTooLargeError);
  });

  test('a large JSON document is refused before it is parsed: too long a list would end the process', async () => {
    const document = gzipSync(`{"pageviews":[${'0,'.repeat(3 * 1024 * 1024)}0]}`);
    await expect(read('umami', document, { name: 'days.json' })).rejects.toThrow(HistoryFileTooLargeError);
  });

  test('sessions that all have other columns count for more than their number', async () => {
    const row = (number: number) => `s${number},device-${number},DE`;
    const events = 'session_id,created_at,event_type,url_path\ns1,2024-10-04 00:00:00,1,/';
    const archive = zipArchive([
      { name: 'website_event.csv', content: events },
      {
        name: 'session.csv',
        content: ['session_id,device,country', ...Array.from({ length: 50 }, (_, n) => row(n))].join('\n'),
      },
    ]);
    const limits = { ...UPLOAD_LIMITS, keysMax: 500 };
    await expect(read('umami', archive, { limits })).rejects.toThrow('too many sessions');
    expect((await read('umami', archive)).days).toHaveLength(1);
  });

  test('nobody knows the hashes of a process: keys chosen by them would all be looked for in the same place', async () => {
    const path = new URL('../../../../src/extensions/history/files/distinct-keys.ts', import.meta.url).href;
    const script = `const { hashOf } = await import('${path}'); console.log(JSON.stringify(hashOf('session')));`;
    const hash = async () => (await promisify(execFile)(execPath, ['--input-type=module', '--eval', script])).stdout;
    const [one, other] = await Promise.all([hash(), hash()]);
    expect(JSON.parse(one)).toMatchObject({ high: expect.any(Number), low: expect.any(Number) });
    expect(one).not.toBe(other);
  });

  test('a name in an archive is no longer than that of a file', async () => {
    const archive = zipArchive([
      { name: VISITORS, content: visitors('2024-10-04,9,9,9') },
      { name: 'x'.repeat(60_000), content: '' },
    ]);
    expect((await read('plausible', archive)).skipped).toEqual(['x'.repeat(255)]);
  });

  test('a day keeps the values with the most visitors, and adds up the others', async () => {
    const pages = Array.from({ length: 2_500 }, (_, number) => `2024-10-04,/p${number},${number + 1},1,1`);
    const archive = zipArchive([
      { name: VISITORS, content: visitors('2024-10-04,9,9,9') },
      { name: 'imported_pages.csv', content: ['date,page,visitors,visits,pageviews', ...pages].join('\n') },
    ]);
    const { days } = await read('plausible', archive);
    const values = days[0]!.values.get('page')!;
    expect(values).toHaveLength(101);
    expect(values.slice(0, 100).map(({ value }) => value)).toEqual(
      pages
        .slice(-100)
        .map((line) => line.split(',')[1])
        .toReversed(),
    );
    expect(values.at(-1)).toMatchObject({ value: '(other)', visits: 2_400 });
    expect(values.reduce((sum, { visitors: count }) => sum + count!, 0)).toBe((2_500 * 2_501) / 2);
  });
});
