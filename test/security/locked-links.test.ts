// What a share link reads never depends on what lies outside of it, whatever parameters are sent. Two services have the same events within
// the link, and one of them has more around it: every link, operation and parameter gets the same answer from both.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { SCOPES } from '../../src/core/contract/access/principal.ts';
import type { AnyOperation } from '../../src/core/contract/operations/define-operation.ts';
import { SHARE_RIGHTS } from '../../src/extensions/sharing/share-rights.ts';
import type { SharedPageName } from '../../src/extensions/sharing/shared-page.ts';
import { switchLog } from '../support/event-log.ts';
import type { SentEvent } from '../support/events.ts';
import { IS_LONG } from '../support/long.ts';
import { OPERATIONS } from '../support/operations.ts';
import { TestClock } from '../support/test-clock.ts';
import { TestService } from '../support/test-service.ts';
import { ask } from './ask.ts';

const NOW = '2026-03-18T12:00:00Z';
const PERIOD = 'timeframe=custom&range_start=2026-03-01&range_end=2026-03-10';
const MOBILE = 'filter=device%3Amobile';

type Parameter = readonly [name: string, value: string];

/** A link, and the events that are outside of it. */
interface Link {
  readonly page: SharedPageName;
  readonly path: string;
  readonly locked: boolean;
  readonly outside: readonly SentEvent[];
}

let visits = 0;
/** What a visitor of a campaign does on a day. The same visitors come within the link and outside of it. */
function visit(day: string, campaign: number, fields: SentEvent = {}): SentEvent[] {
  const number = ++visits;
  const website_id = campaign === 20 ? 2 : 1;
  const about = { website_id, visitor: `v${number % 5}`, device: 'mobile', utm_source: 'news', ...fields };
  const variant_id = campaign === 10 ? 100 + (number % 2) : campaign * 10;
  const element_id = { 100: 10001, 101: 10100 }[variant_id];
  const bought = element_id ? { element_id, products: [{ value: `sku-${number}`, revenue: 1 }] } : { variant_id };
  return [
    { type: 'view', variant_id },
    { type: 'conversion', variant_id },
    { type: 'order', order_id: `o${number}`, revenue: 10 + number, ...bought },
    { type: 'order', order_id: `without-${number}`, revenue: number },
  ].map((event, index) => ({ ...about, ...event, at: `${day}T1${index}:00:00Z`, id: `e${number}-${index}` }));
}

const visitsOn = (days: readonly string[], campaigns: readonly number[], fields: SentEvent = {}) =>
  days.flatMap((day) => campaigns.flatMap((id) => visit(day, id, fields)));

/** So early that the first day is the same in both services. */
const FIRST_DAY = '2024-01-05';
const DAYS = ['2026-02-19', '2026-02-28', '2026-03-01', '2026-03-05', '2026-03-09'];
const INSIDE = visitsOn([FIRST_DAY, ...DAYS], [10, 10, 11]);
/** In the year before, and after the period. */
const FAR_DAYS = ['2025-03-01', '2025-03-05', '2026-02-11', '2026-03-11', '2026-03-17', '2026-03-18'];
/** Touches of the 7 days before the compared ones count in attribution. */
const OTHER_DAYS_OF_TOUCHES = visitsOn(FAR_DAYS, [10, 10, 11]);
const OTHER_DAYS = visitsOn([...FAR_DAYS, '2026-02-12', '2026-02-18'], [10, 10, 11]);
const OTHER_DAYS_AND_DEVICES = [...OTHER_DAYS, ...visitsOn(DAYS, [10, 10, 11], { device: 'desktop' })];
const OTHER_WEBSITE = visitsOn(DAYS, [20]);
const OTHER_CAMPAIGNS = [...OTHER_WEBSITE, ...visitsOn(DAYS, [11])];
const NOTHING: readonly SentEvent[] = [];

const WITHOUT: Readonly<Record<SharedPageName, string>> = {
  website: '/websites/1',
  campaign: '/websites/1/campaigns/10',
  funnel: '/websites/1/funnels/FUNNEL',
  experiments: '/websites/1/experiments',
  attribution: '/websites/1/attribution',
};
const PAGES = Object.keys(WITHOUT) as SharedPageName[];
const WITH_FILTER: readonly SharedPageName[] = ['website', 'campaign'];

