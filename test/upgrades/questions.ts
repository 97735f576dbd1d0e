// What a stored version was asked, and asking it again: a request of the REST API or of the dashboard, or a call of a tool.
import type { Credentials } from './story.ts';

export interface Question {
  readonly as: Exclude<keyof Credentials, 'contact'>;
  /** A path, or the name of a tool and its arguments as JSON. */
  readonly ask: string;
}

export interface Answer extends Question {
  readonly status: number;
  readonly type: string;
  /** JSON if the answer is JSON, else its text. */
  readonly body: unknown;
}

export async function answerOf(serviceUrl: string, credentials: Credentials, question: Question): Promise<Answer> {
  const ask = question.ask.replace('{contact}', credentials.contact);
  const authorization = `Bearer ${credentials[question.as]}`;
  const response = ask.startsWith('/')
    ? await fetch(serviceUrl + ask, { headers: { authorization } })
    : await fetch(`${serviceUrl}/mcp`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: toolCall(ask),
      });
  const text = await response.text();
  const type = (response.headers.get('content-type') ?? '').split(';')[0]!;
  return { ...question, status: response.status, type, body: type.endsWith('json') ? JSON.parse(text) : text };
}

function toolCall(call: string): string {
  const [name, ...rest] = call.split(' ');
  const params = { name, arguments: JSON.parse(rest.join(' ')) };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}

/** Periods of the stored events, some with a change of the zone's clock, of archived campaigns, or without any events. */
const PERIODS = [
  'timeframe=last_30_days',
  'timeframe=last_7_days&previous_period=true&notes=true',
  'timeframe=this_month&compare=same_part&previous_period=true&notes=true&language=de',
  'timeframe=all_time&count_type=total',
  'timeframe=custom&range_start=2026-07-25&range_end=2026-09-10&previous_period=true',
];
const SERIES = [
  'group_by=day',
  'group_by=week&previous_period=true',
  'group_by=month',
  'group_by=hour&timeframe=last_24_hours',
];
const DIMENSIONS = [
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'referrer',
  'device',
  'browser',
  'os',
  'country',
];
/** Website 3 is asked less often: what it has beside website 1 are its zone, its credit and its orders that wait. */
const isAskedAll = (site: number) => site === 1;
const ALL_DIMENSIONS = [...DIMENSIONS, 'language', 'page', 'visitor_type'];
const FILTERS = ['filter=device%3Amobile', 'filter=country%3ADE&filter=channel%3Aemail', 'filter=page%3A%2Fpricing'];
const SITES = [1, 2, 3];
/** Website 2 keeps no events. */
const WITH_LOG = [1, 3];

/** The paths of reports that have numbers of a subject. */
const SUBJECTS: Readonly<Record<number, readonly string[]>> = {
  1: [
    'website',
    'campaigns/10',
    'campaigns/11',
    'campaigns/12',
    'variants/101',
    'variants/102',
    'steps/1000',
    'elements/10010',
  ],
  2: ['website', 'campaigns/20', 'variants/200', 'steps/2001', 'elements/20010'],
  3: ['website', 'campaigns/30', 'variants/300', 'steps/3000', 'elements/30010'],
};

export function questions(): Question[] {
  const asked: Question[] = [];
  const ask = (as: Question['as'], ...all: string[]) => asked.push(...all.map((one) => ({ as, ask: one })));
  for (const site of SITES) ask('rest', ...ofWebsite(site));
  for (const site of WITH_LOG) ask('rest', ...ofLog(site));
  for (const about of ['story?language=en-US&', 'story?', 'data?'])
    ask('rest', `/api/v1/contacts/{contact}/${about}website_id=1`);
  ask('rest', ...ofAccount(), ...refused());
  ask('owner', ...ofDashboard([1, 2], 1));
  ask('other', ...ofDashboard([3], 2), '/api/v1/reports/website?website_id=4');
  ask(
    'client',
    '/api/v1/reports/websites',
    '/api/v1/reports/website?website_id=1',
    '/api/v1/reports/website?website_id=2',
  );
  ask('shared', '/api/v1/reports/website?website_id=1', '/api/v1/contacts?website_id=1');
  for (const site of [1, 2]) ask('tools', ...ofTools(site));
  ask(
    'tools',
    'list_websites {}',
    'get_account_performance {"timeframe":"last_30_days"}',
    'get_website_report {"website_id":3}',
  );
  return asked;
}

