// A rate limit in the memory of this process. The counts of all keys start again at the same time, at each multiple of `perMs`, so all are
// dropped at once, which bounds the memory.
// Why: docs/decisions/tokens.md, "Limits are counted in memory, and all counts start again at the same time".
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Problem } from '../../foundation/problem/problem.ts';
import type { Clock } from '../../foundation/time/clock.ts';

const KEYS_MAX = 100_000;
const SHARED_KEY = '(others)';

export interface RateLimitOptions {
  readonly max: number;
  readonly perMs: number;
  /** What becomes of new keys beyond `KEYS_MAX` until the counts start again; default: they share one count. */
  readonly furtherKeys?: 'share' | 'allow';
}

export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the counts start again; at least 1. */
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

export class RateLimit {
  readonly #options: RateLimitOptions;
  readonly #clock: Clock;
  readonly #counts = new Map<string, number>();
  #startedAtMs = 0;

  constructor(options: RateLimitOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  take(key: string, amount = 1): RateLimitState {
    const nowMs = this.#startAgainIfDue();
    const isFurther = !this.#counts.has(key) && this.#counts.size >= KEYS_MAX;
    if (isFurther && this.#options.furtherKeys === 'allow') return this.#state(amount, nowMs, false);
    const countedKey = isFurther ? SHARED_KEY : key;
    const count = (this.#counts.get(countedKey) ?? 0) + amount;
    this.#counts.set(countedKey, count);
    return this.#state(count, nowMs, count > this.#options.max);
  }

  /** Does not count: `isExceeded` says whether one more would exceed the limit. */
  peek(key: string): RateLimitState {
    const nowMs = this.#startAgainIfDue();
    const count = this.#counts.get(key) ?? 0;
    return this.#state(count, nowMs, count >= this.#options.max);
  }

  /** Undoes one `take`. */
  refund(key: string): void {
    this.#startAgainIfDue();
    const count = this.#counts.get(key);
    if (count !== undefined) this.#counts.set(key, Math.max(0, count - 1));
  }

  #startAgainIfDue(): number {
    const nowMs = this.#clock().getTime();
    const { perMs } = this.#options;
    const startedAtMs = nowMs - (nowMs % perMs);
    if (startedAtMs !== this.#startedAtMs) this.#counts.clear();
    this.#startedAtMs = startedAtMs;
    return nowMs;
  }

  #state(count: number, nowMs: number, isExceeded: boolean): RateLimitState {
    const { max, perMs } = this.#options;
    const resetSeconds = Math.ceil((perMs - (nowMs % perMs)) / 1000);
    return { limit: max, remaining: Math.max(0, max - count), resetSeconds, isExceeded };
  }
}

export function limitPerMinute(max: number, clock: Clock, furtherKeys?: RateLimitOptions['furtherKeys']): RateLimit {
  return new RateLimit({ max, perMs: 60_000, ...(furtherKeys && { furtherKeys }) }, clock);
}

export function rateLimitHeaders(state: RateLimitState): Record<string, string> {
  return {
    'ratelimit-limit': String(state.limit),
    'ratelimit-remaining': String(state.remaining),
    'ratelimit-reset': String(state.resetSeconds),
  };
}

export function tooManyRequests(state: RateLimitState, detail: string): Problem {
  return new Problem(429, detail, {
    code: 'rate_limited',
    headers: { ...rateLimitHeaders(state), 'retry-after': String(state.resetSeconds) },
  });
}

/** The key to limit a client by: its IPv4 address, or its /64 network, because IPv6 clients usually have 2^64 addresses. */
export function networkOf(ipAddress: string): string {
  if (!isIPv6(ipAddress)) return ipAddress;
  const ip = ipaddr.process(ipAddress.split('%', 1)[0]!);
  return ip instanceof ipaddr.IPv6 ? `${firstGroups(ip, 4)}::/64` : ip.toString();
}

/** What one customer of a provider usually gets as a whole: the /24 network of an IPv4 address, the /48 network of an IPv6 address. */
export function wideNetworkOf(ipAddress: string): string {
  if (!ipaddr.isValid(ipAddress)) return ipAddress;
  const ip = ipaddr.process(ipAddress);
  return ip instanceof ipaddr.IPv6 ? `${firstGroups(ip, 3)}::/48` : `${ip.octets.slice(0, 3).join('.')}.0/24`;
}

function firstGroups(ip: ipaddr.IPv6, count: number): string {
  return ip.toNormalizedString().split(':', count).join(':');
}
