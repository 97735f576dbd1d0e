// Receives the webhooks of shops: reads the body, checks its signature, and counts the order or its refunds. The body is parsed in the
// ingestion thread: see decode-webhook.ts. Responds after the commit.
// Why: docs/decisions/events.md, "A website has one webhook URL for each shop system".
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  limitPerMinute,
  networkOf,
  type RateLimit,
  tooManyRequests,
} from '../../../core/contract/access/rate-limit.ts';
import { SuspectNetworks } from '../../../core/contract/access/suspect-networks.ts';
import type { Database } from '../../../core/foundation/database/database.ts';
import { Problem } from '../../../core/foundation/problem/problem.ts';
import type { Clock } from '../../../core/foundation/time/clock.ts';
import type { ArrivalOutcome, Sender } from '../../../core/intake/arrivals/arrival.ts';
import type { Arrivals } from '../../../core/intake/arrivals/arrivals.ts';
import { BodyQueue, type HeldBody } from '../../../core/intake/collector/body-queue.ts';
import type { Collector } from '../../../core/intake/collector/collector.ts';
import { type BodyPace, readBody } from '../../../core/intake/collector/read-body.ts';
import type { Rejection } from '../../../core/intake/events/event.ts';
import type { WebhookFormat } from './decode-webhook.ts';
import type { Delivery, ProviderName, Providers } from './provider.ts';
import { validSecrets } from './webhook-secrets.ts';

/** The largest orders, of several hundred lines, have about half as many bytes. */
const BODY_BYTES_MAX = 1024 * 1024;
/**
 * How many bytes of bodies may be in memory. This is separate from the collector's memory, because anybody can send a body before its
 * signature is checked.
 */
const QUEUE_BYTES_MAX = 16 * 1024 * 1024;
const BODY_PACE: BodyPace = { bytesPerSecondMin: 1024, periodMs: 5_000 };
/** Stands for a missing secret. Nobody can sign with it. */
const NOBODYS_SECRET = randomBytes(32).toString('base64url');
/** How many webhooks without a valid signature each network may send to each website in a minute. Further ones are told to wait. */
export const FORGED_PER_MINUTE_MAX = 60;
/** The same for all websites together. After that, the webhooks of the network take turns. */
export const FORGED_IN_ALL_PER_MINUTE_MAX = 1_200;

interface IncomingWebhook {
  readonly provider: ProviderName;
  readonly websiteId: number;
  readonly payload: IncomingMessage;
  readonly ipAddress: string;
  /** Calls back when the request has ended in any way. */
  onClose(callback: () => void): void;
}

interface ReadWebhook {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly held: HeldBody;
}

interface WebhookResult extends Partial<Rejection> {
  readonly outcome: Exclude<ArrivalOutcome, 'bot'>;
}

export interface WebhookReceiverOptions {
  readonly providers: Providers;
  readonly database: Pick<Database, 'query'>;
  readonly collector: Collector;
  readonly arrivals: Arrivals;
  /** Limits the requests of each website, including those to the collector. */
  readonly requests: RateLimit;
  readonly clock: Clock;
}

export class WebhookReceiver {
  readonly #options: WebhookReceiverOptions;
  readonly #queue = new BodyQueue({ bytesMax: QUEUE_BYTES_MAX, bodyBytesMax: BODY_BYTES_MAX });
  /** Limits webhooks without a valid signature from each network to each website. */
  readonly #forged: RateLimit;
  /** The same for all websites together. */
  readonly #suspects: SuspectNetworks;

  constructor(options: WebhookReceiverOptions) {
    this.#options = options;
    this.#forged = limitPerMinute(FORGED_PER_MINUTE_MAX, options.clock);
    this.#suspects = new SuspectNetworks(limitPerMinute(FORGED_IN_ALL_PER_MINUTE_MAX, options.clock));
  }

  async receive(webhook: IncomingWebhook): Promise<WebhookResult> {
    const { provider: name, websiteId, payload } = webhook;
    const provider = this.#options.providers[name];
    await this.#suspects.takeTurn(webhook.ipAddress, () => payload.destroyed);
    const { bytes, held } = await this.#read(webhook);
    const delivery: Delivery = { headers: payload.headers, bytes };
    if (provider.isPing?.(delivery)) return { outcome: 'ignored', code: 'ping', message: 'nothing is counted' };
    await this.#verify(webhook, delivery);
    this.#limitRequests(websiteId);
    // The memory of a body counts until it is parsed, even if the sender has disconnected.
    held.hold();
    try {
      return await this.#count({ websiteId, source: 'webhook' }, name, bytes);
    } finally {
      held.release();
    }
  }

  async #read({ payload, websiteId, ipAddress, onClose }: IncomingWebhook): Promise<ReadWebhook> {
    if (payload.headers['content-encoding'] !== undefined) {
      throw new Problem(415, 'Content-Encoding is not supported here. Send the body uncompressed.');
    }
    const held = this.#queue.open(websiteId, ipAddress);
    onClose(held.release);
    return { bytes: await readBody(payload, { bytesMax: BODY_BYTES_MAX, pace: BODY_PACE }, held.grow), held };
  }

  /** A sender without the secret learns nothing: neither what is wrong, nor whether the website exists. */
  async #verify({ provider, websiteId, ipAddress }: IncomingWebhook, delivery: Delivery): Promise<void> {
    const { database, arrivals, providers, clock } = this.#options;
    const secrets = await validSecrets(database, websiteId, provider);
    const nowMs = clock().getTime();
    // Otherwise the response time would tell that there is no secret.
    const tried = secrets.length > 0 ? secrets : [NOBODYS_SECRET];
    if (tried.some((secret) => providers[provider].isSigned(delivery, secret, nowMs))) return;
    const counts = [this.#forged.take(`${networkOf(ipAddress)} ${websiteId}`), this.#suspects.countFailure(ipAddress)];
    const exceeded = counts.find(({ isExceeded }) => isExceeded);
    if (exceeded) throw tooManyRequests(exceeded, 'Too many webhooks without a valid signature.');
    const problem = new Problem(401, 'The signature is not valid.', { code: 'invalid_signature' });
    // The owner of the website sees the refusal, because a wrong secret is the most common mistake.
    if (secrets.length > 0) arrivals.noteRefusal({ websiteId, source: 'webhook' }, problem);
    throw problem;
  }

  #limitRequests(websiteId: number): void {
    const state = this.#options.requests.take(String(websiteId));
    if (state.isExceeded) {
      throw tooManyRequests(state, `Too many requests: at most ${state.limit} a minute for a website.`);
    }
  }

  async #count(sender: Sender, provider: ProviderName, bytes: Uint8Array<ArrayBuffer>): Promise<WebhookResult> {
    const format: WebhookFormat = { protocol: 'webhook', provider };
    const counted = await this.#options.collector.collect(sender, bytes, { format });
    const { accepted, rejections, ignored } = counted;
    // A webhook may tell an order and its refunds. What the shop can learn most from comes first.
    if (accepted > 0) return { outcome: 'accepted' };
    const [rejected, ignoredFirst] = [rejections[0], ignored?.listed[0]];
    const reason = rejected ?? ignoredFirst;
    if (!reason) return { outcome: 'duplicate' };
    return { outcome: rejected ? 'rejected' : 'ignored', code: reason.code, message: reason.message };
  }
}
