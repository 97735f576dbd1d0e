// What the parts in parts.ts need beside the demo: an agency's websites in groups and currencies, links, recipients, and a client who may
// see one website. The script that takes screenshots uses it: nothing here may import vitest.
import { LANGUAGES, type Language } from '../../languages/language.ts';
import { COMMAND_LINE } from '../../src/core/contract/access/principal.ts';
import type { Membership } from '../../src/core/contract/access/role.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { ReportingCurrencies } from '../../src/core/engine/catalog/reporting-currency.ts';
import { dayOfTimestampMs, isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import { Lease } from '../../src/core/foundation/database/lease.ts';
import { isoSeconds } from '../../src/core/foundation/time/clock.ts';
import {
  createLink as createOneTimeLink,
  linkUrl,
} from '../../src/core/manage/authorization-server/links/one-time-links.ts';
import { setRole } from '../../src/core/manage/authorization-server/users/members.ts';
import { announce, recordDone, recordFailure } from '../../src/extensions/exports/export-state.ts';
import { UPLOAD_LIMITS } from '../../src/extensions/history/files/read-history-file.ts';
import { HistoryImports } from '../../src/extensions/history/history-imports.ts';
import { createLink } from '../../src/extensions/notifications/recipients/recipient-links.ts';
import {
  insertRecipients,
  type RecipientState,
} from '../../src/extensions/notifications/recipients/recipient-store.ts';
import {
  CONFIRM_PATH,
  RECIPIENT_UNSUBSCRIBE_PATH,
} from '../../src/extensions/notifications/subscriptions/mail-paths.ts';
import { DAY_MS, HOUR_MS } from '../support/test-clock.ts';
import { createUser } from '../support/users.ts';
import { zipArchive } from '../support/zip-archive.ts';
import type { DemoService } from './demo-service.ts';
import { addWebhooks } from './parts-webhooks.ts';
import { EventSender } from './sent-events.ts';

const ACCOUNT_ID = 1;
const FIRST_ID = 50;
/** More than a list without a search has. */
const AGENCY = {
  'North Harbour Outfitters': ['shop', 'blog', 'wholesale', 'rentals'],
  'Grünwald & Söhne Maschinenbau GmbH': ['shop', 'ersatzteile', 'karriere', 'events'],
  'Boulangerie du Vieux-Port': ['shop', 'recettes', 'traiteur'],
  '': ['landing', 'summer-sale'],
} as const;
const CURRENCIES = ['USD', 'EUR', 'GBP', 'USD'] as const;
/** The newest rates of the account. */
export const REPORTING = {
  currency: 'USD',
  rates: [
    { currency: 'EUR', sign: '€', date: '2026-01-01', rate: 1.08 },
    { currency: 'GBP', sign: '£', date: '2026-01-01', rate: 1.27 },
  ],
} as const;
/** The last 30 days are compared with those before. */
const DAYS = 65;
const SENT_AT_ONCE = 500;

/** The funnel is the first one that the demo has. */
const SHARED = {
  website: { path: '/websites/1' },
  campaign: { path: '/websites/1/campaigns/11' },
  funnel: { path: '/websites/1/funnels/{funnel}' },
  experiments: { path: '/websites/1/experiments' },
  attribution: { path: '/websites/1/attribution?by=channel' },
  locked: { path: '/websites/1?timeframe=last_7_days&filter=device%3Amobile', locked: true },
  password: { path: '/websites/1', password: 'open sesame' },
  ended: { path: '/websites/1' },
} as const;
/** Nothing is sent: the pages only show what they show where there is a mail server. */
export const MAIL = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'Funnel <funnel@service.example>' } as const;
type SharedName = keyof typeof SHARED;
export const LINK_PASSWORD = SHARED.password.password;

export interface PartsWorld {
  readonly funnelId: number;
  /** A website whose traffic of days before was imported. */
  readonly importedId: number;
  readonly client: { readonly email: string; readonly password: string };
  /** The paths of the pages. */
  readonly links: Readonly<Record<SharedName, string>>;
  /** Each is in the language of the recipient. */
  readonly confirm: Readonly<Record<Language, string>>;
  readonly unsubscribe: string;
  readonly invitation: string;
}

