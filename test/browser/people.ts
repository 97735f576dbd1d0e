import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { pathsOfWebsite } from '../../dashboard/src/routing/pages.ts';
import { IS_LONG } from '../support/long.ts';
import { seriousFindings } from './accessibility.ts';
import { type Dashboard, type GetDashboard, tableRow } from './dashboard.ts';
import { fillLogin } from './log-in.ts';
import { invite } from './pages.ts';

const PASSWORD = 'four random words here';
const PHONE = { viewport: { width: 375, height: 740 }, bypassCSP: true } as const;

async function chooseNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat the password').fill(password);
}

/** The token of the requests that the page sends from now on. */
function watchToken(page: Page): () => string {
  let token = '';
  page.on('request', (request) => {
    token = request.headers().authorization ?? token;
  });
  return () => token;
}

/** Every URL of what another website has, under its own website and under one that the reader may see. */
async function pathsOfOthers({ service: { database } }: Dashboard): Promise<string[]> {
  const other = { websiteId: 2, campaignId: 21, variantId: 211, stepId: 2111, elementId: 21_111 };
  const idIn = async (table: string, of = '') => {
    const sql = `SELECT MIN(id) AS id FROM ${table} WHERE website_id = $1${of}`;
    const [found] = await database.query<{ id: number | null }>(sql, [other.websiteId]);
    expect(found?.id, table).toEqual(expect.any(Number));
    return found!.id!;
  };
  for (const [table, id] of [
    ['campaigns', other.campaignId],
    ['variants', other.variantId],
    ['steps', other.stepId],
    ['elements', other.elementId],
  ] as const) {
    expect(await idIn(table, ` AND id = ${id}`)).toBe(id);
  }
  const ids = {
    ...{ ...other, contactId: await idIn('contacts') },
    funnelId: await idIn('saved_records', " AND kind = 'funnel'"),
  };
  const named = pathsOfWebsite({ ...ids, websiteId: 1 }).filter((path) => /\d+.*\d/.test(path));
  return [...pathsOfWebsite(ids), ...named];
}

const NOTHING_TO_SEE = /^(Not found|Only editors and owners can see this|Only owners can erase data)$/;

/** Shows a page without loading the dashboard again. */
async function showPath(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
}

