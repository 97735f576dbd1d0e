// The API reference in a real browser: it talks to this service only, shows samples, and sends requests with one's own token.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { IS_LONG } from '../support/long.ts';
import { TestService } from '../support/test-service.ts';
import { findingsInBothThemes } from './accessibility.ts';

describe.skipIf(!CHROMIUM)('the API reference', () => {
  let service: TestService;
  let browser: Browser;
  let requests: string[];
  let complaints: string[];

  beforeAll(async () => {
    buildIfChanged('docs');
    service = await TestService.start('sqlite', { components: ['rest', 'auth'] });
    browser = await launchBrowser();
  });

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  afterAll(async () => {
    await browser?.close();
    await service?.dispose();
  });

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await (
      await browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce', ...options })
    ).newPage();
    requests = [];
    complaints = [];
    page.on('request', (request) => requests.push(request.url()));
    // The browser also complains here about everything that the content security policy blocks.
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${service.baseUrl}/docs`);
    await page.getByRole('heading', { name: 'First request' }).waitFor();
    return page;
  }

  async function openOperation(page: Page, name: string): Promise<void> {
    await page.getByRole('link', { name: new RegExp(`^${name} (GET|POST|PATCH|DELETE)$`) }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  async function search(page: Page, words: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.type(words);
  }

  test('everything comes from this service, and the policy has nothing to block', async () => {
    const page = await open();
    await openOperation(page, 'Campaign report');
    await search(page, 'contact email');
    await page.getByRole('link', { name: 'Campaign report' }).waitFor({ state: 'detached' });
    await openOperation(page, 'Delete a contact');
    const origins = new Set(requests.map((url) => new URL(url).origin));
    expect([...origins]).toEqual([service.baseUrl]);
    expect(complaints).toEqual([]);
  });

  test('what words mean is found by the words of other products', async () => {
    const page = await open();
    await search(page, 'impressions');
    await page.getByRole('link', { name: 'Definitions' }).click();
    await page.getByRole('heading', { name: 'Definitions', level: 1 }).waitFor();
    await page.getByText('How often something was seen').waitFor();
    expect(new URL(page.url()).hash).toBe('#definitions');
  });

  test('the policy would block a request to anybody else, and a script in the page', async () => {
    const page = await open();
    const attempts = await page.evaluate(`(async () => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.body.append(script);
      const request = await fetch('https://elsewhere.example/').then(() => 'sent', () => 'blocked');
      return { request, scriptRan: 'ran' in globalThis };
    })()`);
    expect(attempts).toEqual({ request: 'blocked', scriptRan: false });
    await expect.poll(() => complaints.join()).toMatch(/script-src 'self'.*connect-src 'self'/s);
  });

  test('an operation has samples for curl, fetch, Python and the typed client', async () => {
    const page = await open();
    await openOperation(page, 'Campaign report');
    const sample = () => page.getByRole('region', { name: 'Sample request' }).innerText();
    const url = `${service.baseUrl}/api/v1/reports/campaigns/1`;
    await expect.poll(sample).toContain(`curl '${url}'`);
    await page.getByRole('radio', { name: 'fetch' }).check();
    await expect.poll(sample).toContain(`fetch('${url}'`);
    await page.getByRole('radio', { name: 'Python' }).check();
    await expect.poll(sample).toContain(`requests.get(\n    "${url}"`);
    await page.getByRole('radio', { name: 'Typed client' }).check();
    await expect.poll(sample).toContain("await funnel.GET(\n  '/api/v1/reports/campaigns/{id}'");
    await openOperation(page, 'Step report');
    await expect.poll(sample).toContain("'/api/v1/reports/steps/{id}'");
  });

  test('a request is sent with one’s own token, and the token is not kept', async () => {
    const page = await open();
    await page.getByPlaceholder('Token').fill(await service.token([1]));
    await openOperation(page, 'Campaign report');
    await page.getByText('Test request').click();
    const form = page.getByRole('form', { name: 'Test request' });
    await form.getByLabel('id', { exact: true }).fill('10');
    await form.getByLabel('group_by').selectOption('week');
    const sample = page.getByRole('region', { name: 'Sample request' });
    await expect.poll(() => sample.innerText()).toContain('/campaigns/10?group_by=week');
    expect(await sample.innerText()).not.toContain('fat_');
    const sent = page.waitForResponse((response) => response.url().endsWith('/campaigns/10?group_by=week'));
    await form.getByRole('button', { name: 'Send' }).click();
    expect((await sent).status()).toBe(200);
    await page.getByRole('region', { name: 'Body of the response' }).getByText('"group_by": "week"').waitFor();
    expect(complaints).toEqual([]);
    const kept = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, document.cookie])');
    expect(kept).not.toContain('fat_');
    await page.goto(`${service.baseUrl}/docs`);
    await expect.poll(() => page.getByPlaceholder('Token').inputValue()).toBe('');
  });

  test('the URL names the operation, and its parameters, body, responses and models are described', async () => {
    const page = await open();
    await page.goto(`${service.baseUrl}/docs#upsert_contact`);
    await page.getByRole('heading', { name: 'Create or update a contact', level: 1 }).waitFor();
    const text = () => page.getByRole('main').innerText();
    for (const part of ['website_id integer', 'first_name', 'application/json', '201', 'email or phone is required'])
      await expect.poll(text).toContain(part);
    await page.getByText('A value is invalid.').click();
    await page.getByRole('region', { name: 'Example email_or_phone_required' }).waitFor();
    await page.getByText('Models', { exact: true }).click();
    await page.getByRole('link', { name: 'Timeseries' }).click();
    // Both pages have fields: only those of the second one are meant.
    await page.getByRole('heading', { name: 'Timeseries', level: 1 }).waitFor();
    await page.getByText('Fields').first().click();
    await expect.poll(text).toContain('subscribes integer');
    await page.goBack();
    await page.getByRole('heading', { name: 'Create or update a contact', level: 1 }).waitFor();
  });

  test.runIf(IS_LONG)('axe finds nothing serious', async () => {
    const page = await open({ bypassCSP: true });
    const findings = await findingsInBothThemes(page);
    await openOperation(page, 'Campaign report');
    await page.getByText('Test request').click();
    findings.push(...(await findingsInBothThemes(page)));
    expect(findings).toEqual([]);
  });

  test('it fits a narrow phone without scrolling sideways, and its menu works', async () => {
    const page = await open({ viewport: { width: 375, height: 740 } });
    const width = () => page.evaluate<number>('document.documentElement.scrollWidth');
    expect(await width()).toBeLessThanOrEqual(375);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await openOperation(page, 'Send events');
    await page.getByRole('link', { name: 'Campaigns GET' }).waitFor({ state: 'hidden' });
    expect(await width()).toBeLessThanOrEqual(375);
  });
});