export async function createPartsWorld(service: DemoService): Promise<PartsWorld> {
  await addAgency(service);
  await addExport(service);
  const [funnel] = await service.database.query<{ id: number }>(
    "SELECT id FROM saved_records WHERE website_id = 1 AND kind = 'funnel' ORDER BY id",
  );
  const funnelId = funnel!.id;
  await importHistory(service);
  const recipients = await addRecipients(service);
  await addWebhooks(service);
  const people = { client: await addClient(service), invitation: await invite(service) };
  return { funnelId, importedId: FIRST_ID, links: await shareAll(service, funnelId), ...people, ...recipients };
}

/** What Plausible counted before the first event, by channel and page. */
async function importHistory({ database, clock }: DemoService): Promise<void> {
  const days = Array.from({ length: 60 }, (_, back) => dayOfTimestampMs(clock.nowMs) - DAYS - 1 - back).reverse();
  const SOURCES = ['Google,google.com,', 'Newsletter,,newsletter', 'Direct / None,,'];
  const csv = (header: string, line: (day: number) => string[]) =>
    [header, ...days.flatMap((day) => line(day).map((values) => `${isoOfDay(day)},${values}`))].join('\n');
  const visitors = csv('date,visitors,pageviews,visits', (day) => [`${60 + (day % 7) * 5},240,90`]);
  const sources = csv('date,source,referrer,utm_source,pageviews,visitors,visits', () =>
    SOURCES.map((source, index) => `${source},${120 - index * 40},${40 - index * 10},${45 - index * 10}`),
  );
  const files = Object.entries({ visitors, sources }).map(([name, content]) => ({
    name: `imported_${name}_${isoOfDay(days[0]!).replaceAll('-', '')}_${isoOfDay(days.at(-1)!).replaceAll('-', '')}.csv`,
    content,
  }));
  const file = { bytes: new Blob([new Uint8Array(zipArchive(files))]), fileName: 'shop_north_example_export.zip' };
  const sent = { tool: 'plausible', ...file, limits: UPLOAD_LIMITS } as const;
  await new HistoryImports(database, clock.now).add(FIRST_ID, sent, COMMAND_LINE);
}

/** A run was done, and the next one has failed and is late. */
async function addExport({ database, clock }: DemoService): Promise<void> {
  const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * HOUR_MS);
  await announce(database, { target: 's3', format: 'parquet', everyHours: 24, websiteIds: undefined }, hoursAgo(90));
  const lease = await Lease.take(database, () => hoursAgo(30), 'export');
  const websites = [1, FIRST_ID, FIRST_ID + 1].map((websiteId) => ({ websiteId, files: 4, rows: websiteId * 1_234 }));
  await database.transaction((tx) => recordDone(tx, { websites, begun: hoursAgo(30) }));
  await lease!.done(hoursAgo(30));
  await lease!.release();
  await database.transaction((tx) => recordFailure(tx, 'keys_refused', hoursAgo(0.1)));
}

/** Each has a few visitors a day, and orders of different sizes. */
async function addAgency(service: DemoService): Promise<void> {
  const { database, clock } = service;
  const [account] = await database.query<{ name: string }>('SELECT name FROM accounts WHERE id = $1', [ACCOUNT_ID]);
  const names = Object.entries(AGENCY).flatMap(([group, parts]) => parts.map((part) => ({ group, part })));
  const websites = names.map(({ group, part }, index) => ({
    id: FIRST_ID + index,
    name: `${part}.${(group.split(' ')[0] || 'campaigns').toLowerCase()}.example`,
    currency: CURRENCIES[index % CURRENCIES.length],
    created_at: '2025-01-01T00:00:00Z',
    group_name: group,
  }));
  await importCatalog(database, { accounts: [{ id: ACCOUNT_ID, name: account!.name, websites }] }, clock.now);
  await new ReportingCurrencies(database, clock.now).change(ACCOUNT_ID, REPORTING, COMMAND_LINE);
  for (const [index, { id }] of websites.entries()) await sendEvents(service, id, index + 2);
}

async function sendEvents(service: DemoService, websiteId: number, visitors: number): Promise<void> {
  const sender = await EventSender.of(service, websiteId);
  const events: object[] = [];
  for (let back = 1; back <= DAYS; back++) {
    const at = isoSeconds(new Date(service.clock.nowMs - back * DAY_MS));
    // Later days have more visitors.
    for (let number = 0; number < visitors + (back < DAYS / 3 ? websiteId % 5 : 0); number++) {
      const of = { website_id: websiteId, visitor: `${websiteId}-${back}-${number}`, at };
      events.push({ ...of, type: 'view' });
      if (number % 3 === 0) events.push({ ...of, type: 'conversion' });
      if (number % 4 === 0) events.push({ ...of, type: 'order', revenue: 20 + ((websiteId * number) % 80) });
    }
  }
  while (events.length > 0) await sender.send(...events.splice(0, SENT_AT_ONCE));
}