export function peopleTests(get: GetDashboard): void {
  describe('people', () => {
    const pathOf = (url: string) => url.replace(get().service.url, '');

    it('an owner invites a viewer of one website, who accepts, logs in, sees no other website, and is removed', async () => {
      const email = 'ben@example.com';
      const { websites } = await get().ask<{ websites: { name: string }[] }>('/reports/websites');
      const [own, other] = websites.map(({ name }) => name) as [string, string];
      const owner = await get().page('/people');
      const url = await invite(owner, email, 'Viewer', own);
      expect(await tableRow(owner, 'Open invitations', email)).toMatchObject({
        Invited: expect.stringContaining(`Viewer, ${own}`),
        'Invited by': get().service.login.email,
      });
      expect(await owner.content()).not.toContain(url);

      const ben = await get().strangersPage(pathOf(url));
      const token = watchToken(ben);
      await ben.getByRole('heading', { name: 'Join Ravelmoor Trading' }).waitFor();
      await ben
        .getByText(`${get().service.login.email} has invited ${email} to join Ravelmoor Trading as a viewer`)
        .waitFor();
      await ben.getByText(`Only on these websites: ${own}.`).waitFor();
      await ben.getByLabel('New password').fill('password12');
      await ben.getByLabel('Repeat the password').fill('password13');
      await ben.getByRole('button', { name: 'Accept' }).click();
      await ben.getByRole('alert').getByText('not the same').waitFor();
      await chooseNewPassword(ben, 'password12');
      await ben.getByRole('button', { name: 'Accept' }).click();
      await ben.getByRole('alert').getByText('too common').waitFor();
      await chooseNewPassword(ben, PASSWORD);
      await ben.getByRole('button', { name: 'Accept' }).click();
      await ben.getByRole('heading', { name: 'Ravelmoor Trading', exact: true }).waitFor();
      expect(new URL(ben.url()).pathname).toBe('/');
      await ben.getByRole('row', { name: own }).waitFor();
      expect(await ben.content()).not.toContain(other);
      for (const path of await pathsOfOthers(get())) {
        await showPath(ben, path);
        await ben.getByRole('main').getByText(NOTHING_TO_SEE).first().waitFor();
        expect(await ben.content(), path).not.toContain(other);
      }

      await ben.getByRole('link', { name: 'People' }).click();
      await ben.getByRole('heading', { name: 'You are a viewer' }).waitFor();
      expect(await ben.getByRole('button', { name: 'Invite person' }).count()).toBe(0);
      for (const name of ['Contacts', 'Sending events', 'API access']) {
        await ben.getByRole('link', { name, exact: true }).first().click();
        await ben.getByRole('heading', { name, level: 1 }).waitFor();
        await ben.getByText('Only editors and owners can see this').waitFor();
        expect(await ben.getByRole('button', { name: /^(Add|Create) / }).count()).toBe(0);
        expect(await ben.getByText('Something went wrong').count()).toBe(0);
      }
      await ben.getByRole('heading', { name: 'Connect an AI assistant' }).waitFor();
      const read = (path: string) =>
        fetch(`${get().service.url}${path}`, { headers: { authorization: token() } }).then(({ status }) => status);
      expect(await read('/api/v1/reports/websites')).toBe(200);
      expect(await read('/dashboard/people')).toBe(403);

      await owner.reload();
      await owner.getByRole('row', { name: email }).waitFor();
      expect(await tableRow(owner, 'People', email)).toMatchObject({ Role: expect.stringContaining('Viewer') });
      await owner.getByText('No open invitations').waitFor();
      await owner.getByRole('button', { name: `Remove ${email}` }).click();
      await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await owner.getByRole('row', { name: email }).waitFor({ state: 'detached' });

      expect(await read('/api/v1/reports/websites')).toBe(401);
      await ben.getByRole('link', { name: 'Experiments' }).click();
      await ben.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
      await ben.getByRole('button', { name: 'Log in again' }).click();
      await ben.getByRole('heading', { name: 'You do not belong to an account' }).waitFor();

      const used = await get().strangersPage(pathOf(url));
      await used.getByRole('heading', { name: 'This link does not work' }).waitFor();
    });

    it.runIf(IS_LONG)('the last owner is told what to do before leaving, and is not offered to leave', async () => {
      const owner = await get().page('/people');
      const { email } = get().service.login;
      await owner.getByRole('row', { name: email }).waitFor();
      expect(await tableRow(owner, 'People', email)).toMatchObject({ Person: `${email} You` });
      await owner.getByRole('row', { name: email }).getByText('Make somebody else an owner').waitFor();
      expect(await owner.getByRole('button', { name: /^(Leave|Change role)/ }).count()).toBe(0);
    });

    it.runIf(IS_LONG)('a withdrawn invitation does not work, and says so', async () => {
      const owner = await get().page('/people');
      const url = await invite(owner, 'withdrawn@example.com', 'Editor');
      await owner.getByRole('button', { name: 'Withdraw the invitation of withdrawn@example.com' }).click();
      await owner.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      await owner.getByText('No open invitations').waitFor();
      const stranger = await get().strangersPage(pathOf(url), PHONE);
      await stranger.getByRole('heading', { name: 'This link does not work' }).waitFor();
      expect(await seriousFindings(stranger)).toEqual([]);
    });

    it.runIf(IS_LONG)('on a phone: somebody who has a login accepts with its password', async () => {
      const email = 'cora@example.com';
      const owner = await get().page('/people');
      const first = await get().strangersPage(pathOf(await invite(owner, email, 'Owner')), PHONE);
      await first.getByRole('heading', { name: 'Join Ravelmoor Trading' }).waitFor();
      expect(await first.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
      expect(await seriousFindings(first)).toEqual([]);
      await chooseNewPassword(first, PASSWORD);
      await first.getByRole('button', { name: 'Accept' }).click();
      await first.getByRole('heading', { name: 'Ravelmoor Trading', exact: true }).waitFor();

      await owner.reload();
      await owner.getByRole('button', { name: `Remove ${email}` }).click();
      await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await owner.getByRole('row', { name: email }).waitFor({ state: 'detached' });

      const second = await get().strangersPage(pathOf(await invite(owner, email)), PHONE);
      await second.getByRole('radio', { name: /^I have a login/ }).check();
      await second.getByLabel('Password').fill('not the password');
      await second.getByRole('button', { name: 'Accept' }).click();
      await second.getByRole('alert').getByText('Incorrect password').waitFor();
      await second.getByLabel('Password').fill(PASSWORD);
      await second.getByRole('button', { name: 'Accept' }).click();
      await second.getByRole('heading', { name: 'Ravelmoor Trading', exact: true }).waitFor();
    });

    it.runIf(IS_LONG)('an owner resets the password of a person by a link', async () => {
      const email = 'dan@example.com';
      const owner = await get().page('/people');
      const dan = await get().strangersPage(pathOf(await invite(owner, email)));
      await chooseNewPassword(dan, PASSWORD);
      await dan.getByRole('button', { name: 'Accept' }).click();
      await dan.getByRole('heading', { name: 'Ravelmoor Trading', exact: true }).waitFor();

      await owner.reload();
      await owner.getByRole('button', { name: `Reset password of ${email}` }).click();
      await owner.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
      const shown = owner.getByRole('dialog', { name: 'Link to reset the password' });
      const url = await shown.locator('code').innerText();

      const stranger = await get().strangersPage(pathOf(url), PHONE);
      await stranger.getByRole('heading', { name: 'Choose a new password' }).waitFor();
      await stranger.getByText(email).waitFor();
      expect(await stranger.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
      expect(await seriousFindings(stranger)).toEqual([]);
      await chooseNewPassword(stranger, 'another four random words');
      await stranger.getByRole('button', { name: 'Change password' }).click();
      await stranger.getByRole('heading', { name: 'Ravelmoor Trading', exact: true }).waitFor();

      await dan.getByRole('link', { name: 'Experiments' }).first().click();
      await dan.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
      await dan.getByRole('button', { name: 'Log in again' }).click();
      await fillLogin(dan, { email, password: PASSWORD });
      await dan.getByRole('alert').getByText('Incorrect').waitFor();
      await fillLogin(dan, { email, password: 'another four random words' });
      await dan.getByRole('heading', { name: 'Experiments', exact: true }).waitFor();
    });

    it.runIf(IS_LONG)('whoever is logged in as the invited person accepts with one click', async () => {
      const { database, login } = get().service;
      const owner = await get().page('/people');
      const url = await invite(owner, 'elsewhere@example.com');
      // As if the owner of another account had invited the owner of this one.
      await database.transaction((tx) =>
        tx.query("UPDATE one_time_links SET email = $1 WHERE email = 'elsewhere@example.com'", [login.email]),
      );
      const page = await get().page(pathOf(url));
      await page.getByRole('heading', { name: 'Join Ravelmoor Trading' }).waitFor();
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.getByRole('link', { name: 'Go to the dashboard' }).click();
      await page.getByRole('heading', { name: 'Ravelmoor Trading', exact: true }).waitFor();
      expect(await page.getByLabel('New password').count()).toBe(0);
    });
  });
}
