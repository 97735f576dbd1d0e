// Recipients of reports without a login, from the person who adds them to the mail that they end: over HTTP, with a real mail server.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/core/foundation/database/database.ts';
import {
  CONFIRM_DAYS,
  CONFIRMATIONS_PER_ACCOUNT,
  CONFIRMATIONS_PER_ACCOUNT_AND_ADDRESS,
  sweepRecipientLinks,
} from '../../../src/extensions/notifications/recipients/recipient-links.ts';
import { RECIPIENTS_MAX } from '../../../src/extensions/notifications/recipients/set-recipients.ts';
import type { Answer } from '../../support/dashboard-caller.ts';
import type { MailServer } from '../../support/mail-server.ts';
import { DAY_MS, type TestClock } from '../../support/test-clock.ts';
import type { TestService } from '../../support/test-service.ts';

type Name = 'owner' | 'editor' | 'viewer' | 'stranger';

/** What the tests of notifications have already. */
interface World {
  readonly service: TestService;
  readonly mailServer: MailServer;
  /** The clock of the jobs: the report is due. */
  readonly jobs: TestClock;
  /** An address that the mail server refuses. */
  readonly refused: string;
  call(name: Name | undefined, method: string, path: string, body?: unknown): Promise<Answer>;
  speaksGerman(name: Name): Promise<void>;
  setRoleOf(name: Name, role: 'owner' | 'editor' | 'viewer'): Promise<void>;
  remove(name: Name): Promise<unknown>;
  node(database: Database): { writeReports(): Promise<void>; send(): Promise<void> };
}

const NOTIFICATIONS = '/dashboard/notifications';
const RECIPIENTS = '/dashboard/recipients';
const CLIENT = 'client@customer.example';
const LINK = /https?:\/\/\S+\/recipients\/(?:confirm|unsubscribe)\/[\w-]{43}/;

