import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../support/long.ts';
import { type GetDashboard, tile } from './dashboard.ts';
import { fillLogin, logIn } from './log-in.ts';

export function sessionTests(get: GetDashboard): void {
  describe('logging in and out', () => {
    it('is one page, of the authorization server, and keeps no secret in the browser', async () => {
      const page = await get().strangersPage();
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
      await logIn(page, get().service);
      await page.getByRole('heading', { name: 'Ravelmoor Trading' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      const kept = await page.evaluate<Record<string, unknown>>(
        '({ local: { ...localStorage }, session: { ...sessionStorage }, cookies: document.cookie, address: location.href })',
      );
      expect(kept).toEqual({ local: {}, session: {}, cookies: '', address: `${get().service.url}/` });
    });

    it.runIf(IS_LONG)('lets nobody in with a wrong password', async () => {
      const page = await get().strangersPage('/websites/1');
      await fillLogin(page, { email: get().service.login.email, password: 'not the password' });
      await page.getByRole('alert').waitFor();
      // The demo has no mail server.
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await page.getByText('an owner of your account').waitFor();
      await page.getByRole('link', { name: 'Back to login' }).click();
      await logIn(page, get().service);
      await expect.poll(() => new URL(page.url()).pathname).toBe('/websites/1');
    });

    it('says what has failed, and does not try again by itself', async () => {
      const page = await get().strangersPage('/callback?error=server_error&error_description=Broken');
      await page.getByRole('alert').getByText('Login failed').waitFor();
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByLabel('Password').waitFor();
    });

    it.runIf(IS_LONG)('is not needed to learn that a page does not exist', async () => {
      const page = await get().strangersPage('/nothing');
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      expect((await page.reload())!.status()).toBe(404);
      await page.getByRole('link', { name: 'Go to the start page' }).click();
      await page.getByRole('button', { name: 'Log in' }).waitFor();
    });

    it.runIf(IS_LONG)('is still logged in after a reload', async () => {
      const page = await get().page('/websites/1');
      await page.reload();
      await page.getByRole('heading', { name: 'ravelmoor.example' }).waitFor();
    });

    it('renews an expired token silently', async () => {
      const page = await get().page('/');
      await page.getByRole('table').getByRole('link', { name: 'ravelmoor.example', exact: true }).waitFor();
      // The next request is refused, as it is when the token has expired.
      await get().service.database.transaction((tx) => tx.query('DELETE FROM issued_tokens'));
      await page.getByRole('table').getByRole('link', { name: 'ravelmoor.example', exact: true }).click();
      await page.getByRole('heading', { name: 'ravelmoor.example' }).waitFor();
      await expect.poll(() => tile(page, 'views')).toMatch(/\d/);
      expect(await page.getByRole('dialog').count()).toBe(0);
    });

    it.runIf(IS_LONG)('keeps the session while the authorization server is unavailable', async () => {
      const page = await get().page('/');
      const website = page.getByRole('table').getByRole('link', { name: 'ravelmoor.example', exact: true });
      await website.waitFor();
      await get().service.database.transaction((tx) => tx.query('DELETE FROM issued_tokens'));
      await page.route('**/oauth/token', (route) => route.fulfill({ status: 503 }));
      await website.click();
      // The report has failed, too: until then, each card that needs it may have an alert of its own.
      await page.getByRole('heading', { level: 1, name: 'Website', exact: true }).waitFor();
      await page.getByRole('alert').getByText('Something went wrong').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.unroute('**/oauth/token');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'ravelmoor.example' }).waitFor();
    });

    it('asks to log in again when the session has ended, and returns to the same view', async () => {
      const page = await get().page('/websites/1?timeframe=last_7_days');
      await page.getByRole('heading', { name: 'ravelmoor.example' }).waitFor();
      const before = await tile(page, 'views');
      await get().service.database.transaction(async (tx) => {
        await tx.query('DELETE FROM issued_tokens');
        await tx.query("DELETE FROM authorization_records WHERE kind IN ('Session', 'RefreshToken')");
      });
      get().leaveSharedBrowser();
      // Not by the pointer: the dialog covers the link if a card of the page was still being loaded.
      await page.getByRole('link', { name: 'Experiments', includeHidden: true }).dispatchEvent('click');
      await page.waitForURL('**/experiments*');
      await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Log in again' }).click();
      await fillLogin(page, get().service.login);
      await page.getByRole('heading', { name: 'ravelmoor.example' }).waitFor();
      expect(new URL(page.url()).search).toBe('?timeframe=last_7_days');
      await expect.poll(() => tile(page, 'views')).toBe(before);
    });

    it('revokes the token on logout, and a reload does not log in again', async () => {
      const page = await get().strangersPage('/websites/2');
      const tokens = new Set<string>();
      page.on('request', (request) => tokens.add(request.headers().authorization ?? ''));
      await logIn(page, get().service);
      await page.getByRole('heading', { name: 'kaffinto.example' }).waitFor();
      const [authorization] = [...tokens].filter((header) => header.startsWith('Bearer '));
      const read = () =>
        fetch(`${get().service.url}/api/v1/reports/websites`, { headers: { authorization: authorization! } });
      expect((await read()).status).toBe(200);

      await page.getByRole('button', { name: 'Logged in as' }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('heading', { name: 'Log out?' }).waitFor();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByLabel('Password').waitFor();
      expect((await read()).status).toBe(401);
      await page.goto(`${get().service.url}/websites/2`);
      await page.getByLabel('Password').waitFor();
    });
  });
}
