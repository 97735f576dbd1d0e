// Two queries that ask the service for different things have different keys: what one has read is never shown for the other.
import { createFunnelClient } from '@funnel/api-client';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import * as auditLog from '../../../dashboard/src/api/audit-log.ts';
import * as catalog from '../../../dashboard/src/api/catalog.ts';
import type { Api } from '../../../dashboard/src/api/client.ts';
import * as contacts from '../../../dashboard/src/api/contacts.ts';
import * as costs from '../../../dashboard/src/api/costs.ts';
import * as data from '../../../dashboard/src/api/data.ts';
import * as history from '../../../dashboard/src/api/history.ts';
import * as notifications from '../../../dashboard/src/api/notifications.ts';
import * as people from '../../../dashboard/src/api/people.ts';
import * as queries from '../../../dashboard/src/api/queries.ts';
import * as reportingCurrency from '../../../dashboard/src/api/reporting-currency.ts';
import * as savedFunnels from '../../../dashboard/src/api/saved-funnels.ts';
import * as savedRecords from '../../../dashboard/src/api/saved-records.ts';
import * as sending from '../../../dashboard/src/api/sending.ts';
import * as shareLinks from '../../../dashboard/src/api/share-links.ts';
import * as webhooks from '../../../dashboard/src/api/webhooks.ts';
import type { View } from '../../../dashboard/src/routing/view.ts';

const MAKERS = {
  ...queries,
  ...{ ...auditLog, ...catalog, ...contacts, ...costs, ...data, ...history, ...notifications, ...people },
  ...{ ...reportingCurrency, ...savedFunnels, ...savedRecords, ...sending, ...shareLinks, ...webhooks },
};
type Queries = typeof MAKERS;
type Name = Extract<keyof Queries, `${string}Query`>;
type ArgumentsOf<Make> = Make extends (api: Api, ...rest: infer Rest) => unknown ? Rest : never;
/** What is given as each argument. */
type Choices<Arguments extends readonly unknown[]> = {
  readonly [Index in keyof Arguments]: readonly Arguments[Index][];
};

const FILTERS = [[], [{ dimension: 'device', value: 'mobile' }]] as const;
const PLAIN: View = { timeframe: 'last_30_days', compare: 'previous', countType: 'distinct', filters: [] };
const days = (rangeStart: string, rangeEnd: string): View => ({ ...PLAIN, timeframe: 'custom', rangeStart, rangeEnd });
const VIEWS: readonly View[] = [
  PLAIN,
  { ...PLAIN, timeframe: 'last_7_days' },
  { ...PLAIN, compare: 'off' },
  { ...PLAIN, compare: 'year' },
  { ...PLAIN, countType: 'total' },
  { ...PLAIN, filters: FILTERS[1] },
  days('2026-06-01', '2026-06-30'),
  days('2026-06-01', '2026-06-29'),
  days('2026-06-02', '2026-06-30'),
];
const IDS = [1, 2];
const WEBSITES = [8, 9];
const STEP = { type: 'view', subject: undefined, filters: [] } as const;
const ORDER = { type: 'order', subject: undefined, filters: [] } as const;
const DIMENSIONS = ['device', 'country'] as const;

