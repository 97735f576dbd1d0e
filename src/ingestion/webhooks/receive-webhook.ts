// Receives the order webhooks of shops: reads the body, checks its signature, and counts the order. Responds after the commit.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { networkOf, type RateLimit, tooManyRequests } from '../../access/rate-limit.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { Problem } from '../../problem.ts';
import type { ArrivalOutcome, Sender } from '../arrival.ts';
import type { Arrivals } from '../arrivals.ts';
import { BodyQueue } from '../body-queue.ts';
import type { Collector } from '../collector.ts';
import type { Rejection, SentEvent } from '../event.ts';
import { parseExactJson } from '../parse-json.ts';
import { type BodyPace, readBody } from '../read-body.ts';
import type { Delivery } from './provider.ts';
import { type ProviderName, providerOf } from './providers.ts';
import { validSecrets } from './webhook-secrets.ts';

/** The largest orders, of several hundred lines, have about half of it. */
const BODY_BYTES_MAX = 1024 * 1024;
/** Memory for bodies. Separate, because anybody can send one before its signature is checked. */
const QUEUE_BYTES_MAX = 16 * 1024 * 1024;
const BODY_PACE: BodyPace = { bytesPerSecondMin: 1024, periodMs: 5_000 };
/** Nobody can sign with it. */
const NOBODYS_SECRET = randomBytes(32).toString('base64url');
/** Webhooks without a valid signature, of each network to each website. */
export const FORGED_PER_MINUTE_MAX = 60;

interface IncomingWebhook {
  readonly provider: ProviderName;
  readonly websiteId: number;
  readonly payload: IncomingMessage;
  readonly ipAddress: string;
  /** Calls back when the request has ended in any way. */
  onClose(callback: () => void): void;
}

interface WebhookResult extends Partial<Rejection> {
  readonly outcome: Exclude<ArrivalOutcome, 'bot'>;
}

interface WebhookReceiverOptions {
  readonly database: Pick<Database, 'query'>;
  readonly collector: Collector;
  readonly arrivals: Arrivals;
  /** Requests of each website, those to the collector included. */
  readonly requests: RateLimit;
  readonly forged: RateLimit;
  readonly clock: Clock;
}

export class WebhookReceiver {
  readonly #options: WebhookReceiverOptions;
  readonly #queue = new BodyQueue({ bytesMax: QUEUE_BYTES_MAX, bodyBytesMax: BODY_BYTES_MAX });

  constructor(options: WebhookReceiverOptions) {
    this.#options = options;
  }

  async receive(webhook: IncomingWebhook): Promise<WebhookResult> {
    const { provider: name, websiteId, payload } = webhook;
    const provider = providerOf(name);
    this.#limitForged(webhook);
    const bytes = await this.#read(webhook);
    const delivery: Delivery = { headers: payload.headers, bytes };
    if (provider.isPing?.(delivery)) return { outcome: 'ignored', code: 'ping', message: 'nothing is counted' };
    await this.#verify(webhook, delivery);
    this.#limitRequests(websiteId);
    const sender: Sender = { websiteId, source: 'webhook' };
    const mapped = provider.mapOrder(parseExactJson(bytes));
    if ('ignored' in mapped) return this.#note(sender, 'ignored', mapped.ignored);
    const missing = missingField(mapped.event);
    if (missing) return this.#note(sender, 'rejected', missing);
    return this.#count(sender, mapped.event);
  }

  #read({ payload, websiteId, ipAddress, onClose }: IncomingWebhook): Promise<Uint8Array> {
    if (payload.headers['content-encoding'] !== undefined) {
      throw new Problem(415, 'Content-Encoding is not supported here. Send the body uncompressed.');
    }
    const held = this.#queue.open(websiteId, ipAddress);
    onClose(held.release);
    return readBody(payload, { bytesMax: BODY_BYTES_MAX, pace: BODY_PACE }, held.grow);
  }

  /** A sender without the secret learns nothing: neither what is wrong, nor whether the website exists. */
  async #verify({ provider, websiteId, ipAddress }: IncomingWebhook, delivery: Delivery): Promise<void> {
    const { database, arrivals, forged, clock } = this.#options;
    const secrets = await validSecrets(database, websiteId, provider);
    const nowMs = clock().getTime();
    // Otherwise the response time would tell that there is no secret.
    const tried = secrets.length > 0 ? secrets : [NOBODYS_SECRET];
    if (tried.some((secret) => providerOf(provider).isSigned(delivery, secret, nowMs))) return;
    forged.take(forgedKey(websiteId, ipAddress));
    const problem = new Problem(401, 'The signature is not valid.', { code: 'invalid_signature' });
    // Shown to the owner of the website, because a wrong secret is the most common mistake.
    if (secrets.length > 0) arrivals.noteRefusal({ websiteId, source: 'webhook' }, problem);
    throw problem;
  }

  #limitForged({ websiteId, ipAddress }: IncomingWebhook): void {
    const state = this.#options.forged.peek(forgedKey(websiteId, ipAddress));
    if (state.isExceeded) throw tooManyRequests(state, 'Too many webhooks without a valid signature.');
  }

  #limitRequests(websiteId: number): void {
    const state = this.#options.requests.take(String(websiteId));
    if (state.isExceeded) {
      throw tooManyRequests(state, `Too many requests: at most ${state.limit} a minute for a website.`);
    }
  }

  async #count(sender: Sender, event: SentEvent): Promise<WebhookResult> {
    const bytes = new TextEncoder().encode(JSON.stringify([{ ...event, website_id: sender.websiteId }]));
    const { accepted, duplicates, rejections } = await this.#options.collector.collect({ bytes, sender });
    if (accepted > 0) return { outcome: 'accepted' };
    if (duplicates > 0) return { outcome: 'duplicate' };
    const { code, message } = rejections[0]!;
    return { outcome: 'rejected', code, message };
  }

  #note(sender: Sender, outcome: 'ignored' | 'rejected', { code, message }: Rejection): WebhookResult {
    this.#options.arrivals.note([{ ...sender, at: this.#options.clock(), outcome, code, message, type: 'order' }]);
    return { outcome, code, message };
  }
}

/** Both are optional for other senders. Without them a replay would count twice, or an order nothing. */
function missingField({ order_id: orderId, revenue }: SentEvent): Rejection | undefined {
  if (orderId === undefined) return { code: 'order_id_required', message: 'the order has no id' };
  if (revenue === undefined || revenue === null) return { code: 'revenue_required', message: 'the order has no total' };
  return undefined;
}

function forgedKey(websiteId: number, ipAddress: string): string {
  return `${networkOf(ipAddress)} ${websiteId}`;
}
