// A report that goes to somebody without an account: from the form of the subscription to the mail that ends it.
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createMailer } from '../../src/core/foundation/mail/mailer.ts';
import { createDeliver } from '../../src/extensions/notifications/outbox/deliver.ts';
import { deliverDue } from '../../src/extensions/notifications/outbox/outbox-job.ts';
import { isWanted } from '../../src/extensions/notifications/recipients/recipient-store.ts';
import { DirectReportBuilder } from '../../src/extensions/notifications/scheduled-reports/build-report.ts';
import { sendDueReports } from '../../src/extensions/notifications/scheduled-reports/job.ts';
import { IS_LONG } from '../support/long.ts';
import { MailServer } from '../support/mail-server.ts';
import { runService } from '../support/run-service.ts';
import { findingsInBothThemes } from './accessibility.ts';
import type { GetDashboard } from './dashboard.ts';
import { logIn } from './log-in.ts';

const CLIENT = 'client@customer.example';
const logger = pino({ level: 'silent' });

/** The service of the dashboard has no mail server: this one has, on the same database. */
async function startWithMail(get: GetDashboard) {
  const { databaseUrl, clock } = get().service;
  const mailServer = await MailServer.start();
  const env = { SMTP_URL: mailServer.url(), MAIL_FROM: 'Funnel <funnel@service.example>' };
  const service = await runService(databaseUrl, { components: ['rest', 'auth', 'dashboard'], env, clock });
  onTestFinished(async () => {
    await service.close();
    await mailServer.close();
  });
  const { database, config } = service;
  const options = { database, logger, clock: clock.now };
  const deliver = createDeliver({
    mailer: createMailer(config.mail!),
    fetch: () => Promise.reject(),
    clock: clock.now,
  });
  return {
    ...{ url: config.baseUrl, database },
    /** The mail to the client among those that wait. */
    async mail() {
      mailServer.received.length = 0;
      await deliverDue({
        ...options,
        deliver,
        deliveryAbout: async () => undefined,
        switchOff: async () => {},
        isWanted: (message) => isWanted(database, message),
        mailsPerDayMax: 100,
      });
      return mailServer.received.find(({ to }) => to.includes(CLIENT))!.email;
    },
    writeReports: () =>
      sendDueReports({
        ...options,
        baseUrl: config.baseUrl,
        hasMail: true,
        builder: new DirectReportBuilder(database),
      }),
  };
}

export function recipientJourney(get: GetDashboard): void {
  it('has a recipient without an account, who confirms, gets the report, and unsubscribes', async () => {
    const service = await startWithMail(get);
    const editor = await get().strangersPage(`${service.url}/websites/1/notifications`);
    await logIn(editor, get().service);
    await editor.getByRole('button', { name: /^Change Email/ }).click();
    const form = editor.getByRole('dialog', { name: 'Change subscription' });
    await form.getByLabel('PDF').uncheck();
    await form.getByLabel('Also send it to (optional)').fill('client');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('alert').getByText('one on each line').waitFor();
    await form.getByLabel('Also send it to (optional)').fill(CLIENT);
    await form.getByRole('button', { name: 'Save' }).click();
    const row = editor.getByRole('row', { name: new RegExp(`^${CLIENT}`) });
    await row.getByRole('cell', { name: /^Waiting for confirmation/ }).waitFor();

    const client = await get().strangersPage(linkIn((await service.mail()).html!), { bypassCSP: true });
    await client.getByText(`of ravelmoor.example to ${CLIENT}`).waitFor();
    if (IS_LONG) expect(await findingsInBothThemes(client)).toEqual([]);
    await client.getByLabel('Language of the report').selectOption('Deutsch');
    await client.getByRole('button', { name: 'Yes, send it to me' }).click();
    await client.getByRole('heading', { name: 'Bestätigt' }).waitFor();
    await client.reload();
    await client.getByRole('heading', { name: 'This link does not work' }).waitFor();

    await service.database.transaction((tx) => tx.query('UPDATE notification_subscriptions SET report_due_day = 0'));
    await service.writeReports();
    const mail = await service.mail();
    expect(mail.subject).toMatch(/^ravelmoor\.example: Wochenbericht/);
    await client.setContent(mail.html!);
    await client.getByRole('img', { name: /^Ein Balkendiagramm der Besucher nach Tagen: / }).waitFor();
    await client.getByRole('heading', { name: 'Was als Nächstes zu tun ist' }).waitFor();
    await client
      .getByRole('table')
      .getByRole('row', { name: /^Welcome offer popup/ })
      .waitFor();
    if (IS_LONG) expect(await findingsInBothThemes(client)).toEqual([]);
    await client.goto(linkIn(mail.html!));
    await client.getByRole('button', { name: 'Unsubscribe' }).click();
    await client.getByText('You will get no more emails with this report.').waitFor();

    await editor.reload();
    await row.getByRole('cell', { name: /^Unsubscribed/ }).waitFor();
    await row.getByRole('button', { name: `Remove ${CLIENT}` }).click();
    await editor.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
  });
}

/** The only one in the mail. */
function linkIn(html: string): string {
  return /href="([^"]*\/recipients\/[^"]*)"/.exec(html)![1]!;
}
