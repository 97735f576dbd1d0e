import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../support/long.ts';
import { type GetDashboard, tableRow } from './dashboard.ts';

export function tokenTests(get: GetDashboard): void {
  describe('API access', () => {
    it('says that an assistant elsewhere cannot reach a local address', async () => {
      const page = await get().page('/api-access');
      const notice = page.getByText('cannot reach');
      await notice.waitFor();
      await expect.poll(() => notice.innerText()).toContain(new URL(get().service.url).hostname);
    });

    it('creates and revokes a token', async () => {
      const page = await get().page('/api-access');
      await page.getByRole('button', { name: 'Create token' }).click();
      const form = page.getByRole('dialog', { name: 'Create token' });
      await form.getByLabel('Name').fill('Weekly export');
      await form.getByLabel('kaffinto.example').uncheck();
      await form.getByLabel('contacts:read').check();
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      const created = page.getByRole('dialog', { name: 'Your new token' });
      const token = await created.locator('code').first().innerText();
      await created.getByRole('button', { name: 'Done' }).click();
      await created.waitFor({ state: 'detached' });
      expect(await tableRow(page, 'Tokens', 'Weekly export')).toMatchObject({
        Websites: 'ravelmoor.example',
        Scopes: 'reports, contacts:read',
        'Created by': 'demo@example.com',
        'Last used': 'Never',
      });
      expect(await page.content()).not.toContain(token);

      const use = async (path: string) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${get().service.url}/api/v1${path}`, { headers })).status;
      };
      expect(await use('/reports/website')).toBe(200);
      expect(await use('/contacts')).toBe(200);
      expect(await use('/reports/website?website_id=2')).toBe(404);
      expect(await use('/areas')).toBe(403);

      await page.getByRole('button', { name: 'Revoke Weekly export' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('row', { name: 'Weekly export' }).waitFor({ state: 'detached' });
      expect(await use('/reports/website')).toBe(401);
    });

    it.runIf(IS_LONG)('tells how to connect an AI assistant', async () => {
      const page = await get().page('/api-access');
      await page
        .getByRole('region', { name: 'Connect an AI assistant' })
        .getByText(`${get().service.url}/mcp`)
        .first()
        .waitFor();
    });
  });
}
