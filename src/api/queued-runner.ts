// Runs read operations through the fair queue, see fair-queue.ts.
import { estimateCost } from './estimate-cost.ts';
import { FairQueue } from './fair-queue.ts';
import type { ReadRequest, ReadRunner, Turn } from './read-runner.ts';

/** More than any dashboard requests at once; a client that sends more gets a 429. */
const WAITING_PER_TENANT_MAX = 200;

export class QueuedRunner implements ReadRunner {
  readonly #runner: ReadRunner;
  readonly #queue: FairQueue;

  constructor(runner: ReadRunner, slots: number) {
    this.#runner = runner;
    this.#queue = new FairQueue({ slots, waitingPerTenantMax: WAITING_PER_TENANT_MAX });
  }

  /** The number of running and waiting operations. */
  get load(): number {
    return this.#queue.load;
  }

  run(request: ReadRequest, turn: Turn): Promise<string> {
    const run = () => this.#runner.run(request, turn);
    return this.#queue.add({ ...turn, cost: estimateCost(request), run });
  }
}