const LINKS: readonly Link[] = [
  ...PAGES.map((page) => ({
    page,
    path: `${WITHOUT[page]}?${PERIOD}`,
    locked: true,
    outside: page === 'attribution' ? OTHER_DAYS_OF_TOUCHES : OTHER_DAYS,
  })),
  ...WITH_FILTER.map((page) => ({
    ...{ page, path: `${WITHOUT[page]}?${PERIOD}&${MOBILE}`, locked: true },
    outside: OTHER_DAYS_AND_DEVICES,
  })),
  ...PAGES.map((page) => ({
    ...{ page, path: `${WITHOUT[page]}?${PERIOD}`, locked: false },
    outside: page === 'campaign' ? OTHER_CAMPAIGNS : OTHER_WEBSITE,
  })),
];

const ALL_IDS = ['10', '11', '20', '100', '101', '110', '200'];
/** Where it is not campaign 10. */
const OWN_IDS: Readonly<Record<string, readonly string[]>> = { get_variant_report: ['101'], get_rhythm: ['1'] };
/** The first day with events says where the chart of a page may begin. */
const ABOUT_ALL_DAYS = ['list_first_days'];

const DATES = ['2025-03-01', '2026-02-18', '2026-03-18'];
const NUMBERS = ['1', '90'];
/** What is tried of parameters whose type does not say it. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  id: ['10'],
  website_id: ['1', '2', '3'],
  website_ids: ['1', '2', '1,2'],
  campaign_id: ['10', '11', '20'],
  filter: ['device:desktop', 'device:mobile', 'utm_source:news'],
  step: ['view', 'order'],
  since: ['00:00', '09:00'],
  until: ['09:00', '23:59'],
  compare_until: ['09:00'],
  language: ['de'],
  cta_type: ['overlay'],
  format: ['csv'],
};
const ANSWER_DATES = ['compare_start', 'compare_end', 'compare_through'];

/** Whether a visitor is new is about the days before, whatever the period is. */
const ABOUT_VISITORS = 'visitor_type';

function valuesOf(name: string, type: z.ZodType): readonly string[] {
  let inner = type;
  while ('innerType' in inner.def) inner = inner.def.innerType as z.ZodType;
  const known = VALUES[name];
  if (known) return known;
  if (inner.def.type === 'enum')
    return (inner as z.ZodEnum).options.map(String).filter((value) => value !== ABOUT_VISITORS);
  if (inner.def.type === 'boolean') return ['true', 'false'];
  if (inner.def.type === 'number') return NUMBERS;
  if (/^(range|compare)_(start|end)$/.test(name)) return DATES;
  throw new Error(`Which values of ${name} are tried?`);
}

function parametersOf({ input, csv, csvCompares }: AnyOperation): Parameter[] {
  const shape = input.shape as Readonly<Record<string, z.ZodType>>;
  const names = Object.entries(shape).filter(([name]) => name !== 'id');
  return [
    ...names.flatMap(([name, type]) => valuesOf(name, type).map((value): Parameter => [name, value])),
    ...(csv ? [['format', 'csv'] as const] : []),
    ...Object.keys(csv ?? {}).map((table): Parameter => ['table', table]),
    ...(csvCompares ? [...ANSWER_DATES.flatMap((name) => DATES.map((day): Parameter => [name, day]))] : []),
    ...(csvCompares ? [['compare_until', '09:00'] as const] : []),
  ];
}

/** Many parameters mean something only beside others. Long runs try all pairs, too. */
const BESIDE: readonly (readonly Parameter[])[] = [
  [],
  [
    ['timeframe', 'custom'],
    ['range_start', '2026-02-19'],
    ['range_end', '2026-02-28'],
  ],
  [
    ['notes', 'true'],
    ['break_down_by', 'device'],
  ],
  [
    ['format', 'csv'],
    ['compare_start', '2026-02-19'],
    ['compare_end', '2026-02-28'],
  ],
];
const REFUSED_BESIDE: readonly (readonly Parameter[])[] = [
  [
    ['timeframe', 'custom'],
    ['range_start', '2026-03-02'],
    ['range_end', '2026-03-18'],
  ],
  [['previous_period', 'true']],
];

