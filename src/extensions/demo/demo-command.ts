import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { COMMAND_LINE, SCOPES } from '../../core/contract/access/principal.ts';
import { createToken } from '../../core/contract/access/tokens.ts';
import { importCatalog } from '../../core/engine/catalog/records/import-catalog.ts';
import { ReportingCurrencies } from '../../core/engine/catalog/reporting-currency.ts';
import { readToday } from '../../core/engine/catalog/website-zones.ts';
import { KeptRuns } from '../../core/engine/event-log/storage/kept-runs.ts';
import { mergeDay } from '../../core/engine/event-log/upkeep/merge.ts';
import { busyDays } from '../../core/engine/event-log/upkeep/merge-job.ts';
import { mergeHere } from '../../core/engine/event-log/upkeep/merge-thread.ts';
import { dayOfTimestampMs, startOfWeek } from '../../core/engine/rollups/calendar.ts';
import type { Database } from '../../core/foundation/database/database.ts';
import { readMemory } from '../../core/foundation/memory/memory.ts';
import { type Clock, isoSeconds } from '../../core/foundation/time/clock.ts';
import { BulkEvents } from '../../core/intake/bulk/bulk-events.ts';
import { importEvents } from '../../core/intake/bulk/import-events.ts';
import { createIngestKey, type IngestKey } from '../../core/intake/ingest-keys/ingest-keys.ts';
import { changePassword, createUser } from '../../core/manage/authorization-server/users/users.ts';
import { ContactStore } from '../../core/manage/contacts/contact-store.ts';
import { readChanges } from '../../core/manage/contacts/read-changes.ts';
import { ANNOTATIONS } from '../../core/manage/resources/annotation-operations.ts';
import { GOALS } from '../../core/manage/resources/goal-operations.ts';
import { SavedRecords } from '../../core/manage/resources/saved-records.ts';
import { VIEWS } from '../../core/manage/resources/saved-view-operations.ts';
import {
  type Arguments,
  type Command,
  type CommandContext,
  CommandError,
  UsageError,
} from '../../core/server/command/command.ts';
import { formatCount, ProgressBar } from '../../core/server/command/progress-bar.ts';
import { withDatabase } from '../../core/server/command/with-database.ts';
import { runInsights } from '../../core/server/commands/insights.ts';
import { serveUntilStopped } from '../../core/server/commands/serve.ts';
import { generatePassword } from '../../core/server/commands/users/user.ts';
import { SERVER_COMPONENTS } from '../../core/server/config/config.ts';
import { DirectLooker, findAlerts } from '../changes/index.ts';
import {
  insertSubscription,
  newUnsubscribeToken,
  nextDueDay,
  nextSubscriptionId,
  REPORT_FORMATS,
  readWebsite,
  type Subscription,
} from '../notifications/index.ts';
import { Costs, FUNNELS } from '../questions/index.ts';
import { ShareLinks } from '../sharing/index.ts';
import { demoCatalog } from './catalog.ts';
import { DAYS_WITH_CONTACTS, DemoSubscribers } from './contacts.ts';
import { endExperiments } from './end-experiments.ts';
import { DEMO_DAYS, demoEventChunks, experimentEnd } from './events.ts';
import { demoRecords, demoReportingCurrency } from './saved-records.ts';

const DEMO_WEBSITE_ID = 1;
const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 7;
/** A shorter history is looked back on for fewer weeks, which takes as long as counting its events. */
const WEEKS_OF_INSIGHTS = 5;
const DAYS_OF_ALERTS = 25;
/** Weekly insights and alerts compare with the weeks before those that they look back on. */
const WEEKS_BEFORE = 12;
/** The day on which an experiment ended is among them: see `experimentEnd`. */
const WEEKS_OF_INSIGHTS_MIN = 3;
const DAYS_MIN = (WEEKS_BEFORE + WEEKS_OF_INSIGHTS_MIN) * DAYS_PER_WEEK;
/** The time of each day when the day before is over. */
const LOOK_AT_MS = 30 * 60_000;
const DEMO_EMAIL = 'demo@example.com';
const SHARED_NAME = 'For our partners';

