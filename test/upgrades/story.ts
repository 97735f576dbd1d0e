// Builds a database in which every feature has been used, as people and programs do it: through the command line, over HTTP, and by the
// jobs. It is told twice for a stored version, on SQLite and on PostgreSQL. The database of the first half is copied, as by an operator
// who moves: the second half is told on the copy.
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { sentence } from '../../languages/sentence.ts';
import { mergeDay } from '../../src/core/engine/event-log/upkeep/merge.ts';
import { busyDays } from '../../src/core/engine/event-log/upkeep/merge-job.ts';
import { mergeHere } from '../../src/core/engine/event-log/upkeep/merge-thread.ts';
import { DirectIntervalBuilder } from '../../src/core/engine/rollups/build-intervals.ts';
import { buildMissing } from '../../src/core/engine/rollups/intervals-job.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { TrustedClock } from '../../src/core/foundation/database/trusted-clock.ts';
import { BulkEvents } from '../../src/core/intake/bulk/bulk-events.ts';
import { importEvents } from '../../src/core/intake/bulk/import-events.ts';
import { ContactStore } from '../../src/core/manage/contacts/contact-store.ts';
import { findAlerts } from '../../src/extensions/changes/alerts/job.ts';
import { DirectLooker } from '../../src/extensions/changes/alerts/look.ts';
import { exportIfDue } from '../../src/extensions/exports/export-job.ts';
import { scheduleOf } from '../../src/extensions/exports/export-state.ts';
import { ExportThread } from '../../src/extensions/exports/exporter.ts';
import { DeliveryError } from '../../src/extensions/notifications/outbox/delivery-error.ts';
import type { Delivery } from '../../src/extensions/notifications/outbox/message.ts';
import { deliverDue } from '../../src/extensions/notifications/outbox/outbox-job.ts';
import { isWanted } from '../../src/extensions/notifications/recipients/recipient-store.ts';
import { collectRecords } from '../../src/extensions/notifications/records/collect-records.ts';
import { deliveryAbout } from '../../src/extensions/notifications/records/record-delivery.ts';
import { DirectReportBuilder } from '../../src/extensions/notifications/scheduled-reports/build-report.ts';
import { sendDueReports } from '../../src/extensions/notifications/scheduled-reports/job.ts';
import { alertListener } from '../../src/extensions/notifications/subscriptions/notify.ts';
import { BrowserlessPerson } from '../support/browserless-person.ts';
import { CommandLine } from '../support/command-line.ts';
import { ndjson } from '../support/events.ts';
import { OAuthClient } from '../support/oauth-client.ts';
import { TestIssuer } from '../support/openid-issuer.ts';
import { freePort } from '../support/postgres-server.ts';
import { type RunningService, runService } from '../support/run-service.ts';
import { DAY_MS, HOUR_MS, type TestClock } from '../support/test-clock.ts';
import { zipArchive } from '../support/zip-archive.ts';
import { AT, replaceDate } from './at.ts';
import { CATALOG } from './catalog.ts';
import { eventsOfDay, SITES, visitorOf } from './traffic.ts';

const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'funnel@funnel.example' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** Who asks. Each is a secret of the stored database, and of nothing else. */
export interface Credentials {
  /** A token of an operator for the REST API, with all scopes, for the websites 1 to 3. */
  readonly rest: string;
  readonly tools: string;
  /** Access tokens that the dashboard was given: an owner of account 1, and the owner of account 2. */
  readonly owner: string;
  readonly other: string;
  /** An access token that a registered client was given. */
  readonly client: string;
  /** A link that everybody can read. */
  readonly shared: string;
  /** No secret: the id of a contact of website 1, which questions name. */
  readonly contact: string;
}