function queriesOf(operation: AnyOperation, locked: boolean): string[] {
  const parameters = parametersOf(operation);
  const pairs = IS_LONG ? [...REFUSED_BESIDE, ...parameters.map((one) => [one])] : [];
  const known = new Set(parameters.map(([name]) => name));
  const queryOf = (given: readonly Parameter[], parameter?: Parameter) => {
    const kept = given.filter(([name]) => known.has(name) && name !== parameter?.[0]);
    return new URLSearchParams(
      [...kept, ...(parameter ? [parameter] : [])].map(([name, value]): [string, string] => [name, value]),
    ).toString();
  };
  const all = [...BESIDE, ...(locked ? pairs : [])].flatMap((given) => [
    queryOf(given),
    ...(locked || given.length === 0 ? parameters.map((parameter) => queryOf(given, parameter)) : []),
  ]);
  return [...new Set(all)];
}

class Side {
  readonly app: TestService;
  readonly #token: string;

  constructor(app: TestService, token: string) {
    this.app = app;
    this.#token = token;
  }

  static async start(outside: readonly SentEvent[]): Promise<Side> {
    const app = await TestService.start('sqlite', {
      components: ['rest'],
      clock: new TestClock(NOW),
      env: { RATE_LIMIT_PER_MINUTE: '1000000' },
    });
    for (const websiteId of [1, 2]) await switchLog(app.database, websiteId, true);
    const all = [...INSIDE, ...outside];
    const { accepted } = await app.ingestion.count(...all);
    expect(accepted).toBe(all.length);
    return new Side(app, await app.token([1, 2], { scopes: SCOPES }));
  }

  async send(method: string, path: string, body: object): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    const { text } = await ask(this.app.url, { method, path: `/api/v1${path}`, body: JSON.stringify(body), headers });
    return JSON.parse(text);
  }

  /** Returns the secret of a new link. */
  async share({ path, locked }: Link): Promise<string> {
    const { id } = await this.send('POST', '/funnels?website_id=1', {
      name: `F${Math.random()}`,
      step: ['view', 'order'],
    });
    const link = { name: 'For Bob', path: path.replace('FUNNEL', String(id)), locked };
    const { url, ...created } = await this.send('POST', '/share-links?website_id=1', link);
    expect(url, JSON.stringify(created)).toBeDefined();
    return String(url).split('/').at(-1)!;
  }

  read(path: string, credential = this.#token) {
    return ask(this.app.url, { path, headers: { authorization: `Bearer ${credential}` } });
  }
}

const sidesByOutside = new Map<readonly SentEvent[], Promise<Side>>();

function sideWith(outside: readonly SentEvent[]): Promise<Side> {
  const started = sidesByOutside.get(outside) ?? Side.start(outside);
  sidesByOutside.set(outside, started);
  return started;
}
afterAll(async () => {
  for (const side of sidesByOutside.values()) await (await side).app.dispose();
});

describe.each(LINKS)('$path, locked: $locked', (link) => {
  const { page, locked, outside } = link;
  let sides: readonly [Side, Side];
  let secrets: readonly [string, string];
  beforeAll(async () => {
    sides = [await sideWith(NOTHING), await sideWith(outside)];
    secrets = [await sides[0].share(link), await sides[1].share(link)];
  });

  const shared = OPERATIONS.filter(({ name }) => Object.hasOwn(SHARE_RIGHTS[page], name)).filter(
    ({ name }) => !ABOUT_ALL_DAYS.includes(name),
  );

  test.each(shared)('$name', async (operation) => {
    const { name, path } = operation;
    const ids = path.includes('{id}') ? (OWN_IDS[name] ?? ['10']) : [''];
    const own = ids.flatMap((id) =>
      queriesOf(operation, locked).map((query) => `${path.replace('{id}', id)}?${query}`),
    );
    const others = path.includes('{id}') ? ALL_IDS.map((id) => path.replace('{id}', id)) : [];
    const different: string[] = [];
    for (const asked of [...own, ...others]) {
      const [one, other] = await Promise.all(sides.map((side, index) => side.read(asked, secrets[index])));
      if (one!.status !== other!.status || one!.text !== other!.text) different.push(asked);
    }
    expect(different).toEqual([]);
  });
});
