// What a page of a shop can talk to: the cart of Shopify and the plugin for WooCommerce, as far as the tracker uses them. They make
// orders as the webhooks of these shops describe them.
import { readFileSync } from 'node:fs';
import type { Page, WebsiteRequest } from './website.ts';

const PLUGIN = readFileSync('packages/woocommerce/funnel-visitor.php', 'utf8');

/** A name that stands in the plugin once or more, and always the same. */
function nameIn(pattern: RegExp): string {
  const names = new Set([...PLUGIN.matchAll(pattern)].map(([, name]) => name!));
  if (names.size !== 1) throw new Error(`${names.size} names in the plugin for ${pattern}`);
  return [...names][0]!;
}

const JSON_TYPE = 'application/json';

/** A cart for each visitor of the shop, whom Shopify knows by a cookie. */
export class FakeShopify {
  readonly carts = new Map<string, { items: number; attributes: Record<string, string> }>();
  readonly changes: string[] = [];

  answer({ method, url, cookies, body }: WebsiteRequest): Page | undefined {
    const token = /\bcart=(\w+)/.exec(cookies)?.[1];
    const cart = (token && this.carts.get(token)) || { items: 0, attributes: {} };
    const { pathname } = url;
    if (pathname === '/cart.js') return cartPage(cart);
    if (method !== 'POST' || !/^\/cart\/(update|add)\.js$/.test(pathname)) return undefined;
    if (pathname === '/cart/add.js') cart.items++;
    else {
      this.changes.push(body);
      const { attributes } = JSON.parse(body) as { attributes: Record<string, string> };
      for (const [name, value] of Object.entries(attributes)) {
        if (value === '') delete cart.attributes[name];
        else cart.attributes[name] = value;
      }
    }
    const owner = token ?? `c${this.carts.size + 1}`;
    this.carts.set(owner, cart);
    return { ...cartPage(cart), headers: { 'set-cookie': `cart=${owner}; path=/` } };
  }

  /** Of the only cart: what the webhook of its order has. */
  get noteAttributes(): { name: string; value: string }[] {
    const [cart] = [...this.carts.values()];
    return Object.entries(cart?.attributes ?? {}).map(([name, value]) => ({ name, value }));
  }
}

function cartPage({ items, attributes }: { items: number; attributes: object }): Page {
  return { html: JSON.stringify({ item_count: items, attributes }), type: JSON_TYPE };
}

/** One session, which is there when something is in the cart. Names are those of the plugin. */
export class FakeWoocommerce {
  readonly #action = nameIn(/'wc_ajax_(\w+)'/g);
  readonly #field = nameIn(/\$_POST\['(\w+)'\]/g);
  readonly #metaKey = nameIn(/update_meta_data\( '(\w+)'/g);
  readonly #accepted = new RegExp(nameIn(/preg_match\( '\/(.*?)\/D'/g));
  visitor: string | undefined;
  requests = 0;

  answer({ method, url, cookies, body }: WebsiteRequest): Page | undefined {
    if (url.searchParams.has('add-to-cart')) {
      return { html: '', headers: { 'set-cookie': 'woocommerce_items_in_cart=1; path=/' } };
    }
    if (method !== 'POST' || url.searchParams.get('wc-ajax') !== this.#action) return undefined;
    this.requests++;
    const sent = new URLSearchParams(body).get(this.#field) ?? '';
    if (cookies.includes('woocommerce_items_in_cart')) this.visitor = this.#accepted.test(sent) ? sent : undefined;
    return { html: '' };
  }

  /** What the webhook of the order has. */
  get metaData(): { key: string; value: string }[] {
    return this.visitor === undefined ? [] : [{ key: this.#metaKey, value: this.visitor }];
  }
}
