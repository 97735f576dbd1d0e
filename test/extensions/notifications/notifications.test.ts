// Notifications from what people choose to what arrives: over HTTP, with a real mail server and real receivers of webhooks. The
// jobs are run by hand, at their own time.

import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Sentence } from '../../../languages/sentence.ts';
import type { Alert } from '../../../src/core/answers/alerts/alert.ts';
import { catchUp } from '../../../src/core/answers/insights/job.ts';
import { DirectSnapshotBuilder } from '../../../src/core/answers/insights/snapshot.ts';
import { COMMAND_LINE } from '../../../src/core/contract/access/principal.ts';
import { onWholeAccount } from '../../../src/core/contract/access/role.ts';
import { dayFromIso } from '../../../src/core/engine/rollups/calendar.ts';
import type { Database, Queries } from '../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../src/core/foundation/database/open/open.ts';
import { createWebhookFetch } from '../../../src/core/foundation/fetch/guarded-fetch.ts';
import { createMailer } from '../../../src/core/foundation/mail/mailer.ts';
import { removeFromAccount, setRole } from '../../../src/core/manage/authorization-server/users/members.ts';
import { ContactStore } from '../../../src/core/manage/contacts/contact-store.ts';
import { readChanges } from '../../../src/core/manage/contacts/read-changes.ts';
import { forgetWebsite } from '../../../src/core/manage/erasure/forget-website.ts';
import { readSection } from '../../../src/core/server/config/config.ts';
import { WEEK_ITEMS } from '../../../src/extension-week-items.ts';
import { NOTIFICATION_SECTION } from '../../../src/extensions/notifications/notification-config.ts';
import { createDeliver } from '../../../src/extensions/notifications/outbox/deliver.ts';
import { deliverDue, type RecordMessage } from '../../../src/extensions/notifications/outbox/outbox-job.ts';
import type { ClaimedMessage } from '../../../src/extensions/notifications/outbox/queue.ts';
import { WEBHOOK_BODIES } from '../../../src/extensions/notifications/outgoing-webhooks.ts';
import { isWanted } from '../../../src/extensions/notifications/recipients/recipient-store.ts';
import { collectRecords } from '../../../src/extensions/notifications/records/collect-records.ts';
import { deliveryAbout } from '../../../src/extensions/notifications/records/record-delivery.ts';
import { DirectReportBuilder } from '../../../src/extensions/notifications/scheduled-reports/build-report.ts';
import { sendDueReports } from '../../../src/extensions/notifications/scheduled-reports/job.ts';
import { SUBSCRIPTIONS_MAX, TESTS_LIMIT } from '../../../src/extensions/notifications/settings/notifications.ts';
import { alertListener, digestListener } from '../../../src/extensions/notifications/subscriptions/notify.ts';
import { switchOff } from '../../../src/extensions/notifications/subscriptions/switch-off.ts';
import { type Answer, DashboardCaller } from '../../support/dashboard-caller.ts';
import { ANY_ENGINE, ENGINES } from '../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../support/login-service.ts';
import { MailServer } from '../../support/mail-server.ts';
import { restoreOf } from '../../support/restore.ts';
import { saidAlert } from '../../support/said.ts';
import { DAY_MS, HOUR_MS, TestClock } from '../../support/test-clock.ts';
import type { TestService } from '../../support/test-service.ts';
import { createUser } from '../../support/users.ts';
import { status as answerWith, Receiver } from './outbox/receiver.ts';
import { recipientTests } from './recipients.ts';
import { PNG } from './sample-logos.ts';
import { ALERT } from './sample-notifications.ts';

const PATH = '/dashboard/notifications';
const BRANDING_PATH = '/dashboard/branding';
const MAIL_FROM = 'Funnel <funnel@service.example>';
const DIGEST_ONLY = { channel: 'email', topics: ['digest'] };
const REPORT_ONLY = { channel: 'email', topics: [], report: { formats: ['csv', 'pdf'], sent_on: 'monday' } };
/** Where the files are not the point: a PDF file takes long to draw. */
const CSV_ONLY = { ...REPORT_ONLY, report: { formats: ['csv'], sent_on: 'monday' } };
/** A Monday. */
const WEEK = '2025-03-10';
const JOB_TIME = '2025-03-17T00:10:00Z';
const logger = pino({ level: 'silent' });

const PEOPLE = {
  owner: { email: 'owner@example.com', password: 'a passphrase of the owner' },
  editor: { email: 'editor@example.com', password: 'a passphrase of the editor' },
  viewer: { email: 'viewer@example.com', password: 'a passphrase of the viewer' },
  stranger: { email: 'stranger@example.com', password: 'a passphrase of a stranger' },
};
type Name = keyof typeof PEOPLE;

