// Counts what a caller does, in this process, minute by minute (or whatever the window is). All windows start and end
// together, so the whole count is forgotten at once and memory is bounded by what one window can bring.
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../clock.ts';
import { Problem } from '../problem.ts';

const KEYS_MAX = 100_000;
/** Past `KEYS_MAX` the newcomers of this window share one count. */
const SHARED_KEY = '(others)';

export interface RateLimitOptions {
  readonly max: number;
  readonly windowMs: number;
}

export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends: 1 at least. */
  readonly resetSeconds: number;
  /** The last count was beyond the limit. */
  readonly isExceeded: boolean;
}

export class RateLimit {
  readonly #options: RateLimitOptions;
  readonly #clock: Clock;
  readonly #counts = new Map<string, number>();
  #window = 0;

  constructor(options: RateLimitOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  /** Nobody was counted lately. */
  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  take(key: string, amount = 1): RateLimitState {
    const nowMs = this.#enterWindow();
    const known = this.#counts.has(key) || this.#counts.size < KEYS_MAX ? key : SHARED_KEY;
    const count = (this.#counts.get(known) ?? 0) + amount;
    this.#counts.set(known, count);
    return this.#state(count, nowMs, count > this.#options.max);
  }

  /** Counts nothing: `isExceeded` says whether one more would be too much. */
  look(key: string): RateLimitState {
    const nowMs = this.#enterWindow();
    const count = this.#counts.get(key) ?? 0;
    return this.#state(count, nowMs, count >= this.#options.max);
  }

  /** Takes one back that turned out not to matter. */
  giveBack(key: string): void {
    this.#enterWindow();
    const count = this.#counts.get(key);
    if (count !== undefined) this.#counts.set(key, Math.max(0, count - 1));
  }

  #enterWindow(): number {
    const nowMs = this.#clock().getTime();
    const window = Math.floor(nowMs / this.#options.windowMs);
    if (window !== this.#window) this.#counts.clear();
    this.#window = window;
    return nowMs;
  }

  #state(count: number, nowMs: number, isExceeded: boolean): RateLimitState {
    const { max, windowMs } = this.#options;
    const resetSeconds = Math.ceil((windowMs - (nowMs % windowMs)) / 1000);
    return { limit: max, remaining: Math.max(0, max - count), resetSeconds, isExceeded };
  }
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

/** Whoever has one IPv6 address has 2^64 of them, so the network is the key. IPv4 in IPv6 is IPv4. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const ip = ipaddr.process(address.split('%', 1)[0]!);
  return ip instanceof ipaddr.IPv6 ? `${ip.toNormalizedString().split(':', 4).join(':')}::/64` : ip.toString();
}
