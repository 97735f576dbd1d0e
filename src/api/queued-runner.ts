// Read operations take turns: see fair-queue.ts.
import { estimateCost } from './estimate-cost.ts';
import { FairQueue } from './fair-queue.ts';
import type { ReadRequest, ReadRunner, Turn } from './read-runner.ts';

/** More than any dashboard asks for at once; a client that sends more than this is told to wait. */
const WAITING_PER_TENANT_MAX = 200;

export class QueuedRunner implements ReadRunner {
  readonly #runner: ReadRunner;
  readonly #queue: FairQueue;

  constructor(runner: ReadRunner, places: number) {
    this.#runner = runner;
    this.#queue = new FairQueue({ places, waitingPerTenantMax: WAITING_PER_TENANT_MAX });
  }

  /** What runs and what waits. */
  get load(): number {
    return this.#queue.load;
  }

  run(request: ReadRequest, turn: Turn): Promise<string> {
    const run = () => this.#runner.run(request, turn);
    return this.#queue.add({ ...turn, cost: estimateCost(request), run });
  }
}
