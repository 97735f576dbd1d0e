// Erasing by owners over REST: a preview that erases nothing, an explicit confirmation, and what is left of a website while it goes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../src/contract/access/principal.ts';
import { ContactStore } from '../../../src/manage/contacts/contact-store.ts';
import { readChanges } from '../../../src/manage/contacts/read-changes.ts';
import { ENGINES } from '../../support/databases.ts';
import { switchLog } from '../../support/event-log.ts';
import { eventWith } from '../../support/events.ts';
import { saidSubjects } from '../../support/said-subjects.ts';
import { TestService } from '../../support/test-service.ts';

const VISITOR = 'aaaaaaaa-e2bb-4255-8caf-4136c566a962';

describe.each(ENGINES)('erasing by owners on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine);
    token = await service.token([1, 2], { scopes: [...SCOPES] });
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
  const actions = async () =>
    (
      await saidSubjects(service.database.query('SELECT action, subject, website_id, via FROM audit_log ORDER BY id'))
    ).filter(({ action }) => action === 'data_erased');

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
    expect((await actions()).map(({ subject }) => subject)).toEqual(['a visitor', 'the day 2025-03-07']);
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
    expect((await actions()).map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/^the website /));
  });
});
