import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seriousFindings } from './accessibility.ts';
import { count, type Report, usd } from './answers.ts';
import { type Dashboard, type GetDashboard, tableRow, tile } from './dashboard.ts';

const NAME = 'For Acme’s agency';
/** The one that the demo has decided, and its winner. */
const EXPERIMENT = 'Welcome offer popup';
const WINNER = 'Free delivery';

interface SavedFunnel {
  readonly id: number;
  readonly step: readonly string[];
  readonly within_minutes: number;
}

/** A page of another website. It has two origins: localhost and 127.0.0.1. */
async function serve(): Promise<{ readonly port: number; show(html: string): void }> {
  let page = '';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html><title>Acme</title>${page}`);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => void server.close());
  const show = (html: string) => {
    page = html;
  };
  return { port: (server.address() as AddressInfo).port, show };
}

interface Kind {
  readonly path: string;
  /** A number of the page that no other page has, as a login reads it. */
  read(): Promise<string>;
  /** The same one on the page. */
  shownOn(page: Page): Promise<string | undefined>;
}

async function kindsOfPages(dashboard: Dashboard): Promise<Kind[]> {
  const read = async <Data>(path: string, query: Record<string, string> = {}, steps: readonly string[] = []) => {
    const search = new URLSearchParams({ website_id: '1', ...query });
    for (const step of steps) search.append('step', step);
    return (await dashboard.ask<{ readonly data: Data }>(path, search)).data;
  };
  const viewsOf = async (path: string) => count((await read<Report['data']>(path)).metrics.views);
  const cell = (table: string, row: string, head: string) => async (page: Page) =>
    (await tableRow(page, table, row))[head];
  const { funnels } = await dashboard.ask<{ funnels: SavedFunnel[] }>('/funnels', { website_id: '1' });
  const [funnel] = funnels;
  return [
    { path: '/websites/1', read: () => viewsOf('/reports/website'), shownOn: (page) => tile(page, 'views') },
    {
      path: '/websites/1/campaigns/11',
      read: () => viewsOf('/reports/campaigns/11'),
      shownOn: (page) => tile(page, 'views'),
    },
    {
      path: `/websites/1/funnels/${funnel!.id}`,
      async read() {
        const window = { within_minutes: String(funnel!.within_minutes) };
        const { steps } = await read<{ steps: { visitors: number }[] }>('/reports/funnel', window, funnel!.step);
        return count(steps.at(-1)!.visitors);
      },
      shownOn: cell('Steps', 'Order', 'Visitors'),
    },
    {
      path: '/websites/1/experiments',
      async read() {
        const path = '/reports/campaigns/11/experiment';
        const { variants } = await read<{ variants: { name: string; visitors: number }[] }>(path);
        return count(variants.find(({ name }) => name === WINNER)!.visitors);
      },
      shownOn: (page) => page.getByRole('region', { name: EXPERIMENT, exact: true }).innerText(),
    },
    {
      path: '/websites/1/attribution?by=channel',
      async read() {
        const query = { by: 'channel' };
        const { rows } = await read<{ rows: { value: string; last: { revenue: number } }[] }>(
          '/reports/attribution',
          query,
        );
        return usd(rows.find(({ value }) => value === 'email')!.last.revenue);
      },
      shownOn: cell('What earned it', 'Email', 'Last touch'),
    },
  ];
}

export function shareTests(get: GetDashboard): void {
  describe('a share link', () => {
    it('shows its page without a login, also in frames of the origins that it names, until it is revoked', async () => {
      const website = await serve();
      const editor = await get().page('/websites/1?timeframe=last_7_days');
      await editor.getByRole('button', { name: 'Share', exact: true }).click();
      const dialog = editor.getByRole('dialog');
      await dialog.getByLabel('Name').fill(NAME);
      await dialog.getByLabel('Readers see').selectOption('locked');
      await dialog.getByLabel('Embed on (optional)').fill(`http://localhost:${website.port}`);
      await dialog.getByRole('button', { name: 'Create link' }).click();
      await dialog.getByText('It will not be shown again').waitFor();
      const [url, code] = await dialog.locator('code').allInnerTexts();
      website.show(code!);

      const { data } = await get().ask<Report>('/reports/website', { website_id: '1', timeframe: 'last_7_days' });
      const views = count(data.metrics.views);
      const reader = await get().strangersPage(`${new URL(url!).pathname}?lang=de&theme=dark`, { bypassCSP: true });
      await expect.poll(() => tile(reader, 'views').catch(() => '')).toBe(views.replaceAll(',', '.'));
      await reader.getByRole('heading', { name: 'Kampagnen' }).waitFor();
      expect(await reader.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
      expect(await reader.getByRole('button', { name: 'Letzte 7 Tage' }).count()).toBe(0);
      expect(await reader.getByRole('navigation', { name: 'Hauptnavigation' }).count()).toBe(0);
      expect(await reader.getByRole('link', { name: 'Welcome' }).count()).toBe(0);
      expect(await seriousFindings(reader)).toEqual([]);

      const embedding = await get().strangersPage(`http://localhost:${website.port}`);
      const frame = embedding.frameLocator('iframe');
      await frame
        .getByTestId('tile-value')
        .filter({ hasText: new RegExp(`^${views}$`) })
        .first()
        .waitFor();
      const height = () => embedding.evaluate<number>("document.querySelector('iframe').clientHeight");
      await expect.poll(height).toBeGreaterThan(1_500);
      // The embedding page scrolls, so the frame shows no bar of its own.
      const bar = () => frame.locator('html').evaluate('getComputedStyle(document.documentElement).scrollbarWidth');
      await expect.poll(bar).toBe('none');
      // Nor without the script that lets the frame follow: the end of the page can be scrolled to.
      website.show(code!.replace(/<script>[\s\S]*<\/script>/, ''));
      await embedding.reload();
      await expect.poll(() => bar().catch(() => '')).toBe('none');
      expect(await height()).toBe(900);
      const scroll = 'scrollTo(0, document.documentElement.scrollHeight), scrollY';
      await expect.poll(() => frame.locator('html').evaluate(scroll)).toBeGreaterThan(500);

      const other = await get().strangersPage(`http://127.0.0.1:${website.port}`);
      await expect.poll(() => other.frames()[1]?.url()).toMatch(/^chrome-error:/);

      await editor.goto(`${get().service.url}/websites/1/catalog`);
      await editor.getByRole('button', { name: `Revoke ${NAME}` }).click();
      await editor.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await editor.getByRole('button', { name: `Revoke ${NAME}` }).waitFor({ state: 'detached' });
      await reader.reload();
      await reader.getByText('Dieser Link ist nicht mehr gültig').waitFor();
    });

    it('to each kind of page opens without a login, and shows the numbers of the page', async () => {
      const { url, token } = get().service;
      const reader = await get().strangersPage('/healthz');
      for (const { path, read, shownOn } of await kindsOfPages(get())) {
        const created = await fetch(`${url}/api/v1/share-links?website_id=1`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name: NAME, path }),
        });
        const link = (await created.json()) as { readonly url: string };
        await reader.goto(link.url);
        const shown = await read();
        await expect.poll(() => shownOn(reader).catch(() => undefined), { message: path }).toContain(shown);
        expect(await reader.getByRole('alert').count(), path).toBe(0);
        expect(await reader.context().cookies(), path).toEqual([]);
      }
    });
  });
}
