// Saved funnels over REST: who sees them, what can be saved, and what a change leaves alone.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { AuditLog } from '../../../src/core/contract/access/audit-log.ts';
import { FUNNELS } from '../../../src/extensions/questions/saved-funnel-operations.ts';
import { ANY_ENGINE } from '../../support/databases.ts';
import { restoreOf } from '../../support/restore.ts';
import { TestClock } from '../../support/test-clock.ts';
import { type JsonAnswer, jsonAnswerOf, TestService } from '../../support/test-service.ts';

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        { id: 1, name: 'acme.example', campaigns: [{ id: 10, name: 'Popup', variants: [] }] },
        { id: 2, name: 'acme.test', campaigns: [{ id: 20, name: 'Other', variants: [] }] },
      ],
    },
  ],
};
const FUNNELS_MAX = FUNNELS.countMax;
const STEPS = ['view;campaign:10;device:mobile', 'order'];

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let app: TestService;
  let token: string;
  let reader: string;
  let restore: () => Promise<void>;
  const clock = new TestClock();

  beforeAll(async () => {
    app = await TestService.start(engine, { catalog: CATALOG, clock });
    token = await app.token([1, 2], { scopes: ['reports', 'ctas:write'] });
    reader = await app.token([1], { scopes: ['reports'] });
    restore = await restoreOf(app.database);
  });

  beforeEach(() => restore());

  afterAll(() => app.dispose());

  function request(method: string, path: string, body?: unknown, websiteId = 1): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = `${app.url}/api/v1/funnels${path}?website_id=${websiteId}`;
    return fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  }

  const send = async (...parameters: Parameters<typeof request>): Promise<JsonAnswer> =>
    jsonAnswerOf(await request(...parameters));

  const create = async (fields: object = {}, websiteId = 1) =>
    send('POST', '', { name: 'Orders', step: STEPS, ...fields }, websiteId);

  async function listed(websiteId = 1): Promise<Record<string, unknown>[]> {
    return (await send('GET', '', undefined, websiteId)).body.funnels as Record<string, unknown>[];
  }

  test('a saved funnel is as it was sent, and everybody who may read the reports of the website sees it', async () => {
    const { status, body } = await create({ within_minutes: 60, break_down_by: 'device' });
    expect([status, body]).toEqual([
      201,
      {
        id: 1,
        name: 'Orders',
        step: STEPS,
        within_minutes: 60,
        break_down_by: 'device',
        created_at: expect.stringMatching(/Z$/),
        updated_at: body.created_at,
      },
    ]);
    const headers = { authorization: `Bearer ${reader}` };
    const seen = await jsonAnswerOf(await fetch(`${app.url}/api/v1/funnels`, { headers }));
    expect(seen.body).toEqual({ funnels: [body] });
    expect(await listed(2)).toEqual([]);
  });

  test('without minutes and a dimension it has those of the report', async () => {
    expect((await create()).body).toMatchObject({ within_minutes: 10_080, break_down_by: null });
  });

  test('the list is in the order of names', async () => {
    for (const name of ['b', 'C', 'a']) await create({ name });
    expect((await listed()).map(({ name }) => name)).toEqual(['a', 'b', 'C']);
  });

  test('a change changes what is sent and nothing else', async () => {
    const { body: before } = await create({ within_minutes: 60, break_down_by: 'device' });
    clock.advance(60_000);
    const { status, body: renamed } = await send('PATCH', '/1', { name: ' Sales ' });
    expect([status, renamed]).toEqual([200, { ...before, name: 'Sales', updated_at: renamed.updated_at }]);
    expect(renamed.updated_at).not.toBe(before.updated_at);
    const { body } = await send('PATCH', '/1', { step: ['view', 'conversion'], break_down_by: null });
    expect(body).toEqual({
      ...renamed,
      step: ['view', 'conversion'],
      break_down_by: null,
      updated_at: body.updated_at,
    });
    expect(await listed()).toEqual([body]);
  });

  test('a deleted funnel is gone, and the others stay', async () => {
    await create();
    await create({ name: 'Other' });
    expect((await request('DELETE', '/1')).status).toBe(204);
    expect((await listed()).map(({ id }) => id)).toEqual([2]);
  });

  test('each change is in the audit log with the name of the funnel', async () => {
    await create();
    await send('PATCH', '/1', { name: 'Sales' });
    await request('DELETE', '/1');
    const entries = await new AuditLog(app.database).read(1, { limit: 3 });
    expect(entries.map(({ description, website_id }) => [description, website_id])).toEqual([
      ['deleted the funnel 1 (Sales)', 1],
      ['changed the funnel 1 (Sales)', 1],
      ['saved the funnel 1 (Orders)', 1],
    ]);
  });

  describe('nothing is saved', () => {
    it.each([
      ['a name of spaces', { name: '  ' }, 'invalid_name', 'name'],
      ['a long name', { name: 'n'.repeat(81) }, 'invalid_name', 'name'],
      ['a name of two lines', { name: 'a\nb' }, 'invalid_name', 'name'],
      ['one step', { step: ['view'] }, 'invalid_step', 'step'],
      ['nine steps', { step: Array.from({ length: 9 }, () => 'view') }, 'invalid_step', 'step'],
      ['a step that is none', { step: ['view', 'look'] }, 'invalid_step', 'step'],
      ['a campaign of another website', { step: ['view;campaign:20', 'order'] }, 'unknown_subject', 'step'],
      ['no minutes', { within_minutes: 0 }, 'invalid_within_minutes', 'within_minutes'],
      ['an unknown dimension', { break_down_by: 'shoe_size' }, 'invalid_break_down_by', 'break_down_by'],
      ['an unknown field', { color: 'red' }, 'invalid_body', 'body'],
    ])('with %s', async (_what, fields, code, param) => {
      expect(await create(fields)).toMatchObject({ status: 422, body: { code, param } });
      expect(await listed()).toEqual([]);
      const { body: saved } = await create();
      expect(await send('PATCH', `/${saved.id}`, fields)).toMatchObject({ status: 422, body: { code, param } });
      expect(await listed()).toEqual([saved]);
    });

    test('under a name that another funnel of the website has', async () => {
      await create();
      const { body: other } = await create({ name: 'Other' });
      const taken = { status: 409, body: { code: 'name_taken', param: 'name' } };
      expect(await create()).toMatchObject(taken);
      expect(await send('PATCH', `/${other.id}`, { name: 'Orders' })).toMatchObject(taken);
      expect((await listed()).map(({ name }) => name)).toEqual(['Orders', 'Other']);
      expect((await create({ step: ['view', 'order'] }, 2)).status).toBe(201);
    });

    test('without a change', async () => {
      await create();
      expect(await send('PATCH', '/1', {})).toMatchObject({ status: 422, body: { code: 'invalid_body' } });
    });

    test(`beyond ${FUNNELS_MAX} funnels, also if several are saved at once`, async () => {
      const columns = ['website_id', 'id', 'kind', 'name', 'definition', 'created_at', 'updated_at'];
      const rows = Array.from({ length: FUNNELS_MAX - 1 }, (_, index) => [
        1,
        1_000 + index,
        'funnel',
        `Funnel ${index}`,
        '{}',
        '',
        '',
      ]);
      await app.database.transaction((tx) => tx.insertMany({ into: 'saved_records', columns, rows }));
      const answers = await Promise.all(['one', 'two', 'three'].map((name) => create({ name })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
      const refused = answers.find(({ status }) => status === 422);
      expect(refused?.body).toMatchObject({ code: 'too_many_funnels' });
    });
  });

  it.each(['PATCH', 'DELETE'])('%s of a funnel that the website does not have is 404', async (method) => {
    const body = method === 'PATCH' ? { name: 'Changed' } : undefined;
    const { body: other } = await create({ step: ['view', 'order'] }, 2);
    for (const id of [other.id, 99, 'x']) expect((await request(method, `/${id}`, body)).status).toBe(404);
    expect(await listed(2)).toEqual([other]);
  });
});
