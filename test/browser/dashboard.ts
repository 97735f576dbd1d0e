// What the tests share: the service, the browser, logged-in pages, and the REST API to compare with.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { sqlitePath } from '../../src/core/foundation/database/open/open.ts';
import { launchBrowser } from '../support/browser.ts';
import type { DemoService } from './demo-service.ts';
import { logIn } from './log-in.ts';
import { UndoLog } from './undo-log.ts';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The browser's own messages for error responses and for frames that are refused, which a test provokes. */
const EXPECTED = /^(Failed to load resource: the server responded with a status of [45]\d\d|Framing '[^']*' violates )/;

const VIEWPORT = { width: 1280, height: 900 };

interface PageOptions extends BrowserContextOptions {
  /** What the clock of the browser shows all the time. */
  readonly now?: string;
}

export class Dashboard {
  readonly service: DemoService;
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  #errors: string[] = [];
  /** The cookies of the logged-in user. */
  #session!: StorageState;
  /** The sessions of the others, for pages of strangers. */
  readonly sessions: StorageState[] = [];
  #undoLog!: UndoLog;
  /** The logged-in browser that tests without special options share, with its cache. */
  #shared: BrowserContext | undefined;
  /** A tab of the shared browser that no test uses now: starting one takes more processor time than loading a page. */
  #idleTab: Page | undefined;

  private constructor(service: DemoService, browser: Browser) {
    this.service = service;
    this.#browser = browser;
  }

  /** `others`: who logs in, too. */
  static async open(service: DemoService, ...others: readonly DemoService['login'][]): Promise<Dashboard> {
    const dashboard = new Dashboard(service, await launchBrowser());
    dashboard.#session = await dashboard.#logIn(service.login);
    for (const login of others) dashboard.sessions.push(await dashboard.#logIn(login));
    dashboard.#undoLog = new UndoLog(sqlitePath(service.databaseUrl));
    return dashboard;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#undoLog.close();
    await this.service.close();
  }

  /** Undoes what the test has changed. Returns the errors on the browser's console, such as violations of the content security policy. */
  async endTest(): Promise<string[]> {
    const errors = await this.#closePages();
    this.#undoLog.undo();
    return errors;
  }

  async #closePages(): Promise<string[]> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
    const [tab, ...others] = this.#shared?.pages() ?? [];
    await Promise.all(others.map((page) => page.close()));
    await tab?.unrouteAll({ behavior: 'ignoreErrors' });
    tab?.removeAllListeners('request');
    this.#idleTab = tab;
    const errors = this.#errors;
    this.#errors = [];
    return errors;
  }

  /** In a new browser, in which nobody has logged in. The path may be an address elsewhere: the pages here go on to the login. */
  async strangersPage(path = '/', { now, ...options }: PageOptions = {}): Promise<Page> {
    const context = await this.#newContext(options, now);
    this.#contexts.push(context);
    return this.#goTo(await this.#newTab(context), path);
  }

  async #newContext(options: BrowserContextOptions, now?: string): Promise<BrowserContext> {
    // Drawing what moves takes processor time from everything else.
    const context = await this.#browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce', ...options });
    if (now !== undefined) await context.clock.setFixedTime(now);
    else await context.addInitScript(shiftClock, this.service.clock.nowMs - Date.now());
    return context;
  }

  async #newTab(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    const note = (text: string) => {
      // The page of the last test may complain that it is left.
      if (page !== this.#idleTab) this.#errors.push(text);
    };
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) note(message.text());
    });
    page.on('pageerror', (error) => note(String(error)));
    page.on('framenavigated', (frame) => {
      if (page === this.#idleTab && frame === page.mainFrame()) this.#idleTab = undefined;
    });
    return page;
  }

  async #goTo(page: Page, path: string): Promise<Page> {
    await page.goto(new URL(path, this.service.url).href);
    return page;
  }

  /** In a browser in which the user has logged in before: the dashboard finds out by itself. */
  async page(path = '/', options?: PageOptions): Promise<Page> {
    const page = options
      ? await this.strangersPage(path, { ...options, storageState: this.#session })
      : await this.#goTo(await this.#sharedTab(path), path);
    await page.locator('main h1').waitFor();
    return page;
  }

  async #sharedTab(path: string): Promise<Page> {
    this.#shared ??= await this.#newContext({ storageState: this.#session });
    // A tab that is on the same page does not load it again for another fragment.
    const canReuse = this.#idleTab !== undefined && !path.includes('#');
    return canReuse ? this.#idleTab! : this.#newTab(this.#shared);
  }

  async #logIn(login: DemoService['login']): Promise<StorageState> {
    const page = await this.strangersPage();
    await logIn(page, { ...this.service, login });
    const session = await page.context().storageState();
    await this.#closePages();
    return session;
  }

  /** For tests that end the user's session: other tests have it again, but not in this browser, which may notice at any time. */
  leaveSharedBrowser(): void {
    if (this.#shared) this.#contexts.push(this.#shared);
    this.#shared = undefined;
    this.#idleTab = undefined;
  }

  /** The same request, sent to the REST API with a token. */
  async ask<Answer>(path: string, query: Readonly<Record<string, string>> | URLSearchParams = {}): Promise<Answer> {
    const response = await fetch(`${this.service.url}/api/v1${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${this.service.token}` },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
}

/** Runs in the browser. Its clock goes on, unlike one that Playwright sets, and timers stay as they are. */
function shiftClock(byMs: number): void {
  const SystemDate = Date;
  globalThis.Date = new Proxy(SystemDate, {
    construct: (_, args, target) =>
      Reflect.construct(SystemDate, args.length === 0 ? [SystemDate.now() + byMs] : args, target),
    get: (_, name) => (name === 'now' ? () => SystemDate.now() + byMs : Reflect.get(SystemDate, name)),
  });
}

export type GetDashboard = () => Dashboard;

/** The big number of a tile. */
export function tile(page: Page, metric: string): Promise<string> {
  return page.locator(`[data-metric="${metric}"]`).getByTestId('tile-value').innerText();
}

/** The text of each cell of a table's row, by the text of its header. */
export async function tableRow(page: Page, table: string, row: string): Promise<Record<string, string>> {
  const found = page.getByRole('table', { name: table });
  const line = found.locator('tbody tr', { hasText: row }).first();
  await line.waitFor();
  const headers = await found.locator('thead th').allInnerTexts();
  const cells = await line.locator('th, td').allInnerTexts();
  return Object.fromEntries(headers.map((header, index) => [clean(header), clean(cells[index] ?? '')]));
}

function clean(text: string): string {
  return text.replace(/[↕↓]\s*$/, '').trim();
}