export const demoCommand: Command = {
  name: 'demo',
  options: {
    keep: {
      type: 'string',
      value: 'FOLDER',
      help: 'keep the data in this folder and reuse it; default: a temporary folder',
    },
    days: {
      type: 'string',
      value: 'N',
      help: `days of history, from ${DAYS_MIN} to ${DEMO_DAYS}; fewer take less time; default: ${DEMO_DAYS}`,
    },
    'no-serve': { type: 'boolean', help: 'only build the data; requires --keep' },
  },
  summary: 'Builds a demo account with more than a year of realistic data, then serves it.',
  async run(args, context) {
    const keptFolder = args.string('keep');
    if (args.flag('no-serve') && keptFolder === undefined) throw new CommandError('--no-serve requires --keep FOLDER');
    const folder = keptFolder === undefined ? mkdtempSync(join(tmpdir(), 'funnel-demo-')) : resolve(keptFolder);
    const days = daysFrom(args);
    const demo = withDemoDatabase(context, folder);
    try {
      const built = await withDatabase(demo, (database) => buildOnce(database, demo, days));
      if (args.flag('no-serve')) context.print(built, () => `The demo data is in ${folder}.`);
      else {
        context.print(built, () => describe(context, built, folder, keptFolder !== undefined));
        await serveUntilStopped(demo, new Set(SERVER_COMPONENTS));
      }
    } finally {
      if (keptFolder === undefined) rmSync(folder, { recursive: true, force: true });
    }
  },
};

function daysFrom(args: Arguments): number {
  const value = args.string('days');
  if (value === undefined) return DEMO_DAYS;
  const days = Number(value);
  if (/^\d+$/.test(value) && days >= DAYS_MIN && days <= DEMO_DAYS) return days;
  throw new UsageError(`--days must be a whole number from ${DAYS_MIN} to ${DEMO_DAYS}, not "${value}"`);
}

function withDemoDatabase(context: CommandContext, folder: string): CommandContext {
  const databaseUrl = `sqlite:${join(folder, 'funnel.db')}`;
  // It stops at once: no load balancer is in front of it.
  return { ...context, config: { ...context.config, databaseUrl, shutdownGraceSeconds: 0 } };
}

interface BuiltDemo {
  readonly events: number;
  /** Its last event is not later. */
  readonly built_at: string;
  readonly ingest_key: IngestKey;
  readonly login: { readonly email: string; readonly password: string };
  readonly rest_token: string;
  readonly tool_token: string;
  /** A page that anybody who has the URL can read. */
  readonly share_url: string;
}

/** A kept folder is served unchanged: importing the demo of another day into it would count everything twice. */
async function buildOnce(database: Database, context: CommandContext, days: number): Promise<BuiltDemo> {
  const isBuilt = (await database.query('SELECT website_id FROM website_activity LIMIT 1')).length > 0;
  const events = isBuilt ? 0 : await buildDemo(database, context, days);
  const key = await createIngestKey(database, DEMO_WEBSITE_ID, context.clock);
  if (!key) throw new CommandError('The folder contains data other than the demo. Choose another one.');
  const [annotation] = await new SavedRecords(database, context.clock).list(ANNOTATIONS, DEMO_WEBSITE_ID);
  const builtAt = annotation?.createdAt ?? isoSeconds(context.clock());
  return { events, built_at: builtAt, ingest_key: key, ...(await createCredentials(database, context)) };
}

/** New credentials at each start: only hashes of the earlier ones are stored. */
async function createCredentials(database: Database, { clock, config }: CommandContext) {
  const password = generatePassword();
  const accounts = await database.query<{ id: number }>('SELECT id FROM accounts');
  const websites = await database.query<{ id: number }>('SELECT id FROM websites');
  const userExists = (await database.query('SELECT id FROM users WHERE email = $1', [DEMO_EMAIL])).length > 0;
  if (userExists) await changePassword(database, DEMO_EMAIL, password, clock);
  else {
    const accountIds = accounts.map(({ id }) => id);
    const user = await createUser(database, { email: DEMO_EMAIL, password, accountIds }, clock);
    await addScheduledReport(database, user.id, clock);
  }
  const websiteIds = websites.map(({ id }) => id);
  const rest = await createToken(database, { websiteIds, scopes: SCOPES, audience: 'rest' }, clock);
  const tools = await createToken(database, { websiteIds, scopes: ['reports'], audience: 'tools' }, clock);
  const shareUrl = await sharePage(database, clock, config.baseUrl);
  return {
    ...{ login: { email: DEMO_EMAIL, password }, rest_token: rest.token, tool_token: tools.token },
    share_url: shareUrl,
  };
}

