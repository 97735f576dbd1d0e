import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../support/long.ts';
import { signedByWoocommerce, woocommerceOrder } from '../support/webhook-samples.ts';
import type { GetDashboard } from './dashboard.ts';

export function webhookTests(get: GetDashboard): void {
  describe('webhooks of a shop', () => {
    it.runIf(IS_LONG)('are added with a generated secret, and revoked', async () => {
      const page = await get().page('/websites/1/sending');
      const card = page.getByRole('region', { name: 'Orders from your shop' });
      await card.getByRole('button', { name: 'Add webhook' }).click();
      const form = page.getByRole('dialog', { name: 'Add webhook' });
      await form.getByLabel('Shop').selectOption('WooCommerce');
      const code = form
        .locator('code')
        .filter({ hasText: /\/webhooks\/woocommerce\/1$/ })
        .first();
      const url = await code.innerText();
      const topics = form.getByRole('list', { name: 'Webhooks to subscribe to' }).getByRole('listitem');
      await expect
        .poll(() => topics.allInnerTexts())
        .toEqual(['Order updated for orders, refunds and cancelled orders']);
      await form.getByText('data-shop="woocommerce"').waitFor();
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      const created = page.getByRole('dialog', { name: 'The secret of your webhook' });
      const secret = await created.locator('code').first().innerText();
      await created.getByRole('button', { name: 'Done' }).click();

      const at = get().service.clock.now().toISOString().slice(0, 19);
      const order = woocommerceOrder({ id: 'of the browser test', currency: 'USD', date_paid_gmt: at, meta_data: [] });
      const send = () => fetch(url, { method: 'POST', ...signedByWoocommerce(order, secret) });
      expect((await send()).status).toBe(200);
      await card.getByRole('button', { name: /^Revoke webhook \d+ of WooCommerce$/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await card.getByRole('row', { name: 'WooCommerce' }).waitFor({ state: 'detached' });
      expect((await send()).status).toBe(401);
    });

    it.runIf(IS_LONG)('need the secret that Stripe shows, which is not shown again', async () => {
      const page = await get().page('/websites/2/sending');
      await page.getByRole('button', { name: 'Add webhook' }).click();
      const form = page.getByRole('dialog', { name: 'Add webhook' });
      await form.getByLabel('Shop').selectOption('Stripe');
      await form.getByLabel('Secret').fill('whsec_of the browser test');
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await form.getByRole('alert').filter({ hasText: 'without spaces' }).waitFor();
      await form.getByLabel('Secret').fill('whsec_of-the-browser-test');
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await form.waitFor({ state: 'detached' });
      await page.getByRole('region', { name: 'Orders from your shop' }).getByRole('row', { name: 'Stripe' }).waitFor();
      expect(await page.content()).not.toContain('whsec_of-the-browser-test');
    });
  });
}
