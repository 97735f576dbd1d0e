// A queue that shares a limited number of slots fairly between tenants. It knows nothing of operations or threads. The rules:
// - no tenant takes the last slot, so that the first job of another tenant starts immediately or in the next free slot;
// - a tenant that is not alone leaves one more slot free: others may need a processor without a slot;
// - a free slot goes to the tenant with the fewest running jobs; among equals, to one that was not served yet, else to the
//   one that was served longest ago; a tenant with nothing running is passed over only a limited number of times;
// - within a tenant the cheapest job goes first, but every fourth time the oldest one, so that no job starves;
// - an aborted job does not run.
// Why: docs/decisions/reports.md, "Reports take turns by account".
import { Problem } from '../../foundation/problem/problem.ts';

/** Every n-th job of a tenant is its oldest one, regardless of cost. */
export const OLDEST_EVERY = 4;
/** How often a tenant with nothing running may be passed over. */
export const PASSED_OVER_MAX = 20;

interface FairQueueOptions {
  /** How many jobs may run at the same time. */
  readonly slots: number;
  /** How many jobs of a tenant may wait. Further jobs are rejected. */
  readonly waitingPerTenantMax: number;
  /** Whether no other tenant uses the service, with or without a slot. Default: yes. */
  isAlone?(tenant: string): boolean;
}

export interface Job<Result> {
  readonly tenant: string;
  /** The cost may have any unit, because costs are only compared. */
  readonly cost: number;
  /** Aborted when no client waits for the result any more. A job that is already running is left to finish. */
  readonly signal?: AbortSignal | undefined;
  run(): Promise<Result>;
}

interface WaitingJob {
  readonly cost: number;
  start(): Promise<unknown>;
}

class Tenant {
  readonly waiting = new Set<WaitingJob>();
  running = 0;
  turns = 0;
  /** The turn (counted over all tenants) in which it was last served or first queued. */
  lastTurn: number;

  constructor(turn: number) {
    this.lastTurn = turn;
  }

  /** At least one job must be waiting. */
  nextJob(): WaitingJob {
    // A Set keeps insertion order.
    const byAge = [...this.waiting];
    if (this.turns % OLDEST_EVERY === OLDEST_EVERY - 1) return byAge[0]!;
    return byAge.reduce((cheapest, job) => (job.cost < cheapest.cost ? job : cheapest));
  }

  isOverdue(turn: number): boolean {
    return this.running === 0 && turn - this.lastTurn >= PASSED_OVER_MAX;
  }
}

export class FairQueue {
  readonly #options: FairQueueOptions;
  /** The tenants that have waiting or running jobs. */
  readonly #tenants = new Map<string, Tenant>();
  #running = 0;
  #turns = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** The number of running and waiting jobs. */
  get load(): number {
    return [...this.#tenants.values()].reduce((sum, { waiting }) => sum + waiting.size, this.#running);
  }

  /** Rejects with the signal's reason if aborted before its turn, and with a problem if too many jobs are waiting. */
  add<Result>({ tenant: name, cost, signal, run }: Job<Result>): Promise<Result> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const tenant = this.#tenants.get(name) ?? new Tenant(this.#turns);
    if (tenant.waiting.size >= this.#options.waitingPerTenantMax) return Promise.reject(tooManyWaiting());
    this.#tenants.set(name, tenant);
    return new Promise((resolve, reject) => {
      const cancel = () => {
        tenant.waiting.delete(waiting);
        this.#removeIfIdle(name, tenant);
        reject(signal!.reason);
      };
      const waiting: WaitingJob = {
        cost,
        start: async () => {
          signal?.removeEventListener('abort', cancel);
          try {
            resolve(await run());
          } catch (error) {
            reject(error);
          }
        },
      };
      signal?.addEventListener('abort', cancel, { once: true });
      tenant.waiting.add(waiting);
      this.#fillSlots();
    });
  }

  #fillSlots(): void {
    while (this.#running < this.#options.slots) {
      const candidates = [...this.#tenants].filter(
        ([name, { waiting, running }]) => waiting.size > 0 && running < this.#runningMaxOf(name),
      );
      if (candidates.length === 0) return;
      const [name, tenant] = candidates.reduce((best, next) => (this.#hasPriority(next[1], best[1]) ? next : best));
      void this.#start(name, tenant, tenant.nextJob());
    }
  }

  #runningMaxOf(tenant: string): number {
    const isAlone = this.#options.isAlone?.(tenant) ?? true;
    return Math.max(1, this.#options.slots - (isAlone ? 1 : 2));
  }

  #hasPriority(a: Tenant, b: Tenant): boolean {
    const [aIsOverdue, bIsOverdue] = [a.isOverdue(this.#turns), b.isOverdue(this.#turns)];
    if (aIsOverdue !== bIsOverdue) return aIsOverdue;
    if (a.running !== b.running) return a.running < b.running;
    if ((a.turns === 0) !== (b.turns === 0) && !aIsOverdue) return a.turns === 0;
    return a.lastTurn < b.lastTurn;
  }

  async #start(name: string, tenant: Tenant, job: WaitingJob): Promise<void> {
    tenant.waiting.delete(job);
    tenant.lastTurn = ++this.#turns;
    tenant.turns++;
    tenant.running++;
    this.#running++;
    await job.start();
    tenant.running--;
    this.#running--;
    this.#removeIfIdle(name, tenant);
    this.#fillSlots();
  }

  #removeIfIdle(name: string, { waiting, running }: Tenant): void {
    if (waiting.size === 0 && running === 0) this.#tenants.delete(name);
  }
}

function tooManyWaiting(): Problem {
  return new Problem(429, 'Too many reports of this account are waiting. Wait for responses before you request more.', {
    code: 'rate_limited',
    headers: { 'retry-after': '2' },
  });
}
