// Sends mail over SMTP.
import type { Transporter } from 'nodemailer';
import { lazy } from '../calls/lazy.ts';
import { isEmailAddress } from './email-address.ts';

/** A mail server that does not answer must not hold up a request for long. */
const TIMEOUT_MS = 10_000;
/** How much text an encoded word may have: 45 bytes are 60 characters of base64. */
const ENCODED_BYTES_MAX = 45;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly messageId?: string;
  /** Replaces the configured name of the sender. */
  readonly fromName?: string;
  /** The image that `<img src="cid:ID">` in the HTML shows. */
  readonly inlineImage?: { readonly id: string; readonly contentType: string; readonly base64: string };
  readonly attachments?: readonly {
    readonly fileName: string;
    readonly contentType: string;
    readonly base64: string;
  }[];
}

export interface Mailer {
  /** The domain of the sender. */
  readonly domain: string;
  /** Resolves when the mail server has accepted the mail. */
  send(mail: Mail): Promise<void>;
  /** Rejects with the cause if mail can't be sent: connects and logs in. */
  verify(): Promise<void>;
}

/** Sending again would not help. */
class NoAddressError extends Error {
  readonly code = 'EENVELOPE';

  constructor() {
    super('The recipient has no valid email address.');
  }
}

export interface MailConfig {
  /** The URL, which has the password if there is one. */
  readonly smtpUrl: string;
  readonly from: string;
}

export function createMailer({ smtpUrl, from }: MailConfig): Mailer {
  const transport = lazy(() => createTransport(smtpUrl));
  return {
    domain: senderAddress(from).replace(/^.*@/, ''),
    send: async ({ to, subject, headers, fromName, inlineImage, attachments = [], ...mail }) => {
      if (!isEmailAddress(to)) throw new NoAddressError();
      // Each address is an object, so that none can name several recipients.
      await (await transport()).sendMail({
        from: fromName === undefined ? from : { name: literally(fromName), address: senderAddress(from) },
        to: { name: '', address: to },
        subject: literally(subject),
        ...mail,
        ...(headers && { headers: { ...headers } }),
        attachments: [...(inlineImage ? [inlineOf(inlineImage)] : []), ...attachments.map(attachmentOf)],
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

/** Drops the name that may stand before the address. */
function senderAddress(from: string): string {
  return /<([^<>]+)>$/.exec(from)?.[1] ?? from;
}

/**
 * Mail programs decode encoded words (RFC 2047), even between quotes: a name could become one with another email address in it. So
 * a text that contains such words is encoded once more, and decoding it gives the text itself.
 */
function literally(text: string): string {
  return text.includes('=?') ? encodedWords(text) : text;
}

/** Each encoded word has at most 75 characters, and splits no character of the text (RFC 2047, sections 2 and 5). */
function encodedWords(text: string): string {
  const parts = [''];
  for (const character of text) {
    if (Buffer.byteLength(parts.at(-1)! + character) > ENCODED_BYTES_MAX) parts.push('');
    parts[parts.length - 1] += character;
  }
  return parts.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ');
}

function attachmentOf({ fileName, contentType, base64 }: NonNullable<Mail['attachments']>[number]) {
  return { filename: fileName, contentType, content: Buffer.from(base64, 'base64') };
}

function inlineOf({ id, contentType, base64 }: NonNullable<Mail['inlineImage']>) {
  return {
    cid: id,
    filename: id,
    contentType,
    content: Buffer.from(base64, 'base64'),
    contentDisposition: 'inline' as const,
  };
}
