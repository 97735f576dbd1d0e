import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../support/long.ts';
import { BROWSER } from '../support/test-service.ts';
import { type GetDashboard, tableRow } from './dashboard.ts';

const ORIGIN = 'https://www.ravelmoor.example';

export function sendingTests(get: GetDashboard): void {
  describe('sending events', () => {
    const send = async (key: string, type = 'view') => {
      const response = await fetch(`${get().service.url}/e`, {
        method: 'POST',
        headers: { origin: ORIGIN, 'user-agent': BROWSER, 'content-type': 'text/plain' },
        body: JSON.stringify({ key, events: [{ type }] }),
      });
      return { status: response.status, body: (await response.json()) as { accepted?: number } };
    };

    it.runIf(IS_LONG)('creates a public key, shows the line for pages, and revokes the key', async () => {
      const page = await get().page('/websites/1/sending');
      await page.getByRole('button', { name: 'Create key' }).click();
      const form = page.getByRole('dialog', { name: 'Create key' });
      await form.getByLabel('Name').fill('Shop pages');
      await form.getByLabel('Addresses of its pages').fill(`${ORIGIN}/shop`);
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await form.getByRole('alert').filter({ hasText: 'without a path' }).waitFor();
      await form.getByLabel('Addresses of its pages').fill(`${ORIGIN}\n*.ravelmoor.example`);
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await form.waitFor({ state: 'detached' });
      expect(await tableRow(page, 'Keys', 'Shop pages')).toMatchObject({
        'Works on': `${ORIGIN}, https://*.ravelmoor.example`,
      });
      const snippet = await page.getByRole('region', { name: 'In your pages' }).locator('code').first().innerText();
      const [, key] = /^<script defer src="http:\/\/[^"]+\/t\.js" data-key="(fpk_[\w-]+)" data-pages><\/script>$/.exec(
        snippet,
      )!;
      expect((await send(key!)).body).toMatchObject({ accepted: 1 });

      await page.getByRole('button', { name: 'Revoke Shop pages' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('row', { name: 'Shop pages' }).waitFor({ state: 'detached' });
      expect((await send(key!)).status).toBe(401);
    });

    it.runIf(IS_LONG)('shows a secret key once', async () => {
      const page = await get().page('/websites/2/sending');
      await page.getByRole('button', { name: 'Create key' }).click();
      const form = page.getByRole('dialog', { name: 'Create key' });
      await form.getByLabel('Name').fill('Backend');
      await form.getByLabel('Servers: a secret key').check();
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      const created = page.getByRole('dialog', { name: 'Your new key' });
      const key = await created.locator('code').first().innerText();
      expect(key).toMatch(/^fik_/);
      await created.getByRole('button', { name: 'Done' }).click();
      await created.waitFor({ state: 'detached' });
      expect(await tableRow(page, 'Keys', 'Backend')).toMatchObject({ 'Works on': 'Any server' });
      expect(await page.content()).not.toContain(key);
    });

    it.runIf(IS_LONG)('changes a setting, which is still there after a reload, and leads to what arrives', async () => {
      const page = await get().page('/websites/2/sending');
      const setting = page.getByLabel('Count orders from browsers');
      await setting.check();
      // It is disabled while it is being saved.
      await expect.poll(() => setting.isEnabled()).toBe(true);
      await page.reload();
      await setting.waitFor();
      expect(await setting.isChecked()).toBe(true);
      await setting.uncheck();
      await expect.poll(() => setting.isEnabled()).toBe(true);
      expect(await setting.isChecked()).toBe(false);
      await page.getByRole('main').getByRole('link', { name: 'See what arrives' }).click();
      await page.getByRole('heading', { name: 'Live events' }).waitFor();
    });
  });
}