function ofWebsite(site: number): string[] {
  const reports = '/api/v1/reports';
  const of = (path: string, query = '') => `${path}?website_id=${site}${query === '' ? '' : `&${query}`}`;
  return [
    ...SUBJECTS[site]!.flatMap((subject) => PERIODS.map((period) => of(`${reports}/${subject}`, period))),
    ...SUBJECTS[site]!.slice(0, 3).flatMap((subject) => [
      ...SERIES.map((series) => of(`${reports}/${subject}`, series)),
      of(`${reports}/${subject}`, 'group_by=week&format=csv&table=series'),
    ]),
    ...(isAskedAll(site) ? PERIODS : PERIODS.slice(1, 3)).flatMap((period) => [
      ...[
        'website/products',
        'website/contacts',
        'experiments',
        'website/history',
        'website/rhythm',
        'website/campaign-reach',
      ].map((report) => of(`${reports}/${report}`, forReport(report, period))),
      of(`${reports}/campaigns`, period),
    ]),
    ...['views', 'revenue', 'conversion_rate', 'published_at'].map((sort) =>
      of(`${reports}/campaigns`, `sort=${sort}`),
    ),
    of(`${reports}/campaigns`, 'status=archived&timeframe=all_time'),
    of(`${reports}/campaigns`, 'per_page=1&page=2&format=csv'),
    ...(site === 1 ? [10, 11, 12] : [site * 10]).flatMap((id) => [
      of(`${reports}/campaigns/${id}/experiment`, 'history=true&notes=true'),
      of(`${reports}/campaigns/${id}/experiment`, 'metric=revenue_per_visitor'),
      of(`${reports}/campaigns/${id}/products`),
      of(`${reports}/campaigns/${id}/orders`, 'timeframe=all_time'),
    ]),
    of(`${reports}/websites/first-days`),
    of(`${reports}/website/insights`),
    of(`${reports}/website/insights/weeks`),
    of(`${reports}/website/insights/weeks`, 'week=2026-08-24&language=fr'),
    of(`${reports}/website/alerts`),
    of(`${reports}/website/alerts`, 'advice=true&language=en-US'),
    of(`${reports}/website/alerts`, 'format=csv'),
    of(
      `${reports}/website/history`,
      'timeframe=custom&range_start=2026-05-01&range_end=2026-05-31&by=page&group_by=day',
    ),
    of(`${reports}/website/goals`),
    of(`${reports}/website/context`),
    of(`${reports}/website/change`, 'metric=conversions&timeframe=last_7_days'),
    of(`${reports}/website/change`, 'metric=revenue&timeframe=last_30_days&notes=true'),
    of(`${reports}/website/best-times`),
    of(`${reports}/website/best-times`, 'metric=orders'),
    of(`${reports}/search`, 'query=spring'),
    of(`${reports}/search`, 'query=pop'),
    ...[
      'cta',
      'areas',
      'websites',
      'catalog',
      'costs',
      'funnels',
      'annotations',
      'goals',
      'views',
      'share-links',
      'history-imports',
    ].map((list) => of(`/api/v1/${list}`)),
    of('/api/v1/catalog', 'format=csv'),
    of('/api/v1/contacts'),
    of('/api/v1/contacts', 'email=person1@example.org'),
    of('/api/v1/contacts/export'),
    of('/api/v1/contacts/search', 'query=person'),
    of('/api/v1/contacts/unconfirmed'),
    of('/api/v1/kept-data'),
  ];
}

/** The rhythm of a website knows no notes and no comparison, and so on: what a report does not know would only be refused. */
function forReport(report: string, period: string): string {
  const known: Readonly<Record<string, readonly string[]>> = {
    'website/rhythm': ['timeframe', 'range_start', 'range_end', 'count_type'],
    'website/products': ['timeframe', 'range_start', 'range_end', 'notes', 'language'],
    'website/contacts': ['timeframe', 'range_start', 'range_end', 'notes', 'language'],
    'website/campaign-reach': ['timeframe', 'range_start', 'range_end', 'notes', 'language'],
    'website/history': ['timeframe', 'range_start', 'range_end', 'previous_period', 'notes', 'language'],
  };
  const names = known[report];
  return names === undefined
    ? period
    : period
        .split('&')
        .filter((one) => names.includes(one.split('=')[0]!))
        .join('&');
}

