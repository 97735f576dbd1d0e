// Sends mail over SMTP.
import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config.ts';

/** A mail server that does not answer must not hold up a request for long. */
const TIMEOUT_MS = 10_000;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly messageId?: string;
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail. */
  send(mail: Mail): Promise<void>;
  /** Rejects with the cause if mail can't be sent: connects and logs in. */
  verify(): Promise<void>;
}

export function createMailer({ smtpUrl, from }: MailConfig): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mail is text of this service, never files or URLs of the server.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, headers, ...mail }) => {
      // As an object, so that no address can name several recipients.
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        ...mail,
        ...(headers && { headers: { ...headers } }),
      });
    },
    verify: async () => {
      await transport.verify();
    },
  };
}