/** A viewer of the first website alone; and somebody who edits many. */
async function addClient(service: DemoService): Promise<PartsWorld['client']> {
  const password = 'four random words here';
  const client = { email: 'client@customer.example', password };
  await addPerson(service, client, { role: 'viewer', websiteIds: [1] });
  const editor = { email: 'maximiliane.grünwald@agency.example', password };
  await addPerson(service, editor, { role: 'editor', websiteIds: [2, 50, 51, 52, 53] });
  return client;
}

async function addPerson(
  { database, clock }: DemoService,
  person: PartsWorld['client'],
  membership: Membership,
): Promise<void> {
  const { id: userId } = await createUser(database, { ...person, accountIds: [ACCOUNT_ID] }, clock.now);
  const change = { actor: COMMAND_LINE, clock: clock.now };
  await database.transaction((tx) => setRole(tx, { userId, accountId: ACCOUNT_ID }, membership, change));
}

/** Invites somebody to some websites. */
async function invite({ database, clock, login }: DemoService): Promise<string> {
  const [owner] = await database.query<{ id: number }>('SELECT id FROM users WHERE email = $1', [login.email]);
  const invitation = { kind: 'invitation', accountId: ACCOUNT_ID, createdBy: owner!.id, role: 'viewer' } as const;
  const whom = { email: 'ersatzteile@customer.example', websiteIds: JSON.stringify([FIRST_ID + 4, FIRST_ID + 5]) };
  const { secret } = await database.transaction((tx) => createOneTimeLink(tx, { ...invitation, ...whom }, clock.now));
  return linkUrl('', 'invitation', secret);
}

async function shareAll(service: DemoService, funnelId: number): Promise<PartsWorld['links']> {
  const links = {} as Record<SharedName, string>;
  for (const [name, { path, ...link }] of Object.entries(SHARED)) {
    const body = { name: `For ${name}`, locked: false, ...link, path: path.replace('{funnel}', String(funnelId)) };
    const { url, id } = await send(service, 'POST', '/share-links', body);
    links[name as SharedName] = new URL(url!).pathname;
    if (name === 'ended') await send(service, 'DELETE', `/share-links/${id}`);
  }
  return links;
}

async function send(
  { url, token }: DemoService,
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<{ readonly id?: number; readonly url?: string }> {
  const response = await fetch(`${url}/api/v1${path}?website_id=1`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? {} : ((await response.json()) as object);
}

/** Of the report that the demo has: one in each state, and one in each language who has not confirmed. */
async function addRecipients({ database, clock }: DemoService): Promise<Pick<PartsWorld, 'confirm' | 'unsubscribe'>> {
  const [subscription] = await database.query<{ id: number }>('SELECT id FROM notification_subscriptions ORDER BY id');
  const at = isoSeconds(clock.now());
  const recipient = (id: number, email: string, language: Language, state: RecipientState) => ({
    ...{ id, email, language, state, subscriptionId: subscription!.id, websiteId: 1 },
    ...{ createdAt: at, changedAt: at },
  });
  const waiting = LANGUAGES.map((language, index) =>
    recipient(index + 1, `${language}.marketing@customer.example`, language, 'waiting'),
  );
  const confirmed = recipient(waiting.length + 1, 'board@customer.example', 'en', 'confirmed');
  const gone = recipient(
    waiting.length + 2,
    'a.very.long.address.of.a.person@agency.customer.example',
    'de',
    'unsubscribed',
  );
  return database.transaction(async (tx) => {
    await insertRecipients(tx, [...waiting, confirmed, gone]);
    const options = { accountId: ACCOUNT_ID, now: clock.now() };
    const confirm = {} as Record<Language, string>;
    for (const one of waiting) {
      confirm[one.language] = `${CONFIRM_PATH}/${await createLink(tx, 'confirm', one, options)}`;
    }
    const unsubscribe = `${RECIPIENT_UNSUBSCRIBE_PATH}/${await createLink(tx, 'unsubscribe', confirmed, options)}`;
    return { confirm, unsubscribe };
  });
}
