// Decides which piece of work runs next when there is more of it than there are places to run. It knows nothing of operations
// or threads. The rules:
// - one tenant never takes the last place, so another one's first piece of work starts at once, or when the next place is free;
// - a free place goes to the tenant with the least running; among equals to one that was not served yet, else to the one
//   that was served longest ago; but nobody is passed over for ever by others that come and go;
// - within a tenant the cheapest goes first, but every so often the oldest does, so that nothing waits for ever;
// - whoever has given up is not run.
import { Problem } from '../problem.ts';

/** Of a tenant's turns, each of this number goes to what has waited longest, whatever it costs. */
export const OLDEST_EVERY = 4;
/** A tenant without anything running is passed over at most so often. */
export const PASSED_OVER_MAX = 20;

export interface FairQueueOptions {
  /** Pieces of work that may run at once. */
  readonly places: number;
  /** Further ones are refused. */
  readonly waitingPerTenantMax: number;
}

export interface Work<Result> {
  readonly tenant: string;
  /** In any unit: it is only compared. */
  readonly cost: number;
  /** Aborted when nobody waits for the result any more. What runs already is left to finish. */
  readonly signal?: AbortSignal | undefined;
  run(): Promise<Result>;
}

interface Waiting {
  readonly cost: number;
  start(): Promise<unknown>;
}

class Tenant {
  readonly waiting = new Set<Waiting>();
  running = 0;
  turns = 0;
  /** The turn, of all tenants', in which it was served last or came. */
  lastTurn: number;

  constructor(turn: number) {
    this.lastTurn = turn;
  }

  /** There must be one. */
  nextWork(): Waiting {
    // A Set keeps the order of insertion.
    const byAge = [...this.waiting];
    if (this.turns % OLDEST_EVERY === OLDEST_EVERY - 1) return byAge[0]!;
    return byAge.reduce((cheapest, one) => (one.cost < cheapest.cost ? one : cheapest));
  }

  isOverdue(turn: number): boolean {
    return this.running === 0 && turn - this.lastTurn >= PASSED_OVER_MAX;
  }
}

export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #runningPerTenantMax: number;
  /** Only those that have something waiting or running. */
  readonly #tenants = new Map<string, Tenant>();
  #running = 0;
  #turns = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#runningPerTenantMax = Math.max(1, options.places - 1);
  }

  /** What runs and what waits. */
  get load(): number {
    return [...this.#tenants.values()].reduce((sum, { waiting }) => sum + waiting.size, this.#running);
  }

  /** Rejects with the signal's reason where it was given up before its turn, and with a problem where too much waits. */
  add<Result>({ tenant: name, cost, signal, run }: Work<Result>): Promise<Result> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const tenant = this.#tenants.get(name) ?? new Tenant(this.#turns);
    if (tenant.waiting.size >= this.#options.waitingPerTenantMax) return Promise.reject(tooManyWaiting());
    this.#tenants.set(name, tenant);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        tenant.waiting.delete(waiting);
        this.#forgetIfIdle(name, tenant);
        reject(signal!.reason);
      };
      const waiting: Waiting = {
        cost,
        start: () => {
          signal?.removeEventListener('abort', giveUp);
          return run().then(resolve, reject);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      tenant.waiting.add(waiting);
      this.#startWhatFits();
    });
  }

  #startWhatFits(): void {
    while (this.#running < this.#options.places) {
      const able = [...this.#tenants].filter(
        ([, { waiting, running }]) => waiting.size > 0 && running < this.#runningPerTenantMax,
      );
      if (able.length === 0) return;
      const [name, tenant] = able.reduce((first, one) => (this.#goesBefore(one[1], first[1]) ? one : first));
      void this.#start(name, tenant, tenant.nextWork());
    }
  }

  #goesBefore(a: Tenant, b: Tenant): boolean {
    const [aIsOverdue, bIsOverdue] = [a.isOverdue(this.#turns), b.isOverdue(this.#turns)];
    if (aIsOverdue !== bIsOverdue) return aIsOverdue;
    if (a.running !== b.running) return a.running < b.running;
    if ((a.turns === 0) !== (b.turns === 0) && !aIsOverdue) return a.turns === 0;
    return a.lastTurn < b.lastTurn;
  }

  async #start(name: string, tenant: Tenant, work: Waiting): Promise<void> {
    tenant.waiting.delete(work);
    tenant.lastTurn = ++this.#turns;
    tenant.turns++;
    tenant.running++;
    this.#running++;
    await work.start();
    tenant.running--;
    this.#running--;
    this.#forgetIfIdle(name, tenant);
    this.#startWhatFits();
  }

  #forgetIfIdle(name: string, { waiting, running }: Tenant): void {
    if (waiting.size === 0 && running === 0) this.#tenants.delete(name);
  }
}

function tooManyWaiting(): Problem {
  return new Problem(429, 'Too many reports of this account are waiting. Wait for answers before you ask for more.', {
    code: 'rate_limited',
    headers: { 'retry-after': '2' },
  });
}
