// A random website with visits, and what Plausible and Umami export about it: generators of our own, with the columns that their sources
// name. The numbers are counted here by plain sets, apart from the code under test.
import fc from 'fast-check';
import { isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import { zipArchive } from './zip-archive.ts';

const FIRST_DAY = 20_000;

interface Visit {
  /** Days count from FIRST_DAY on. */
  readonly day: number;
  readonly visitor: number;
  readonly referrer: string;
  readonly utmSource: string;
  readonly device: string;
  readonly country: string;
  readonly pages: readonly string[];
  readonly events: readonly string[];
}

const visit = fc.record<Visit>({
  day: fc.integer({ min: 0, max: 3 }),
  visitor: fc.integer({ min: 0, max: 5 }),
  referrer: fc.constantFrom('', 'google.com', 'news.example.org'),
  utmSource: fc.constantFrom('', '', 'newsletter'),
  device: fc.constantFrom('desktop', 'mobile', 'laptop'),
  country: fc.constantFrom('DE', 'US', ''),
  pages: fc.array(fc.constantFrom('/', '/pricing', '/a,"b"\nc', '/ü'), { minLength: 1, maxLength: 4 }),
  events: fc.array(fc.constantFrom('Signup', 'Outbound Link: Click'), { maxLength: 2 }),
});

export const visits: fc.Arbitrary<readonly Visit[]> = fc.array(visit, { minLength: 1, maxLength: 30 });

const dateOf = ({ day }: Visit) => isoOfDay(FIRST_DAY + day);
const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

interface ExpectedCounts {
  readonly visitors: number;
  readonly visits: number;
  readonly pageViews: number;
}

function countsOf(some: readonly Visit[]): ExpectedCounts {
  return {
    visitors: new Set(some.map(({ visitor }) => visitor)).size,
    visits: some.length,
    pageViews: sum(some.map(({ pages }) => pages.length)),
  };
}

/** Counts by day, and by a value of each visit. */
export function expectedBy(all: readonly Visit[], keyOf: (visit: Visit) => string): Map<string, ExpectedCounts> {
  const groups = Map.groupBy(all, (each) => `${dateOf(each)} ${keyOf(each)}`);
  return new Map(Array.from(groups, ([key, some]) => [key, countsOf(some)]));
}

function csv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `${value}` : `"${value.replaceAll('"', '""')}"`;
  return [header, ...rows]
    .map((row) => row.map(cell).join(','))
    .join('\n')
    .concat('\n');
}

type Row = (string | number)[];

function grouped(
  all: readonly Visit[],
  key: (visit: Visit) => readonly string[],
  row: (some: readonly Visit[]) => Row,
): Row[] {
  const groups = Map.groupBy(all, (each) => JSON.stringify([dateOf(each), ...key(each)]));
  return Array.from(groups, ([name, some]) => [...(JSON.parse(name) as string[]), ...row(some)]).sort((one, other) =>
    String(one[0]).localeCompare(String(other[0])),
  );
}

const CAPITAL = { desktop: 'Desktop', mobile: 'Mobile', laptop: 'Laptop' } as Readonly<Record<string, string>>;

