// Posts JSON to a webhook, and tells failures that may pass from those that will not.

import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import { type GuardedFetch, notPublic, RefusedUrlError } from '../../../core/foundation/fetch/guarded-fetch.ts';
import type { Clock } from '../../../core/foundation/time/clock.ts';
import { DeliveryError } from './delivery-error.ts';

/** Request timeout, too early, too many requests. For Slack, all other 4xx say that the request itself is wrong. */
const PASSING_CLIENT_ERRORS: ReadonlySet<number> = new Set([408, 425, 429]);
/**
 * The answers of a webhook that refuse this message alone: it will never take it, but may take others. All others may pass: a flow that is
 * paused answers with 404, and one whose secret was not replaced yet with 401.
 */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422]);
const GONE = 410;

export interface Post {
  readonly channel: 'slack' | 'webhook';
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

export async function postJson(fetch: GuardedFetch, { channel, url, body, headers, clock }: Post): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Funnel', ...headers },
    body,
  }).catch((error: Error) => {
    throw new DeliveryError(reasonOf(error, new URL(url)), {
      permanent: error instanceof RefusedUrlError,
      cause: error,
    });
  });
  const { status } = response;
  if (response.ok) return;
  if (status < 400) {
    throw new DeliveryError(sentence('deliveryReceiverRedirects', { status: String(status) }), { permanent: true });
  }
  throw new DeliveryError(sentence('deliveryReceiverStatus', { status: String(status) }), {
    permanent: channel === 'webhook' ? REFUSALS.has(status) : status < 500 && !PASSING_CLIENT_ERRORS.has(status),
    gone: channel === 'webhook' && status === GONE,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), clock()),
  });
}

const REASON_LENGTH_MAX = 200;

/** What the lookup of a name that does not exist ends with. */
const NO_SUCH_HOST: readonly (string | undefined)[] = ['ENOTFOUND', 'ENODATA'];

function reasonOf(error: NodeJS.ErrnoException, url: URL): Sentence {
  if (error instanceof RefusedUrlError) return error.reason;
  // The same as for a private address: otherwise anybody could find out which names exist in the operator's network.
  if (NO_SUCH_HOST.includes(error.code)) return notPublic(url.hostname).reason;
  // The timeout of the guarded fetch, whose own message says only that something was aborted.
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return sentence('deliveryReceiverTooSlow');
  // Messages contain IP addresses and the names in a certificate, which may be internal ones.
  const reason = error.code === undefined ? error.message.slice(0, REASON_LENGTH_MAX) : `${error.code}.`;
  return sentence('deliveryReceiverNotReached', { reason });
}

/** Reads seconds or a date (RFC 9110). */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
