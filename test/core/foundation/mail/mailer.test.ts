// Mail over a real SMTP server.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { createMailer } from '../../../../src/core/foundation/mail/mailer.ts';
import { CommandLine } from '../../../support/command-line.ts';
import { MailServer, type MailServerOptions } from '../../../support/mail-server.ts';

const FROM = 'Funnel <funnel@example.com>';
const LOGIN = { user: 'funnel', password: 'pass:w@rd' };
const MAILER = fileURLToPath(new URL('../../../../src/core/foundation/mail/mailer.ts', import.meta.url));
let server: MailServer;

async function start(options?: MailServerOptions): Promise<MailServer> {
  server = await MailServer.start(options);
  return server;
}

afterEach(() => server.close());

describe('the mailer', () => {
  test('sends text, HTML and headers to one recipient', async () => {
    const { received } = await start();
    await createMailer({ smtpUrl: server.url(), from: FROM }).send({
      to: 'ada@example.com',
      subject: 'Grüße',
      text: 'Text',
      html: '<p>HTML</p>',
      headers: { 'List-Unsubscribe': '<https://funnel.example/stop>' },
      messageId: '<1@funnel.example>',
    });
    expect(received).toHaveLength(1);
    const [{ from, to, email }] = received as [(typeof received)[number]];
    expect({ from, to }).toEqual({ from: 'funnel@example.com', to: ['ada@example.com'] });
    expect(email).toMatchObject({
      from: { name: 'Funnel', address: 'funnel@example.com' },
      to: [{ address: 'ada@example.com' }],
      subject: 'Grüße',
      text: 'Text\n',
      html: '<p>HTML</p>\n',
      messageId: '<1@funnel.example>',
    });
    expect(email.headers).toContainEqual(expect.objectContaining({ key: 'list-unsubscribe' }));
  });

  test('an address cannot name further recipients or headers', async () => {
    await start();
    const mailer = createMailer({ smtpUrl: server.url(), from: FROM });
    for (const to of ['a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com']) {
      await mailer.send({ to, subject: 'x', text: 'x' }).catch(() => {});
    }
    expect(server.received.flatMap(({ to }) => to)).not.toContain('b@example.com');
  });

  test.each(['<b@example.com>', 'b@example.com>', 'b@example.com\u202e', '"a@example.com" b@example.com'])(
    'nothing is sent to %j, which is no address',
    async (to) => {
      await start();
      const mailer = createMailer({ smtpUrl: server.url(), from: FROM });
      await expect(mailer.send({ to, subject: 'x', text: 'x' })).rejects.toThrow('no valid email address');
      expect(server.received).toEqual([]);
    },
  );

  const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
  test.each([
    word('Bank <ceo@bank.example>'),
    `${word('ceo@bank')} ${word('.example')}`,
    '=?utf-8?Q?ceo=40bank=2Eexample?=',
    `Grüße ${word('ceo@bank.example')} ${'🐟'.repeat(30)}`,
    '"quoted" \\ =?utf-8?Q?x?= <',
  ])('%s is shown as it is, in the name of the sender and in the subject', async (text) => {
    await start();
    const mailer = createMailer({ smtpUrl: server.url(), from: FROM });
    await mailer.send({ to: 'ada@example.com', subject: text, text: 'x', fromName: text });
    const [{ from, email }] = server.received as [(typeof server.received)[number]];
    expect(from).toBe('funnel@example.com');
    expect(email).toMatchObject({ from: { name: text, address: 'funnel@example.com' }, subject: text });
  });

  test('logs in with the user and password of the URL', async () => {
    await start({ login: LOGIN });
    const login = `${LOGIN.user}:${encodeURIComponent(LOGIN.password)}@`;
    await createMailer({ smtpUrl: server.url(login), from: FROM }).verify();
    await expect(createMailer({ smtpUrl: server.url('funnel:wrong@'), from: FROM }).verify()).rejects.toThrow();
  });

  test('a refused recipient is an error', async () => {
    await start({ refuses: 'nobody@example.com' });
    const mailer = createMailer({ smtpUrl: server.url(), from: FROM });
    await expect(mailer.send({ to: 'nobody@example.com', subject: 'x', text: 'x' })).rejects.toThrow('mailbox');
  });

  test('loads its library again after that has failed', async () => {
    await start();
    const verifyTwice = `
      import { registerHooks } from 'node:module';
      let failures = 1;
      registerHooks({
        resolve(specifier, context, next) {
          if (specifier === 'nodemailer' && failures-- > 0) throw new Error('too many open files');
          return next(specifier, context);
        },
      });
      const { createMailer } = await import(${JSON.stringify(MAILER)});
      const mailer = createMailer(${JSON.stringify({ smtpUrl: server.url(), from: FROM })});
      const verified = () => mailer.verify().then(() => 'verified', ({ message }) => message);
      console.log(await verified());
      console.log(await verified());
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', verifyTwice]);
    expect(stdout).toBe('too many open files\nverified\n');
  });
});

describe('doctor', () => {
  async function doctor(smtpUrl: string) {
    const cli = new CommandLine({ SMTP_URL: smtpUrl, MAIL_FROM: FROM });
    try {
      const finished = await cli.call(['doctor', '--json']);
      const { checks, configuration } = JSON.parse(finished.stdout);
      const mail = checks.find(({ name }: { name: string }) => name === 'mail');
      return { code: finished.code, mail, configuration, output: finished.stdout + finished.stderr };
    } finally {
      cli.dispose();
    }
  }

  test('logs in to the mail server', async () => {
    await start({ login: LOGIN });
    const login = `${LOGIN.user}:${encodeURIComponent(LOGIN.password)}@`;
    expect(await doctor(server.url(login))).toMatchObject({ code: 0, mail: { ok: true } });
  });

  test('names the cause if it cannot, and shows no password', async () => {
    await start({ login: LOGIN });
    const { code, mail, output } = await doctor(server.url('funnel:another-secret@'));
    expect({ code, mail }).toMatchObject({ code: 1, mail: { ok: false, detail: expect.stringContaining('Invalid') } });
    expect(output).not.toContain('another-secret');
  });
});
