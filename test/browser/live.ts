import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { addWebsiteToGrant } from '../../src/core/manage/authorization-server/grants/grants.ts';
import { IS_LONG } from '../support/long.ts';
import { DAY_MS } from '../support/test-clock.ts';
import { findingsInBothThemes } from './accessibility.ts';
import type { GetDashboard } from './dashboard.ts';
import { EventSender, TYPO, VIEW } from './sent-events.ts';

const PATH = '/websites/1/live';
const NEW_WEBSITE_MIN = 700;
let newWebsites = 0;

export function liveTests(get: GetDashboard): void {
  const rows = (page: Page): Locator => page.getByRole('region', { name: 'List of events' }).getByRole('listitem');

  /** The service keeps what has arrived in memory. On this website of the logged-in user it is what the test sends. */
  async function newWebsite(): Promise<number> {
    const { database, clock } = get().service;
    const id = NEW_WEBSITE_MIN + newWebsites++;
    const [account] = await database.query<{ id: number; name: string }>('SELECT id, name FROM accounts WHERE id = 1');
    const websites = [{ id, name: `live-${id}.example` }];
    await importCatalog(database, { accounts: [{ ...account, websites }] }, clock.now);
    const grants = await database.query<{ hash: string }>('SELECT DISTINCT grant_hash AS hash FROM grant_websites');
    await database.transaction(async (tx) => {
      for (const { hash } of grants) await addWebsiteToGrant(tx, hash, id, clock.now);
    });
    return id;
  }

  describe('live events', () => {
    it.runIf(IS_LONG)('says what to do while nothing arrives, and shows an event as it comes in', async () => {
      const websiteId = await newWebsite();
      const page = await get().page(`/websites/${websiteId}/live`);
      await page.getByText('Nothing has arrived in the last 10 minutes').waitFor();
      await page.getByText(`curl ${get().service.url}/collect/events`).first().waitFor();
      const sender = await EventSender.of(get().service, websiteId);
      await sender.send({ type: 'view', website_id: websiteId, visitor: 'x' });
      await rows(page).first().waitFor();
      await page.getByText('Nothing has arrived in the last 10 minutes').waitFor({ state: 'detached' });
    });

    it.runIf(IS_LONG)('counts the visitors of the last 30 minutes once events are kept', async () => {
      const websiteId = await newWebsite();
      const page = await get().page(`/websites/${websiteId}/live`);
      await page.getByRole('button', { name: 'Keep events from now on' }).click();
      const visitors = page.locator('[data-metric="views"]').getByTestId('tile-value');
      await expect.poll(() => visitors.innerText()).toBe('0');
      const sender = await EventSender.of(get().service, websiteId);
      for (const visitor of ['x', 'y', 'x']) await sender.send({ type: 'view', website_id: websiteId, visitor });
      await page.reload();
      await expect.poll(() => visitors.innerText()).toBe('2');
    });

    it('shows what became of each event, with the reason and the fix', async () => {
      const page = await get().page(PATH);
      // Of what has been sent before by others, nothing is from this key.
      const sender = await EventSender.of(get().service, 1);
      await sender.send({ ...VIEW, id: 'one' }, TYPO);
      await sender.send({ ...VIEW, id: 'one' });
      await rows(page).first().waitFor();
      await page.getByLabel('Filter by text').fill(`key ${sender.keyId}`);
      await page.getByText('did you mean element_id?').waitFor();
      await rows(page).nth(2).waitFor();
      await expectAll(rows(page), `Key ${sender.keyId}`);
      const texts = await rows(page).allInnerTexts();
      expect(texts).toHaveLength(3);
      const [duplicate, rejected, accepted] = texts as [string, string, string];
      expect(accepted).toMatch(/View\s+Style finder quiz › .+ › Step 1\s+Accepted\s+Server\s+Key \d+\s+\d\d:\d\d:\d\d/);
      expect(rejected).toMatch(/Conversion\s+Rejected\s*unknown_field\s+"elementid" is not a field of an event/);
      expect(duplicate).toContain('Duplicate');
      expect(await page.content()).not.toContain(VIEW.visitor);
    });

    it.runIf(IS_LONG)('filters, pauses and goes on', async () => {
      const page = await get().page(PATH);
      const sender = await EventSender.of(get().service, 1);
      await sender.send(VIEW, TYPO);
      await rows(page).first().waitFor();
      await page.getByLabel('Show').selectOption('Rejected');
      await expectAll(rows(page), 'unknown_field');
      await page.getByLabel('Show').selectOption('All events');
      await page.getByLabel('Filter by text').fill(`key ${sender.keyId}`);
      await rows(page).nth(1).waitFor();
      await expectAll(rows(page), `Key ${sender.keyId}`);
      await page.getByLabel('Filter by text').fill('no such thing');
      await page.getByText('No event matches the filter').waitFor();
      await page.getByRole('button', { name: 'Show all events' }).click();
      await rows(page).first().waitFor();

      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('Paused.').waitFor();
      const before = await rows(page).count();
      await sender.send({ ...VIEW, type: 'no-such-type' });
      const asked = page.waitForRequest('**/dashboard/arrivals?*');
      await expect.poll(() => rows(page).count()).toBe(before);
      await page.getByRole('button', { name: 'Resume' }).click();
      await asked;
      await page.getByText('invalid_type').first().waitFor();
    });

    it.runIf(IS_LONG)('shows how many events there were, and why some were not counted', async () => {
      const { database, clock } = get().service;
      const websiteId = await newWebsite();
      const today = Math.floor(clock.nowMs / DAY_MS);
      await database.transaction((tx) =>
        tx.insertMany({
          into: 'arrival_counts',
          columns: ['website_id', 'day', 'source', 'outcome', 'code', 'events'],
          rows: [
            [websiteId, today, 'browser', 'bot', 'user_agent', 12],
            [websiteId, today - 3, 'browser', 'rejected', 'unknown_step', 1234],
            [websiteId, today, 'browser', 'accepted', '', 50_000],
          ],
        }),
      );
      const page = await get().page(`/websites/${websiteId}/live`);
      await page.getByRole('row', { name: /Accepted\s+50,000\s+50,000/ }).waitFor();
      const reasons = page.getByRole('table', { name: 'Reasons' });
      await reasons
        .getByRole('row', { name: /Unknown step\s*Rejected · Browser · unknown_step\s+0\s+1,234/ })
        .waitFor();
      await reasons.getByRole('row', { name: /User agent\s*Bot · Browser · user_agent\s+12\s+12/ }).waitFor();
    });

    it.runIf(IS_LONG)('shows nothing of another website', async () => {
      const websiteId = await newWebsite();
      const page = await get().page(`/websites/${websiteId}/live`);
      await (await EventSender.of(get().service, 1)).send(VIEW);
      const sender = await EventSender.of(get().service, websiteId);
      await sender.send({ type: 'view', website_id: websiteId, visitor: 'x' });
      await rows(page).first().waitFor();
      await expect.poll(() => rows(page).count()).toBe(1);
    });

    it.runIf(IS_LONG)('ends with the session', async () => {
      const page = await get().page(PATH, {});
      await page.clock.install();
      await page.reload();
      await page.getByText('Live.').waitFor();
      get().leaveSharedBrowser();
      await get().service.database.transaction(async (tx) => {
        await tx.query('DELETE FROM issued_tokens');
        await tx.query("DELETE FROM authorization_records WHERE kind IN ('Session', 'RefreshToken')");
      });
      await page.clock.runFor(5_000);
      await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.clock.runFor(120_000);
      expect(requests).toEqual([]);
    });

    it.runIf(IS_LONG)('has no serious accessibility problem with events, in any theme', async () => {
      const page = await get().page(PATH, { bypassCSP: true });
      await (await EventSender.of(get().service, 1)).send(VIEW, TYPO);
      await page.getByText('unknown_field').first().waitFor();
      await page.getByRole('table', { name: 'Events by result' }).waitFor();
      expect(await findingsInBothThemes(page)).toEqual([]);
    });
  });
}

async function expectAll(rows: Locator, text: string): Promise<void> {
  await rows.first().waitFor();
  await rows.filter({ hasNotText: text }).first().waitFor({ state: 'detached' });
}