/** Not packed, as Plausible writes it. */
export function plausibleExport(all: readonly Visit[]): Buffer {
  const visitorsAndSo = (some: readonly Visit[]): Row => {
    const { visitors, visits: count, pageViews } = countsOf(some);
    return [visitors, count, 60, 0, pageViews];
  };
  const tail = ['visitors', 'visits', 'visit_duration', 'bounces', 'pageviews'];
  const files: Readonly<Record<string, string>> = {
    visitors: csv(
      ['date', 'visitors', 'pageviews', 'bounces', 'visits', 'visit_duration'],
      grouped(
        all,
        () => [],
        (some) => {
          const { visitors, visits: count, pageViews } = countsOf(some);
          return [visitors, pageViews, 0, count, 60];
        },
      ),
    ),
    sources: csv(
      ['date', 'source', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'].concat([
        'pageviews',
        'visitors',
        'visits',
        'visit_duration',
        'bounces',
      ]),
      grouped(
        all,
        ({ referrer, utmSource }) => [utmSource || referrer, referrer, utmSource, '', '', '', ''],
        (some) => {
          const { visitors, visits: count, pageViews } = countsOf(some);
          return [pageViews, visitors, count, 60, 0];
        },
      ),
    ),
    pages: csv(
      [
        'date',
        'hostname',
        'page',
        'visits',
        'visitors',
        'pageviews',
        'total_scroll_depth',
        'total_scroll_depth_visits',
      ],
      pageRows(all),
    ),
    locations: csv(
      ['date', 'country', 'region', 'city', ...tail],
      grouped(
        all.filter(({ country }) => country !== ''),
        ({ country }) => [country, '', '0'],
        visitorsAndSo,
      ),
    ),
    devices: csv(
      ['date', 'device', ...tail],
      grouped(all, ({ device }) => [CAPITAL[device]!], visitorsAndSo),
    ),
    custom_events: csv(
      ['date', 'name', 'link_url', 'path', 'visitors', 'events'],
      Array.from(eventCounts(all), ([key, { visitors, count }]) => [
        key.slice(0, 10),
        key.slice(11),
        '',
        '',
        visitors,
        count,
      ]),
    ),
    entry_pages: csv(['date', 'entry_page', ...tail], []),
    custom_props: csv(['date', 'property', 'value', 'visitors', 'events'], []),
  };
  return zipArchive(
    Object.entries(files).map(([name, content]) => ({
      name: `imported_${name}_20241004_20241007.csv`,
      content,
      isStored: true,
    })),
  );
}

function pageRows(all: readonly Visit[]): Row[] {
  const views = all.flatMap((each) => each.pages.map((page) => ({ ...each, pages: [page] })));
  return grouped(
    views,
    ({ pages: [page] }) => ['shop.example', page!],
    (some) => {
      const visitCount = new Set(some.map((each) => all.find(({ pages }) => pages === each.pages) ?? each)).size;
      const { visitors, pageViews } = countsOf(some);
      return [visitCount, visitors, pageViews, 0, 0];
    },
  );
}

export function eventCounts(all: readonly Visit[]): Map<string, { visitors: number; count: number }> {
  const events = all.flatMap((each) => each.events.map((name) => ({ each, name })));
  const groups = Map.groupBy(events, ({ each, name }) => `${dateOf(each)} ${name}`);
  return new Map(
    Array.from(groups, ([key, some]) => [
      key,
      { visitors: new Set(some.map(({ each }) => each.visitor)).size, count: some.length },
    ]),
  );
}

const UMAMI_COLUMNS = [
  ...[
    'website_id',
    'session_id',
    'visit_id',
    'event_id',
    'hostname',
    'browser',
    'os',
    'device',
    'screen',
    'language',
    'country',
  ],
  ...['region', 'city', 'url_path', 'url_query', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'],
  ...[
    'referrer_path',
    'referrer_query',
    'referrer_domain',
    'page_title',
    'gclid',
    'fbclid',
    'msclkid',
    'ttclid',
    'li_fat_id',
  ],
  ...['twclid', 'event_type', 'event_name', 'tag', 'distinct_id', 'created_at', 'job_id'],
];

/** Of each visit, the first page view has the source. Events are not in the order of time. */
export function umamiEvents(all: readonly Visit[]): string {
  const rows = all.flatMap((each, number) => {
    const common: Record<string, string> = {
      website_id: 'w',
      session_id: `session-${each.visitor}`,
      visit_id: `visit-${number}`,
      hostname: 'www.shop.example',
      browser: 'chrome',
      os: 'Mac OS',
      device: each.device,
      language: 'de-AT',
      country: each.country,
      created_at: `${dateOf(each)} 12:00:00`,
    };
    const pageViews = each.pages.map((page, place) => ({
      ...common,
      event_type: '1',
      url_path: page,
      referrer_domain: place === 0 ? each.referrer : 'shop.example',
      utm_source: place === 0 ? each.utmSource : '',
    }));
    const events = each.events.map((name) => ({ ...common, event_type: '2', event_name: name, url_path: '/' }));
    return [...pageViews, ...events];
  });
  return csv(
    UMAMI_COLUMNS,
    rows.toReversed().map((row: Record<string, string>) => UMAMI_COLUMNS.map((column) => row[column] ?? '')),
  );
}

export function umamiExport(all: readonly Visit[]): Buffer {
  return zipArchive([
    { name: 'export/website_event.csv', content: umamiEvents(all) },
    { name: 'export/event_data.csv', content: '' },
    { name: 'export/session_data.csv', content: '' },
  ]);
}
