import { describe, expect, it } from 'vitest';
import { BrowserlessPerson } from '../support/browserless-person.ts';
import { IS_LONG } from '../support/long.ts';
import { OAuthClient } from '../support/oauth-client.ts';
import { createUser } from '../support/users.ts';
import { type Dashboard, type GetDashboard, tableRow } from './dashboard.ts';
import { fillLogin, logIn } from './log-in.ts';

const NEW_PASSWORD = 'a new passphrase of iris';

/** Somebody else than the other tests log in as, because these tests end sessions. */
let people = 0;
async function newPerson({ service }: Dashboard): Promise<Dashboard['service']> {
  people += 1;
  const login = { email: `iris${people}@example.com`, password: 'the first passphrase of iris' };
  await createUser(service.database, { ...login, accountIds: [1] }, service.clock.now);
  return { ...service, login };
}

export function profileTests(get: GetDashboard): void {
  describe('the user menu', () => {
    it.runIf(IS_LONG)('says who is logged in, closes on Escape, and gives the focus back', async () => {
      const page = await get().page('/');
      const button = page.getByRole('button', { name: `Logged in as ${get().service.login.email}` });
      await button.click();
      await page.getByRole('link', { name: 'Profile' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Profile' }).waitFor({ state: 'detached' });
      await button.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Profile' }).click();
      await page.getByRole('heading', { name: 'Profile' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/profile');
    });

    it('is in the top bar of phones, within the screen', async () => {
      const page = await get().page('/', { viewport: { width: 360, height: 740 } });
      await page.getByRole('button', { name: 'Logged in as' }).click();
      const box = await page.getByRole('dialog', { name: 'Your account' }).boundingBox();
      expect(box!.x).toBeGreaterThanOrEqual(0);
      expect(box!.x + box!.width).toBeLessThanOrEqual(360);
      await page.getByRole('link', { name: 'Profile' }).click();
      await page.getByRole('heading', { name: 'Profile' }).waitFor();
    });

    it.runIf(IS_LONG)('changes the websites of the login without logging in again', async () => {
      const service = await newPerson(get());
      const page = await get().strangersPage('/websites/2');
      await logIn(page, service);
      await page.getByRole('heading', { name: 'kaffinto.example' }).waitFor();
      const choose = async (name: string, isChosen: boolean) => {
        await page.getByRole('button', { name: 'Logged in as' }).click();
        await page.getByRole('button', { name: 'Choose websites' }).click();
        const dialog = page.getByRole('dialog', { name: 'Choose websites' });
        await dialog.getByLabel(name).setChecked(isChosen);
        await dialog.getByRole('button', { name: 'Show these' }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      await choose('kaffinto.example', false);
      // The page that was shown is about a website that is not shown any more.
      await page.getByRole('heading', { name: 'Ravelmoor Trading' }).waitFor();
      const options = page.getByLabel('Website', { exact: true }).locator('option');
      // Other tests may have created websites.
      await expect.poll(() => options.allInnerTexts()).not.toContain('kaffinto.example');
      await choose('kaffinto.example', true);
      await expect.poll(() => options.allInnerTexts()).toContain('kaffinto.example');
    });
  });

  describe('the profile', () => {
    it.runIf(IS_LONG)('ends the access of an application', async () => {
      const service = await newPerson(get());
      const client = await OAuthClient.register(service.url, { client_name: 'Spreadsheet' });
      const tokens = await client.obtain(new BrowserlessPerson(service.url), [1], service.login);
      const read = async () => {
        const headers = { authorization: `Bearer ${tokens.access_token}` };
        return (await fetch(`${service.url}/api/v1/reports/websites`, { headers })).status;
      };
      const page = await get().strangersPage('/profile');
      await logIn(page, service);
      await page.getByRole('row', { name: 'Spreadsheet' }).waitFor();
      expect(await tableRow(page, 'Connected applications', 'Spreadsheet')).toMatchObject({
        Application: expect.stringContaining('REST API'),
        'May do': expect.stringContaining('Read the reports'),
        Websites: 'ravelmoor.example',
      });
      expect(await read()).toBe(200);
      await page.getByRole('button', { name: 'End access of Spreadsheet' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click();
      await page.getByText('No applications yet').waitFor();
      expect(await read()).toBe(401);
      await expect(client.refresh(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    });

    it.runIf(IS_LONG)('ends a session in another browser', async () => {
      const service = await newPerson(get());
      const other = await get().strangersPage('/', {
        userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
      });
      await logIn(other, service);
      const page = await get().strangersPage('/profile');
      await logIn(page, service);
      await page.getByText('This browser').waitFor();
      await page.getByRole('button', { name: 'End the session in Firefox on Windows' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
      await page.getByRole('row', { name: 'Firefox on Windows' }).waitFor({ state: 'detached' });
      await other.reload();
      await other.getByRole('button', { name: 'Log in' }).waitFor();
    });

    it.runIf(IS_LONG)('changes the password, and stays logged in', async () => {
      const service = await newPerson(get());
      const page = await get().strangersPage('/profile');
      await logIn(page, service);
      const submit = async (current: string) => {
        await page.getByLabel('Current password').fill(current);
        await page.getByLabel('New password').fill(NEW_PASSWORD);
        await page.getByRole('button', { name: 'Change password' }).click();
      };
      await submit('not the password');
      await page.getByText('The current password is not correct.').waitFor();
      await submit(service.login.password);
      await page.getByText('Your password has been changed.').waitFor();
      await page.reload();
      await page.getByText('This browser').waitFor();

      const again = await get().strangersPage('/profile');
      await fillLogin(again, service.login);
      await again.getByText('Incorrect email address or password.').waitFor();
      await fillLogin(again, { ...service.login, password: NEW_PASSWORD });
      await again.getByText('This browser').waitFor();
    });
  });
}
