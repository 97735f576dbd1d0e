import { describe, expect, it } from 'vitest';
import { changeWebsiteSettings } from '../../src/core/engine/catalog/website-settings.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { IS_LONG } from '../support/long.ts';
import { createUser } from '../support/users.ts';
import type { GetDashboard } from './dashboard.ts';
import type { DemoService } from './demo-service.ts';
import { logIn } from './log-in.ts';

interface Catalog {
  readonly campaigns: readonly {
    readonly id: number;
    readonly name: string;
    readonly key: string;
    readonly status: string;
    readonly variants: readonly object[];
  }[];
}

export function catalogTests(get: GetDashboard): void {
  describe('the catalog', () => {
    async function change(method: string, path: string, body: unknown): Promise<{ readonly id: number }> {
      const { url, token } = get().service;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(`${url}/api/v1${path}?website_id=1`, {
        method,
        headers,
        body: JSON.stringify(body),
      });
      expect(response.ok).toBe(true);
      return (await response.json()) as { id: number };
    }

    /** A campaign with one variant and two steps. Returns the id of the variant. */
    async function createCampaign(): Promise<number> {
      const campaign = await change('POST', '/catalog/campaigns', { name: 'Autumn Sale!' });
      const variant = await change('POST', `/catalog/campaigns/${campaign.id}/variants`, { name: 'With a photo' });
      for (const name of ['Form', 'Thanks']) await change('POST', `/catalog/variants/${variant.id}/steps`, { name });
      return variant.id;
    }

    const campaigns = async () => (await get().ask<Catalog>('/catalog', { website_id: '1' })).campaigns;

    it('has names of 200 letters that make no page wider than the window', async () => {
      const name = 'W'.repeat(200);
      for (const record of ['campaigns/11', 'variants/111', 'steps/1111']) {
        await change('PATCH', `/catalog/${record}`, { name });
      }
      await change('PATCH', '/catalog/campaigns/11', { cta_type: name });
      const paths = [
        '/websites/1/catalog',
        '/websites/1/funnels',
        '/websites/1/campaigns/11/variants/111',
        '/websites/1/campaigns/11',
      ];
      for (const path of paths) {
        const page = await get().page(path);
        await page.getByText(name).first().waitFor({ state: 'attached' });
        await page.getByRole('status').first().waitFor({ state: 'detached' });
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 1280]);
      }
    });

    it.runIf(IS_LONG)('shows what an event has registered as new, until somebody renames it', async () => {
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

    it.runIf(IS_LONG)('makes a variant a holdout', async () => {
      const variant = await createCampaign();
      const { id } = (await campaigns()).find(({ name }) => name === 'Autumn Sale!')!;
      const page = await get().page(`/websites/1/campaigns/${id}/variants/${variant}`);
      const open = async () => {
        await page.getByRole('button', { name: 'Edit variant' }).click();
        return page.getByRole('dialog', { name: 'Edit variant' });
      };
      const dialog = await open();
      await dialog.getByLabel('Holdout: these visitors are shown nothing').check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await (await open())
        .getByRole('checkbox', { name: 'Holdout: these visitors are shown nothing', checked: true })
        .waitFor();
      const { variants } = (await campaigns()).find((campaign) => campaign.id === id)!;
      expect(variants).toMatchObject([{ id: variant, is_holdout: true }]);
    });

    it.runIf(IS_LONG)('shows the names of steps, and says when somebody else was faster', async () => {
      await registerCampaign(get().service);
      const { id } = (await campaigns()).find(({ key }) => key === 'fresh-popup')!;
      const page = await get().page(`/websites/1/campaigns/${id}`);
      await page.getByRole('link', { name: 'Variant A' }).first().click();
      await page.getByRole('table', { name: 'Steps' }).getByRole('link', { name: 'form' }).waitFor();
      const funnel = page.getByRole('list', { name: 'Funnel of Variant A' });
      await funnel.getByRole('link', { name: 'form', exact: true }).click();
      await page.getByRole('button', { name: 'Edit step' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit step' });
      await dialog.getByLabel('Name').fill('The form');
      const stepId = /steps\/(\d+)/.exec(page.url())![1];
      await change('PATCH', `/catalog/steps/${stepId}`, { name: 'Faster' });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('alert').filter({ hasText: 'Somebody else has changed this' }).waitFor();
      await dialog.getByRole('button', { name: 'Reload' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'Faster' }).waitFor();
    });

    it('builds a funnel, by keyboard, with names that the reports show', async () => {
      const page = await get().page('/websites/1/catalog');
      await page.getByRole('button', { name: 'New campaign' }).press('Enter');
      const create = async (kind: string, name: string) => {
        const dialog = page.getByRole('dialog', { name: `New ${kind}` });
        await dialog.getByLabel('Name').fill(name);
        if (kind === 'element') await dialog.getByLabel('Type').fill('form');
        await dialog.getByRole('button', { name: 'Create' }).press('Enter');
        await dialog.waitFor({ state: 'detached' });
      };
      await create('campaign', 'Autumn Sale!');
      await page.getByRole('button', { name: 'Add variant to Autumn Sale!' }).press('Enter');
      await create('variant', 'With a photo');
      for (const name of ['Thanks', 'Form']) {
        await page.getByRole('button', { name: 'Add step to With a photo' }).press('Enter');
        await create('step', name);
      }
      await page.getByRole('button', { name: 'Add element to Form' }).press('Enter');
      await create('element', 'E-mail');

      const up = page.getByRole('button', { name: 'Move Form up' });
      await up.press('Enter');
      await page.getByText('Form is now number 1 of 2.').waitFor();
      const steps = page.getByRole('list', { name: 'Steps of With a photo' });
      await expect
        .poll(() => steps.getByRole('button', { name: /^(Form|Thanks)$/ }).allInnerTexts())
        .toEqual(['Form', 'Thanks']);
      await expect.poll(() => page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Move Form up');
      await expect.poll(() => up.getAttribute('aria-disabled')).toBe('true');

      const built = (await campaigns()).find(({ name }) => name === 'Autumn Sale!');
      expect(built).toMatchObject({
        key: 'autumn-sale',
        variants: [
          {
            key: 'with-a-photo',
            variation: 'A',
            traffic_percentage: 100,
            steps: [
              { key: 'form', position: 1, elements: [{ key: 'e-mail', element_type: 'form' }] },
              { key: 'thanks', position: 2 },
            ],
          },
        ],
      });
      await page.getByRole('link', { name: 'Report of E-mail' }).click();
      await page.getByRole('heading', { name: 'E-mail' }).waitFor();
      const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link');
      await expect
        .poll(() => crumbs.allInnerTexts())
        .toEqual(['ravelmoor.example', 'Autumn Sale!', 'With a photo', 'Form']);
    });

    it('divides the traffic among all variants, and saves nothing that does not add up', async () => {
      await createCampaign();
      const page = await get().page('/websites/1/catalog');
      await page.getByRole('button', { name: 'Autumn Sale!', exact: true }).click();
      await page.getByRole('button', { name: 'Add variant to Autumn Sale!' }).click();
      const creation = page.getByRole('dialog', { name: 'New variant' });
      await creation.getByLabel('Name').fill('Without');
      await creation.getByRole('button', { name: 'Create' }).click();
      await creation.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Divide traffic of Autumn Sale!' }).click();
      const dialog = page.getByRole('dialog', { name: 'Divide traffic' });
      await dialog.getByLabel('Without').fill('30');
      await dialog.getByText('Adds up to 130%').waitFor();
      await dialog.getByRole('button', { name: 'Save', disabled: true }).waitFor();
      await dialog.getByLabel('With a photo').fill('70');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('70% of traffic').waitFor();
      await page.getByText('30% of traffic').waitFor();
    });

    it.runIf(IS_LONG)('says when somebody else has changed a list, and shows it again', async () => {
      const variantId = await createCampaign();
      const page = await get().page('/websites/1/catalog');
      await page.getByRole('button', { name: 'Autumn Sale!', exact: true }).click();
      await page.getByRole('button', { name: 'With a photo', exact: true }).click();
      await change('POST', `/catalog/variants/${variantId}/steps`, { name: 'Between' });
      await page.getByRole('button', { name: 'Move Thanks up' }).click();
      const alert = page.getByRole('alert');
      await alert.filter({ hasText: 'Somebody else has changed this' }).waitFor();
      await alert.getByRole('button', { name: 'Reload' }).click();
      await page.getByRole('button', { name: 'Between', exact: true }).waitFor();
      await alert.waitFor({ state: 'detached' });
    });

    it('archives a campaign, finds it again, and marks what is new as seen', async () => {
      await registerCampaign(get().service, 'another-popup');
      const page = await get().page('/websites/1/catalog');
      await page.getByRole('button', { name: 'Mark as seen: another-popup' }).click();
      await page.getByRole('button', { name: 'Mark as seen: another-popup' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Edit another-popup' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit campaign' });
      await dialog.getByLabel('Status').selectOption('Archived');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'another-popup', exact: true }).waitFor({ state: 'detached' });
      await page.getByLabel('Show archived').check();
      await page.getByLabel('Find campaigns by name or key').fill('ANOTHER');
      await page.getByRole('heading', { name: '1 campaign', exact: true }).waitFor();
      const list = page.getByRole('list', { name: 'Campaigns' });
      await expect.poll(() => list.getByRole('listitem').innerText()).toContain('Archived');
    });

    it.runIf(IS_LONG)('a viewer sees it and has nothing to change it with', async () => {
      const { service } = get();
      const login = { email: 'viewer@example.com', password: 'a passphrase of a viewer' };
      const roles = new Map([[1, 'viewer' as const]]);
      await createUser(service.database, { ...login, accountIds: [1], roles }, service.clock.now);
      const page = await get().strangersPage('/websites/1/catalog');
      await logIn(page, { ...service, login });
      await page.getByText('Your role is viewer').waitFor();
      const list = page.getByRole('list', { name: 'Campaigns' });
      await list.getByRole('button', { expanded: false }).first().click();
      await list.getByRole('list', { name: /^Variants of/ }).waitFor();
      const buttons = page.getByRole('main').getByRole('button', { name: /^(Edit|Add|New|Move|Divide|Mark)/ });
      expect(await buttons.count()).toBe(0);
      await list
        .getByRole('link', { name: /^Report of/ })
        .first()
        .click();
      await page.getByRole('table').first().waitFor();
      expect(await page.getByRole('button', { name: 'Edit campaign' }).count()).toBe(0);
    });

    it.runIf(IS_LONG)('adds an area, and a website that the login shows at once', async () => {
      const page = await get().page('/websites/1/catalog');
      await page.getByRole('button', { name: 'New area' }).click();
      const area = page.getByRole('dialog', { name: 'New area' });
      await area.getByLabel('Name').fill('Header');
      await area.getByRole('button', { name: 'Create' }).click();
      await area.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Edit Header' }).waitFor();

      await page.getByRole('button', { name: 'New website' }).click();
      const dialog = page.getByRole('dialog', { name: 'New website' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('third.example');
      await dialog.getByLabel('Currency').selectOption('EUR');
      await dialog.getByLabel('Addresses of its pages').fill('https://www.third.example');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'Sending events' }).waitFor();
      await page.getByText('Works on https://www.third.example.').waitFor();
      const select = page.getByLabel('Website', { exact: true });
      await expect.poll(() => select.locator('option:checked').innerText()).toBe('third.example');
      await page.getByRole('link', { name: 'Catalog' }).click();
      await page.getByRole('button', { name: 'Edit third.example' }).click();
      const edit = page.getByRole('dialog', { name: 'Edit website' });
      await edit.getByLabel('Time zone').selectOption('Australia/Sydney');
      await edit.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Days in Australia/Sydney').waitFor();
    });
  });
}

/** As a page would, by a key that is new. */
async function registerCampaign({ database, url, clock }: DemoService, campaign = 'fresh-popup'): Promise<void> {
  await changeWebsiteSettings(database, 1, { register_keys: true });
  const ingestKey = await createIngestKey(database, 1, clock.now);
  const response = await fetch(`${url}/collect/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ingestKey!.key}`, 'content-type': 'application/json' },
    body: JSON.stringify([{ type: 'view', website_id: 1, visitor: 'v', campaign, step: 'form' }]),
  });
  expect(await response.json()).toMatchObject({ accepted: 1 });
}
