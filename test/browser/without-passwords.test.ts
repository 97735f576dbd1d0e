// PASSWORD_LOGIN=off in a browser: setup, login, people and an invitation, with a real issuer and no password anywhere.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.ts';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { IS_LONG } from '../support/long.ts';
import { TestIssuer } from '../support/openid-issuer.ts';
import { freePort } from '../support/postgres-server.ts';
import { Visitors } from '../tracker/visitors.ts';
import { seriousFindings } from './accessibility.ts';
import type { EmptyService } from './empty-process.ts';
import { startEmptyService } from './empty-service.ts';
import { invite } from './pages.ts';
import { EMAIL, fillWebsite, next } from './set-up.ts';

const PEOPLE = [
  { sub: 'ada', email: EMAIL, email_verified: true },
  { sub: 'ben', email: 'ben@example.com', email_verified: true },
];

describe.skipIf(!CHROMIUM || !IS_LONG)('without passwords', () => {
  let visitors: Visitors;
  let issuer: TestIssuer;
  let port: string;
  let service: EmptyService;
  beforeAll(async () => {
    buildIfChanged('dashboard');
    port = String(await freePort());
    const callbackUrl = `http://localhost:${port}/oauth/sso/callback`;
    [issuer, visitors] = await Promise.all([TestIssuer.start(callbackUrl, PEOPLE), Visitors.arrive()]);
  });
  beforeEach(async () => {
    service = await startEmptyService({ ...issuer.env, PORT: port, PASSWORD_LOGIN: 'off' });
  });
  afterEach(async () => {
    await visitors.leave();
    await service.stop();
  });
  afterAll(async () => {
    await visitors?.close();
    await issuer?.stop();
  });

  /** `bypassCSP`: to look for accessibility problems. */
  async function open(url: string, options: { readonly bypassCSP?: boolean } = {}): Promise<Page> {
    const context = await visitors.visitor(options);
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }
  /** Goes from the login page of the service to the dashboard. */
  async function logInAtIssuer(page: Page, subject: string): Promise<void> {
    expect(await page.locator('input[type=password]').count()).toBe(0);
    await page.getByRole('button', { name: 'Log in with Example ID' }).click();
    // The issuer knows who has logged in there before.
    const form = page.getByLabel('Subject');
    await form.or(page.locator('#app h1')).waitFor();
    if (!(await form.isVisible())) return;
    await form.fill(subject);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  it('somebody sets up the service, logs in at the issuer as its owner, and invites a person who accepts there', async () => {
    const setup = await open(service.link);
    await setup.getByLabel('Account name').fill('Ada & Co.');
    await setup.getByLabel('Email').fill(EMAIL);
    await setup.getByText('The address that you have at Example ID').waitFor();
    expect(await setup.locator('input[type=password]').count()).toBe(0);
    await next(setup);
    await fillWebsite(setup, 'https://www.shop.example');
    await next(setup);
    await setup.getByRole('button', { name: 'Create' }).click();
    await setup.getByRole('heading', { name: 'Waiting for the first event' }).waitFor();

    const owner = await open(`${service.url}/people`);
    await owner.getByRole('button', { name: 'Log in with Example ID' }).waitFor();
    await logInAtIssuer(owner, 'ada');
    await owner.getByRole('row', { name: EMAIL }).waitFor();
    const url = await invite(owner, 'ben@example.com');

    const ben = await open(url);
    await ben.getByRole('heading', { name: 'Join Ada & Co.' }).waitFor();
    expect(await ben.locator('input').count()).toBe(0);
    expect(await seriousFindings(await open(url, { bypassCSP: true }))).toEqual([]);
    await ben.getByRole('button', { name: 'Log in with Example ID to accept' }).click();
    await ben.getByRole('button', { name: 'Log in with Example ID', exact: true }).waitFor();
    await logInAtIssuer(ben, 'ben');
    await ben.getByRole('heading', { name: 'You are logged in' }).waitFor();
    await ben.getByRole('link', { name: 'Go to the dashboard' }).click();
    await ben.getByRole('heading', { name: 'Waiting for the first event' }).waitFor();
    await ben.goto(`${service.url}/people`);
    await ben.getByRole('heading', { name: 'You are a viewer' }).waitFor();

    await owner.reload();
    await owner.getByRole('button', { name: 'Remove ben@example.com' }).waitFor();
    expect(await owner.getByRole('button', { name: /Reset password/ }).count()).toBe(0);

    // Who was removed from the only account can't use the dashboard until they have accepted.
    await owner.getByRole('button', { name: 'Remove ben@example.com' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await owner.getByRole('row', { name: 'ben@example.com' }).waitFor({ state: 'detached' });
    const second = await invite(owner, 'ben@example.com', 'Editor');
    await owner.goto(second);
    await owner.getByText(`You are logged in as ${EMAIL}`).waitFor();
    await ben.goto(second);
    await ben.getByRole('button', { name: 'Log in with Example ID to accept' }).click();
    await ben.getByRole('button', { name: 'Log in with Example ID', exact: true }).waitFor();
    await logInAtIssuer(ben, 'ben');
    await ben.getByRole('heading', { name: 'You are logged in' }).waitFor();
    await ben.goto(`${service.url}/people`);
    await ben.getByRole('heading', { name: 'You are an editor' }).waitFor();
  });

  it('a link to reset a password leads to the issuer', async () => {
    await service.commands.call(['import', 'catalog', '-'], '{"accounts":[{"id":1,"name":"Ada & Co."}]}');
    const created = await service.commands.call(['user', 'create', '--email', EMAIL, '--account', '1']);
    expect(created).toMatchObject({ code: 0 });
    const page = await open(`${service.url}/reset-password#an-earlier-link`, { bypassCSP: true });
    await page.getByRole('heading', { name: 'Passwords are switched off' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Log in with Example ID' }).click();
    await page.getByRole('button', { name: 'Log in with Example ID' }).waitFor();
  });
});
