import { describe, expect, it } from 'vitest';
import { filterText } from '../../dashboard/src/routing/filters.ts';
import { invalidParameters, withoutInvalid } from '../../dashboard/src/routing/invalid-parameters.ts';
import { type Page, pageAt, pathOf } from '../../dashboard/src/routing/pages.ts';
import { readView, type View, viewParameters } from '../../dashboard/src/routing/view.ts';

const PAGES: readonly Page[] = [
  { name: 'overview' },
  { name: 'api-access' },
  { name: 'website', websiteId: 1 },
  { name: 'experiments', websiteId: 2 },
  { name: 'funnels', websiteId: 2 },
  { name: 'attribution', websiteId: 2 },
  { name: 'retention', websiteId: 2 },
  { name: 'paths', websiteId: 2 },
  { name: 'funnel', websiteId: 2, funnelId: 3 },
  { name: 'insights', websiteId: 2 },
  { name: 'contacts', websiteId: 2 },
  { name: 'sending', websiteId: 2 },
  { name: 'notifications', websiteId: 2 },
  { name: 'campaign', websiteId: 1, campaignId: 2 },
  { name: 'variant', websiteId: 1, campaignId: 2, variantId: 3 },
  { name: 'step', websiteId: 1, campaignId: 2, variantId: 3, stepId: 4 },
  { name: 'element', websiteId: 1, campaignId: 2, variantId: 3, stepId: 4, elementId: 5 },
];

describe('a URL', () => {
  it.each(PAGES.map((page) => [pathOf(page), page] as const))('%s names its page', (path, page) => {
    expect(pageAt(path)).toEqual(page);
  });

  it.each([
    '/websites',
    '/websites/0',
    '/websites/x',
    '/websites/1/steps/2',
    '/websites/1/contacts/ada',
    '/websites/1/funnels/0',
    '/websites/1/funnels/2/3',
    '/nothing',
    '/websites/1/campaigns/2/variants/3/steps/4/elements/5/more/6',
  ])('%s is not found', (path) => {
    expect(pageAt(path)).toEqual({ name: 'not-found' });
  });

  const VIEWS: readonly View[] = [
    { timeframe: 'last_30_days', compare: 'previous', countType: 'distinct', filters: [] },
    { timeframe: 'all_time', compare: 'off', countType: 'total', filters: [] },
    { timeframe: 'last_month', compare: 'previous', countType: 'distinct', filters: [] },
    { timeframe: 'yesterday', compare: 'year', countType: 'distinct', filters: [] },
    {
      timeframe: 'today',
      compare: 'previous',
      countType: 'distinct',
      filters: [
        { dimension: 'device', value: 'mobile' },
        { dimension: 'utm_source', value: 'a:b & c=d, (x)' },
        { dimension: 'page', value: `/${'p'.repeat(199)}` },
      ],
    },
    {
      timeframe: 'custom',
      rangeStart: '2026-01-01',
      rangeEnd: '2026-02-01',
      compare: 'previous',
      countType: 'distinct',
      filters: [],
    },
  ];
  it.each(VIEWS)('keeps the whole view of $timeframe', (view) => {
    expect(readView(viewParameters(view))).toEqual(view);
  });

  it('has one filter for each dimension, the first one', () => {
    const { filters } = readView(new URLSearchParams('filter=os:iOS&filter=device:mobile&filter=os:Linux'));
    expect(filters.map(filterText)).toEqual(['os:iOS', 'device:mobile']);
  });

  it('leaves out defaults', () => {
    expect(viewParameters(VIEWS[0]!).toString()).toBe('');
  });

  it.each([
    'timeframe=tomorrow',
    'timeframe=custom',
    'timeframe=custom&range_start=x&range_end=y',
    'timeframe=custom&range_start=2026-13-01&range_end=2026-12-01',
    'timeframe=custom&range_start=2026-02-30&range_end=2026-12-01',
    'timeframe=custom&range_start=2026-02-02&range_end=2026-02-01',
    'timeframe=custom&range_start=1969-12-31&range_end=2026-02-01',
    'timeframe=custom&range_start=x&range_start=2026-01-01&range_end=2026-02-01',
    'compare=x',
    'count_type=x',
    'range_start=2026-01-01',
    'filter=mobile',
    'filter=color:red',
    'filter=device:',
    'filter=device:%20',
    'filter=page:(other)',
    `filter=country:${'x'.repeat(101)}`,
  ])('falls back to the defaults for %s, and tells', (query) => {
    expect(readView(new URLSearchParams(query))).toEqual(VIEWS[0]);
    expect(invalidParameters(new URLSearchParams(query), 'retention')).not.toEqual([]);
  });

  it.each([
    ['timeframe=custom&range_start=2026-13-01&range_end=2026-12-31', ['range_start=2026-13-01']],
    ['timeframe=tomorrow&metric=luck&group_by=minute', ['timeframe=tomorrow', 'group_by=minute', 'metric=luck']],
    ['page=0', ['page=0']],
    ['page=-1&week=soon', ['page=-1', 'week=soon']],
    ['credit_by=luck&window_days=8&break_down_by=color', ['break_down_by=color', 'credit_by=luck', 'window_days=8']],
    ['by=day&first=subscribe&then=order&depth=5', ['first=subscribe', 'depth=5', 'by=day']],
    ['from=walk&to=order%3Bcolor:red&within_minutes=0', ['from=walk', 'to=order;color:red', 'within_minutes=0']],
    ['filter=device:mobile&filter=device:desktop&filter=color:red', ['filter=device:desktop', 'filter=color:red']],
  ])('names what is invalid in %s, and what is left without it is valid', (query, expected) => {
    const search = new URLSearchParams(query);
    expect(invalidParameters(search, 'retention').map(({ name, value }) => `${name}=${value}`)).toEqual(expected);
    for (const [name, values] of Object.entries(withoutInvalid(search, 'retention'))) {
      search.delete(name);
      for (const value of values ?? []) search.append(name, value);
    }
    expect(invalidParameters(search, 'retention')).toEqual([]);
  });

  it.each([
    ['attribution', 'week', false],
    ['attribution', 'channel', true],
    ['attribution', 'campaign', true],
    ['retention', 'channel', false],
    ['website', 'anything', true],
  ] as const)('on the page %s, by=%s is valid: %s', (page, by, isValid) => {
    expect(invalidParameters(new URLSearchParams({ by }), page)).toEqual(isValid ? [] : [{ name: 'by', value: by }]);
  });

  it.each([
    '',
    'timeframe=last_30_days&compare=previous&count_type=distinct',
    'timeframe=custom&range_start=1970-01-01&range_end=1970-01-01',
    'timeframe=last_7_days&timeframe=today&sort=views&page=2',
    'by=month&first=order&then=view&from=view%3Bcampaign:10&depth=4&within_minutes=60',
    'utm_source=newsletter&metric=revenue&group_by=week&week=2026-03-02',
  ])('has nothing to tell about %j', (query) => {
    expect(invalidParameters(new URLSearchParams(query), 'retention')).toEqual([]);
  });
});

it('an ancestor may be unknown, the page itself may not', () => {
  const page = { name: 'step', websiteId: 1, campaignId: 0, variantId: 0, stepId: 4 } as const;
  expect(pathOf(page)).toBe('/websites/1/campaigns/0/variants/0/steps/4');
  expect(pageAt(pathOf(page))).toEqual(page);
  expect(pageAt('/websites/1/campaigns/0')).toEqual({ name: 'not-found' });
});
