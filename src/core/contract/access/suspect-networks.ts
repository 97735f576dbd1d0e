// Networks that keep sending what is not valid, such as unknown keys or forged webhooks. Nobody is refused for what others in the same
// network send: only looking closer tells who is who. So a network that has failed too often in a minute is looked at one request after
// the other, with a pause, which bounds the work that it can cause.
// Why: docs/decisions/events.md, "Unknown senders take nothing away from known ones".
import { setTimeout as delay } from 'node:timers/promises';
import { networkOf, type RateLimit, type RateLimitState } from './rate-limit.ts';

/** Looking closer takes a few milliseconds at most. */
const TURN_MS = 25;

export class SuspectNetworks {
  readonly #failures: RateLimit;
  /** The last turn of each network that waits. */
  readonly #turns = new Map<string, Promise<void>>();

  constructor(failures: RateLimit) {
    this.#failures = failures;
  }

  countFailure(ipAddress: string): RateLimitState {
    return this.#failures.take(networkOf(ipAddress));
  }

  /** `isGone` says whether the sender has disconnected: then it keeps nobody waiting. */
  async takeTurn(ipAddress: string, isGone: () => boolean = () => false): Promise<void> {
    // Usually nobody has failed in this minute, and the address need not be parsed.
    if (this.#failures.isEmpty) return;
    const network = networkOf(ipAddress);
    if (!this.#failures.peek(network).isExceeded) return;
    const before = this.#turns.get(network) ?? Promise.resolve();
    const turn = before.then(() => (isGone() ? undefined : delay(TURN_MS)));
    this.#turns.set(network, turn);
    await turn;
    if (this.#turns.get(network) === turn) this.#turns.delete(network);
  }
}
