// A contact is deleted with what tells of single events of its visitor, over HTTP.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../src/core/contract/access/principal.ts';
import { changeWebsiteSettings } from '../../../src/core/engine/catalog/website-settings.ts';
import { ContactStore } from '../../../src/core/manage/contacts/contact-store.ts';
import { readChanges } from '../../../src/core/manage/contacts/read-changes.ts';
import { ContactErasure } from '../../../src/core/manage/erasure/forget-contact.ts';
import { ENGINES } from '../../support/databases.ts';
import { switchLog } from '../../support/event-log.ts';
import { eventWith, orderWith } from '../../support/events.ts';
import { saidSubjects } from '../../support/said-subjects.ts';
import { TestService } from '../../support/test-service.ts';

const [ADA, BEN, CAL, DAN, EVE, FAY] = ['a', 'b', 'c', 'd', 'e', 'f'].map(
  (digit) => `${digit.repeat(8)}-e2bb-4255-8caf-4136c566a962`,
) as [string, string, string, string, string, string];
const AT = { at: '2025-03-10T09:00:00Z' };

describe.each(ENGINES)('forgetting a contact on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine);
    token = await service.token([1], { scopes: [...SCOPES] });
    await switchLog(service.database, 1, true);
    await changeWebsiteSettings(service.database, 1, { credit_window_days: 7 }, service.clock.now);
  });
  afterAll(() => service?.dispose());

  async function contactOf(visitor: string, websiteId = 1): Promise<number> {
    const store = new ContactStore(service.database, service.clock.now);
    const changes = readChanges({ email: `${visitor}@example.com`, visitor_token: visitor });
    return (await store.upsert(websiteId, changes)).contact.id;
  }

  function visit(visitor: string, revenue: number) {
    return [
      eventWith({ ...AT, type: 'conversion', campaign_id: 10, visitor }),
      orderWith({ ...AT, order_id: visitor, visitor, revenue }),
    ];
  }

  const forget = (id: number) =>
    service.request(`/api/v1/contacts/${id}/forget`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });

  test('erases touches, log and orders of its visitor alone, and is in the audit log by its id', async () => {
    const [ada, ben] = [await contactOf(ADA), await contactOf(BEN)];
    await service.ingestion.count(...visit(ADA, 10), ...visit(BEN, 20));
    const answer = await forget(ada);
    expect([answer.status, answer.body]).toEqual([200, { touches: 1, orders: 1, logged_events: 2 }]);
    expect((await forget(ada)).status).toBe(404);
    const entries = await saidSubjects(
      service.database.query<{ action: string; subject: string }>(
        'SELECT action, subject, website_id, via FROM audit_log',
      ),
    );
    const entry = { action: 'contact_forgotten', subject: String(ada), website_id: 1, via: 'token' };
    expect(entries.filter(({ action, subject }) => action === entry.action && subject === entry.subject)).toEqual([
      entry,
    ]);
    const erasure = new ContactErasure(service.database, service.clock.now);
    const stillThere = await erasure.forget({
      ...{ websiteId: 1, filter: { id: ben }, actor: { userId: null, via: 'command_line' } },
      isErasing: false,
    });
    expect(stillThere?.traces).toEqual({ touches: 1, orders: 1, logged_events: 2 });
  });

  test('takes what webhooks are still to be told of it, and of nothing else with its number', async () => {
    const id = await contactOf(FAY);
    const message = (name: string, websiteId: number, topic: string, recordId: number) => [
      ...[name, 1, websiteId, 1, 1, topic, String(recordId), 'webhook', '', '', '2025-03-10T09:00:00Z'],
      ...['2025-03-10T09:00:00Z', '2025-03-10T09:00:00Z', 0],
    ];
    await service.database.transaction((tx) =>
      tx.insertMany({
        into: 'outbox_messages',
        columns: [
          ...['id', 'subscription_id', 'website_id', 'account_id', 'place', 'topic', 'record_id', 'channel'],
          ...['destination', 'delivery', 'created_at', 'not_before', 'due_at', 'attempts'],
        ],
        rows: [
          message('of it', 1, 'new_contact', id),
          message('of another contact', 1, 'new_contact', id + 1),
          message('of an order', 1, 'order', id),
          message('of another website', 2, 'new_contact', id),
        ],
      }),
    );
    expect((await forget(id)).status).toBe(200);
    const left = await service.database.query<{ id: string }>('SELECT id FROM outbox_messages ORDER BY id');
    expect(left.map((row) => row.id)).toEqual(['of an order', 'of another contact', 'of another website']);
    await service.database.transaction((tx) => tx.query('DELETE FROM outbox_messages'));
  });

  test('contacts of a website are erased one after the other', async () => {
    const erasure = new ContactErasure(service.database, service.clock.now);
    const ids = [await contactOf(CAL), await contactOf(DAN)];
    const forgetWith = (id: number, websiteId = 1) =>
      erasure.forget({
        ...{ websiteId, filter: { id }, actor: { userId: null, via: 'command_line' } },
        isErasing: true,
      } as const);
    const [other, ...both] = await Promise.allSettled([forgetWith(1, 2), ...ids.map((id) => forgetWith(id))]);
    expect(other).toMatchObject({ status: 'fulfilled' });
    expect(both).toContainEqual(expect.objectContaining({ status: 'fulfilled' }));
    const refused = both.findIndex(({ status }) => status === 'rejected');
    expect(both[refused]).toMatchObject({ reason: { status: 429, options: { code: 'rate_limited' } } });
    expect(await forgetWith(ids[refused]!)).toMatchObject({ contact: { id: ids[refused] } });
  });

  test("another website's contact is not found, and nothing of it is erased", async () => {
    const other = await contactOf(EVE, 2);
    await service.ingestion.count(eventWith({ ...AT, type: 'conversion', campaign_id: 10, visitor: EVE }));
    expect(await forget(other)).toMatchObject({ status: 404 });
    const runs = await service.database.query('SELECT 1 FROM event_log_pending WHERE website_id = 1');
    expect(runs.length).toBeGreaterThan(0);
    const store = new ContactStore(service.database, service.clock.now);
    expect(await store.find(2, { id: other })).toHaveLength(1);
  });
});
