// A user at the login and consent pages, without a browser: follows redirects, keeps cookies, fills in forms.

export interface SeenPage {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

interface StoredCookie {
  readonly value: string;
  readonly path: string;
}

export class BrowserlessPerson {
  readonly #origin: string;
  readonly #address: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #cookies = new Map<string, StoredCookie>();
  /** Every cookie value that was ever set. */
  readonly cookieValues: string[] = [];

  /** `baseUrl` is the public URL of the service, `address` is where it listens. */
  constructor(baseUrl: string, address = baseUrl, headers: Readonly<Record<string, string>> = {}) {
    this.#headers = headers;
    this.#origin = new URL(baseUrl).origin;
    this.#address = address;
  }

  open(url: string | URL): Promise<SeenPage> {
    return this.request(String(url));
  }

  async submit(page: SeenPage, fields: FormFields, action?: string): Promise<SeenPage> {
    const form = new URLSearchParams({ form_token: formToken(page) });
    for (const [name, value] of Object.entries(fields)) {
      form.delete(name);
      for (const one of [value].flat()) form.append(name, String(one));
    }
    const target = new URL(action ?? formAction(page), page.url);
    return this.request(target.href, { method: 'POST', body: form });
  }

  async logIn(page: SeenPage, email: string, password: string): Promise<SeenPage> {
    return this.submit(page, { email, password });
  }

  /** Logs in, and returns where the browser would be sent next. */
  async submitAndStay(page: SeenPage, login: { readonly email: string; readonly password: string }): Promise<string> {
    const form = new URLSearchParams({ form_token: formToken(page), email: login.email, password: login.password });
    const url = new URL(formAction(page), page.url).href;
    const response = await this.#fetch(url, { method: 'POST', body: form });
    await response.body?.cancel();
    return new URL(response.headers.get('location')!, url).href;
  }

  allow(page: SeenPage, websiteIds: readonly number[]): Promise<SeenPage> {
    return this.submit(page, { website: websiteIds });
  }

  /** As if the browser had been closed: only persistent cookies are left. */
  forgetSession(): void {
    for (const key of this.#cookies.keys()) if (!key.startsWith('funnel_device')) this.#cookies.delete(key);
  }

  setCookie(name: string, value: string, path: string): void {
    this.#cookies.set(`${name} ${path}`, { value, path });
  }

  /** The page where redirects end. A redirect to another origin is not followed. */
  async request(url: string, init: RequestInit = {}): Promise<SeenPage> {
    const response = await this.#fetch(url, init);
    const location = response.headers.get('location');
    if (location === null) {
      return { url, status: response.status, headers: response.headers, html: await response.text() };
    }
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.origin !== this.#origin) {
      return { url: next.href, status: response.status, headers: response.headers, html: '' };
    }
    if (next.pathname === '/callback') return { url: next.href, status: 303, headers: response.headers, html: '' };
    return this.request(next.href);
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const response = await fetch(this.#reachable(url), {
      ...init,
      headers: {
        ...this.#headers,
        ...(init.headers as Record<string, string>),
        cookie: this.#cookieHeader(url),
        accept: 'text/html',
      },
      redirect: 'manual',
    });
    this.#keepCookies(response, url);
    return response;
  }

  #reachable(url: string): string {
    const { pathname, search } = new URL(url);
    return `${this.#address}${pathname}${search}`;
  }

  #cookieHeader(url: string): string {
    const { pathname } = new URL(url);
    return [...this.#cookies]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');
  }

  #keepCookies(response: Response, url: string): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair, ...attributes] = line.split('; ');
      const [name, value] = [pair!.slice(0, pair!.indexOf('=')), pair!.slice(pair!.indexOf('=') + 1)];
      const path = attributes.find((one) => one.toLowerCase().startsWith('path='))?.slice(5) ?? new URL(url).pathname;
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(`${name} ${path}`);
      else {
        this.#cookies.set(`${name} ${path}`, { value, path });
        this.cookieValues.push(value);
      }
    }
  }
}

type FormFields = Readonly<Record<string, string | number | readonly (string | number)[]>>;

function formToken({ html }: SeenPage): string {
  return /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
}

function formAction({ html, url, status }: SeenPage): string {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1];
  if (!action) throw new Error(`There is no form at ${url} (${status}): ${html}`);
  return action;
}

export function websiteIdsOffered({ html }: SeenPage): number[] {
  return [...html.matchAll(/name="website" value="(\d+)"/g)].map((match) => Number(match[1]));
}
