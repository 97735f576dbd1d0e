import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findingsInBothThemes } from './accessibility.ts';
import type { GetDashboard } from './dashboard.ts';
import { EventSender, TYPO, VIEW } from './sent-events.ts';

const PATH = '/websites/1/live';

export function liveTests(get: GetDashboard): void {
  const rows = (page: Page): Locator => page.getByRole('region', { name: 'List of events' }).getByRole('listitem');

  describe('live events', () => {
    it('says what to do while nothing arrives, and shows events as they come in, with the reason and the fix', async () => {
      const page = await get().page(PATH);
      await page.getByText('Nothing has arrived in the last 10 minutes').waitFor();
      await page.getByText(`curl ${get().service.url}/collect/events`).first().waitFor();
      const sender = await EventSender.of(get().service, 1);
      await sender.send({ ...VIEW, id: 'one' }, TYPO);
      await sender.send({ ...VIEW, id: 'one' });
      await page.getByText('did you mean element_id?').waitFor();
      await rows(page).nth(2).waitFor();
      const texts = await rows(page).allInnerTexts();
      expect(texts).toHaveLength(3);
      const [duplicate, rejected, accepted] = texts as [string, string, string];
      expect(accepted).toMatch(/View\s+Style finder quiz › .+ › Step 1\s+Accepted\s+Server\s+Key \d+\s+\d\d:\d\d:\d\d/);
      expect(rejected).toMatch(/Conversion\s+Rejected\s*unknown_field\s+"elementid" is not a field of an event/);
      expect(duplicate).toContain('Duplicate');
      expect(await page.content()).not.toContain(VIEW.visitor);
    });

    it('filters, pauses and goes on', async () => {
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

    it('shows how many events there were, and why some were not counted', async () => {
      const { database } = get().service;
      const today = Math.floor(Date.now() / 86_400_000);
      await database.transaction((tx) =>
        tx.insertMany({
          into: 'arrival_counts',
          columns: ['website_id', 'day', 'source', 'outcome', 'code', 'events'],
          rows: [
            [2, today, 'browser', 'bot', 'user_agent', 12],
            [2, today - 3, 'browser', 'rejected', 'unknown_step', 1234],
            [2, today, 'browser', 'accepted', '', 50_000],
          ],
        }),
      );
      const page = await get().page('/websites/2/live');
      await page.getByRole('row', { name: /Accepted\s+50,000\s+50,000/ }).waitFor();
      const reasons = page.getByRole('table', { name: 'Reasons' });
      await reasons
        .getByRole('row', { name: /Unknown step\s*Rejected · Browser · unknown_step\s+0\s+1,234/ })
        .waitFor();
      await reasons.getByRole('row', { name: /User agent\s*Bot · Browser · user_agent\s+12\s+12/ }).waitFor();
    });

    it('shows nothing of another website', async () => {
      const page = await get().page('/websites/2/live');
      await (await EventSender.of(get().service, 1)).send(VIEW);
      await (await EventSender.of(get().service, 2)).send({ type: 'view', website_id: 2, visitor: 'x' });
      await rows(page).first().waitFor();
      await expect.poll(() => rows(page).count()).toBe(1);
    });

    it('ends with the session', async () => {
      const page = await get().page(PATH, {});
      await page.clock.install();
      await page.reload();
      await page.getByText('Live.').waitFor();
      await get().service.database.transaction(async (tx) => {
        await tx.query('DELETE FROM issued_tokens');
        await tx.query("DELETE FROM authorization_records WHERE kind IN ('Session', 'RefreshToken')");
      });
      get().forgetSession();
      await page.clock.runFor(5_000);
      await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.clock.runFor(120_000);
      expect(requests).toEqual([]);
    });

    it('has no serious accessibility problem with events, in any theme', async () => {
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
