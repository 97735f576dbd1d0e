// The API reference in a real browser: it talks to this service only, shows samples, and sends requests with one's own token.
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, launchBrowser } from '../support/browser.ts';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { TestService } from '../support/test-service.ts';
import { findingsInBothThemes } from './accessibility.ts';

/** The renderer's own: its buttons to copy code have no name, and its blocks of code scroll but take no focus. */
const RULES_THAT_THE_RENDERER_BREAKS = ['button-name', 'scrollable-region-focusable'];
/** The page is large, and the machine may be busy. */
const TEST_MS_MAX = 180_000;

describe.skipIf(!CHROMIUM)('the API reference', { timeout: TEST_MS_MAX }, () => {
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

  async function openOperation(page: Page, name: string): Promise<Locator> {
    await page.getByRole('link', { name: `${name} HTTP Method` }).click();
    const operation = page.getByRole('region', { name, exact: true });
    await operation.getByRole('button', { name: 'Test Request' }).waitFor();
    return operation;
  }

  test('everything comes from this service, and the policy has nothing to block', async () => {
    const page = await open();
    await openOperation(page, 'Campaign report');
    await page.getByRole('button', { name: 'Open Search' }).click();
    await page.getByRole('dialog').getByRole('combobox').fill('contact');
    await page
      .getByRole('option', { name: /Delete a contact/ })
      .first()
      .waitFor();
    const origins = new Set(requests.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin));
    expect([...origins]).toEqual([service.baseUrl]);
    expect(complaints).toEqual([]);
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
    expect(complaints.join()).toMatch(/script-src 'self'.*connect-src 'self'/s);
  });

  test('an operation has samples for curl, fetch and the typed client', async () => {
    const page = await open();
    const operation = await openOperation(page, 'Campaign report');
    const example = operation.getByRole('group', { name: /^Request Example/ });
    const sample = () => example.locator('code').first().innerText();
    expect(await sample()).toContain(`curl '${service.baseUrl}/api/v1/reports/campaigns/1`);
    const choose = async (current: string, next: string) => {
      await example.getByRole('button', { name: current }).click();
      await page.getByRole('option', { name: next }).click();
      await example.getByRole('button', { name: next }).waitFor();
    };
    await choose('Shell Curl', 'Fetch');
    expect(await sample()).toContain(`fetch('${service.baseUrl}/api/v1/reports/campaigns/1`);
    await choose('Fetch', 'Typed client');
    expect(await sample()).toContain("await funnel.GET(\n  '/api/v1/reports/campaigns/{id}'");
  });

  test('a request is sent with one’s own token, and the token is not kept', async () => {
    const page = await open();
    await page.getByPlaceholder('Token').fill(await service.token([1]));
    const operation = await openOperation(page, 'Websites');
    await operation.getByRole('button', { name: 'Test Request' }).click();
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/v1/reports/websites'));
    await page.getByRole('button', { name: /^Send/ }).first().click();
    expect((await answer).status()).toBe(200);
    await page.getByText('"acme.example"').first().waitFor();
    expect(complaints).toEqual([]);
    const kept = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, document.cookie])');
    expect(kept).not.toContain('fat_');
    await page.reload();
    await page.getByPlaceholder('Token').first().waitFor();
    expect(await page.getByPlaceholder('Token').first().inputValue()).toBe('');
  });

  test('axe finds nothing serious but what the renderer does', async () => {
    const page = await open({ bypassCSP: true });
    const findings = await findingsInBothThemes(page);
    await openOperation(page, 'Campaign report');
    findings.push(...(await findingsInBothThemes(page)));
    const ours = findings.filter((finding) => !RULES_THAT_THE_RENDERER_BREAKS.includes(finding.split(' ')[0]!));
    expect(ours).toEqual([]);
  });

  test('it fits a narrow phone without scrolling sideways', async () => {
    const page = await open({ viewport: { width: 375, height: 740 } });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
  });
});
