import { describe, expect, it } from 'vitest';
import { changeWebsiteSettings } from '../../src/catalog/website-settings.ts';
import { createIngestKey } from '../../src/ingestion/ingest-keys.ts';
import { type GetDashboard, tableRow } from './dashboard.ts';
import type { DemoService } from './demo-service.ts';

interface Catalog {
  readonly campaigns: readonly {
    readonly id: number;
    readonly name: string;
    readonly key: string;
    readonly status: string;
  }[];
}

export function catalogTests(get: GetDashboard): void {
  describe('the catalog', () => {
    const campaigns = async () => (await get().ask<Catalog>('/catalog', { website_id: '1' })).campaigns;

    it('shows what an event has registered as new, until somebody renames it', async () => {
      await registerCampaign(get().service);
      const page = await get().page('/websites/1');
      await page.locator('tbody tr', { hasText: 'fresh-popup' }).getByText('New', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'fresh-popup' }).click();
      await page.getByRole('heading', { name: 'fresh-popup Popup Live New' }).waitFor();

      await page.getByRole('button', { name: 'Edit campaign' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit campaign' });
      await dialog.getByLabel('Name').fill('A fresh popup');
      await dialog.getByLabel('Status').selectOption('Archived');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'A fresh popup Popup Archived', exact: true }).waitFor();
      const changed = (await campaigns()).find(({ key }) => key === 'fresh-popup');
      expect(changed).toMatchObject({ name: 'A fresh popup', status: 'archived', is_new: false });
    });

    it('shows the names of steps, and says when somebody else was faster', async () => {
      const { id } = (await campaigns()).find(({ key }) => key === 'fresh-popup')!;
      const page = await get().page(`/websites/1/campaigns/${id}`);
      await page.getByRole('link', { name: 'Variant A' }).first().click();
      expect(await tableRow(page, 'Steps', 'form')).toBeDefined();
      await page.getByRole('link', { name: 'form', exact: true }).click();
      await page.getByRole('button', { name: 'Edit step' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit step' });
      await dialog.getByLabel('Name').fill('The form');
      const stepId = /steps\/(\d+)/.exec(page.url())![1];
      const { url, token } = get().service;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const address = `${url}/api/v1/catalog/steps/${stepId}?website_id=1`;
      const faster = await fetch(address, { method: 'PATCH', headers, body: '{"name":"Faster"}' });
      expect(faster.status).toBe(200);
      await dialog.getByRole('button', { name: 'Save' }).click();
      expect(await dialog.getByRole('alert').innerText()).toContain('changed the record');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    });
  });
}

/** As a page would, by a key that is new. */
async function registerCampaign({ database, url }: DemoService): Promise<void> {
  await changeWebsiteSettings(database, 1, { register_keys: true });
  const ingestKey = await createIngestKey(database, 1, () => new Date());
  const response = await fetch(`${url}/collect/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ingestKey!.key}`, 'content-type': 'application/json' },
    body: JSON.stringify([{ type: 'view', website_id: 1, visitor: 'v', campaign: 'fresh-popup', step: 'form' }]),
  });
  expect(await response.json()).toMatchObject({ accepted: 1 });
}
