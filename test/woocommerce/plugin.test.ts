// The plugin for WooCommerce under a real PHP: what a visitor's browser can write into an order. WordPress and WooCommerce are stand-ins.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findOrInstall } from '../support/installed-program.ts';

const BLOCK = 'woocommerce_store_api_checkout_update_order_meta';
const SHORTCODE = 'woocommerce_checkout_create_order';

interface Story {
  readonly requests: readonly { method: string; site?: string; body: Record<string, unknown> }[];
  readonly session?: 'begun' | 'not begun' | 'none';
  readonly checkout?: typeof BLOCK | typeof SHORTCODE;
}

const php = findOrInstall({ debianPackage: 'php-cli', knownPaths: ['/usr/bin/php'], pathVariable: 'PHP_PATH' });

interface Order {
  readonly meta: Record<string, string>;
  readonly saved: Record<string, string>;
}

/** The order of each story. */
function run(...stories: readonly Story[]): Order[] {
  const input = JSON.stringify(stories.map((story) => ({ session: 'begun', checkout: SHORTCODE, ...story })));
  const output = execFileSync(php!, ['test/woocommerce/run-plugin.php'], { input, encoding: 'utf8' });
  return JSON.parse(output) as Order[];
}

const sent = (visitor: unknown, site?: string) => ({ method: 'POST', body: { visitor }, ...(site && { site }) });

test.skipIf(!php)('the visitor of the tracker is in the order, with each kind of checkout', () => {
  const meta = { funnel_visitor: 'v_1-A' };
  const orders = run(
    { requests: [sent('v_1-A', 'same-origin')] },
    // The checkout block may have saved the order before.
    { requests: [sent('v_1-A')], checkout: BLOCK },
    { requests: [sent('before'), sent('v_1-A')] },
  );
  expect(orders).toEqual([
    { meta, saved: {} },
    { meta, saved: meta },
    { meta, saved: {} },
  ]);
});

test.skipIf(!php)('anything but an id is not stored, and takes back what was', () => {
  const hostile = [
    ...['', '<script>', 'a b', "a'b", 'a\\b', 'a\n', 'a\u0000', 'ä', 'x'.repeat(129)],
    ...[['a'], { a: 'b' }, null, 1],
  ];
  const orders = run(...hostile.map((visitor) => ({ requests: [sent('before'), sent(visitor)] })));
  expect(orders.map(({ meta }, index) => [hostile[index], meta])).toEqual(hostile.map((visitor) => [visitor, {}]));
});

test.skipIf(!php)('another website can neither set nor delete the visitor', () => {
  const own = sent('own', 'same-origin');
  const forged = [
    ...['cross-site', 'same-site', 'none'].map((site) => sent('forged', site)),
    // An image with the URL sends such a request.
    { method: 'GET', body: {} },
  ];
  const orders = run(...forged.map((request) => ({ requests: [own, request] })));
  expect(orders.map(({ meta }) => meta)).toEqual(forged.map(() => ({ funnel_visitor: 'own' })));
});

test.skipIf(!php)('no session is begun, and none is needed to order', () => {
  const requests = [sent('a')];
  expect(run({ requests, session: 'not begun' }, { requests, session: 'none' }).map(({ meta }) => meta)).toEqual([
    {},
    {},
  ]);
});
