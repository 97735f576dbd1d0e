// `funnel forget` next to a running service.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { checkLog } from '../../../../src/core/engine/event-log/upkeep/check-log.ts';
import { ContactStore } from '../../../../src/core/manage/contacts/contact-store.ts';
import { readChanges } from '../../../../src/core/manage/contacts/read-changes.ts';
import { CommandLine } from '../../../support/command-line.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { mergeLog, switchLog } from '../../../support/event-log.ts';
import { eventWith } from '../../../support/events.ts';
import { restoreOf } from '../../../support/restore.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { TestService } from '../../../support/test-service.ts';

const TOKEN = '3b241101-e2bb-4255-8caf-4136c566a962';

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let cli: CommandLine;
  let token: string;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    const events = [
      eventWith({ at: '1970-01-01T00:00:00Z' }),
      eventWith({ at: '2025-03-09T00:00:00Z', visitor: TOKEN }),
      eventWith({ at: '2025-03-09T00:00:00Z' }),
      eventWith({ website_id: 2 }),
    ];
    const catalog = structuredClone(SAMPLE_CATALOG);
    catalog.accounts[0]!.websites[0]!.created_at = '2025-01-01T00:00:00Z';
    service = await TestService.start(engine, { catalog, events });
    cli = new CommandLine({ DATABASE_URL: service.ingestion.url });
    token = await service.token([1, 2]);
    const store = new ContactStore(service.ingestion.database, service.ingestion.clock.now);
    for (const email of ['a@example.com', 'b@example.com']) {
      await store.upsert(1, readChanges({ email, ...(email.startsWith('b') && { visitor_token: TOKEN }) }));
    }
    restore = await restoreOf(service.database);
  });

  beforeEach(() => restore());

  afterAll(async () => {
    cli.dispose();
    await service.dispose();
  });

  async function forget(...args: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await cli.call(['forget', ...args, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  const views = async (count_type: 'distinct' | 'total') =>
    (await service.report(websiteReport, { website_id: 1, timeframe: 'all_time', count_type }, token)).data.metrics
      .views;

  test('a day in 1970 makes all_time too wide until that day is forgotten', async () => {
    const ask = () => service.ask(websiteReport, { website_id: 1, timeframe: 'all_time', group_by: 'day' }, token);
    expect(await ask()).toMatchObject({ status: 422, body: { code: 'range_too_wide' } });
    const day = ['day', '--website', '1', '--day', '1970-01-01'];
    const rows = { rollup_counters: 1, rollup_visitors: 1 };
    expect(await forget(...day)).toEqual({ website_id: 1, day: '1970-01-01', erased: false, rows });
    expect((await ask()).status).toBe(422);
    expect(await forget(...day, '--yes')).toEqual({ website_id: 1, day: '1970-01-01', erased: true, rows });
    expect((await ask()).status).toBe(200);
    expect(await views('total')).toBe(2);
  });

  test('a contact by email in any letter case, or by id', async () => {
    const found = await forget('contact', '--website', '1', '--email', 'A@Example.com');
    expect(found).toMatchObject({ erased: false, website_id: 1, contact_id: expect.any(Number) });
    expect(await forget('contact', '--website', '1', '--id', String(found.contact_id), '--yes')).toEqual({
      ...found,
      erased: true,
    });
    const again = await cli.call(['forget', 'contact', '--website', '1', '--email', 'a@example.com', '--yes']);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('no such contact') });
    const { code, stdout } = await cli.call(['forget', 'contact', '--website', '1', '--email', 'b@example.com']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(TOKEN) });
    expect(stdout).toContain('Add --yes');
  });

  test('a contact, whose visitor is taken out of touches and the event log; numbers stay', async () => {
    await switchLog(service.database, 1, true);
    await changeWebsiteSettings(service.database, 1, { credit_window_days: 7 }, service.clock.now);
    const at = { at: '2025-03-10T00:00:00Z' };
    const touch = eventWith({ ...at, type: 'conversion', campaign_id: 10, visitor: TOKEN });
    await service.ingestion.count(touch, eventWith(at));
    await mergeLog(service.database, service.clock);
    await service.ingestion.count(eventWith({ ...at, visitor: TOKEN }));
    const before = await views('distinct');
    const contact = ['contact', '--website', '1', '--email', 'b@example.com'];
    const found = { contacts: 1, touches: 1, logged_events: 2 };
    expect(await forget(...contact)).toMatchObject({ erased: false, rows: found });
    expect(await forget(...contact, '--yes')).toMatchObject({ erased: true, rows: found });
    expect(await service.database.query('SELECT * FROM touch_runs')).toEqual([]);
    const { rows } = await forget('visitor', '--website', '1', '--visitor', TOKEN);
    expect(rows).toEqual({ sketches: 4, sketches_without_hashes: 0, contacts: 0 });
    expect(await views('distinct')).toBe(before);
    expect((await checkLog(service.database)).differences).toEqual([]);
  });

  test('a visitor, with the contact that carries the token', async () => {
    expect(await views('distinct')).toBe(2);
    const { rows } = await forget('visitor', '--website', '1', '--visitor', TOKEN, '--yes');
    expect(rows).toEqual({ sketches: 1, sketches_without_hashes: 0, contacts: 1 });
    expect(await views('distinct')).toBe(1);
    expect(await views('total')).toBe(3);
  });

  test('a website, by another process: its token then sees only the other one', async () => {
    const key = await service.ingestKey(1);
    const { code, stdout } = await cli.run(['forget', 'website', '--website', '1', '--yes', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).rows).toMatchObject({ websites: 1, campaigns: 2, rollup_counters: 2, ingest_keys: 1 });
    const status = async (website_id: number) => (await service.ask(websiteReport, { website_id }, token)).status;
    expect([await status(1), await status(2)]).toEqual([404, 200]);
    await expect(service.collectEvents(key, eventWith())).rejects.toThrow('401');
    const again = await cli.call(['forget', 'website', '--website', '1', '--yes']);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('Website 1 does not exist.') });
  });

  test.each([
    ['contact', '--website', '2'],
    ['contact', '--website', '2', '--id', '1', '--email', 'a@example.com'],
    ['visitor', '--website', '2'],
    ['day', '--website', '2', '--day', '2025-02-30'],
    ['day', '--day', '2025-02-20'],
    ['website'],
  ])('%s %s %s %s prints the usage', async (...args) => {
    const { code, stderr } = await cli.call(['forget', ...args]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Usage: funnel forget') });
  });
});