const CHOICES: { readonly [Of in Name]: Choices<ArgumentsOf<Queries[Of]>> } = {
  websitesQuery: [],
  accountQuery: [VIEWS],
  accountTrendsQuery: [VIEWS],
  productsQuery: [WEBSITES, [undefined, ...IDS], VIEWS],
  websiteQuery: [WEBSITES, VIEWS],
  campaignsQuery: [
    WEBSITES,
    VIEWS,
    (['newest', 'name'] as const).flatMap((sort) =>
      ([undefined, 'live'] as const).flatMap((status) =>
        [undefined, 'overlay'].flatMap((ctaType) =>
          [1, 2].flatMap((page) => [10, 50].map((perPage) => ({ sort, status, ctaType, page, perPage }))),
        ),
      ),
    ),
  ],
  campaignQuery: [WEBSITES, IDS, VIEWS],
  variantQuery: [WEBSITES, IDS, VIEWS],
  stepQuery: [WEBSITES, IDS, VIEWS],
  elementQuery: [WEBSITES.flatMap((websiteId) => IDS.map((elementId) => ({ websiteId, stepId: 5, elementId }))), VIEWS],
  experimentsQuery: [WEBSITES, VIEWS],
  breakdownQuery: [
    WEBSITES.flatMap((websiteId) => [
      { kind: 'website', websiteId } as const,
      ...(['campaigns', 'variants', 'steps'] as const).flatMap((kind) => IDS.map((id) => ({ kind, websiteId, id }))),
    ]),
    VIEWS,
    DIMENSIONS,
  ],
  funnelQuery: [
    WEBSITES,
    [
      { steps: [STEP, ORDER], withinMinutes: 60, breakDownBy: undefined },
      { steps: [ORDER, STEP], withinMinutes: 60, breakDownBy: undefined },
      { steps: [STEP, ORDER], withinMinutes: 61, breakDownBy: undefined },
      { steps: [STEP, ORDER], withinMinutes: 60, breakDownBy: 'device' },
    ],
    VIEWS,
  ],
  attributionQuery: [
    WEBSITES,
    ([undefined, 'device'] as const).flatMap((by) =>
      [undefined, 7].flatMap((creditDays) =>
        ([undefined, 'conversion'] as const).flatMap((creditBy) =>
          ([undefined, 'first'] as const).map((costsBy) => ({ by, creditDays, creditBy, costsBy })),
        ),
      ),
    ),
    VIEWS,
  ],
  retentionQuery: [
    WEBSITES,
    (['week', 'month'] as const).flatMap((by) =>
      (['view', 'order'] as const).flatMap((first) =>
        (['view', 'order'] as const).flatMap((then) =>
          ([undefined, 'device'] as const).map((breakDownBy) => ({ by, first, then, breakDownBy })),
        ),
      ),
    ),
    VIEWS,
  ],
  campaignReachQuery: [WEBSITES, VIEWS],
  pathsQuery: [
    WEBSITES,
    (['from', 'to'] as const).flatMap((direction) =>
      [STEP, ORDER].flatMap((step) =>
        [3, 4].flatMap((depth) => [30, 60].map((withinMinutes) => ({ direction, step, depth, withinMinutes }))),
      ),
    ),
    VIEWS,
  ],
  experimentQuery: [WEBSITES, IDS, FILTERS],
  experimentBreakdownQuery: [WEBSITES, IDS, FILTERS, DIMENSIONS],
  insightsWeekQuery: [WEBSITES, [undefined, '2026-06-01', '2026-06-08']],
  alertsQuery: [
    WEBSITES,
    [1, 2].flatMap((page) =>
      [10, 20].flatMap((per_page) => [{}, { advice: false }].map((of) => ({ page, per_page, ...of }))),
    ),
  ],
  recommendationsQuery: [WEBSITES],
  insightsQuery: [WEBSITES],
  auditLogQuery: [
    IDS,
    [undefined, 'signed_in'].flatMap((action) =>
      [undefined, 5].flatMap((userId) => [undefined, 90].map((before) => ({ action, userId, before }))),
    ),
  ],
  catalogQuery: [WEBSITES],
  contactsQuery: [WEBSITES, [1, 2]],
  contactQuery: [WEBSITES, IDS],
  contactStoryQuery: [
    WEBSITES.flatMap((websiteId) => IDS.flatMap((contactId) => [1, 2].map((page) => ({ websiteId, contactId, page })))),
  ],
  unconfirmedQuery: [WEBSITES],
  foundContactsQuery: [
    WEBSITES,
    ['', 'ada'].flatMap((text) => [undefined, ...IDS].map((campaignId) => ({ text, campaignId }))),
  ],
  costsQuery: [WEBSITES],
  keptDataQuery: [WEBSITES],
  websiteErasureQuery: [WEBSITES],
  historyQuery: [WEBSITES, VIEWS, ['channel', 'page']],
  historyImportsQuery: [WEBSITES],
  notificationsQuery: [WEBSITES],
  deliveriesQuery: [IDS],
  recipientsQuery: [WEBSITES],
  brandingQuery: [IDS],
  peopleQuery: [IDS],
  invitationsQuery: [IDS],
  reportingQuery: [IDS],
  savedFunnelsQuery: [WEBSITES],
  annotationsQuery: [WEBSITES],
  goalsQuery: [WEBSITES],
  goalProgressQuery: [WEBSITES],
  savedViewsQuery: [WEBSITES],
  ingestKeysQuery: [WEBSITES],
  websiteSettingsQuery: [WEBSITES],
  shareLinksQuery: [WEBSITES],
  webhooksQuery: [WEBSITES],
};

/** Every combination of what may be given. */
function combinationsOf(choices: readonly (readonly unknown[])[]): unknown[][] {
  return choices.reduce<unknown[][]>(
    (known, given) => known.flatMap((before) => given.map((one) => [...before, one])),
    [[]],
  );
}

/** The first request of each kind: none is answered, so no other follows. */
async function requestsOf(make: (api: Api) => { readonly queryKey: unknown; readonly queryFn?: unknown }) {
  const requests: string[] = [];
  const api = createFunnelClient({
    baseUrl: 'https://funnel.example',
    fetch: async ({ url }) => {
      requests.push(url);
      return Response.json({}, { status: 500 });
    },
  });
  const { queryKey, queryFn } = make(api);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const read = queryFn as (context: object) => Promise<unknown>;
  await read({ client, signal: new AbortController().signal, queryKey, pageParam: null }).catch(() => {});
  return { key: JSON.stringify(queryKey), requests: requests.sort().join('\n') };
}

test.each(Object.keys(CHOICES) as Name[])('%s', async (name) => {
  const make = MAKERS[name] as (api: Api, ...rest: unknown[]) => { readonly queryKey: unknown };
  const requestsByKey = new Map<string, string>();
  for (const given of combinationsOf(CHOICES[name])) {
    const { key, requests } = await requestsOf((api) => make(api, ...given));
    expect(requests).toContain('https://funnel.example/');
    expect(requests, key).toBe(requestsByKey.get(key) ?? requests);
    requestsByKey.set(key, requests);
  }
  expect(new Set(requestsByKey.values()).size).toBeGreaterThan(name === 'websitesQuery' ? 0 : 1);
});
