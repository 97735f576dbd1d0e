// Hands the visitor on to the shop, so that the order names its visitor. The tracker loads this file on pages with the attribute
// `data-shop`. Without consent it hands on the id of the day, for which it asks the service, and it stores nothing in the browser.

/** Replaced by BROWSER_COLLECT_PATH when the service serves this file. */
const COLLECT_PATH = '__PATH__';
/** Cart attribute of Shopify and order meta of WooCommerce: the webhooks of the shop carry it. */
const ATTRIBUTE = 'funnel_visitor';

interface Visitor {
  /** undefined: the shop shall forget it. */
  readonly id: string | undefined;
  readonly hasAgreed: boolean;
  /** The id that was handed on before, on this page. */
  readonly before: string | undefined;
}

declare global {
  interface Window {
    /** What the pages of a Shopify shop have. The root is that of the language, such as `/fr/`. */
    readonly Shopify?: { readonly routes?: { readonly root?: string } };
  }
}

async function handToShopify({ id, hasAgreed, before }: Visitor): Promise<void> {
  const root = window.Shopify?.routes?.root ?? '/';
  if (!hasAgreed && before === undefined) {
    // The first change of a cart sets a cookie. Without consent, only a cart that has something in it is changed.
    const cart = await (await fetch(`${root}cart.js`)).json();
    if (!cart.item_count) return;
  }
  await fetch(`${root}cart/update.js`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ attributes: { [ATTRIBUTE]: id ?? '' } }),
  });
}

/** The plugin in packages/woocommerce takes it. Every checkout begins with a page that is loaded while the cart has something in it. */
async function handToWoocommerce({ id }: Visitor): Promise<void> {
  if (!/\bwoocommerce_items_in_cart=[1-9]/.test(document.cookie)) return;
  // The URL has the origin: a path that begins with two slashes would name another host.
  await fetch(`${location.origin}${location.pathname}?wc-ajax=${ATTRIBUTE}`, {
    method: 'POST',
    body: new URLSearchParams({ visitor: id ?? '' }),
  });
}

const STRIPE_PARAMETER = 'client_reference_id';
const STRIPE_ATTRIBUTE = 'client-reference-id';
/** A reference that the page has given itself stays as it is. */
const referencedHere = new WeakSet<Element>();

function handToStripe({ id }: Visitor): void {
  for (const element of document.querySelectorAll('stripe-buy-button,stripe-pricing-table')) {
    if (element.hasAttribute(STRIPE_ATTRIBUTE) && !referencedHere.has(element)) continue;
    referencedHere.add(element);
    if (id) element.setAttribute(STRIPE_ATTRIBUTE, id);
    else element.removeAttribute(STRIPE_ATTRIBUTE);
  }
}

/** When a link is used, because it may not have been on the page before. */
function referToVisitor({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link?.hostname !== 'buy.stripe.com') return;
  const url = new URL(link.href);
  if (url.searchParams.has(STRIPE_PARAMETER) && !referencedHere.has(link)) return;
  referencedHere.add(link);
  if (handedOn) url.searchParams.set(STRIPE_PARAMETER, handedOn);
  else url.searchParams.delete(STRIPE_PARAMETER);
  link.href = url.href;
}

const SHOPS: Readonly<Record<string, (visitor: Visitor) => void | Promise<void>>> = {
  shopify: handToShopify,
  woocommerce: handToWoocommerce,
  stripe: handToStripe,
};

async function idOfTheDay(script: HTMLScriptElement): Promise<string | undefined> {
  const { key, endpoint } = script.dataset;
  const body = JSON.stringify({
    key,
    events: [],
    automated: navigator.webdriver || undefined,
    tell_visitor: true,
  });
  const url = new URL(endpoint ?? COLLECT_PATH, script.src);
  const response = await fetch(url, { method: 'POST', body, credentials: 'omit' });
  return (await response.json()).visitor;
}

let handedOn: string | undefined;
let changes = 0;

function start(script: HTMLScriptElement): void {
  const handOn = SHOPS[script.dataset.shop!];
  if (!handOn) {
    console.warn(`funnel: data-shop must be one of ${Object.keys(SHOPS).join(', ')}`);
    return;
  }
  if (handOn === handToStripe)
    for (const type of ['click', 'auxclick', 'contextmenu']) addEventListener(type, referToVisitor, true);
  window.funnel?.('visitor', async (agreedId) => {
    const change = ++changes;
    try {
      const id = agreedId ?? (await idOfTheDay(script));
      // Meanwhile, the visitor may have agreed or withdrawn consent.
      if (change !== changes || id === handedOn) return;
      const before = handedOn;
      handedOn = id;
      await handOn({ id, hasAgreed: agreedId !== undefined, before });
    } catch {
      // The service or the shop can't be reached. The next page tries again.
    }
  });
}

const script = document.querySelector<HTMLScriptElement>('script[data-key][data-shop]');
if (script) start(script);

export {};