describe.each(ANY_ENGINE)('notifications on %s', (engine) => {
  let mailServer: MailServer;
  let receiver: Receiver;
  let service: TestService;
  let secondDatabase: Database;
  let caller: DashboardCaller;
  const tokens = {} as Record<Name, string>;
  const ids = {} as Record<Name, number>;
  let jobs: TestClock;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    mailServer = await MailServer.start({ refuses: EMAIL });
    receiver = await Receiver.start();
    service = await startLoginService(engine, {
      components: ['rest', 'auth', 'dashboard'],
      events: [
        ...Array.from({ length: 120 }, (_, index) => viewAt(`${WEEK}T10:00:00Z`, index)),
        ...Array.from({ length: 100 }, (_, index) => viewAt('2025-03-03T10:00:00Z', index)),
      ],
      env: { SMTP_URL: mailServer.url(), MAIL_FROM, NOTIFICATIONS_ALLOWED_HOSTS: receiver.host, LOG_LEVEL: 'warn' },
    });
    secondDatabase = await openDatabase(service.config.databaseUrl, { connectionsMax: 5 });
    caller = new DashboardCaller(service);
    for (const name of Object.keys(PEOPLE) as Name[]) {
      const accountId = name === 'stranger' ? 2 : 1;
      const user = await createUser(service.database, { ...PEOPLE[name], accountIds: [accountId] }, service.clock.now);
      ids[name] = user.id;
      if (name !== 'stranger') await setRoleOf(name, name);
      tokens[name] = await caller.logIn(PEOPLE[name], name === 'stranger' ? [3] : [1, 2]);
    }
    restore = await restoreOf(service.database);
  });
  afterAll(async () => {
    await secondDatabase?.close();
    await service?.dispose();
    await receiver?.[Symbol.asyncDispose]();
    await mailServer?.close();
  });
  beforeEach(async () => {
    jobs = new TestClock(JOB_TIME);
    mailServer.received.length = 0;
    receiver.received.length = 0;
    receiver.answers.clear();
    service.clock.offsetMs = 0;
    await restore();
  });

  function setRoleOf(name: Name, role: 'owner' | 'editor' | 'viewer'): Promise<void> {
    const change = { actor: COMMAND_LINE, clock: service.clock.now };
    return service.database.transaction((tx) =>
      setRole(tx, { userId: ids[name], accountId: 1 }, onWholeAccount(role), change),
    );
  }

  function call(name: Name | undefined, method: string, path: string, body?: unknown): Promise<Answer> {
    return caller.call(name && tokens[name], method, path, body);
  }

  async function speaksGerman(name: Name): Promise<void> {
    await call(name, 'PATCH', '/dashboard/profile', { language: 'de' });
  }

  function slackTo(path: string) {
    return { channel: 'slack', url: receiver.url(path), topics: ['digest'] };
  }

  async function subscribe(name: Name, wanted: object, websiteId = 1): Promise<Answer['body']> {
    const { status, text, body } = await call(name, 'POST', `${PATH}?website_id=${websiteId}`, wanted);
    expect(status, text).toBe(201);
    return body;
  }

  /** One node: writes the insights of the week that is over, and sends what is due. */
  function node(database: Database) {
    const { baseUrl } = service;
    const notifyOptions = { clock: jobs.now, baseUrl, hasMail: true };
    const contacts = new ContactStore(database, jobs.now);
    const readContact = async (websiteId: number, id: number) => (await contacts.find(websiteId, { id }))[0];
    const job = {
      ...{ database, clock: jobs.now, logger },
      deliver: createDeliver({
        mailer: createMailer(service.config.mail!),
        fetch: createWebhookFetch(readSection(service.config, NOTIFICATION_SECTION).allowedHosts),
        clock: service.clock.now,
      }),
      isWanted: (message: Parameters<typeof isWanted>[1]) => isWanted(database, message),
      deliveryAbout: (message: RecordMessage) => deliveryAbout({ database, baseUrl, readContact }, message),
      switchOff: (tx: Queries, message: ClaimedMessage, reason: Sentence) =>
        switchOff(tx, message, reason, notifyOptions),
      mailsPerDayMax: readSection(service.config, NOTIFICATION_SECTION).accountEmailsPerDay,
    };
    return {
      writeInsights: () =>
        catchUp({
          ...{ database, clock: jobs.now, logger },
          builder: new DirectSnapshotBuilder(database, WEEK_ITEMS),
          listeners: [digestListener(notifyOptions)],
        }),
      send: () => deliverDue(job),
      collect: () => collectRecords(job),
      writeReports: () =>
        sendDueReports({ ...{ database, logger, ...notifyOptions }, builder: new DirectReportBuilder(database) }),
      alert: (alert: Alert, cause = `${alert.kind}:${alert.day}`) =>
        database.transaction((tx) => alertListener(notifyOptions)(tx, alert, cause)),
    };
  }

  async function runJobs(): Promise<void> {
    const { writeInsights, send } = node(service.database);
    await writeInsights();
    await send();
  }

  const addressees = () => mailServer.received.map(({ to }) => to.join()).toSorted();

  describe('what people subscribe to', () => {
    test('is theirs: every role manages its own, and nobody sees that of another', async () => {
      for (const name of ['owner', 'editor', 'viewer'] as const) {
        const created = await subscribe(name, { ...DIGEST_ONLY, quiet_hours: null });
        expect(created).toMatchObject({
          website_id: 1,
          channel: 'email',
          destination: PEOPLE[name].email,
          report: null,
          secret: null,
        });
        const { body } = await call(name, 'GET', `${PATH}?website_id=1`);
        expect(body).toEqual({
          subscriptions: [{ ...withoutSecret(created), last_message: null }],
          email: PEOPLE[name].email,
        });
        expect((await call(name, 'GET', `${PATH}?website_id=2`)).body.subscriptions).toEqual([]);
        const changed = await call(name, 'PATCH', `${PATH}/${created.id}`, {
          topics: ['spike', 'drop'],
          quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' },
        });
        expect(changed.body).toEqual({
          ...withoutSecret(created),
          topics: ['drop', 'spike'],
          quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' },
        });
      }
    });

    test('cannot be reached with the id of another person, of another tenant, or without a login', async () => {
      const ofViewer = await subscribe('viewer', { channel: 'webhook', url: receiver.url('/'), topics: ['digest'] });
      const ofStranger = await subscribe('stranger', DIGEST_ONLY, 3);
      const attempts = [
        ['PATCH', '', { topics: ['drop'] }],
        ['DELETE', '', undefined],
        ['POST', '/secret', undefined],
        ['POST', '/test', undefined],
        ['POST', '/resume', undefined],
        ['GET', '/deliveries', undefined],
      ] as const;
      for (const [method, rest, body] of attempts) {
        const answers = [];
        for (const id of [ofViewer.id, ofStranger.id, 999_999, 'x']) {
          const { status, text } = await call('owner', method, `${PATH}/${id}${rest}`, body);
          answers.push(`${status} ${text}`);
        }
        expect(new Set(answers).size).toBe(1);
        expect(answers[0]).toMatch(/^404 .*There is no such subscription/);
        expect((await call(undefined, method, `${PATH}/${ofViewer.id}${rest}`, body)).status).toBe(401);
      }
      expect((await call('owner', 'GET', `${PATH}?website_id=3`)).status).toBe(404);
      expect((await call('owner', 'POST', `${PATH}?website_id=3`, DIGEST_ONLY)).status).toBe(404);
      expect((await call(undefined, 'POST', `${PATH}?website_id=1`, DIGEST_ONLY)).status).toBe(401);
      expect((await call('viewer', 'GET', `${PATH}?website_id=1`)).body.subscriptions).toHaveLength(1);
      expect(receiver.received).toEqual([]);
    });

    test('is checked, and the problem names the field', async () => {
      const night = { from: '22:00', to: '07:00', time_zone: 'UTC' };
      const invalid: readonly (readonly [param: string, body: object])[] = [
        ['channel', { channel: 'fax', topics: ['digest'] }],
        ['topics', { channel: 'email', topics: [] }],
        ['topics', { channel: 'email', topics: ['weather'] }],
        ['topics', { channel: 'email', topics: ['new_contact'] }],
        ['topics', { ...slackTo('/'), topics: ['order'] }],
        ['url', { channel: 'email', topics: ['digest'], url: 'https://example.com' }],
        ['url', { channel: 'slack', topics: ['digest'] }],
        ['url', { channel: 'slack', topics: ['digest'], url: 'http://hooks.example.com/a' }],
        ['url', { channel: 'webhook', topics: ['digest'], url: 'javascript:alert(1)' }],
        ['url', { channel: 'webhook', topics: ['digest'], url: 'https://user:password@example.com' }],
        ['url', { channel: 'webhook', topics: ['digest'], url: `https://example.com/${'x'.repeat(2_000)}` }],
        ['report', { channel: 'email', topics: [], report: { formats: [], sent_on: 'monday' } }],
        ['report', { channel: 'email', topics: [], report: { formats: ['xls'], sent_on: 'monday' } }],
        ['report', { channel: 'email', topics: [], report: { formats: ['csv'], sent_on: 'daily' } }],
        ['report', { ...slackTo('/'), report: REPORT_ONLY.report }],
        ['quiet_hours', { ...DIGEST_ONLY, quiet_hours: { ...night, to: '22:00' } }],
        ['quiet_hours', { ...DIGEST_ONLY, quiet_hours: { ...night, from: '24:00' } }],
        ['quiet_hours', { ...DIGEST_ONLY, quiet_hours: { ...night, time_zone: 'Mars/Olympus' } }],
      ];
      for (const [param, body] of invalid) {
        const answer = await call('viewer', 'POST', `${PATH}?website_id=1`, body);
        expect([answer.status, answer.body.code, answer.body.param]).toEqual([422, `invalid_${param}`, param]);
      }
      expect((await call('viewer', 'POST', `${PATH}?website_id=1`, { ...DIGEST_ONLY, more: 1 })).status).toBe(422);
      const { id } = await subscribe('viewer', DIGEST_ONLY);
      expect((await call('viewer', 'PATCH', `${PATH}/${id}`, {})).status).toBe(422);
      expect((await call('viewer', 'PATCH', `${PATH}/${id}`, { url: 'https://example.com' })).body.param).toBe('url');
      expect((await call('viewer', 'POST', `${PATH}/${id}/secret`)).body.code).toBe('no_secret');
    });

    test('is limited in number, for each user and website', async () => {
      for (let count = 0; count < SUBSCRIPTIONS_MAX; count++) await subscribe('viewer', slackTo(`/${count}`));
      const { status, body } = await call('viewer', 'POST', `${PATH}?website_id=1`, DIGEST_ONLY);
      expect([status, body.code]).toEqual([422, 'too_many_subscriptions']);
      await subscribe('viewer', DIGEST_ONLY, 2);
      await subscribe('editor', DIGEST_ONLY);
    });

    test('is refused twice for the same website, channel and address, when it is added and when it is changed', async () => {
      const add = (wanted: object) => call('viewer', 'POST', `${PATH}?website_id=1`, wanted);
      await subscribe('viewer', DIGEST_ONLY);
      const twice = await add({ channel: 'email', topics: ['drop'] });
      expect([twice.status, twice.body]).toMatchObject([
        409,
        {
          code: 'duplicate_subscription',
          param: 'channel',
          detail: expect.stringContaining('Change that subscription'),
        },
      ]);
      await subscribe('viewer', slackTo('/a'));
      const other = await subscribe('viewer', slackTo('/b'));
      // The same URL, written differently.
      const url = receiver.url('/x/../a').replace('http:', 'HTTP:');
      const refused = { status: 409, body: { code: 'duplicate_subscription', param: 'url' } };
      expect(await add({ ...slackTo('/a'), url })).toMatchObject(refused);
      expect(await call('viewer', 'PATCH', `${PATH}/${other.id}`, { url })).toMatchObject(refused);
      // Its own URL is not another one's, and others have theirs.
      const same = await call('viewer', 'PATCH', `${PATH}/${other.id}`, { url: receiver.url('/b'), topics: ['drop'] });
      expect(same.status).toBe(200);
      await subscribe('viewer', { ...slackTo('/a'), channel: 'webhook' });
      await subscribe('viewer', slackTo('/a'), 2);
      await subscribe('editor', slackTo('/a'));
    });

    test('hides URLs and secrets, and is in the audit log where data leave to a URL', async () => {
      const url = receiver.url('/services/T000/B000/very-secret-token');
      await subscribe('viewer', DIGEST_ONLY);
      const slack = await subscribe('viewer', { channel: 'slack', url, topics: ['digest'] });
      const webhook = await subscribe('viewer', { channel: 'webhook', url, topics: ['digest'] });
      expect(webhook.secret).toMatch(/^whsec_/);
      const replaced = await call('viewer', 'POST', `${PATH}/${webhook.id}/secret`);
      expect(replaced.body.secret).not.toBe(webhook.secret);
      await call('viewer', 'DELETE', `${PATH}/${slack.id}`);
      const { text } = await call('viewer', 'GET', `${PATH}?website_id=1`);
      for (const secret of ['very-secret-token', webhook.secret, replaced.body.secret])
        expect(text).not.toContain(secret);
      expect(text).toContain(`${new URL(url).host}/…oken`);
      const log = await call('owner', 'GET', '/dashboard/audit-log?account_id=1');
      const newest = log.body.entries.filter(({ action }) => action.startsWith('subscription_')).slice(0, 4);
      expect(newest.map(({ description }) => description)).toEqual([
        `stopped notifications to Slack at ${new URL(url).host}`,
        `changed what notifications are sent to a webhook at ${new URL(url).host}`,
        `started notifications to a webhook at ${new URL(url).host}`,
        `started notifications to Slack at ${new URL(url).host}`,
      ]);
      expect(log.text).not.toContain('very-secret-token');
    });
  });

  describe('the test button', () => {
    test('sends at once by each channel, and says what the receiver answered', async () => {
      const quiet = { from: '00:00', to: '23:59', time_zone: 'UTC' };
      const email = await subscribe('viewer', { ...DIGEST_ONLY, quiet_hours: quiet });
      const slack = await subscribe('viewer', { channel: 'slack', url: receiver.url('/slack'), topics: ['digest'] });
      const webhook = await subscribe('viewer', {
        channel: 'webhook',
        url: receiver.url('/hook'),
        topics: ['digest'],
      });
      for (const { id } of [email, slack, webhook]) {
        expect((await call('viewer', 'POST', `${PATH}/${id}/test`)).body).toMatchObject({ delivered: true });
      }
      expect(addressees()).toEqual([PEOPLE.viewer.email]);
      expect(receiver.paths()).toEqual(['/slack', '/hook']);
      expect(JSON.parse(receiver.received[1]!.body)).toMatchObject({ type: 'test', data: { website: { id: 1 } } });

      receiver.answers.set('/hook', answerWith(500));
      const failed = await call('viewer', 'POST', `${PATH}/${webhook.id}/test`);
      expect(failed.body.delivered).toBe(false);
      expect(failed.body.detail).toContain('500');
    });

    test('says nothing of what the mail server answered, which is for the log', async () => {
      const token = await caller.logIn({ email: EMAIL, password: PASSWORD }, [1, 2]);
      const subscribed = await caller.call(token, 'POST', `${PATH}?website_id=1`, DIGEST_ONLY);
      const { body } = await caller.call(token, 'POST', `${PATH}/${subscribed.body.id}/test`);
      expect(body).toEqual({ delivered: false, detail: 'The mail server did not accept the message (status 550).' });
      expect(service.logs()).toContain('There is no such mailbox: <the recipient>');
      expect(service.logs()).not.toContain(EMAIL);
    });

    test('does not reach the network of the service', async () => {
      const { id } = await subscribe('viewer', {
        channel: 'webhook',
        url: 'https://169.254.169.254/x',
        topics: ['drop'],
      });
      const { body } = await call('viewer', 'POST', `${PATH}/${id}/test`);
      expect(body).toMatchObject({ delivered: false, detail: expect.stringContaining('public') });
    });

    test('is limited for each user', async () => {
      const { id } = await subscribe('owner', { channel: 'slack', url: receiver.url('/'), topics: ['digest'] });
      const statuses = [];
      // The limit is for an hour, which may not end meanwhile, and in which other tests send none.
      service.clock.nowMs -= (service.clock.nowMs % HOUR_MS) + HOUR_MS;
      for (let count = 0; count <= TESTS_LIMIT.max; count++) {
        statuses.push((await call('owner', 'POST', `${PATH}/${id}/test`)).status);
      }
      expect(statuses).toEqual([...Array(TESTS_LIMIT.max).fill(200), 429]);
      const ofEditor = await subscribe('editor', { channel: 'slack', url: receiver.url('/'), topics: ['digest'] });
      expect((await call('editor', 'POST', `${PATH}/${ofEditor.id}/test`)).status).toBe(200);
      expect(receiver.received).toHaveLength(TESTS_LIMIT.max + 1);
    });
  });

  test('people see what became of the newest message of each subscription, and nobody else does', async () => {
    const lastOf = async (name: Name) => {
      const { body } = await call(name, 'GET', `${PATH}?website_id=1`);
      return body.subscriptions.map(({ last_message: last }) => last);
    };
    await subscribe('viewer', DIGEST_ONLY);
    const gone = await subscribe('viewer', { channel: 'slack', url: receiver.url('/gone'), topics: ['digest'] });
    const quiet_hours = { from: '00:00', to: '01:00', time_zone: 'UTC' };
    await subscribe('viewer', { ...slackTo('/quiet'), quiet_hours });
    receiver.answers.set('/gone', answerWith(404));
    await runJobs();
    const at = JOB_TIME;
    expect(await lastOf('viewer')).toEqual([
      { state: 'waiting', at, error: null },
      { state: 'failed', at, error: expect.stringContaining('404') },
      { state: 'sent', at, error: null },
    ]);
    const german = await call('viewer', 'GET', `${PATH}?website_id=1&language=de`);
    expect(german.body.subscriptions[1]!.last_message).toMatchObject({
      error: 'Der Empfänger hat mit Status 404 geantwortet.',
    });
    await subscribe('editor', DIGEST_ONLY);
    expect(await lastOf('editor')).toEqual([null]);
    // An error may name where it was sent to before.
    await call('viewer', 'PATCH', `${PATH}/${gone.id}`, { url: receiver.url('/new') });
    expect((await lastOf('viewer'))[1]).toEqual({ state: 'failed', at, error: null });
  });

  describe('a digest', () => {
    test('arrives once, although two nodes write and send at the same time, and again', async () => {
      await subscribe('viewer', DIGEST_ONLY);
      await subscribe('editor', { channel: 'email', topics: ['drop'] });
      const nodes = [node(service.database), node(secondDatabase)];
      for (let round = 0; round < 2; round++) {
        await Promise.all(nodes.map(({ writeInsights }) => writeInsights()));
        await Promise.all(nodes.map(({ send }) => send()));
      }
      expect(addressees()).toEqual([PEOPLE.viewer.email]);
      const { email } = mailServer.received[0]!;
      expect(email.subject).toBe('acme.example: weekly insights, March 10 to March 16, 2025');
      expect(email.text).toContain('Visitors: 120\n');
      expect(email.html).toContain(`${service.baseUrl}/websites/1/campaigns/10"`);
      expect(email.html).toContain(`${service.baseUrl}/websites/1/insights?week=${WEEK}`);
    });

    test('arrives once although a clock that was ahead has written the week before it was over', async () => {
      await subscribe('viewer', DIGEST_ONLY);
      jobs.nowMs = Date.parse(JOB_TIME) + 7 * DAY_MS;
      await runJobs();
      expect(mailServer.received).toHaveLength(1);
      jobs.nowMs = Date.parse(JOB_TIME);
      await runJobs();
      // The week is over now, and is written again.
      jobs.advance(7 * DAY_MS);
      await runJobs();
      const weeks = mailServer.received.map(({ email }) => email.subject);
      expect(new Set(weeks).size).toBe(weeks.length);
    });

    test('says how the figures have changed since the week before', async () => {
      jobs.nowMs = Date.parse('2025-03-10T00:10:00Z');
      await runJobs();
      jobs.nowMs = Date.parse(JOB_TIME);
      await subscribe('viewer', DIGEST_ONLY);
      await runJobs();
      expect(mailServer.received[0]!.email.text).toContain('Visitors: 120 (+20.0% since the week before)');
    });

    test('says how far the goals of the month are', async () => {
      await service.database.transaction((tx) =>
        tx.query(
          "INSERT INTO saved_records VALUES (1, 77, 'goal', 'Reach', $1, '2025-03-01T00:00:00Z', '2025-03-01T00:00:00Z')",
          [JSON.stringify({ metric: 'views', target: 1_000, campaign_id: null })],
        ),
      );
      await subscribe('viewer', DIGEST_ONLY);
      await runJobs();
      expect(mailServer.received[0]!.email.text).toMatch(
        /Goal “Reach”: \d+ of 1,000 so far\. There is no forecast before four weeks of numbers\./,
      );
    });

    test('has the language of each person who gets it, and Slack has English', async () => {
      await speaksGerman('viewer');
      await service.database.transaction((tx) =>
        tx.query("UPDATE users SET browser_language = 'fr' WHERE id = $1", [ids.editor]),
      );
      const { id } = await subscribe('viewer', DIGEST_ONLY);
      await subscribe('viewer', slackTo('/slack'));
      await subscribe('editor', DIGEST_ONLY);
      await runJobs();
      const subjectsTo = ({ email: address }: { readonly email: string }) =>
        mailServer.received.filter(({ to }) => to.includes(address)).map(({ email }) => email.subject);
      expect(subjectsTo(PEOPLE.viewer)).toEqual([
        'acme.example: Wöchentliche Erkenntnisse, 10. März bis 16. März 2025',
      ]);
      expect(subjectsTo(PEOPLE.editor)).toEqual([
        'acme.example\u00a0: constats de la semaine, du 10 mars au 16 mars 2025',
      ]);
      expect(JSON.parse(receiver.received[0]!.body).text).toContain('Weekly insights for “acme.example”');
      await call('viewer', 'POST', `${PATH}/${id}/test`);
      expect(subjectsTo(PEOPLE.viewer).at(-1)).toBe('acme.example: eine Testbenachrichtigung');
    });

    test('compares with no week that begins before the first day of the website', async () => {
      jobs.nowMs = Date.parse('2025-03-10T00:10:00Z');
      await runJobs();
      jobs.nowMs = Date.parse(JOB_TIME);
      await subscribe('viewer', DIGEST_ONLY);
      await service.database.transaction((tx) =>
        tx.query('UPDATE website_activity SET first_day = $1 WHERE website_id = 1', [dayFromIso('2025-03-04')!]),
      );
      await runJobs();
      expect(mailServer.received[0]!.email.text).toContain('Visitors: 120\n');
    });

    test('waits until the quiet hours are over', async () => {
      await subscribe('viewer', {
        ...DIGEST_ONLY,
        quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' },
      });
      await runJobs();
      jobs.nowMs = Date.parse('2025-03-17T05:59:59Z');
      await runJobs();
      expect(mailServer.received).toEqual([]);
      jobs.nowMs = Date.parse('2025-03-17T06:00:00Z');
      await runJobs();
      expect(addressees()).toEqual([PEOPLE.viewer.email]);
    });

    test('is not sent any more when the person is removed, or the subscription', async () => {
      const quiet_hours = { from: '00:00', to: '01:00', time_zone: 'UTC' };
      await subscribe('editor', { ...DIGEST_ONLY, quiet_hours });
      await subscribe('viewer', { ...DIGEST_ONLY, quiet_hours });
      const { id } = await subscribe('owner', { ...DIGEST_ONLY, quiet_hours });
      await node(service.database).writeInsights();
      expect(await waiting()).toBe(3);

      const member = { userId: ids.editor, accountId: 1 };
      const change = { actor: COMMAND_LINE, clock: service.clock.now };
      await service.database.transaction((tx) => removeFromAccount(tx, member, change));
      await call('owner', 'DELETE', `${PATH}/${id}`);
      expect(await waiting()).toBe(2);
      jobs.advance(HOUR_MS);
      await runJobs();
      expect(addressees()).toEqual([PEOPLE.viewer.email]);
      const left = await service.database.query('SELECT user_id FROM notification_subscriptions');
      expect(left).toEqual([{ user_id: ids.viewer }]);
    });
  });

  describe('a scheduled report', () => {
    /** The day of the subscription is that of the service, and the job runs on the Monday after. */
    async function subscribed(name: Name, wanted: object = CSV_ONLY, websiteId = 1): Promise<Answer['body']> {
      service.clock.nowMs = Date.parse('2025-03-12T12:00:00Z');
      const subscription = await subscribe(name, wanted, websiteId);
      service.clock.offsetMs = 0;
      return subscription;
    }

    async function runReports(): Promise<void> {
      const { writeReports, send } = node(service.database);
      await writeReports();
      await send();
    }

    const attached = () =>
      mailServer.received.flatMap(({ email }) => email.attachments.map(({ filename }) => filename)).toSorted();

    test('arrives once with its files, although two nodes send at the same time, and again a week later', async () => {
      const { report } = await subscribed('viewer', REPORT_ONLY);
      expect(report).toEqual({ formats: ['csv', 'pdf'], sent_on: 'monday', next_on: '2025-03-17' });
      jobs.nowMs = Date.parse('2025-03-16T23:30:00Z');
      await runReports();
      expect(mailServer.received).toEqual([]);
      jobs.nowMs = Date.parse(JOB_TIME);
      const nodes = [node(service.database), node(secondDatabase)];
      for (let round = 0; round < 2; round++) {
        await Promise.all(nodes.map(({ writeReports }) => writeReports()));
        await Promise.all(nodes.map(({ send }) => send()));
      }
      expect(addressees()).toEqual([PEOPLE.viewer.email]);
      const { email } = mailServer.received[0]!;
      expect(email.subject).toBe('acme.example: weekly report, March 10 to March 16, 2025');
      expect(email.text).toMatch(/Mar 10\s–\s16, 2025, compared with Mar 3\s–\s9, 2025\.\n/);
      expect(email.text).toContain('Visitors: 120 (~ +20.0% since the week before, which chance alone can explain)\n');
      const link = `${service.baseUrl}/websites/1?timeframe=custom&range_start=2025-03-10&range_end=2025-03-16\n`;
      expect(email.text).toContain(link);
      expect(email.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain('/unsubscribe/');
      expect(attached()).toEqual([
        'acme.example-campaigns-2025-03-10-to-2025-03-16.csv',
        'acme.example-report-2025-03-10-to-2025-03-16.pdf',
      ]);
      const [csv, pdf] = email.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer));
      expect(csv!.toString()).toMatch(/^\uFEFFCampaign,ID,.*\r\nWithout steps,11,/);
      expect(pdf!.subarray(0, 8).toString()).toBe('%PDF-1.7');
      const { body } = await call('viewer', 'GET', `${PATH}?website_id=1`);
      expect(body.subscriptions[0]).toMatchObject({
        report: { next_on: '2025-03-24' },
        last_message: { state: 'sent', at: JOB_TIME },
      });
      jobs.advance(7 * DAY_MS);
      await runReports();
      expect(mailServer.received.map(({ email: { subject } }) => subject)[1]).toContain('March 17 to March 23');
    });

    test('comes again, and none twice, after the clock was a year ahead', async () => {
      await subscribed('viewer', REPORT_ONLY);
      jobs.nowMs = Date.parse(JOB_TIME);
      await runReports();
      jobs.advance(365 * DAY_MS);
      await runReports();
      jobs.nowMs = Date.parse(JOB_TIME);
      await runReports();
      jobs.advance(7 * DAY_MS);
      await runReports();
      const subjects = mailServer.received.map(({ email }) => email.subject);
      expect(new Set(subjects).size).toBe(subjects.length);
      expect(subjects.at(-1)).toContain('March 17 to March 23, 2025');
    });

    test('has the formats of each person, and comes on the day and in the month of the website', async () => {
      await subscribed('viewer', { ...REPORT_ONLY, report: { formats: ['csv'], sent_on: 'first_of_month' } });
      await subscribed('editor', { ...REPORT_ONLY, report: { formats: ['pdf'], sent_on: 'first_of_month' } });
      const zone = { timezone: 'Pacific/Auckland' };
      const changed = await call('owner', 'PATCH', '/api/v1/catalog/website?website_id=1', zone);
      expect(changed.status).toBe(200);
      // The first of April begins thirteen hours earlier there.
      jobs.nowMs = Date.parse('2025-03-31T10:59:00Z');
      await runReports();
      expect(mailServer.received).toEqual([]);
      jobs.nowMs = Date.parse('2025-03-31T11:00:00Z');
      await runReports();
      expect(attached()).toEqual([
        'acme.example-campaigns-2025-03-01-to-2025-03-31.csv',
        'acme.example-report-2025-03-01-to-2025-03-31.pdf',
      ]);
      expect(mailServer.received[0]!.email.subject).toBe('acme.example: monthly report, March 1 to March 31, 2025');
    });

    test('has the language of each person, and so do its files', async () => {
      await speaksGerman('viewer');
      await subscribed('viewer');
      await subscribed('editor');
      await runReports();
      expect(attached()).toEqual([
        'acme.example-campaigns-2025-03-10-to-2025-03-16.csv',
        'acme.example-kampagnen-2025-03-10-bis-2025-03-16.csv',
      ]);
      const { email } = mailServer.received.find(({ to }) => to.includes(PEOPLE.viewer.email))!;
      expect(email.subject).toBe('acme.example: Wochenbericht, 10. März bis 16. März 2025');
      expect(email.text).toMatch(
        /Besucher: 120 \(~ \+20,0\s% gegenüber der Vorwoche, was der Zufall allein erklären kann\)\n/,
      );
      expect(Buffer.from(email.attachments[0]!.content as ArrayBuffer).toString()).toMatch(/^\uFEFFKampagne,ID,Typ,/);
    });

    test('comes once for all weeks in which the service was down, and waits for the end of the quiet hours', async () => {
      await subscribed('viewer', {
        ...CSV_ONLY,
        quiet_hours: { from: '00:00', to: '01:00', time_zone: 'UTC' },
      });
      jobs.nowMs = Date.parse('2025-04-08T00:30:00Z');
      await runReports();
      expect(mailServer.received).toEqual([]);
      jobs.advance(HOUR_MS);
      await runReports();
      expect(mailServer.received.map(({ email: { subject } }) => subject)).toEqual([
        'acme.example: weekly report, March 31 to April 6, 2025',
      ]);
    });

    test('does not reach somebody who has lost the access, before or after it was written', async () => {
      const quiet_hours = { from: '00:00', to: '01:00', time_zone: 'UTC' };
      await subscribed('editor', { ...CSV_ONLY, quiet_hours });
      await subscribed('viewer', { ...CSV_ONLY, quiet_hours });
      const change = { actor: COMMAND_LINE, clock: service.clock.now };
      const [editor, viewer] = [ids.editor, ids.viewer].map((userId) => ({ userId, accountId: 1 }));
      // The website is taken away from one of them, and the other one is removed.
      const onOther = { role: 'viewer', websiteIds: [2] } as const;
      await service.database.transaction((tx) => setRole(tx, editor!, onOther, change));
      await node(service.database).writeReports();
      expect(await waiting()).toBe(1);
      await service.database.transaction((tx) => removeFromAccount(tx, viewer!, change));
      jobs.advance(HOUR_MS);
      await runReports();
      expect(mailServer.received).toEqual([]);
    });

    test('is a part of the subscription: it can be changed, ended, and left alone with nothing else', async () => {
      const { id } = await subscribed('viewer', { ...DIGEST_ONLY, report: REPORT_ONLY.report });
      const change = (body: object) => call('viewer', 'PATCH', `${PATH}/${id}`, body);
      expect((await change({ topics: [] })).body).toMatchObject({ topics: [], report: { next_on: '2025-03-17' } });
      // A subscription with neither would be about nothing.
      const refused = await change({ report: null });
      expect([refused.status, refused.body.code]).toEqual([422, 'invalid_topics']);
      expect(refused.body.detail).toMatch(
        /^topics must be a list of these, and not empty unless there is a report: digest, /,
      );
      // Another day counts from today, other files do not.
      expect((await change({ report: { formats: ['pdf'], sent_on: 'monday' } })).body.report).toEqual({
        ...{ formats: ['pdf'], sent_on: 'monday', next_on: '2025-03-17' },
      });
      service.clock.nowMs = Date.parse('2025-03-12T12:00:00Z');
      const moved = await change({ report: { formats: ['pdf', 'csv'], sent_on: 'friday' } });
      service.clock.offsetMs = 0;
      expect(moved.body.report).toEqual({ formats: ['csv', 'pdf'], sent_on: 'friday', next_on: '2025-03-14' });
      expect((await change({ topics: ['drop'], report: null })).body).toMatchObject({ topics: ['drop'], report: null });
      jobs.advance(7 * DAY_MS);
      await runReports();
      expect(mailServer.received).toEqual([]);
    });

    test('is sent at once with the test button, and is due as before', async () => {
      const { id } = await subscribed('viewer', REPORT_ONLY);
      service.clock.nowMs = Date.parse('2025-03-12T12:00:00Z');
      const { body } = await call('viewer', 'POST', `${PATH}/${id}/test`);
      service.clock.offsetMs = 0;
      expect(body).toEqual({ delivered: true, detail: 'The mail server has accepted the report.' });
      expect(mailServer.received[0]!.email.subject).toBe('acme.example: weekly report, March 3 to March 9, 2025');
      expect(attached()).toHaveLength(2);
      const list = await call('viewer', 'GET', `${PATH}?website_id=1`);
      expect(list.body.subscriptions[0]).toMatchObject({ report: { next_on: '2025-03-17' } });
    });

    test('reaches somebody who chooses another language while the files are made, in the next hour', async () => {
      await subscribed('viewer');
      const builder = new DirectReportBuilder(service.database);
      const build: DirectReportBuilder['build'] = async (request) => {
        await speaksGerman('viewer');
        return builder.build(request);
      };
      await sendDueReports({
        ...{ database: service.database, logger, clock: jobs.now, baseUrl: service.baseUrl, hasMail: true },
        builder: { build, stop: () => builder.stop() },
      });
      expect(await waiting()).toBe(0);
      await runReports();
      expect(addressees()).toEqual([PEOPLE.viewer.email]);
    });

    test('is not sent of a website without events, or while there is no mail server', async () => {
      await subscribed('viewer', CSV_ONLY, 2);
      await subscribed('editor');
      await sendDueReports({
        ...{ database: service.database, logger, clock: jobs.now, baseUrl: service.baseUrl, hasMail: false },
        builder: new DirectReportBuilder(service.database),
      });
      expect(await waiting()).toBe(0);
      await runReports();
      expect(addressees()).toEqual([PEOPLE.editor.email]);
      const { body } = await call('viewer', 'GET', `${PATH}?website_id=2`);
      expect(body.subscriptions[0]).toMatchObject({ report: { next_on: '2025-03-24' }, last_message: null });
    });
  });

  const waiting = async () =>
    (await service.database.query('SELECT id FROM outbox_messages WHERE result IS NULL')).length;

  describe('unsubscribing', () => {
    test('by the link of the email: opening it changes nothing, a POST ends it, also what is waiting', async () => {
      const quiet_hours = { from: '00:00', to: '01:00', time_zone: 'UTC' };
      await subscribe('viewer', { ...DIGEST_ONLY, quiet_hours });
      await subscribe('editor', { ...DIGEST_ONLY, quiet_hours });
      const url = (await linkOf(PEOPLE.viewer.email)).replace(service.baseUrl, '');
      const page = await service.request(url);
      expect(page.status).toBe(200);
      expect(page.text).toContain('<form method="post">');
      expect(page.text).not.toMatch(/acme|example\.com|viewer/);
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      await service.request(url, { method: 'HEAD' });
      expect(await subscribers()).toEqual([ids.editor, ids.viewer]);

      await node(service.database).writeInsights();
      const done = await service.request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
        redirect: 'error',
      });
      expect(done.status).toBe(200);
      expect(await subscribers()).toEqual([ids.editor]);
      jobs.advance(HOUR_MS);
      await runJobs();
      expect(addressees()).toEqual([PEOPLE.editor.email]);
      // The link of the editor still works, that of the viewer is used up.
      const { headers } = mailServer.received[0]!.email;
      const header = (key: string) => headers.find((each) => each.key === key)?.value;
      expect(header('list-unsubscribe')).toBe(`<${await linkOf(PEOPLE.editor.email)}>`);
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      // The same answer again, for a stranger's guess, and for other kinds of forms.
      const form = new FormData();
      form.set('List-Unsubscribe', 'One-Click');
      const again = await service.request(url, { method: 'POST', body: form });
      const guess = await service.request(`/unsubscribe/${'a'.repeat(32)}`, { method: 'POST' });
      const short = await service.request('/unsubscribe/1', { method: 'POST', body: '{}' });
      expect([again.text, guess.text, short.text]).toEqual([done.text, done.text, done.text]);
      expect((await service.request('/unsubscribe/1')).text).toBe(page.text);
      expect(await subscribers()).toEqual([ids.editor]);
    });

    async function linkOf(email: string): Promise<string> {
      const [row] = await service.database.query<{ unsubscribe_token: string }>(
        'SELECT unsubscribe_token FROM notification_subscriptions JOIN users ON users.id = user_id WHERE email = $1',
        [email],
      );
      return `${service.baseUrl}/unsubscribe/${row!.unsubscribe_token}`;
    }

    const subscribers = async () =>
      (await service.database.query<{ user_id: number }>('SELECT user_id FROM notification_subscriptions'))
        .map(({ user_id: userId }) => userId)
        .toSorted((a, b) => a - b);
  });

  describe('an alert', () => {
    test('arrives once in Slack and at a signed webhook, for those who want its kind', async () => {
      await subscribe('viewer', { channel: 'slack', url: receiver.url('/slack'), topics: ['drop'] });
      const { secret } = await subscribe('viewer', {
        channel: 'webhook',
        url: receiver.url('/hook'),
        topics: ['drop', 'digest'],
      });
      await subscribe('editor', { channel: 'email', topics: ['digest', 'spike'] });
      const { alert, send } = node(service.database);
      await alert(ALERT);
      await alert(ALERT);
      await send();
      await send();
      expect(receiver.paths().toSorted()).toEqual(['/hook', '/slack']);
      expect(mailServer.received).toEqual([]);
      const slack = receiver.received.find(({ path }) => path === '/slack')!;
      expect(JSON.parse(slack.body).text).toContain(saidAlert(ALERT).title);
      const hook = receiver.received.find(({ path }) => path === '/hook')!;
      // The reference implementation of the scheme.
      const verified = new Webhook(secret).verify(hook.body, hook.headers as Record<string, string>);
      expect(verified).toMatchObject({ type: 'alert', data: { id: 7, kind: 'drop' } });
    });

    test('about each of two goals arrives, also if they are at risk from the same day on', async () => {
      const topics = ['goal_at_risk'];
      await subscribe('viewer', { channel: 'slack', url: receiver.url('/slack'), topics });
      const { alert, send } = node(service.database);
      for (const id of [7, 8]) await alert({ ...ALERT, id, kind: 'goal_at_risk' }, `goal_at_risk:${id}:2026-11`);
      await alert({ ...ALERT, kind: 'goal_at_risk' }, 'goal_at_risk:7:2026-11');
      await send();
      expect(receiver.paths()).toEqual(['/slack', '/slack']);
    });

    test('that waits for a URL or a topic that has changed is dropped', async () => {
      const quiet_hours = { from: '00:00', to: '01:00', time_zone: 'UTC' };
      const wanted = { channel: 'slack', topics: ['drop', 'digest'], quiet_hours };
      const [first, second, third] = [
        await subscribe('viewer', { ...wanted, url: receiver.url('/old') }),
        await subscribe('viewer', { ...wanted, url: receiver.url('/topic') }),
        await subscribe('viewer', { ...wanted, url: receiver.url('/kept') }),
      ];
      await node(service.database).alert(ALERT);
      await call('viewer', 'PATCH', `${PATH}/${first.id}`, { url: receiver.url('/new') });
      await call('viewer', 'PATCH', `${PATH}/${second.id}`, { topics: ['digest'] });
      await call('viewer', 'PATCH', `${PATH}/${third.id}`, { topics: ['digest', 'drop', 'spike'] });
      jobs.advance(HOUR_MS);
      await node(service.database).send();
      expect(receiver.paths()).toEqual(['/kept']);
    });
  });

  describe('a webhook about contacts and orders', () => {
    const RECORDS = ['new_contact', 'order', 'refund'];
    const webhookTo = (path: string, topics: readonly string[] = RECORDS) => ({
      channel: 'webhook',
      url: receiver.url(path),
      topics,
    });
    const addContact = (email: string) =>
      new ContactStore(service.database, jobs.now).upsert(1, readChanges({ email }));
    const send = async () => {
      const { collect, send: sendDue } = node(service.database);
      await collect();
      await sendDue();
    };
    const told = (path: string, secret: string) =>
      receiver.received
        .filter((post) => post.path === path)
        .map(
          ({ headers, body }) =>
            new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string; example?: boolean },
        );

    test('is for owners alone, when it is added and when it is changed', async () => {
      for (const name of ['viewer', 'editor'] as const) {
        const refused = await call(name, 'POST', `${PATH}?website_id=1`, webhookTo('/a'));
        expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('needs owner')]);
        const { id } = await subscribe(name, webhookTo('/a', ['digest']));
        expect((await call(name, 'PATCH', `${PATH}/${id}`, { topics: ['order'] })).status).toBe(403);
      }
      const { id } = await subscribe('owner', webhookTo('/a'));
      const log = await call('owner', 'GET', '/dashboard/audit-log?account_id=1');
      expect(log.body.entries[0]!.description).toBe(
        `started notifications to a webhook at ${receiver.host}, contacts included`,
      );
      expect((await call('owner', 'PATCH', `${PATH}/${id}`, { topics: ['digest', 'order'] })).body.topics).toEqual([
        'digest',
        'order',
      ]);
    });

    test('is tested with examples of what it gets, marked as such', async () => {
      const { id, secret } = await subscribe('owner', webhookTo('/a', ['new_contact', 'order']));
      for (const topic of ['new_contact', 'order']) {
        expect((await call('owner', 'POST', `${PATH}/${id}/test?topic=${topic}`)).body.delivered).toBe(true);
      }
      expect(told('/a', secret).map((body) => WEBHOOK_BODIES[body.type as 'order'].parse(body))).toMatchObject([
        { type: 'new_contact', example: true, data: { contact: { website_id: 1 } } },
        { type: 'order', example: true, data: { website: { name: 'acme.example' } } },
      ]);
      for (const topic of ['refund', 'digest']) {
        const refused = await call('owner', 'POST', `${PATH}/${id}/test?topic=${topic}`);
        expect([refused.status, refused.body.code]).toEqual([422, 'invalid_topic']);
      }
    });

    test('lists what was sent to it, newest first, without what it said', async () => {
      const { id } = await subscribe('owner', webhookTo('/a'));
      const { contact } = await addContact('ada@example.com');
      await send();
      receiver.answers.set('/a', answerWith(503));
      for (let number = 0; number < 26; number++) await addContact(`c${number}@example.com`);
      await send();
      const first = await call('owner', 'GET', `${PATH}/${id}/deliveries`);
      expect(first.text).not.toContain('example.com');
      const { deliveries, next } = first.body as unknown as { deliveries: Record<string, unknown>[]; next: number };
      expect(deliveries).toHaveLength(25);
      expect(deliveries[0]).toMatchObject({ state: 'waiting', attempts: 0, error: null, topic: 'new_contact' });
      const rest = await call('owner', 'GET', `${PATH}/${id}/deliveries?before=${next}`);
      expect(rest.body).toMatchObject({
        deliveries: [
          { state: 'waiting', attempts: 1, finished_at: null, error: 'The receiver answered with status 503.' },
          { state: 'sent', attempts: 1, record_id: String(contact.id), next_attempt_at: null, error: null },
        ],
        next: null,
      });
      // What holds back the others is what people see first.
      const { body } = await call('owner', 'GET', `${PATH}?website_id=1`);
      expect(body.subscriptions[0]!.last_message).toMatchObject({
        state: 'waiting',
        error: expect.stringContaining('503'),
      });
    });

    test('that is switched off is switched on again, by hand or with a new URL, and gets what happens from then on', async () => {
      const { id, secret } = await subscribe('owner', webhookTo('/gone'));
      const resume = () => call('owner', 'POST', `${PATH}/${id}/resume`);
      expect(await resume()).toMatchObject({ status: 409, body: { code: 'not_switched_off' } });
      receiver.answers.set('/gone', answerWith(410));
      const off = async () => {
        await addContact(`${receiver.received.length}@example.com`);
        await send();
        const { body } = await call('owner', 'GET', `${PATH}?website_id=1`);
        expect(body.subscriptions[0]!.switched_off_at).toBe(JOB_TIME);
        await addContact('lost@example.com');
        await send();
      };
      await off();
      expect(addressees()).toEqual([PEOPLE.owner.email]);
      expect(await resume()).toMatchObject({ status: 200, body: { switched_off_at: null } });
      await off();
      const changed = await call('owner', 'PATCH', `${PATH}/${id}`, { url: receiver.url('/new') });
      expect(changed.body.switched_off_at).toBeNull();
      await addContact('kept@example.com');
      await send();
      expect(told('/new', secret)).toMatchObject([{ data: { contact: { email: 'kept@example.com' } } }]);
    });

    test('loses nothing when its URL and its secret are replaced', async () => {
      const { id } = await subscribe('owner', webhookTo('/old'));
      receiver.answers.set('/old', answerWith(401));
      for (const email of ['1@example.com', '2@example.com']) await addContact(email);
      await send();
      const { secret } = (await call('owner', 'POST', `${PATH}/${id}/secret`)).body;
      await call('owner', 'PATCH', `${PATH}/${id}`, { url: receiver.url('/new') });
      await send();
      expect(told('/new', secret)).toMatchObject([
        { data: { contact: { email: '1@example.com' } } },
        { data: { contact: { email: '2@example.com' } } },
      ]);
    });
  });

  describe('how emails look', () => {
    test('is set by owners alone, and shows in the email', async () => {
      const branding = { sender_name: 'Müller & Søn', logo: PNG.toString('base64') };
      for (const name of ['viewer', 'editor'] as const) {
        expect((await call(name, 'GET', `${BRANDING_PATH}?account_id=1`)).status).toBe(403);
        expect((await call(name, 'PATCH', `${BRANDING_PATH}?account_id=1`, branding)).status).toBe(403);
      }
      expect((await call('stranger', 'PATCH', `${BRANDING_PATH}?account_id=1`, branding)).status).toBe(404);
      expect((await call(undefined, 'PATCH', `${BRANDING_PATH}?account_id=1`, branding)).status).toBe(401);
      const changed = await call('owner', 'PATCH', `${BRANDING_PATH}?account_id=1`, branding);
      const shown = { sender_name: 'Müller & Søn', logo: { content_type: 'image/png', base64: branding.logo } };
      expect(changed.body).toEqual(shown);
      expect((await call('owner', 'GET', `${BRANDING_PATH}?account_id=1`)).body).toEqual(shown);
      const log = await call('owner', 'GET', '/dashboard/audit-log?account_id=1&action=branding_changed');
      expect(log.body.entries[0]!.description).toContain('sender Müller & Søn, another logo');

      await subscribe('viewer', DIGEST_ONLY);
      await subscribe('stranger', DIGEST_ONLY, 3);
      await runJobs();
      const { email } = mailServer.received.find(({ to }) => to[0] === PEOPLE.viewer.email)!;
      expect(email.from).toMatchObject({ name: 'Müller & Søn', address: 'funnel@service.example' });
      expect(email.html).toContain('src="cid:logo" alt="Müller &amp; Søn"');
      expect(email.attachments).toMatchObject([{ mimeType: 'image/png', contentId: '<logo>', disposition: 'inline' }]);
      expect(Buffer.from(email.attachments[0]!.content as ArrayBuffer)).toEqual(PNG);
    });

    test('cannot forge headers, addresses or files', async () => {
      const names = [
        'A\r\nBcc: all@example.com',
        'ceo@bank.example',
        '"Bank" <ceo',
        'x'.repeat(61),
        ' ',
        'a\u202eb',
        'ceo＠bank.example',
      ];
      for (const sender_name of names) {
        const { status, body } = await call('owner', 'PATCH', `${BRANDING_PATH}?account_id=1`, { sender_name });
        expect([sender_name, status, body.param]).toEqual([sender_name, 422, 'sender_name']);
      }
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
      const large = Buffer.concat([PNG.subarray(0, -12), Buffer.alloc(64 * 1024), PNG.subarray(-12)]);
      for (const logo of [svg, 'not base64!', large.toString('base64')]) {
        const { status, body } = await call('owner', 'PATCH', `${BRANDING_PATH}?account_id=1`, { logo });
        expect([status, body.param]).toEqual([422, 'logo']);
      }
    });
  });

  test('after a restore, an alert that is found again has the same message id, and no other one has', async () => {
    await subscribe('viewer', { channel: 'webhook', url: receiver.url('/hook'), topics: [ALERT.kind] });
    const { alert, send } = node(service.database);
    await alert({ ...ALERT, id: 7 });
    await send();
    // A backup from before has none of them. Its counter of ids is also older.
    await service.database.transaction((tx) => tx.query('DELETE FROM outbox_messages'));
    await alert({ ...ALERT, id: 8 });
    await alert({ ...ALERT, id: 7, day: ALERT.day + 1 });
    await send();
    const sent = receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${JSON.parse(body).data.day}`);
    expect(sent).toHaveLength(3);
    expect(new Set(sent).size).toBe(2);
    expect(new Set(sent.map((each) => each.slice(0, 36))).size).toBe(2);
  });

  recipientTests(() => ({
    ...{ service, mailServer, jobs, refused: EMAIL, call, speaksGerman, setRoleOf, node },
    remove: (name) =>
      service.database.transaction((tx) =>
        removeFromAccount(tx, { userId: ids[name], accountId: 1 }, { actor: COMMAND_LINE, clock: service.clock.now }),
      ),
  }));

  test('forgetting a website erases its subscriptions', async () => {
    await subscribe('editor', { ...CSV_ONLY, report: { ...CSV_ONLY.report, recipients: ['a@customer.example'] } }, 2);
    await subscribe('viewer', DIGEST_ONLY, 2);
    await subscribe('viewer', DIGEST_ONLY, 1);
    await forgetWebsite(service.database, 2, new Date(service.clock.nowMs + DAY_MS));
    expect(await service.database.query('SELECT website_id FROM notification_subscriptions')).toEqual([
      { website_id: 1 },
    ]);
    for (const table of ['report_recipients', 'recipient_links', 'outbox_messages']) {
      expect(await service.database.query(`SELECT 1 FROM ${table}`)).toEqual([]);
    }
  });
});

test.each(ANY_ENGINE)('without a mail server there is no email, on %s', async (engine) => {
  const service = await startLoginService(engine, { components: ['rest', 'auth', 'dashboard'] });
  const caller = new DashboardCaller(service);
  await createUser(service.database, { ...PEOPLE.owner, accountIds: [1] }, service.clock.now);
  const token = await caller.logIn(PEOPLE.owner, [1]);
  expect((await caller.call(token, 'GET', PATH)).body).toEqual({ subscriptions: [], email: null });
  const refused = await caller.call(token, 'POST', PATH, DIGEST_ONLY);
  expect([refused.status, refused.body.code, refused.body.param]).toEqual([422, 'email_not_configured', 'channel']);
  await service.dispose();
});

test.each(ENGINES)(
  'of subscriptions that get the same address at the same time, one gets it, on %s',
  async (engine) => {
    const host = '127.0.0.1:9';
    const service = await startLoginService(engine, {
      components: ['rest', 'auth', 'dashboard'],
      env: { NOTIFICATIONS_ALLOWED_HOSTS: host },
    });
    onTestFinished(() => service.dispose());
    const caller = new DashboardCaller(service);
    await createUser(service.database, { ...PEOPLE.owner, accountIds: [1] }, service.clock.now);
    const token = await caller.logIn(PEOPLE.owner, [1]);
    const urlOf = (path: string) => `http://${host}/${path}`;
    const ids: number[] = [];
    for (const path of ['a', 'b', 'c', 'd']) {
      const wanted = { channel: 'slack', url: urlOf(path), topics: ['digest'] };
      ids.push((await caller.call(token, 'POST', PATH, wanted)).body.id);
    }
    const answers = await Promise.all(
      ids.map((id) => caller.call(token, 'PATCH', `${PATH}/${id}`, { url: urlOf('same') })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  },
);

function viewAt(at: string, visitor: number) {
  return { type: 'view', website_id: 1, visitor: `visitor ${visitor}`, at };
}

function withoutSecret({ secret: _, ...subscription }: Answer['body']) {
  return subscription;
}