export function recipientTests(get: () => World): void {
  describe('recipients without a login', () => {
    let world: World;
    beforeEach(() => {
      world = get();
      // The Wednesday before the day on which the report is due.
      world.service.clock.nowMs = Date.parse('2025-03-12T12:00:00Z');
    });

    const reportTo = (...recipients: string[]) => ({
      ...{ channel: 'email', topics: [] },
      report: { formats: ['csv'], sent_on: 'monday', recipients },
    });

    async function send(...recipients: string[]): Promise<Answer['body']> {
      const { status, text, body } = await world.call(
        'editor',
        'POST',
        `${NOTIFICATIONS}?website_id=1`,
        reportTo(...recipients),
      );
      expect(status, text).toBe(201);
      return body;
    }

    const change = (id: number, ...recipients: string[]) =>
      world.call('editor', 'PATCH', `${NOTIFICATIONS}/${id}`, { report: reportTo(...recipients).report });

    /** Sends what waits. Returns the mails to the client. */
    async function mails(): Promise<MailServer['received'][number]['email'][]> {
      world.mailServer.received.length = 0;
      await world.node(world.service.database).send();
      return world.mailServer.received.filter(({ to }) => to.includes(CLIENT)).map(({ email }) => email);
    }

    async function reports() {
      await world.node(world.service.database).writeReports();
      return mails();
    }

    /** The path of the only link in the mail. */
    function linkIn(email: { readonly text?: string | undefined } | undefined): string {
      return new URL(LINK.exec(email?.text ?? '')![0]).pathname;
    }

    const post = (path: string, body = '', contentType = 'application/x-www-form-urlencoded') =>
      world.service.request(path, { method: 'POST', headers: { 'content-type': contentType }, body });

    async function states(name: Name = 'owner'): Promise<Record<string, string>> {
      const { body } = await world.call(name, 'GET', `${RECIPIENTS}?website_id=1`);
      const { recipients } = body as unknown as { recipients: { email: string; state: string }[] };
      return Object.fromEntries(recipients.map(({ email, state }) => [email, state]));
    }

    /** Somebody who has confirmed. */
    async function confirmed(): Promise<Answer['body']> {
      const subscription = await send(CLIENT);
      expect((await post(linkIn((await mails())[0]))).status).toBe(200);
      return subscription;
    }

    test('are asked, confirm, get the report in their language, and unsubscribe with one click', async () => {
      await world.speaksGerman('editor');
      const { report } = await send(` ${CLIENT.toUpperCase()}`.trim());
      expect(report).toMatchObject({ recipients: [CLIENT] });
      const [asked, ...others] = await mails();
      expect(others).toEqual([]);
      expect(asked).toMatchObject({ subject: 'acme.example: Möchten Sie den Wochenbericht?' });
      expect(asked!.text).toContain('editor@example.com möchte Ihnen den Bericht per E-Mail senden.');
      const confirm = linkIn(asked);
      expect(await reports()).toEqual([]);

      // Programs that check mails open links.
      for (const method of ['GET', 'HEAD', 'GET']) {
        const page = await world.service.request(confirm, { method });
        expect(page.status).toBe(200);
        if (method === 'GET') expect(page.text).toContain('<option value="de" selected>Deutsch</option>');
        expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      }
      expect(await states()).toEqual({ [CLIENT]: 'waiting' });

      expect((await post(confirm, 'language=fr')).text).toContain(
        'Vous recevrez le rapport à partir de la prochaine fois.',
      );
      expect(await states()).toEqual({ [CLIENT]: 'confirmed' });
      world.jobs.nowMs += 7 * DAY_MS;
      const [mail, ...more] = await reports();
      expect(more).toEqual([]);
      expect(mail!.subject).toMatch(/^acme\.example\s: rapport hebdomadaire/);
      expect(mail!.attachments.map(({ filename }) => filename)).toHaveLength(1);
      const urls = [...mail!.html!.matchAll(/href="([^"]*)"/g)];
      expect(urls.map(([, url]) => new URL(url!).pathname)).toEqual([linkIn(mail)]);
      const header = (name: string) => mail!.headers.find(({ key }) => key === name)?.value;
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      const oneClick = /^<(.*)>$/.exec(header('list-unsubscribe')!)![1]!;
      expect(new URL(oneClick).pathname).toBe(linkIn(mail));

      const question = await world.service.request(linkIn(mail));
      expect(question.text).toContain('Stop the emails with this report?');
      expect(await states()).toEqual({ [CLIENT]: 'confirmed' });
      // As a mail program does: without cookies, and in the format of its own form.
      const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
      expect((await post(linkIn(mail), body, 'multipart/form-data; boundary=x')).status).toBe(200);
      expect(await states()).toEqual({ [CLIENT]: 'unsubscribed' });
      world.jobs.nowMs += 7 * DAY_MS;
      expect(await reports()).toEqual([]);

      const log = await world.call('owner', 'GET', '/dashboard/audit-log');
      const entries = log.body.entries.filter(({ action }) => action.startsWith('recipient_'));
      expect(entries.map(({ action, via, subject }) => `${action} ${via} ${subject}`)).toEqual([
        `recipient_unsubscribed link ${CLIENT}`,
        `recipient_confirmed link ${CLIENT}`,
        `recipient_added dashboard ${CLIENT}`,
      ]);
    });

    test('links are stored as hashes, work once, and one answer is given for those that do not work', async () => {
      await send(CLIENT);
      const confirm = linkIn((await mails())[0]);
      const token = confirm.split('/').at(-1)!;
      const links = await world.service.database.query('SELECT * FROM recipient_links');
      expect(links).toHaveLength(1);
      expect(JSON.stringify(links)).not.toContain(token);
      expect(JSON.stringify(links)).not.toContain(CLIENT);
      await post(confirm);

      const unknown = await post(`/recipients/confirm/${'a'.repeat(43)}`);
      expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('This link does not work')]);
      for (const path of [confirm, '/recipients/confirm/1', `/recipients/confirm/${'%00'.repeat(10)}`]) {
        for (const method of ['GET', 'POST']) {
          const { status, text } = await world.service.request(path, { method });
          expect([path, status, text]).toEqual([path, 404, unknown.text]);
        }
      }
      // A link to confirm unsubscribes nobody, and whoever guesses learns nothing.
      const guess = await post(`/recipients/unsubscribe/${token}`);
      expect(guess.text).toBe((await post('/recipients/unsubscribe/1')).text);
      expect(await states()).toEqual({ [CLIENT]: 'confirmed' });
    });

    test('a link to confirm expires', async () => {
      await send(CLIENT);
      const confirm = linkIn((await mails())[0]);
      world.service.clock.advance(CONFIRM_DAYS * DAY_MS);
      expect((await post(confirm)).status).toBe(404);
      expect(await states()).toEqual({ [CLIENT]: 'waiting' });
    });

    test('whoever has unsubscribed is not added again by saving the same list, and is asked again after being removed', async () => {
      const { id } = await confirmed();
      await post(linkIn((await reports())[0]));
      await change(id, CLIENT);
      expect([await states(), await mails()]).toEqual([{ [CLIENT]: 'unsubscribed' }, []]);
      await change(id);
      expect(await states()).toEqual({});
      const again = await change(id, CLIENT);
      expect(again.body.report).toMatchObject({ recipients: [CLIENT] });
      expect(await states()).toEqual({ [CLIENT]: 'waiting' });
      expect(await mails()).toHaveLength(1);
      world.jobs.nowMs += 7 * DAY_MS;
      expect(await reports()).toEqual([]);
    });

    test('a change of the report without a list leaves them, and one without a report ends them', async () => {
      const { id } = await confirmed();
      const report = { formats: ['csv'], sent_on: 'monday' };
      await world.call('editor', 'PATCH', `${NOTIFICATIONS}/${id}`, { report });
      expect(await states()).toEqual({ [CLIENT]: 'confirmed' });
      await world.node(world.service.database).writeReports();
      await world.call('editor', 'PATCH', `${NOTIFICATIONS}/${id}`, { topics: ['digest'], report: null });
      expect([await states(), await mails()]).toEqual([{}, []]);
    });

    test('are seen and removed by all who may change the website, and by nobody else', async () => {
      await confirmed();
      await world.node(world.service.database).writeReports();
      const { body } = await world.call('owner', 'GET', `${RECIPIENTS}?website_id=1`);
      const [recipient] = (body as unknown as { recipients: { id: number }[] }).recipients;
      expect(recipient).toMatchObject({ sender: 'editor@example.com', language: 'en', is_halted: false });
      const path = `${RECIPIENTS}/${recipient!.id}`;
      expect((await world.call(undefined, 'GET', `${RECIPIENTS}?website_id=1`)).status).toBe(401);
      expect((await world.call(undefined, 'DELETE', path)).status).toBe(401);
      expect((await world.call('viewer', 'GET', `${RECIPIENTS}?website_id=1`)).status).toBe(403);
      expect((await world.call('viewer', 'DELETE', path)).status).toBe(403);
      expect((await world.call('stranger', 'GET', `${RECIPIENTS}?website_id=1`)).status).toBe(404);
      expect((await world.call('stranger', 'DELETE', path)).status).toBe(404);
      expect(await states()).toEqual({ [CLIENT]: 'confirmed' });
      expect((await world.call('owner', 'DELETE', path)).status).toBe(204);
      expect((await world.call('owner', 'DELETE', path)).status).toBe(404);
      // What was waiting is dropped.
      expect([await states(), await mails()]).toEqual([{}, []]);
    });

    test('only editors and owners may add them', async () => {
      const { status, body } = await world.call('viewer', 'POST', `${NOTIFICATIONS}?website_id=1`, reportTo(CLIENT));
      expect([status, body.detail]).toEqual([403, expect.stringContaining('needs editor')]);
      expect((await world.call('viewer', 'GET', `${NOTIFICATIONS}?website_id=1`)).body.subscriptions).toEqual([]);
      expect(await mails()).toEqual([]);
    });

    test.each([
      ['no address', ['client']],
      ['two in one', ['a@customer.example, b@customer.example']],
      ['too many', Array.from({ length: RECIPIENTS_MAX + 1 }, (_, index) => `client-${index}@customer.example`)],
      ['no list', CLIENT],
    ])('the list is checked: %s', async (_what, recipients) => {
      const wanted = { ...reportTo(), report: { formats: ['csv'], sent_on: 'monday', recipients } };
      const { status, body } = await world.call('editor', 'POST', `${NOTIFICATIONS}?website_id=1`, wanted);
      expect([status, body.code]).toEqual([422, 'invalid_report']);
    });

    test('nobody can be flooded: an address is asked a few times a week, and an account asks few people a day', async () => {
      const { id } = await send(CLIENT);
      for (let times = 1; times < CONFIRMATIONS_PER_ACCOUNT_AND_ADDRESS.max; times++) {
        await change(id);
        expect((await change(id, CLIENT)).status).toBe(200);
      }
      await change(id);
      const refused = await change(id, CLIENT);
      expect([refused.status, refused.body.detail]).toEqual([
        429,
        expect.stringContaining(`has asked ${CLIENT} 3 times`),
      ]);
      expect(await states()).toEqual({});
      world.service.clock.advance(CONFIRMATIONS_PER_ACCOUNT_AND_ADDRESS.days * DAY_MS);
      expect((await change(id, CLIENT)).status).toBe(200);

      let left = CONFIRMATIONS_PER_ACCOUNT.max - 1;
      for (let round = 0; left > 0; round++) {
        const some = Array.from(
          { length: Math.min(left, RECIPIENTS_MAX) },
          (_, index) => `${round}-${index}@customer.example`,
        );
        expect((await change(id, ...some)).status).toBe(200);
        left -= some.length;
      }
      expect((await change(id, 'one-more@customer.example')).status).toBe(429);
      world.service.clock.advance(DAY_MS);
      expect((await change(id, 'one-more@customer.example')).status).toBe(200);
    });

    test('whoever has not confirmed is asked again with a new link, within the limits, and nobody else is', async () => {
      await world.speaksGerman('editor');
      await send(CLIENT);
      const first = linkIn((await mails())[0]);
      const { body } = await world.call('owner', 'GET', `${RECIPIENTS}?website_id=1`);
      const [{ id }] = (body as unknown as { recipients: [{ id: number }] }).recipients;
      const ask = (name: Name | undefined) => world.call(name, 'POST', `${RECIPIENTS}/${id}/ask`);
      expect((await ask(undefined)).status).toBe(401);
      expect((await ask('viewer')).status).toBe(403);
      expect((await ask('stranger')).status).toBe(404);
      expect(await mails()).toEqual([]);

      expect((await ask('owner')).status).toBe(204);
      const [again, ...others] = await mails();
      expect([again!.subject, others]).toEqual(['acme.example: Möchten Sie den Wochenbericht?', []]);
      expect(again!.text).toContain('editor@example.com möchte Ihnen');
      const second = linkIn(again);
      expect(second).not.toBe(first);
      const log = await world.call('owner', 'GET', '/dashboard/audit-log');
      expect(log.body.entries[0]).toMatchObject({ action: 'recipient_asked_again', subject: CLIENT, via: 'dashboard' });

      const four = <Result>(request: () => Promise<Result>) => Promise.all([1, 2, 3, 4].map(request));
      // So that all four have a connection to the database, and none waits for another one.
      await four(() => world.call('owner', 'GET', `${RECIPIENTS}?website_id=1`));
      const atOnce = await four(() => ask('editor'));
      const codes = atOnce.map(({ status, body }) => (status === 204 ? 'asked' : body.code));
      expect(codes.sort()).toEqual(['asked', ...Array(3).fill('too_many_confirmations')]);
      expect(await mails()).toHaveLength(1);
      await post(second);
      expect(await states()).toEqual({ [CLIENT]: 'confirmed' });
      world.service.clock.advance(CONFIRMATIONS_PER_ACCOUNT_AND_ADDRESS.days * DAY_MS);
      const late = await ask('editor');
      expect([late.status, late.body.code]).toEqual([409, 'not_waiting']);
      expect(await mails()).toEqual([]);
    });

    test('nobody is asked again while whoever added them may not change the website', async () => {
      await send(CLIENT);
      const { body } = await world.call('owner', 'GET', `${RECIPIENTS}?website_id=1`);
      const [{ id }] = (body as unknown as { recipients: [{ id: number }] }).recipients;
      await world.setRoleOf('editor', 'viewer');
      const refused = await world.call('owner', 'POST', `${RECIPIENTS}/${id}/ask`);
      expect([refused.status, refused.body.code]).toEqual([409, 'not_waiting']);
    });

    test('links are deleted 400 days after they were sent, and work until then', async () => {
      await confirmed();
      const unsubscribe = linkIn((await reports())[0]);
      const sweepAfter = (days: number) =>
        sweepRecipientLinks(world.service.database, new Date(world.jobs.nowMs + days * DAY_MS));
      const kinds = async () =>
        (await world.service.database.query<{ kind: string }>('SELECT kind FROM recipient_links ORDER BY kind')).map(
          ({ kind }) => kind,
        );
      await sweepAfter(390);
      expect(await kinds()).toEqual(['confirm', 'unsubscribe']);
      await sweepAfter(401);
      expect(await kinds()).toEqual([]);
      await post(unsubscribe);
      expect(await states()).toEqual({ [CLIENT]: 'confirmed' });
    });

    test('get nothing while whoever added them may not change the website, and links to confirm do not work', async () => {
      await confirmed();
      await world.node(world.service.database).writeReports();
      await world.setRoleOf('editor', 'viewer');
      expect(await mails()).toEqual([]);
      world.jobs.nowMs += 7 * DAY_MS;
      expect(await reports()).toEqual([]);
      const { body } = await world.call('owner', 'GET', `${RECIPIENTS}?website_id=1`);
      expect(body).toMatchObject({ recipients: [{ is_halted: true }] });
    });

    test.each([
      ['in the dashboard', (id: number) => world.call('editor', 'DELETE', `${NOTIFICATIONS}/${id}`)],
      ['by the link in their own mail', () => unsubscribeEditor()],
      ['because they are removed', () => world.remove('editor')],
    ])('end with the subscription of whoever sends it, which ends %s', async (_how, end) => {
      const { id } = await confirmed();
      await end(id);
      expect([await states(), await reports()]).toEqual([{}, []]);
    });

    async function unsubscribeEditor(): Promise<void> {
      await reports();
      const { email } = world.mailServer.received.find(({ to }) => to.includes('editor@example.com'))!;
      await post(new URL(/https?:\S+\/unsubscribe\/\S+/.exec(email.text!)![0]).pathname);
      world.jobs.nowMs += 7 * DAY_MS;
    }

    test('a mailbox that does not exist is shown as such', async () => {
      await send(world.refused);
      await mails();
      const { body } = await world.call('owner', 'GET', `${RECIPIENTS}?website_id=1`);
      const error = 'The mail server did not accept the message (status 550).';
      expect(body).toMatchObject({ recipients: [{ state: 'waiting', last_message: { state: 'failed', error } }] });
    });
  });
}