/** The link of the start before ends. */
async function sharePage(database: Database, clock: Clock, baseUrl: string): Promise<string> {
  const links = new ShareLinks({ database, clock, baseUrl });
  for (const { id, name } of await links.list(DEMO_WEBSITE_ID)) {
    if (name === SHARED_NAME) await links.revoke({ websiteId: DEMO_WEBSITE_ID, id }, COMMAND_LINE);
  }
  const link = { name: SHARED_NAME, path: `/websites/${DEMO_WEBSITE_ID}?timeframe=last_30_days`, locked: false };
  const rest = { password: undefined, origins: [], expiresAt: undefined };
  return (await links.create(DEMO_WEBSITE_ID, { ...link, ...rest }, COMMAND_LINE)).url;
}

/** It is shown on the page Notifications, and mailed if the demo has a mail server. */
async function addScheduledReport(database: Database, userId: number, clock: Clock): Promise<void> {
  const today = await readToday(database, DEMO_WEBSITE_ID, clock());
  const { account_id: accountId } = await readWebsite(database, DEMO_WEBSITE_ID);
  await database.transaction(async (tx) => {
    const subscription: Subscription = {
      ...{
        id: await nextSubscriptionId(tx),
        userId,
        websiteId: DEMO_WEBSITE_ID,
        channel: 'email',
        url: null,
        secret: null,
      },
      ...{ topics: ['digest'], quietHours: null },
      haltedAt: null,
      report: { formats: REPORT_FORMATS, sentOn: 'monday', dueDay: nextDueDay('monday', today) },
      unsubscribeToken: newUnsubscribeToken(),
      createdAt: isoSeconds(clock()),
    };
    await insertSubscription(tx, subscription, { accountId });
  });
}

async function buildDemo(database: Database, context: CommandContext, days: number): Promise<number> {
  const nowMs = context.clock().getTime();
  const today = dayOfTimestampMs(nowMs);
  const startedAt = performance.now();
  const bar = new ProgressBar('events');
  const bulk = new BulkEvents(database, context.config.databaseUrl, context.clock);
  const subscribers = new DemoSubscribers();
  let daysGenerated = 0;
  async function* source(): AsyncGenerator<Uint8Array> {
    for (const chunk of demoEventChunks(today, nowMs, days)) {
      if (daysGenerated >= days - DAYS_WITH_CONTACTS) subscribers.note(chunk);
      yield Buffer.from(chunk);
      daysGenerated++;
    }
  }
  context.log(`Building the demo account: ${days} days of events …`);
  try {
    await importCatalog(database, demoCatalog(today), context.clock);
    const { accepted } = await importEvents(database, bulk, source(), {
      clock: context.clock,
      onRead: (lines) => bar.update({ share: daysGenerated / days, done: lines }),
    });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    bar.finish();
    await addContacts(database, today, subscribers);
    await addSavedRecords(database, today, () => new Date(nowMs));
    context.log(`${formatCount(accepted)} events counted in ${seconds} s.`);
    await mergeLog(database);
    await lookBack(database, context, today, weeksOfInsights(days));
    return accepted;
  } finally {
    await bulk.close();
  }
}

/** The service does this every hour. Otherwise each look back, and each report, would read the events as the import has left them. */
async function mergeLog(database: Database): Promise<void> {
  for (const day of await busyDays(database, 1, 1)) await mergeDay(database, day, mergeHere, { isPast: true });
}