const OWNER = { email: 'ada@example.com', password: 'correct horse battery staple' };
const OTHER = { email: 'zoe@other.example', password: 'another long passphrase' };
const VISITOR_KEY = '0123456789abcdef'.repeat(2);
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const ORIGIN = 'https://www.acme.example';
const SCOPES = ['reports', 'contacts:read', 'contacts:write', 'ctas:read', 'ctas:write', 'areas:read', 'websites:read'];
const logger = pino({ level: 'silent' });

/** Days before the end. */
const FIRST = 58;
const LIVE = 4;
const LOOKED_AT = 24;
/** They wait for the order of another commit. */
const PIECE_BYTES = 1_024;

// biome-ignore lint/suspicious/noExplicitAny: answers of many kinds, whose shapes other tests check.
type Body = Record<string, any>;

export class Story {
  readonly clock: TestClock;
  readonly #folder: string;
  #url: string;
  #service: RunningService | undefined;
  readonly #mails: Delivery[] = [];

  constructor(url: string, folder: string, clock: TestClock) {
    this.#url = url;
    this.#folder = folder;
    this.clock = clock;
  }

  /** `next`: an empty database, on which the story ends. */
  static async tell(url: string, next: string, folder: string, clock: TestClock): Promise<Credentials> {
    const putBack = replaceDate(clock);
    const story = new Story(url, folder, clock);
    try {
      story.#toDay(FIRST, 6);
      await story.#begin();
      await story.#importHistoryOfEvents();
      await story.#lookBack();
      await story.#move(next);
      for (let daysAgo = LIVE; daysAgo >= 0; daysAgo--) await story.#live(daysAgo);
      return await story.#end();
    } finally {
      await story.#stop();
      putBack();
    }
  }

