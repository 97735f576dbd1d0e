import { describe, expect, it } from 'vitest';
import { count } from './answers.ts';
import { type GetDashboard, tableRow } from './dashboard.ts';

interface PathsReport {
  readonly data: { readonly children: readonly { readonly step: string; readonly visitors: number }[] };
}
interface RetentionReport {
  readonly data: { readonly cohorts: readonly { readonly visitors: number }[] };
}

export function pathTests(get: GetDashboard): void {
  describe('paths and retention', () => {
    it('a path is opened as a funnel by keyboard, and the page beside it says who comes back', async () => {
      const page = await get().page('/websites/1/paths?from=view%3Bcampaign%3A13');
      const { data } = await get().ask<PathsReport>('/reports/paths', { website_id: '1', from: 'view;campaign:13' });
      const [first] = data.children;
      const step = page.getByRole('region', { name: 'Paths' }).getByRole('link').first();
      await expect.poll(() => step.innerText()).toContain(count(first!.visitors));
      await step.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Funnels' }).waitFor();
      expect(new URL(page.url()).searchParams.getAll('step')).toEqual(['view;campaign:13', first!.step]);
      await page.getByRole('table', { name: 'Steps' }).waitFor();

      await page.getByRole('link', { name: 'Retention' }).click();
      const { cohorts } = (await get().ask<RetentionReport>('/reports/retention', { website_id: '1' })).data;
      const visitors = cohorts.reduce((sum, cohort) => sum + cohort.visitors, 0);
      await expect.poll(() => tableRow(page, 'Who comes back', 'All')).toMatchObject({ Visitors: count(visitors) });
    });
  });
}
