// Erasing by owners over REST: a preview that erases nothing, an explicit confirmation, and what is left of a website while it goes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../src/core/contract/access/principal.ts';
import { changeWebsiteSettings } from '../../../src/core/engine/catalog/website-settings.ts';
import { LEASE_MS } from '../../../src/core/foundation/database/lease.ts';
import { ContactStore } from '../../../src/core/manage/contacts/contact-store.ts';
import { readChanges } from '../../../src/core/manage/contacts/read-changes.ts';
import { ErasureTurn } from '../../../src/core/manage/erasure/erasure-turns.ts';
import { resumeErasures } from '../../../src/core/manage/erasure/resume-erasures.ts';
import { ANY_ENGINE, ENGINES } from '../../support/databases.ts';
import { switchLog } from '../../support/event-log.ts';
import { eventWith, orderWith } from '../../support/events.ts';
import { saidSubjects } from '../../support/said-subjects.ts';
import { TestService } from '../../support/test-service.ts';

const VISITOR = 'aaaaaaaa-e2bb-4255-8caf-4136c566a962';

describe.each(ENGINES)('erasing by owners on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine);
    token = await service.token([1, 2, 3], { scopes: [...SCOPES] });
    await switchLog(service.database, 1, true);
  });
  afterAll(() => service?.dispose());

  const post = async (path: string, body: unknown, websiteId = 1) => {
    const answer = await service.request(`/api/v1/erasures${path}?website_id=${websiteId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return {
      status: answer.status,
      body: answer.body as { rows: Record<string, number>; state: string; code: string },
    };
  };
  const actions = async (websiteId: number) =>
    (
      await saidSubjects(service.database.query('SELECT action, subject, website_id, via FROM audit_log ORDER BY id'))
    ).filter((entry) => entry.action === 'data_erased' && entry.website_id === websiteId);

  test('shows what would go, erases it after a confirmation, and is in the audit log', async () => {
    const contacts = new ContactStore(service.database, service.clock.now);
    await contacts.upsert(1, readChanges({ email: 'ada@example.com', visitor_token: VISITOR }));
    await service.ingestion.count(
      eventWith({ visitor: VISITOR, at: '2025-03-08T10:00:00Z' }),
      eventWith({ visitor: 'other', at: '2025-03-07T10:00:00Z' }),
    );
    const visitor = { kind: 'visitor', visitor: VISITOR };
    const shown = { sketches: 1, sketches_without_hashes: 0, contacts: 1, logged_events: 1 };
    expect(await post('/preview', visitor)).toEqual({ status: 200, body: { rows: shown, state: 'preview' } });
    expect(await post('', visitor)).toMatchObject({ status: 422, body: { code: 'invalid_field', param: 'confirm' } });
    expect(await post('', { ...visitor, confirm: true })).toEqual({
      status: 200,
      body: { rows: shown, state: 'done' },
    });
    const nothing = { sketches: 0, sketches_without_hashes: 0, contacts: 0 };
    expect((await post('/preview', visitor)).body.rows).toEqual(nothing);
    const day = { kind: 'day', day: '2025-03-07' };
    expect((await post('/preview', day)).body.rows).toMatchObject({ rollup_counters: 1 });
    expect(await post('', { ...day, confirm: true })).toMatchObject({ status: 200, body: { state: 'done' } });
    expect((await post('/preview', day)).body.rows).toEqual({});
    expect((await actions(1)).map(({ subject }) => subject)).toEqual(['a visitor', 'the day 2025-03-07']);
  });

  test('a contact that is not there, and fields that do not belong to the kind, are refused', async () => {
    expect((await post('/preview', { kind: 'contact', contact_id: 999 })).status).toBe(404);
    for (const [body, param] of [
      [{ kind: 'all' }, 'kind'],
      [{ kind: 'visitor' }, 'visitor'],
      [{ kind: 'day', day: '2025-02-30' }, 'day'],
      [{ kind: 'website', day: '2025-03-07' }, 'day'],
    ] as const) {
      expect(await post('/preview', body)).toMatchObject({ status: 422, body: { code: 'invalid_field', param } });
    }
  });

  test('a website goes in the background, and its preview says what is left until it is gone', async () => {
    await service.ingestion.count(eventWith({ website_id: 2, at: '2025-03-08T10:00:00Z' }));
    const website = { kind: 'website', confirm: true };
    const begun = await post('', website, 2);
    expect(begun).toMatchObject({ status: 202, body: { state: 'running', rows: { websites: 1, rollup_counters: 1 } } });
    await expect.poll(() => service.database.query('SELECT id FROM websites WHERE id = 2')).toEqual([]);
    expect((await post('/preview', { kind: 'website' }, 2)).status).toBe(404);
    expect((await actions(2)).map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/^the website /));
  });

  test('a website whose erasure was interrupted is still being erased, and another node goes on with it', async () => {
    const { database, clock } = service;
    const turn = (await ErasureTurn.take(database, clock.now, 3))!;
    expect(await ErasureTurn.take(database, clock.now, 3)).toBeUndefined();
    expect(await post('', { kind: 'day', day: '2025-03-08', confirm: true }, 3)).toMatchObject({ status: 429 });
    await database.transaction((tx) => turn.beginWebsite(tx));
    expect((await post('/preview', { kind: 'website' }, 3)).body.state).toBe('running');
    // Sent again, it says how far it is.
    expect(await post('', { kind: 'website', confirm: true }, 3)).toMatchObject({ status: 202 });
    await resumeErasures(database, clock.now);
    expect(await database.query('SELECT id FROM websites WHERE id = 3')).toHaveLength(1);
    const later = () => new Date(clock.now().getTime() + LEASE_MS + 1);
    await resumeErasures(database, later);
    expect(await database.query('SELECT id FROM websites WHERE id = 3')).toEqual([]);
    expect(await database.query('SELECT * FROM erasure_turns')).toEqual([]);
    await turn.end();
  });

  test('a token that changes contacts does not erase', async () => {
    const narrow = await service.token([1], { scopes: ['contacts:read', 'contacts:write'] });
    const { status } = await service.request('/api/v1/erasures/preview?website_id=1', {
      method: 'POST',
      headers: { authorization: `Bearer ${narrow}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'website' }),
    });
    expect(status).toBe(403);
  });

  test('everything that is stored about a contact is one file, and reading it is in the audit log', async () => {
    const visitor = 'bbbbbbbb-e2bb-4255-8caf-4136c566a962';
    await changeWebsiteSettings(service.database, 1, { credit_window_days: 7 }, service.clock.now);
    const contacts = new ContactStore(service.database, service.clock.now);
    const fields = { email: 'ben@example.com', visitor_token: visitor, marketing_consent: 'yes' };
    const { contact } = await contacts.upsert(1, readChanges(fields));
    await service.ingestion.count(
      eventWith({ type: 'conversion', visitor, campaign_id: 10, page: '/pricing', at: '2025-03-08T10:00:00Z' }),
      orderWith({ order_id: 'o', visitor, revenue: 10, at: '2025-03-08T11:00:00Z' }),
      eventWith({ visitor: 'other', campaign_id: 10, at: '2025-03-08T10:00:00Z' }),
    );
    const read = (id: number) =>
      service.request(`/api/v1/contacts/${id}/data?website_id=1`, { headers: { authorization: `Bearer ${token}` } });
    const { status, body, headers } = await read(contact.id);
    expect({ status, file: headers.get('content-disposition') }).toEqual({
      status: 200,
      file: `attachment; filename="contact-${contact.id}.json"`,
    });
    expect(body).toMatchObject({
      contact: { id: contact.id, email: 'ben@example.com', marketing_consent: 'yes' },
      events: [
        { at: '2025-03-08T10:00:00Z', type: 'conversion', dimensions: { page: '/pricing' } },
        { at: '2025-03-08T11:00:00Z', type: 'order', revenue: 10 },
      ],
      orders: [{ order_id: 'o', at: '2025-03-08T11:00:00Z', revenue: 10, refunded: 0 }],
      touches: [{ at: '2025-03-08T10:00:00Z' }],
    });
    const { touches } = body as { touches: { subject: string[] }[] };
    expect(touches[0]!.subject).toHaveLength(1);
    expect((await read(999)).status).toBe(404);
    const entries = await saidSubjects(service.database.query('SELECT action, subject FROM audit_log ORDER BY id'));
    expect(entries).toContainEqual({ action: 'contact_data_read', subject: String(contact.id) });
  });
});

describe.each(ANY_ENGINE)('the legacy key on %s', (engine) => {
  const KEY = 'legacy-key-of-the-only-website';
  const catalog = { accounts: [{ id: 1, name: 'Acme', websites: [{ id: 1, name: 'acme.example', api_key: KEY }] }] };
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(engine, { catalog });
  });
  afterAll(() => service?.dispose());

  test.each(['/erasures/preview', '/erasures'])('erases nothing: POST %s', async (path) => {
    const headers = { authorization: `api_key=${KEY}`, 'content-type': 'application/json' };
    const { status, body } = await service.request(`/api/v1${path}`, { method: 'POST', headers });
    expect([status, body]).toEqual([403, expect.objectContaining({ detail: expect.stringContaining('role owner') })]);
  });
});
