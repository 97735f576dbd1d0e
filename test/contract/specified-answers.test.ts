// Every answer of the REST API against the tables of the specification: the fields, their types, and no others.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../src/core/contract/access/principal.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { LEAP_WEEK, startCountedShop } from '../support/counted-shop.ts';
import { orderWith, selectionWith } from '../support/events.ts';
import { type Parameters, pathOf, type TestService } from '../support/test-service.ts';
import { writeSnapshot } from '../support/write-snapshot.ts';
import {
  ACCOUNT_PERFORMANCE,
  AREAS,
  CAMPAIGN_RECORDS,
  CONTACT_TEXTS,
  contact,
  FULL_REPORTS,
  INSIGHTS,
  list,
  nullable,
  object,
  PLAIN_REPORTS,
  type Shape,
  string,
  WEBSITE_LIST,
  WEBSITE_RECORD,
} from './specified-shapes.ts';

/** Of the quizzes, and a report for each that the specification knows. */
const REPORT_PATHS = {
  website: '/reports/website',
  campaigns: '/reports/campaigns',
  campaign: '/reports/campaigns/20',
  variant: '/reports/variants/200',
  step: '/reports/steps/2001',
  element: '/reports/elements/20011',
  experiments: '/reports/experiments',
} as const;
const REPORT_NAMES = Object.keys(REPORT_PATHS) as (keyof typeof REPORT_PATHS)[];

const AREA = { id: 25, name: 'Sidebar', created_at: '2024-01-05T00:00:00Z' };
const IN_THE_WEEK = { website_id: 2, element_id: 20011, at: '2024-02-28T10:00:00Z' };

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startCountedShop('sqlite');
  const { database, clock } = service.ingestion;
  const websites = [{ id: 2, name: 'quizzes.example', areas: [AREA] }];
  await importCatalog(database, { accounts: [{ id: 1, name: 'Tenant', websites }] }, clock.now);
  // An element with fields beside its products, and a shop that had sales in both periods.
  await service.ingestion.count(
    selectionWith({ ...IN_THE_WEEK, field: 'color', value: 'red' }),
    orderWith({ website_id: 1, at: '2024-02-20T10:00:00Z' }),
    { type: 'conversion', website_id: 1, visitor: 'a', at: '2024-02-20T10:00:00Z' },
  );
  await writeSnapshot(service, 2, '2024-05-06');
  token = await service.token([2], { scopes: [...SCOPES] });
});
afterAll(() => service.dispose());

async function expectShape(shape: Shape, path: string, parameters: Parameters = {}, as = token): Promise<void> {
  const answer = await service.get(pathOf({ path }, parameters), as);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(shape(answer.body)).toBeUndefined();
}

describe('reports', () => {
  test.each(REPORT_NAMES)('%s, as it is without being asked for more', async (name) => {
    await expectShape(PLAIN_REPORTS[name], REPORT_PATHS[name], LEAP_WEEK);
  });

  test.each(REPORT_NAMES)('%s, compared and in points where it has them', async (name) => {
    const parameters = { ...LEAP_WEEK, previous_period: true, group_by: 'day' };
    await expectShape(FULL_REPORTS[name], REPORT_PATHS[name], parameters);
  });

  test.each(REPORT_NAMES)('%s has nothing to compare all time with', async (name) => {
    await expectShape(PLAIN_REPORTS[name], REPORT_PATHS[name], { timeframe: 'all_time', previous_period: true });
  });

  test('websites, without an envelope', async () => {
    await expectShape(WEBSITE_LIST, '/reports/websites');
  });

  test('insights, without a timeframe', async () => {
    await expectShape(INSIGHTS, '/reports/website/insights');
  });

  test('account performance, where both periods had something', async () => {
    await expectShape(ACCOUNT_PERFORMANCE, '/reports/account/performance', LEAP_WEEK, await service.token([1, 2]));
  });
});

describe('records', () => {
  test('areas', () => expectShape(AREAS, '/areas'));
  test('campaigns, with names for variants that were given none', () => expectShape(CAMPAIGN_RECORDS, '/cta'));
  test('the website', () => expectShape(WEBSITE_RECORD, '/websites'));
});

describe('contacts', () => {
  const send = (method: string, query: string, body?: object) =>
    service.request(`/api/v1/contacts${query}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  test('with every field, as they are created and as they are listed', async () => {
    const texts = Object.fromEntries(CONTACT_TEXTS.map((name) => [name, 'a text']));
    const { status, body } = await send('POST', '', {
      ...texts,
      email: 'whole@example.com',
      phone: '+49 30 123456',
      visitor_token: '6f1c1d5e-8f5f-4b6a-9c57-2f8c35a3d1b0',
      extra: { shoe_size: 42 },
      data: { plan: 'free' },
    });
    expect(status).toBe(201);
    const everythingKnown = contact((shape) => shape);
    expect(everythingKnown(body)).toBeUndefined();
    await expectShape(list(everythingKnown), '/contacts', { email: 'whole@example.com' });
  });

  test('with an email alone: what is not known is null, but for the visitor token', async () => {
    const { body } = await send('POST', '', { email: 'short@example.com' });
    expect(contact(nullable)(body)).toBeUndefined();
    expect(body).toMatchObject({ phone: null, extra: {}, data: {} });
  });

  test('that are deleted leave a message and nothing else', async () => {
    await send('POST', '', { email: 'gone@example.com' });
    const { status, body } = await send('DELETE', '?email=gone@example.com');
    expect(status).toBe(200);
    expect(object({ message: string })(body)).toBeUndefined();
  });
});

test('the shapes find what is missing, what is too much and what is of another type', () => {
  const shape = object({ id: (value) => (value === 1 ? undefined : 'not 1'), tags: list(string) });
  expect(shape({ id: 1, tags: ['a'] })).toBeUndefined();
  expect(shape({ id: 1 })).toBe('lacks [tags], has besides []');
  expect(shape({ id: 1, tags: ['a'], more: 1 })).toBe('lacks [], has besides [more]');
  expect(shape({ id: 1, tags: ['a', 2] })).toBe('tags: 1: no string');
  expect(shape({ id: 1, tags: [] })).toBe('tags: empty');
  expect(shape([])).toBe('no object');
});
