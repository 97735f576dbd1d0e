// Annotations, goals and saved views over REST: what each kind takes and refuses. What all kinds share is tested with saved funnels.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { AuditLog } from '../../../../src/core/contract/access/audit-log.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { restoreOf } from '../../../support/restore.ts';
import { type JsonAnswer, jsonAnswerOf, TestService } from '../../../support/test-service.ts';

const websiteWith = (id: number) => ({
  id,
  name: `${id}.example`,
  campaigns: [{ id: id * 10, name: 'Popup', variants: [] }],
});
const CATALOG = { accounts: [{ id: 1, name: 'Acme', websites: [websiteWith(1), websiteWith(2)] }] };

const ANNOTATION = { name: 'New popup', date: '2026-03-10' };
const GOAL = { name: 'Sales', metric: 'orders', target: 100, campaign_id: null };
const VIEW = { name: 'Phones', path: '/websites/1/campaigns/10?timeframe=last_7_days&filter=device%3Amobile' };

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let app: TestService;
  let token: string;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    app = await TestService.start(engine, { catalog: CATALOG });
    token = await app.token([1, 2], { scopes: ['reports', 'ctas:write'] });
    restore = await restoreOf(app.database);
  });

  beforeEach(() => restore());

  afterAll(() => app.dispose());

  async function send(method: string, path: string, body?: unknown): Promise<JsonAnswer> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return jsonAnswerOf(await fetch(`${app.url}/api/v1/${path}?website_id=1`, request));
  }

  it.each([
    ['annotations', ANNOTATION, { date: '2026-03-11' }],
    ['goals', GOAL, { campaign_id: 10 }],
    ['views', VIEW, { path: '/websites/1' }],
  ])('%s are kept as they were sent, and changed where they are', async (kind, sent, change) => {
    const { status, body: created } = await send('POST', kind, sent);
    expect([status, created]).toEqual([
      201,
      { id: 1, ...sent, created_at: created.created_at, updated_at: created.created_at },
    ]);
    const { body: changed } = await send('PATCH', `${kind}/1`, change);
    expect(changed).toEqual({ ...created, ...change, updated_at: changed.updated_at });
    expect((await send('GET', kind)).body).toEqual({ [kind]: [changed] });
  });

  test('each list has one kind only, and an id of another kind is 404', async () => {
    await send('POST', 'annotations', ANNOTATION);
    expect((await send('GET', 'goals')).body).toEqual({ goals: [] });
    expect((await send('PATCH', 'goals/1', { target: 5 })).status).toBe(404);
  });

  test('annotations are in the order of dates, and may have the same name', async () => {
    for (const date of ['2026-03-10', '2025-12-31', '2026-01-01'])
      await send('POST', 'annotations', { ...ANNOTATION, date });
    const { annotations } = (await send('GET', 'annotations')).body as { annotations: { date: string }[] };
    expect(annotations.map(({ date }) => date)).toEqual(['2025-12-31', '2026-01-01', '2026-03-10']);
  });

  test('a goal is that of the whole website, unless it names a campaign', async () => {
    const { campaign_id: _, ...fields } = GOAL;
    expect((await send('POST', 'goals', fields)).body).toMatchObject({ campaign_id: null });
  });

  test('goals and views have names of their own', async () => {
    const taken = { status: 409, body: { code: 'name_taken', param: 'name' } };
    await send('POST', 'goals', { ...GOAL, name: 'Same' });
    await send('POST', 'views', { ...VIEW, name: 'Same' });
    expect(await send('POST', 'goals', { ...GOAL, name: 'Same' })).toMatchObject(taken);
    expect(await send('POST', 'views', { ...VIEW, name: 'Same' })).toMatchObject(taken);
  });

  test('each is in the audit log', async () => {
    await send('POST', 'annotations', ANNOTATION);
    await send('POST', 'goals', GOAL);
    await send('POST', 'views', VIEW);
    const entries = await new AuditLog(app.database).read(1, { limit: 3 });
    expect(entries.map(({ description }) => description)).toEqual([
      'saved the view 3 (Phones)',
      'set the goal 2 (Sales)',
      'added the annotation 1 (New popup)',
    ]);
  });

  it.each([
    ['annotations', ANNOTATION, { date: '2026-02-30' }, 'invalid_date'],
    ['annotations', ANNOTATION, { date: 'yesterday' }, 'invalid_date'],
    ['annotations', ANNOTATION, { name: 'a\nb' }, 'invalid_name'],
    ['goals', GOAL, { metric: 'submissions' }, 'invalid_metric'],
    ['goals', GOAL, { target: 0 }, 'invalid_target'],
    ['goals', GOAL, { target: 1e13 }, 'invalid_target'],
    ['goals', GOAL, { campaign_id: 20 }, 'invalid_campaign_id'],
    ['goals', GOAL, { campaign_id: -1 }, 'invalid_campaign_id'],
    ['views', VIEW, { path: '/websites/2' }, 'invalid_path'],
    ['views', VIEW, { path: '/websites/12' }, 'invalid_path'],
    ['views', VIEW, { path: 'https://example.com/websites/1' }, 'invalid_path'],
    ['views', VIEW, { path: '//example.com/websites/1' }, 'invalid_path'],
    ['views', VIEW, { path: '/websites/1\\@example.com' }, 'invalid_path'],
    ['views', VIEW, { path: '/websites/1/../2' }, 'invalid_path'],
    ['views', VIEW, { path: '/websites/1/..' }, 'invalid_path'],
    ['views', VIEW, { path: '/websites/1/./../../profile?a=b' }, 'invalid_path'],
    ['views', VIEW, { path: '/websites/1/%2e%2e/2' }, 'invalid_path'],
    ['views', VIEW, { path: '/websites/1//example.com' }, 'invalid_path'],
    ['views', VIEW, { path: '/websites/1/javascript:alert(1)' }, 'invalid_path'],
    ['views', VIEW, { path: '/websites/1?next=https://example.com' }, 'invalid_path'],
    ['views', VIEW, { path: `/websites/1?${'a'.repeat(2_000)}` }, 'invalid_path'],
  ])('%s %j: %j is refused, and nothing is saved', async (kind, good, wrong, code) => {
    const refused = { status: 422, body: { code, param: Object.keys(wrong)[0] } };
    expect(await send('POST', kind, { ...good, ...wrong })).toMatchObject(refused);
    const { body: saved } = await send('POST', kind, good);
    expect(await send('PATCH', `${kind}/${saved.id}`, wrong)).toMatchObject(refused);
    expect((await send('GET', kind)).body).toEqual({ [kind]: [saved] });
  });
});
