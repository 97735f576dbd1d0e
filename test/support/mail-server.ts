// A real SMTP server that keeps the mail it gets.
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  /** The addresses of the SMTP dialog, which may differ from those in the headers. */
  readonly from: string;
  readonly to: readonly string[];
  readonly email: Email;
}

export interface MailServerOptions {
  /** Required of senders. */
  readonly login?: { readonly user: string; readonly password: string };
  /** Refuses this recipient. */
  readonly refuses?: string;
  /** The code that it refuses with; 550: for good. */
  readonly refusal?: number;
  /** Called when it has a mail, before it says so. */
  readonly onReceived?: () => Promise<void>;
}

export class MailServer {
  readonly received: ReceivedMail[] = [];
  readonly #server: SMTPServer;

  private constructor({ login, refuses, refusal = 550, onReceived = async () => {} }: MailServerOptions) {
    this.#server = new SMTPServer({
      authOptional: login === undefined,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, callback) => {
        if (username === login?.user && password === login?.password) callback(null, { user: username });
        else callback(new Error('Invalid username or password'));
      },
      onRcptTo: ({ address }, _session, callback) =>
        callback(
          address === refuses
            ? Object.assign(new Error(`There is no such mailbox: <${address}>`), { responseCode: refusal })
            : undefined,
        ),
      onData: (stream, { envelope }, callback) => {
        buffer(stream)
          .then((bytes) => PostalMime.parse(bytes))
          .then(async (email) => {
            const { mailFrom, rcptTo } = envelope;
            this.received.push({
              from: mailFrom === false ? '' : mailFrom.address,
              to: rcptTo.map(({ address }) => address),
              email,
            });
            await onReceived();
            callback();
          }, callback);
      },
    });
  }

  static async start(options: MailServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  url(login = ''): string {
    return `smtp://${login}127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