function weeksOfInsights(days: number): number {
  return Math.min(WEEKS_OF_INSIGHTS, Math.floor(days / DAYS_PER_WEEK) - WEEKS_BEFORE);
}

/** Does what the service would have done in the last weeks: day by day, writes insights, finds alerts, and ends what is decided. */
async function lookBack(database: Database, context: CommandContext, today: number, weeks: number): Promise<void> {
  const bounds = { ...context.config, keptRuns: new KeptRuns(readMemory().keptBytesMax) };
  const looker = new DirectLooker(database, bounds);
  const logger = pino({ level: 'silent' });
  for (let day = startOfWeek(today) - DAYS_PER_WEEK * (weeks - 1); day <= today; day++) {
    if (day === startOfWeek(day)) await runInsights(database, context, [], day - DAYS_PER_WEEK, bounds);
    if (day >= today - DAYS_OF_ALERTS) {
      await findAlerts({ database, looker, logger, clock: () => new Date(day * DAY_MS + LOOK_AT_MS) });
    }
    if (day === experimentEnd(today)) await endExperiments(database, today);
  }
}

async function addContacts(database: Database, today: number, subscribers: DemoSubscribers): Promise<void> {
  let now = new Date();
  const store = new ContactStore(database, () => now);
  for (const { id } of await database.query<{ id: number }>('SELECT id FROM websites')) {
    for (const { createdAt, body } of subscribers.contacts(id, today)) {
      now = createdAt;
      await store.upsert(id, readChanges(body));
    }
  }
}

async function addSavedRecords(database: Database, today: number, clock: Clock): Promise<void> {
  const records = new SavedRecords(database, clock);
  for (const [websiteId, { annotations, goals, funnels, views, costs }] of demoRecords(today)) {
    for (const annotation of annotations) await records.create(ANNOTATIONS, websiteId, annotation, COMMAND_LINE);
    for (const goal of goals) await records.create(GOALS, websiteId, goal, COMMAND_LINE);
    for (const funnel of funnels) await records.create(FUNNELS, websiteId, funnel, COMMAND_LINE);
    for (const view of views) await records.create(VIEWS, websiteId, view, COMMAND_LINE);
    await new Costs(database, clock).set(websiteId, costs, COMMAND_LINE);
  }
  const [account] = await database.query<{ id: number }>('SELECT id FROM accounts');
  await new ReportingCurrencies(database, clock).change(account!.id, demoReportingCurrency(today), COMMAND_LINE);
}

function describe({ config }: CommandContext, built: BuiltDemo, folder: string, isKept: boolean): string {
  const { ingest_key: key, login, rest_token: restToken, tool_token: toolToken } = built;
  return [
    `URL         ${config.baseUrl}`,
    `Data        ${folder}${isKept ? '' : ' (deleted when the demo stops)'}`,
    `Login       ${login.email}  ${login.password}`,
    `REST token  ${restToken}`,
    `Shared page ${built.share_url}`,
    `Tool server ${config.mcpUrl}`,
    `Tool token  ${toolToken}  (not needed by clients that support OAuth)`,
    `Ingest key  ${key.key}  (website ${key.website_id})`,
    '',
    'Check that it is ready:',
    `  curl ${config.baseUrl}/readyz`,
    'Read a report:',
    `  curl -H 'Authorization: Bearer ${restToken}' \\`,
    `    '${config.baseUrl}/api/v1/reports/website?website_id=${DEMO_WEBSITE_ID}'`,
    'Call a tool:',
    `  curl -H 'Authorization: Bearer ${toolToken}' -H 'Content-Type: application/json' \\`,
    `    -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_websites"}}' ${config.mcpUrl}`,
    'Connect an assistant (docs/tools.md has others):',
    `  claude mcp add --transport http funnel ${config.mcpUrl} --header 'Authorization: Bearer ${toolToken}'`,
    'Send an event:',
    `  curl -H 'Authorization: Bearer ${key.key}' -H 'Content-Type: application/json' \\`,
    `    -d '[{"type":"view","website_id":${key.website_id},"visitor":"you"}]' ${config.baseUrl}/collect/events`,
  ].join('\n');
}