function ofLog(site: number): string[] {
  const reports = '/api/v1/reports';
  const of = (path: string, query: string) => `${reports}/${path}?website_id=${site}&${query}`;
  const subject = SUBJECTS[site]![1]!;
  return [
    ...(isAskedAll(site) ? ALL_DIMENSIONS : DIMENSIONS.slice(0, 2)).flatMap((dimension) => [
      of('website', `break_down_by=${dimension}&timeframe=all_time&notes=true`),
      of(subject, `break_down_by=${dimension}&previous_period=true`),
      of('website/values', `dimension=${dimension}`),
    ]),
    ...(isAskedAll(site) ? FILTERS : FILTERS.slice(1, 2)).flatMap((filter) => [
      of('website', `${filter}&group_by=day`),
      of('website', `${filter}&break_down_by=device&previous_period=true&notes=true`),
      of('campaigns', filter),
      of(subject, `${filter}&timeframe=last_7_days`),
      of('website/campaign-reach', filter),
      of('retention', `by=week&${filter}`),
    ]),
    of('website', 'break_down_by=channel&format=csv&table=breakdown'),
    of('website', 'timeframe=custom&range_start=2026-09-14&range_end=2026-09-15&since=08:00&until=18:00'),
    ...[
      'step=view&step=conversion&step=order',
      'step=page_view&step=view&step=conversion&within_minutes=60&break_down_by=device',
    ].flatMap((steps) => [
      of('funnel', steps),
      of('funnel', `${steps}&timeframe=all_time&previous_period=true&notes=true`),
    ]),
    ...['campaign', 'channel', 'utm_source', 'utm_campaign', 'device', 'page'].flatMap((by) =>
      (isAskedAll(site) ? ['last', 'first', 'linear', 'any'] : ['linear']).map((model) =>
        of('attribution', `by=${by}&model=${model}&timeframe=last_90_days&notes=true`),
      ),
    ),
    of('attribution', 'by=channel&credit_by=view&window_days=30&conversions=true&format=csv'),
    ...[
      'by=week',
      'by=week&first=page_view&then=order&timeframe=last_90_days',
      'by=month&first=order&timeframe=all_time',
    ].flatMap((query) => [of('retention', query), of('retention', `${query}&break_down_by=device&notes=true`)]),
    ...['from=page_view&', 'from=view%3Bcampaign%3A10&within_minutes=30&limit=3&', 'to=order&depth=4&'].map((query) =>
      of('paths', `${query}timeframe=last_90_days`),
    ),
  ];
}

function ofAccount(): string[] {
  const reports = '/api/v1/reports';
  const performance = [
    'timeframe=last_30_days',
    'timeframe=last_7_days&compare=previous&notes=true',
    'timeframe=this_month&precision=true',
  ];
  return [
    `${reports}/websites`,
    `${reports}/websites?format=csv`,
    ...performance.flatMap((query) =>
      ['', 'website_ids=1&website_ids=3&'].map((of) => `${reports}/account/performance?${of}${query}`),
    ),
    ...['last_30_days', 'last_90_days'].flatMap((timeframe) => [
      `${reports}/account/trends?timeframe=${timeframe}`,
      `${reports}/account/websites?timeframe=${timeframe}&notes=true`,
    ]),
    `${reports}/account/overview`,
    `${reports}/account/overview?language=de`,
  ];
}

/** Answers that are errors, in the words of the API. */
function refused(): string[] {
  return [
    '/api/v1/reports/website',
    '/api/v1/reports/website?website_id=4',
    '/api/v1/reports/website?website_id=1&timeframe=never',
    '/api/v1/reports/campaigns/999?website_id=1',
    '/api/v1/reports/website?website_id=1&break_down_by=colour',
    '/api/v1/reports/retention?website_id=2',
    '/api/v1/nothing',
  ];
}

function ofDashboard(websiteIds: readonly number[], accountId: number): string[] {
  const ofAccounts = ['branding', 'people', 'invitations', 'reporting-currency', 'audit-log'];
  return [
    ...websiteIds.flatMap((site) => [
      `/api/v1/reports/website?website_id=${site}&previous_period=true&notes=true`,
      ...['arrival-counts', 'ingest-keys', 'website-settings', 'webhooks', 'notifications', 'recipients'].map(
        (list) => `/dashboard/${list}?website_id=${site}`,
      ),
    ]),
    ...ofAccounts.map((list) => `/dashboard/${list}?account_id=${accountId}`),
    '/api/v1/scheduled-export',
    '/dashboard/notifications/2/deliveries',
    '/oauth/tokens',
    '/dashboard/profile',
    '/dashboard/profile/applications',
    '/dashboard/profile/sessions',
    '/dashboard/profile/websites',
  ];
}

function ofTools(site: number): string[] {
  const call = (name: string, given: object = {}) => `${name} ${JSON.stringify({ website_id: site, ...given })}`;
  const campaign = site * 10;
  return [
    call('get_website_report'),
    call('get_website_report', { timeframe: 'last_7_days', previous_period: true, group_by: 'day' }),
    call('get_website_report', { break_down_by: 'channel', previous_period: true }),
    call('list_campaigns', { timeframe: 'last_30_days', sort: 'revenue' }),
    call('get_campaign_report', { id: campaign, previous_period: true }),
    call('get_variant_report', { id: campaign * 10 }),
    call('get_step_report', { id: campaign * 100 }),
    call('get_element_report', { id: campaign * 1000 }),
    call('list_experiments'),
    call('get_insights'),
    call('get_products'),
    call('list_ctas'),
    call('list_areas'),
    call('get_website'),
    call('get_website_insights'),
  ];
}