  #toDay(daysAgo: number, hour: number): void {
    this.clock.nowMs = Math.floor(Date.parse(AT) / DAY_MS) * DAY_MS - daysAgo * DAY_MS + hour * HOUR_MS;
  }

  // Tools of the story

  async #command(args: string, stdin = ''): Promise<Body> {
    const cli = new CommandLine({ DATABASE_URL: this.#url, LOG_LEVEL: 'silent', EVENTS_AGE_DAYS_MAX: '36500' });
    const { code, stdout, stderr } = await cli.call([...args.split(' '), '--json'], stdin);
    cli.dispose();
    if (code !== 0) throw new Error(`funnel ${args}: ${stderr}${stdout}`);
    return stdout === '' ? {} : JSON.parse(stdout);
  }

  #file(name: string, content: string): string {
    const path = join(this.#folder, name);
    writeFileSync(path, content);
    return path;
  }

  async #serve(env: Record<string, string> = {}): Promise<RunningService> {
    await this.#stop();
    const components = ['rest', 'mcp', 'auth', 'collect', 'dashboard'] as const;
    this.#service = await runService(this.#url, { components, clock: this.clock, env });
    return this.#service;
  }

  async #stop(): Promise<void> {
    await this.#service?.close();
    this.#service = undefined;
  }

  async #with<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = await openDatabase(this.#url, { connectionsMax: 4 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  async #send(path: string, init: RequestInit): Promise<Body> {
    const response = await fetch(this.#service!.url + path, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${init.method} ${path}: ${response.status} ${text}`);
    return /^[[{]/.test(text) ? JSON.parse(text) : {};
  }

  #call(token: string, method: string, path: string, body?: object): Promise<Body> {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    return this.#send(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  }

  /** Logs in as a person does in the dashboard. */
  async #logIn(login: typeof OWNER, websiteIds: readonly number[]): Promise<string> {
    const { baseUrl } = this.#service!.config;
    const client = await OAuthClient.known(baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
    const parameters = { redirect_uri: `${baseUrl}/callback`, scope: [...SCOPES, 'data:erase'].join(' ') };
    return (await client.obtain(new BrowserlessPerson(baseUrl), websiteIds, login, parameters)).access_token;
  }

  async #alerts(nowMs: number): Promise<void> {
    const clock = () => new Date(nowMs);
    const options = { baseUrl: 'https://funnel.example', clock, hasMail: true };
    await this.#with((database) =>
      findAlerts({ database, looker: new DirectLooker(database), clock, logger, listeners: [alertListener(options)] }),
    );
  }

  /** Sends what waits. Slack takes nothing. */
  async #deliver(): Promise<void> {
    const clock = () => this.clock.now();
    await this.#with((database) =>
      deliverDue({
        ...{ database, clock, logger, mailsPerDayMax: 100, random: () => 0.5 },
        deliver: async (_id, delivery) => {
          this.#mails.push(delivery);
          if (delivery.channel === 'slack') {
            throw new DeliveryError(sentence('deliveryAttemptTooLong'), { permanent: true });
          }
        },
        isWanted: (message) => isWanted(database, message),
        deliveryAbout: (message) =>
          deliveryAbout(
            {
              database,
              baseUrl: 'https://funnel.example',
              readContact: async (websiteId, id) =>
                (await new ContactStore(database, clock).find(websiteId, { id }))[0],
            },
            message,
          ),
        switchOff: async () => {},
      }),
    );
  }

  // The story

  async #begin(): Promise<void> {
    await this.#command('migrate');
    await this.#with((database) =>
      database.transaction((tx) => tx.query('UPDATE catalog_state SET visitor_key = $1', [VISITOR_KEY])),
    );
    const { url } = await this.#command('setup-link');
    await this.#serve();
    const setup = {
      ...{ secret: url.split(/[#/=]/).at(-1), account_name: 'Acme', ...OWNER },
      ...{ website_name: 'acme.example', currency: 'USD', origins: [ORIGIN], register_keys: true },
    };
    await this.#send('/dashboard/setup', { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(setup) });
    await this.#command(`import catalog ${this.#file('catalog.json', JSON.stringify(CATALOG))}`);
    await this.#command('website settings --website 1 --timezone America/New_York --event-log on --form-contacts on');
    await this.#command('website settings --website 1 --browser-orders on --smallest-lift 5 --group-name Shops');
    await this.#command('website settings --website 3 --timezone Europe/Berlin --event-log on');
    await this.#command('website settings --website 3 --credit-window-days 14 --credit-by view');
    await this.#command('website settings --website 4 --event-log on');
    const rates = this.#file('rates.csv', 'currency,date,rate\nEUR,2026-06-01,1.0825\nEUR,2026-08-01,1.1\n');
    await this.#command(`website rates --website 1 --import ${rates}`);
    await this.#command(`user create --email ${OTHER.email} --password-stdin --account 2`, `${OTHER.password}\n`);
    await this.#command(
      'user create --email ben@example.com --password-stdin --account 1:editor',
      'four random words\n',
    );
    await this.#command(
      'user create --email cleo@example.com --password-stdin --account 1:viewer',
      'four random words\n',
    );
    await this.#command('user grant --email cleo@example.com --account 1 --role viewer --website 2');
  }

  async #importHistoryOfEvents(): Promise<void> {
    const lines: string[] = [];
    for (let daysAgo = FIRST; daysAgo > LIVE; daysAgo--) {
      this.#toDay(daysAgo, 0);
      for (const site of SITES) lines.push(ndjson(eventsOfDay(site, this.clock.nowMs, daysAgo)));
    }
    this.#toDay(LIVE, 0);
    const { rejected, samples } = await this.#command(`import events ${this.#file('events.ndjson', lines.join(''))}`);
    if (rejected > 0) throw new Error(JSON.stringify(samples));
  }

  /** What the service would have done in these weeks. */
  async #lookBack(): Promise<void> {
    const owner = await this.#logIn(OWNER, [1, 2]);
    const goal = { name: 'Orders of the month', metric: 'orders', target: 4_000 };
    await this.#call(owner, 'POST', '/api/v1/goals?website_id=1', goal);
    const days = await this.#with((database) => busyDays(database, 1, 1));
    await this.#with(async (database) => {
      for (const day of days) await mergeDay(database, day, mergeHere, { isPast: true });
      const builder = new DirectIntervalBuilder(database);
      await buildMissing({ database, builder, clock: this.clock.now, logger });
    });
    for (let daysAgo = LOOKED_AT; daysAgo >= LIVE; daysAgo--) {
      this.#toDay(daysAgo, 12);
      await this.#alerts(this.clock.nowMs);
    }
    for (const week of ['2026-08-17', '2026-08-24', '2026-08-31']) await this.#command(`insights run --week ${week}`);
  }

  async #move(next: string): Promise<void> {
    await this.#stop();
    await this.#command(`copy --from ${this.#url} --to ${next}`);
    this.#url = next;
  }

  /** A day on which events come in over HTTP. */
  async #live(daysAgo: number): Promise<void> {
    this.#toDay(daysAgo, daysAgo === 0 ? 10 : 23);
    await this.#serve();
    const endMs = this.clock.nowMs;
    for (const site of SITES) {
      const { key } = await this.#command(`ingest-key create --website ${site.id} --name day-${daysAgo}`);
      const startMs = Math.floor(endMs / DAY_MS) * DAY_MS;
      const events = eventsOfDay(site, startMs, daysAgo, endMs);
      // In two requests, so that there are several commits.
      const half = Math.ceil(events.length / 2);
      for (const [part, some] of [events.slice(0, half), events.slice(half)].entries()) {
        if (some.length === 0) continue;
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
        const keyed = { ...headers, 'idempotency-key': `day-${daysAgo}-${part}` };
        await this.#send('/collect/events', { method: 'POST', headers: keyed, body: ndjson(some) });
      }
    }
    // Yesterday is merged, today is not.
    if (daysAgo > 0) {
      await this.#with(async (database) => {
        for (const day of await busyDays(database, 1, 1)) await mergeDay(database, day, mergeHere, { isPast: true });
      });
    }
    if (daysAgo === LIVE) await this.#people();
    if (daysAgo === 2) await this.#command('insights run --week 2026-09-07');
    await this.#alerts(this.clock.nowMs);
    await this.#with((database) => collectRecords({ database, clock: this.clock.now, logger }));
    if (daysAgo > 0) await this.#deliver();
  }

  /** What people of account 1 set up. */
  async #people(): Promise<void> {
    const owner = await this.#logIn(OWNER, [1, 2]);
    const on = (websiteId: number) => (method: string, path: string, body?: object) =>
      this.#call(owner, method, `${path}${path.includes('?') ? '&' : '?'}website_id=${websiteId}`, body);
    const one = on(1);
    await this.#records(one);
    await this.#catalogChanges(one);
    await this.#contacts(one);
    await this.#notifications(owner, one, on(2));
    await this.#credentials(owner, one);
    const branding = {
      ...{ sender_name: 'Acme Agency' },
    };
    await this.#call(owner, 'PATCH', '/dashboard/branding?account_id=1', branding);
    await this.#call(owner, 'PATCH', '/dashboard/reporting-currency?account_id=1', {
      ...{ currency: 'USD', rates: [{ currency: 'EUR', date: '2026-06-30', rate: 1.08 }] },
    });
    await this.#call(owner, 'PATCH', '/dashboard/profile', { language: 'de' });
    const website = {
      ...{ name: 'new.acme.example', currency: 'EUR', timezone: 'Asia/Kolkata' },
      origins: ['https://new.acme.example'],
    };
    await this.#call(owner, 'POST', '/dashboard/websites?account_id=1', website);
    await this.#call(owner, 'POST', '/dashboard/invitations?account_id=1', {
      ...{ email: 'dora@example.com', role: 'viewer', website_ids: [1] },
    });
    const { url } = await this.#call(owner, 'POST', '/dashboard/invitations?account_id=1', {
      ...{ email: 'eve@example.com', role: 'editor' },
    });
    const secret = url.split(/[#/=]/).at(-1);
    const accepted = { secret, login: 'new', password: 'four random words here' };
    await this.#send('/dashboard/invitation/accept', {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify(accepted),
    });
    await this.#command('user reset-link --email ben@example.com');
    await this.#singleSignOn();
  }

  async #records(one: Call): Promise<void> {
    const funnel = {
      name: 'Orders from phones',
      step: ['view;device:mobile', 'conversion', 'order'],
      within_minutes: 60,
    };
    await one('POST', '/api/v1/funnels', funnel);
    await one('POST', '/api/v1/funnels', {
      name: 'By channel',
      step: ['page_view', 'order'],
      break_down_by: 'channel',
    });
    await one('POST', '/api/v1/annotations', { name: 'New popup', date: '2026-08-20' });
    await one('POST', '/api/v1/goals', { name: 'Newsletter', metric: 'subscribes', target: 300 });
    await one('POST', '/api/v1/goals', { name: 'Spring', metric: 'conversions', target: 200, campaign_id: 10 });
    await one('POST', '/api/v1/views', {
      name: 'Phones',
      path: '/websites/1?timeframe=last_7_days&filter=device%3Amobile',
    });
    for (const [channel, month, amount] of [
      ['paid_search', '2026-08', 250.5],
      ['email', '2026-08', 40],
      ['paid_search', '2026-09', 130],
    ] as const) {
      await one('PUT', '/api/v1/costs', { channel, month, amount });
    }
    await one('PUT', '/api/v1/costs', { utm_campaign: 'brand', month: '2026-09', amount: 99.99 });
    const history = join(this.#folder, 'plausible.zip');
    const lines = ['date,visitors,pageviews,visits', '2026-05-01,10,30,12', '2026-05-02,20,60,24', '2026-05-03,5,15,6'];
    const pages = ['date,hostname,page,visits,visitors,pageviews', '2026-05-01,acme.example,/pricing,7,6,9'];
    writeFileSync(
      history,
      zipArchive([
        { name: 'imported_visitors_20260501_20260503.csv', content: lines.join('\n') },
        { name: 'imported_pages_20260501_20260503.csv', content: pages.join('\n') },
      ]),
    );
    await this.#command(`import plausible ${history} --website 1`);
    const umami = this.#file(
      'umami.json',
      JSON.stringify({
        pageviews: [{ x: '2026-05-01 00:00:00', y: 54 }],
        sessions: [{ x: '2026-05-01 00:00:00', y: 21 }],
      }),
    );
    await this.#command(`import umami ${umami} --website 2`);
  }

  async #catalogChanges(one: Call): Promise<void> {
    await one('POST', '/api/v1/catalog/areas', { name: 'Header' });
    const { id } = await one('POST', '/api/v1/catalog/campaigns', {
      name: 'From the API',
      key: 'api',
      cta_type: 'bar',
    });
    const variant = await one('POST', `/api/v1/catalog/campaigns/${id}/variants`, { name: 'Only', key: 'only' });
    const step = await one('POST', `/api/v1/catalog/variants/${variant.id}/steps`, { name: 'The form', key: 'form' });
    const element = { name: 'E-mail field', key: 'e-mail', element_type: 'form' };
    await one('POST', `/api/v1/catalog/steps/${step.id}/elements`, element);
    await one('PATCH', `/api/v1/catalog/campaigns/${id}`, { status: 'archived' });
    await one('PATCH', '/api/v1/catalog/campaigns/10/variants', {
      shares: [
        ...[{ id: 100, traffic_percentage: 30 }],
        ...[{ id: 101, traffic_percentage: 50 }],
        ...[{ id: 102, traffic_percentage: 20 }],
      ],
    });
  }

  async #contacts(one: Call): Promise<void> {
    for (let number = 1; number <= 12; number++) {
      await one('POST', '/api/v1/contacts', {
        ...{ email: `person${number}@example.org`, first_name: ['Ada', 'Børge', '日本'][number % 3], city: 'Berlin' },
        ...{ phone: `+49 30 1234${100 + number}`, marketing_consent: number % 2 === 0 ? 'yes' : 'no' },
        ...(number < 4 && { visitor_token: visitorOf(1, number + 10, 1) }),
        ...(number === 5 && { shoe_size: 42, interests: ['coffee', 'tea'] }),
      });
    }
    const [, , third, fourth] = (await one('GET', '/api/v1/contacts')) as unknown as Body[];
    await one('PATCH', `/api/v1/contacts/${third!.id}`, { city: 'Paris' });
    await one('POST', `/api/v1/contacts/${fourth!.id}/forget`);
    await one('DELETE', '/api/v1/contacts?email=person8@example.org');
    const key = await this.#publicKey();
    const headers = { origin: ORIGIN, 'user-agent': BROWSER, 'content-type': 'text/plain' };
    const post = (path: string, body: object) =>
      this.#send(path, { method: 'POST', headers, body: JSON.stringify({ key, ...body }) });
    // Somebody new, and somebody who is known: only a person can confirm the number.
    const page = { campaign: 'spring', page: '/pricing' };
    await post('/e/contact', { contact: { email: 'form@example.org', first_name: 'Form' }, ...page });
    await post('/e/contact', { contact: { email: 'person2@example.org', phone: '+49 30 999999' }, ...page });
    const at = this.clock.now().toISOString();
    await post('/e', {
      events: [
        { id: 'b1', type: 'view', campaign_id: 10, at },
        { id: 'b2', type: 'view', campaign: 'new-in-page', variant: 'x', step: 'one', element: 'button', at },
        { id: 'b3', type: 'conversion', campaign: 'nobody knows it', at },
      ],
      ...{ page: '/pricing', utm_source: 'newsletter', utm_medium: 'email' },
    });
  }

  async #publicKey(): Promise<string> {
    const { key } = await this.#command(`ingest-key create --website 1 --public --origin ${ORIGIN} --name Pages`);
    return key;
  }

  async #notifications(owner: string, one: Call, two: Call): Promise<void> {
    await this.#serve(MAIL);
    await one('POST', '/dashboard/notifications', {
      ...{ channel: 'email', topics: ['digest', 'drop', 'spike', 'events_stopped', 'experiment_decided'] },
      report: {
        formats: ['csv', 'pdf'],
        sent_on: 'monday',
        recipients: ['client@customer.example', 'no@customer.example'],
      },
    });
    const url = 'https://hooks.acme.example/funnel';
    const { id } = await one('POST', '/dashboard/notifications', {
      ...{ channel: 'webhook', url, topics: ['digest', 'spike', 'new_contact', 'order', 'refund'] },
    });
    await one('POST', '/dashboard/notifications', {
      ...{ channel: 'slack', url: 'https://hooks.slack.com/services/T000/B000/secret', topics: ['drop', 'spike'] },
      quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' },
    });
    await two('POST', '/dashboard/notifications', { channel: 'email', topics: ['digest', 'drop'] });
    await this.#with((database) => collectRecords({ database, clock: this.clock.now, logger }));
    await this.#deliver();
    const confirm = this.#links('client@customer.example')[0]!;
    await this.#press(confirm);
    // The report of last Monday is due.
    await this.#with((database) =>
      database.transaction((tx) =>
        tx.query('UPDATE notification_subscriptions SET report_due_day = report_due_day - 7'),
      ),
    );
    await this.#call(owner, 'GET', `/dashboard/notifications/${id}/deliveries`);
  }

  /** The links in mails to somebody. */
  #links(email: string): string[] {
    return this.#mails.flatMap((mail) =>
      mail.channel === 'email' && mail.to === email ? (mail.text.match(/https?:\/\/\S+\/recipients\/\S+/g) ?? []) : [],
    );
  }

  /** Opens a page and presses its button. */
  async #press(link: string): Promise<void> {
    const { pathname, search } = new URL(link);
    const response = await fetch(this.#service!.url + pathname + search, { method: 'POST' });
    if (!response.ok) throw new Error(`${link}: ${response.status} ${await response.text()}`);
  }

  async #credentials(owner: string, one: Call): Promise<void> {
    await this.#serve();
    const token = { audience: 'rest', scopes: ['reports'], website_ids: [1], expires_in_days: 90 };
    await this.#call(owner, 'POST', '/oauth/tokens', { name: 'Monthly export', ...token });
    const { id } = await this.#call(owner, 'POST', '/oauth/tokens', { name: 'Not any more', ...token });
    await this.#call(owner, 'DELETE', `/oauth/tokens/${id}`);
    const link = {
      path: '/websites/1?timeframe=last_30_days',
      locked: true,
      origins: [ORIGIN],
      password: 'open sesame 1',
    };
    await one('POST', '/api/v1/share-links', { name: 'Locked', ...link });
    const shopify = 'a-secret-of-the-shop';
    await this.#command('webhook create --website 1 --provider shopify --secret-stdin', shopify);
    await this.#shopify(shopify);
    const { key } = await this.#command('ingest-key create --website 3 --name Segment');
    const track = { userId: visitorOf(3, 5, 1), messageId: 'm-1', event: 'Order Completed', type: 'track' };
    const properties = { order_id: 'S-1', total: 30, currency: 'GBP' };
    const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
    const timestamp = this.clock.now().toISOString();
    const body = JSON.stringify({ batch: [{ ...track, properties, timestamp }], sentAt: timestamp });
    await this.#send('/v1/batch', { method: 'POST', headers: { authorization, ...JSON_TYPE }, body });
  }

  async #shopify(secret: string): Promise<void> {
    const at = this.clock.now().toISOString();
    const order = {
      ...{
        id: 5_678_901,
        financial_status: 'paid',
        test: false,
        currency: 'EUR',
        total_price: '104.90',
        processed_at: at,
      },
      note_attributes: [{ name: 'funnel_element', value: '10010' }],
      line_items: [{ id: 1, sku: 'MUG-1', product_id: 7, price: '19.99', quantity: 5, total_discount: '0.00' }],
    };
    const body = JSON.stringify(order);
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    const headers = { ...JSON_TYPE, 'x-shopify-topic': 'orders/paid', 'x-shopify-hmac-sha256': signature };
    await this.#send('/webhooks/shopify/1', { method: 'POST', headers, body });
  }

  async #singleSignOn(): Promise<void> {
    const port = await freePort();
    const people = [{ sub: 'ben-1', email: 'ben@example.com', email_verified: true }];
    const issuer = await TestIssuer.start(`http://localhost:${port}/oauth/sso/callback`, people);
    try {
      const { config } = await this.#serve({ PORT: String(port), ...issuer.env });
      const client = await OAuthClient.register(config.baseUrl);
      const { url } = await client.authorization();
      const person = new BrowserlessPerson(config.baseUrl);
      const page = await person.open(url);
      const login = await person.submit(page, {}, `${new URL(page.url).pathname}/sso`);
      await person.open(await issuer.logIn(login.url, 'ben-1'));
    } finally {
      await this.#serve();
      await issuer.stop();
    }
  }

  async #end(): Promise<Credentials> {
    const clock = this.clock.now;
    const scheduled = {
      to: join(this.#folder, 'export'),
      format: 'parquet',
      websiteIds: undefined,
      everyHours: 24,
    } as const;
    await this.#with(async (database) => {
      const bounds = { queryEventsMax: 5_000_000, exactEventsMax: 1_000_000 };
      const exporter = new ExportThread({ databaseUrl: this.#url, scheduled: { ...scheduled, s3: undefined }, bounds });
      await exportIfDue({ database, exporter, schedule: scheduleOf({ ...scheduled, s3: undefined }), clock, logger });
      await sendDueReports({
        ...{ database, logger, clock, baseUrl: 'https://funnel.example', hasMail: true },
        builder: new DirectReportBuilder(database, bounds),
      });
      await new TrustedClock({ database, clock, logger }).check();
    });
    const owner = await this.#logIn(OWNER, [1, 2]);
    const other = await this.#logIn(OTHER, [3, 4]);
    const two = (path: string, body: object) => this.#call(owner, 'POST', `${path}?website_id=2`, body);
    await two('/api/v1/erasures', { kind: 'day', day: '2026-08-12', confirm: true });
    await two('/api/v1/erasures', { kind: 'visitor', visitor: visitorOf(2, 20, 3), confirm: true });
    await this.#call(other, 'POST', '/api/v1/erasures?website_id=4', { kind: 'website', confirm: true });
    await this.#command(`forget visitor --website 1 --visitor ${visitorOf(1, 20, 4)} --yes`);
    await this.#interruptedImport();
    await this.#waitingRefund();
    const client = await OAuthClient.register(this.#service!.config.baseUrl, { client_name: 'Assistant' });
    const granted = await client.obtain(new BrowserlessPerson(this.#service!.config.baseUrl), [1], OWNER);
    const scopes = SCOPES.map((scope) => `--scope ${scope}`).join(' ');
    const rest = await this.#command(`token create --website 1 --website 2 --website 3 ${scopes}`);
    const tools = await this.#command('token create --website 1 --website 2 --scope reports --for tools');
    const link = { name: 'For everybody', path: '/websites/1?timeframe=last_30_days', locked: false };
    const shared = await this.#call(rest.token, 'POST', '/api/v1/share-links?website_id=1', link);
    const contact = await this.#call(rest.token, 'GET', '/api/v1/contacts?website_id=1&email=person1@example.org');
    this.clock.nowMs = Date.parse(AT);
    return {
      ...{ rest: rest.token, tools: tools.token, owner, other, client: granted.access_token },
      shared: shared.url.split('/').at(-1),
      contact: String((contact as unknown as Body[])[0]!.id),
    };
  }

  /** Its orders wait for the touches of the rest of the file. */
  async #interruptedImport(): Promise<void> {
    const at = (hour: number) => new Date(this.clock.nowMs - hour * HOUR_MS).toISOString();
    const orders = Array.from({ length: 20 }, (_, number) => ({
      ...{
        type: 'order',
        website_id: 3,
        visitor: visitorOf(3, number, 1),
        order_id: `D-${number}`,
        revenue: 12,
        at: at(30),
      },
    }));
    const piece = ndjson(orders);
    if (piece.length <= PIECE_BYTES) throw new Error('the piece is too small');
    const source = async function* () {
      yield Buffer.from(piece);
      throw new Error('interrupted');
    };
    await this.#with(async (database) => {
      const bulk = new BulkEvents(database, this.#url, this.clock.now);
      // Again: whether it is the beginning of the file before would be known after 512 KiB.
      const options = { chunkBytesMax: PIECE_BYTES, commitBytesMax: 1, again: true, clock: this.clock.now };
      await importEvents(database, bulk, source(), options).catch((error) => {
        if (error.message !== 'interrupted') throw error;
      });
      await bulk.close();
    });
  }

  async #waitingRefund(): Promise<void> {
    const { key } = await this.#command('ingest-key create --website 1 --name Shop');
    const { id } = await this.#command('ingest-key create --website 1 --name Old');
    await this.#command(`ingest-key revoke ${id}`);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
    const refund = { type: 'refund', website_id: 1, order_id: 'not-yet', revenue: 3, currency: 'EUR' };
    await this.#send('/collect/events', { method: 'POST', headers, body: ndjson([refund]) });
  }
}

type Call = (method: string, path: string, body?: object) => Promise<Body>;
