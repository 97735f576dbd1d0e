// A message of the outbox: one notification to one person or program.
import { createHash } from 'node:crypto';

export const CHANNELS = ['email', 'slack', 'webhook'] as const;
export type Channel = (typeof CHANNELS)[number];

export interface Attachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly base64: string;
}

export interface EmailDelivery {
  readonly channel: 'email';
  readonly to: string;
  /** Replaces the name in MAIL_FROM. */
  readonly fromName?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** A POST to it unsubscribes with one click (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** The HTML shows it by `<img src="cid:logo">`. */
  readonly logo?: { readonly contentType: string; readonly base64: string };
  readonly attachments?: readonly Attachment[];
}

interface SlackDelivery {
  readonly channel: 'slack';
  readonly url: string;
  /** The JSON that is sent, such as `{text, blocks}`. */
  readonly body: unknown;
}

/** Signed by the scheme of Standard Webhooks. */
interface WebhookDelivery {
  readonly channel: 'webhook';
  readonly url: string;
  /** The secret that `newWebhookSecret` has created. */
  readonly secret: string;
  readonly body: unknown;
}

export type Delivery = EmailDelivery | SlackDelivery | WebhookDelivery;

/** A webhook about a record. What it says, and the secret, are read at each attempt. */
interface RecordDelivery extends Pick<WebhookDelivery, 'channel' | 'url'> {
  readonly recordId: string;
}

export interface NewMessage {
  /** The idempotency key, such as "digest:SUBSCRIPTION:WEBSITE:2026-11-09". */
  readonly key: string;
  readonly subscriptionId: number;
  /** A person without a login. Left out: it is for the user who has subscribed. */
  readonly recipientId?: number;
  readonly websiteId: number;
  readonly accountId: number;
  /** What it is about. */
  readonly topic: string;
  readonly delivery: Delivery | RecordDelivery;
  readonly notBefore: Date;
}

/** The topic of what people are told about a webhook that was switched off. */
export const HALTED_TOPIC = 'halted';

/** A UUID of version 8 from the SHA-256 of the key. All attempts have the same id, so receivers recognize a repeat. */
export function messageId(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** All mail goes through one mail server. */
export const MAIL = 'mail';

/** What takes the message. Webhooks are told apart by URL, because one host may serve many accounts. */
export function destinationOf(delivery: NewMessage['delivery']): string {
  return delivery.channel === 'email' ? MAIL : delivery.url;
}
