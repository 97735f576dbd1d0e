// Which tenants asked for reports lately, whether these were computed or answered from memory. Says whether a tenant has the service to
// itself.
// Why: docs/decisions/reports.md, "An account that is not alone leaves one more processor free".
import type { Clock } from '../../foundation/time/clock.ts';

/** Whoever looks at reports asks again within this time. */
const RECENT_MS = 10_000;

interface Asked {
  readonly tenant: string;
  atMs: number;
}

export class RecentTenants {
  readonly #clock: Clock;
  /** The tenant that asked last, and the other one that asked last before it: more are not needed to know whether there is another one. */
  #last: Asked | undefined;
  #otherBefore: Asked | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Reports of several accounts do not count: whoever asks for them also asks for those of one account, and is not their own neighbour. */
  noteAsked(tenant: string): void {
    if (tenant.includes(',')) return;
    const atMs = this.#clock().getTime();
    if (this.#last?.tenant === tenant) this.#last.atMs = atMs;
    else [this.#last, this.#otherBefore] = [{ tenant, atMs }, this.#last];
  }

  /** Whether no other tenant asked lately. */
  isAlone(tenant: string): boolean {
    const other = this.#last?.tenant === tenant ? this.#otherBefore : this.#last;
    // The clock may be set back.
    return other === undefined || Math.abs(this.#clock().getTime() - other.atMs) >= RECENT_MS;
  }
}
