// Sends mail over SMTP.
import type { Transporter } from 'nodemailer';
import type { MailConfig } from '../config.ts';
import { lazy } from '../lazy.ts';

/** A mail server that does not answer must not hold up a request for long. */
const TIMEOUT_MS = 10_000;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly messageId?: string;
  /** Instead of the configured name of the sender. */
  readonly fromName?: string;
  /** For `<img src="cid:ID">` in the HTML. */
  readonly inlineImage?: { readonly id: string; readonly contentType: string; readonly base64: string };
}

export interface Mailer {
  /** Of the sender. */
  readonly domain: string;
  /** Resolves when the mail server has accepted the mail. */
  send(mail: Mail): Promise<void>;
  /** Rejects with the cause if mail can't be sent: connects and logs in. */
  verify(): Promise<void>;
}

export function createMailer({ smtpUrl, from }: MailConfig): Mailer {
  const transport = lazy(() => createTransport(smtpUrl));
  return {
    domain: senderAddress(from).replace(/^.*@/, ''),
    send: async ({ to, headers, fromName, inlineImage, ...mail }) => {
      // As an object, so that no address can name several recipients.
      await (await transport()).sendMail({
        from: fromName === undefined ? from : { name: fromName, address: senderAddress(from) },
        to: { name: '', address: to },
        ...mail,
        ...(headers && { headers: { ...headers } }),
        ...(inlineImage && { attachments: [attachmentOf(inlineImage)] }),
      });
    },
    verify: async () => {
      await (await transport()).verify();
    },
  };
}

/** The library is loaded with the first mail: most processes send none. */
async function createTransport(url: string): Promise<Transporter> {
  const nodemailer = await import('nodemailer');
  return nodemailer.createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mail is text of this service, never files or URLs of the server.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Without the name that may stand before it. */
function senderAddress(from: string): string {
  return /<([^<>]+)>$/.exec(from)?.[1] ?? from;
}

function attachmentOf({ id, contentType, base64 }: NonNullable<Mail['inlineImage']>) {
  return {
    cid: id,
    filename: id,
    contentType,
    content: Buffer.from(base64, 'base64'),
    contentDisposition: 'inline' as const,
  };
}
