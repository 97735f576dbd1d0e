import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seriousFindings } from './accessibility.ts';
import { count, type Report } from './answers.ts';
import { type GetDashboard, tile } from './dashboard.ts';

const NAME = 'For Acme’s agency';

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
      expect(await reader.getByRole('button', { name: 'Letzte 7 Tage' }).count()).toBe(0);
      expect(await reader.getByRole('navigation', { name: 'Hauptnavigation' }).count()).toBe(0);
      expect(await reader.getByRole('link', { name: 'Welcome' }).count()).toBe(0);
      expect(await seriousFindings(reader)).toEqual([]);

      const embedding = await get().strangersPage();
      await embedding.goto(`http://localhost:${website.port}`);
      const frame = embedding.frameLocator('iframe');
      await frame
        .getByTestId('tile-value')
        .filter({ hasText: new RegExp(`^${views}$`) })
        .first()
        .waitFor();
      const height = () => embedding.evaluate<number>("document.querySelector('iframe').clientHeight");
      await expect.poll(height).toBeGreaterThan(1_500);

      const other = await get().strangersPage();
      await other.goto(`http://127.0.0.1:${website.port}`);
      await expect.poll(() => other.frames()[1]?.url()).toMatch(/^chrome-error:/);

      await editor.goto(`${get().service.url}/websites/1/catalog`);
      await editor.getByRole('button', { name: `Revoke ${NAME}` }).click();
      await editor.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await editor.getByRole('button', { name: `Revoke ${NAME}` }).waitFor({ state: 'detached' });
      await reader.reload();
      await reader.getByText('Dieser Link ist nicht mehr gültig').waitFor();
    });
  });
}
