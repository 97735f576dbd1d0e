// The whole flow in a real browser: an unknown client registers, the person logs in, unticks one website and allows it.
import { createServer, type Server } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backgroundOf } from '../browser/accessibility.ts';
import { axeViolations } from '../browser/run-axe.ts';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { EMAIL, PASSWORD, startLoginService } from '../support/login-service.ts';
import { IS_LONG } from '../support/long.ts';
import { OAuthClient } from '../support/oauth-client.ts';
import type { TestService } from '../support/test-service.ts';

const PHONE = { width: 360, height: 740 };

describe.skipIf(!CHROMIUM)('in a browser', () => {
  let app: TestService;
  let browser: Browser;
  let callbacks: Server;
  let redirectUri: string;
  beforeAll(async () => {
    app = await startLoginService('sqlite');
    browser = await launchBrowser();
    callbacks = createServer((_request, response) => response.end('<title>Back at the client</title>'));
    await new Promise<void>((resolve) => callbacks.listen(0, '127.0.0.1', resolve));
    redirectUri = `http://127.0.0.1:${(callbacks.address() as { port: number }).port}/callback`;
  });
  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => callbacks.close(resolve));
    await app.dispose();
  });

  const register = () => OAuthClient.register(app.baseUrl, { redirect_uris: [redirectUri] });
  const read = (token: string, websiteId: number) =>
    fetch(`${app.baseUrl}/api/v1/reports/website?website_id=${websiteId}`, {
      headers: { authorization: `Bearer ${token}` },
    });

  async function withPage<T>(options: Parameters<Browser['newContext']>[0], work: (page: Page) => Promise<T>) {
    const context: BrowserContext = await browser.newContext({ viewport: PHONE, ...options });
    try {
      return await work(await context.newPage());
    } finally {
      await context.close();
    }
  }

  async function logIn(page: Page, password = PASSWORD): Promise<void> {
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  it.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('from an unknown client to a token, its refusal elsewhere, and its end, %s', async (_name, javaScriptEnabled) => {
    const client = await register();
    const authorization = await client.authorization({ redirect_uri: redirectUri });
    const end = await withPage({ javaScriptEnabled }, async (page) => {
      await page.goto(authorization.url.href);
      await logIn(page, 'not the password');
      await expect.poll(() => page.getByRole('alert').textContent()).toBe('Incorrect email address or password.');
      await logIn(page);
      await page.getByRole('heading', { name: 'Allow Test client?' }).waitFor();
      await page.getByLabel('acme.test').uncheck();
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await page.waitForURL(`${redirectUri}**`);
      expect(await page.title()).toBe('Back at the client');
      return page.url();
    });
    const tokens = await client.exchange(authorization, end);
    expect((await read(tokens.access_token, 1)).status).toBe(200);
    expect((await read(tokens.access_token, 2)).status).toBe(404);
    await client.revoke(tokens.access_token);
    expect((await read(tokens.access_token, 1)).status).toBe(401);
    await expect(client.refresh(tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('goes back to the client when the person does not allow it', async () => {
    const client = await register();
    await withPage({}, async (page) => {
      await page.goto((await client.authorization({ redirect_uri: redirectUri })).url.href);
      await logIn(page);
      await page.getByRole('button', { name: 'Do not allow' }).click();
      await page.waitForURL(`${redirectUri}**`);
      expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
    });
  });

  it('another site cannot send the form, nor show the page in a frame', async () => {
    const client = await register();
    await withPage({}, async (page) => {
      await page.goto((await client.authorization({ redirect_uri: redirectUri })).url.href);
      await logIn(page);
      await page.getByRole('heading', { name: 'Allow Test client?' }).waitFor();
      const consentUrl = page.url();
      const attacker = await page.context().newPage();
      await attacker.goto(redirectUri);
      const answer = attacker.waitForResponse(`${consentUrl}/consent`);
      await attacker.evaluate((action) => {
        const { document } = globalThis as unknown as { document: AttackerDocument };
        document.body.innerHTML = `<form method="post" action="${action}"><input name="website" value="1"></form>`;
        document.forms[0]!.submit();
      }, `${consentUrl}/consent`);
      expect((await answer).status()).toBeGreaterThanOrEqual(400);

      const framer = await page.context().newPage();
      await framer.goto(redirectUri);
      await framer.setContent(`<iframe src="${consentUrl}"></iframe>`);
      await framer.waitForLoadState('load');
      const frame = framer.frames().find((one) => one !== framer.mainFrame())!;
      expect(await frame.locator('form').count()).toBe(0);
    });
  });

  it.runIf(IS_LONG)('every page is accessible in any theme, and fits on a phone', async () => {
    const client = await register();
    await withPage({ bypassCSP: true }, async (page) => {
      await page.goto((await client.authorization({ redirect_uri: redirectUri })).url.href);
      await expectGoodPage(page, 'login');
      await logIn(page, 'not the password');
      await page.getByRole('alert').waitFor();
      await expectGoodPage(page, 'login with an error');
      await logIn(page);
      await page.getByRole('heading', { name: /Allow/ }).waitFor();
      await expectGoodPage(page, 'consent');
      for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await page.getByRole('alert').waitFor();
      await expectGoodPage(page, 'consent with an error');
      await page.goto(`${app.baseUrl}/oauth/logout`);
      await expectGoodPage(page, 'logout');
      await page.goto(`${app.baseUrl}/oauth/authorize?client_id=unknown`);
      await expectGoodPage(page, 'error');
    });
  });

  it('can be used by keyboard alone', async () => {
    const client = await register();
    await withPage({}, async (page) => {
      await page.goto((await client.authorization({ redirect_uri: redirectUri })).url.href);
      await page.locator('#email:focus').waitFor();
      await page.keyboard.type(EMAIL);
      await page.keyboard.press('Tab');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /Allow/ }).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${redirectUri}**`);
      expect(new URL(page.url()).searchParams.get('code')).not.toBeNull();
    });
  });
});

/** Just what the attacker's script uses: the tests are checked without the types of browsers. */
interface AttackerDocument {
  readonly body: { innerHTML: string };
  readonly forms: readonly { submit(): void }[];
}

/** The themes differ in colors only, so the other rules need one run. */
async function expectGoodPage(page: Page, name: string): Promise<void> {
  const light = await backgroundOf(page);
  await expectNoViolations(page, name, false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => backgroundOf(page)).not.toBe(light);
  await expectNoViolations(page, `${name} in the dark`, true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => backgroundOf(page)).toBe(light);
}

async function expectNoViolations(page: Page, name: string, colorsOnly: boolean): Promise<void> {
  const violations = await axeViolations(page, { colorsOnly });
  expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([]);
  const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate<number>(width), name).toBe(0);
}
