// Posts batches of events with ids to one service, several at a time, until it is told to stop. Knows every id that was
// acknowledged. Nothing but a good answer is tolerated.
import { type CollectorAnswer, requestOf } from './collector-traffic.ts';
import { FaultClient, UnexpectedAnswerError } from './fault-client.ts';

const CONNECTIONS = 4;
const EVENTS_PER_BATCH = 50;
const EVENT_AGE_MS = 10 * 86_400_000;

export class EventStream {
  readonly acknowledgedIds: string[] = [];
  readonly #client: FaultClient;
  readonly #ingestKey: string;
  readonly #name: string;
  readonly #running: Promise<unknown>;
  #batches = 0;
  #isStopping = false;

  /** Events go to website 1. `name` makes their ids unique. */
  constructor(address: string, ingestKey: string, name: string) {
    this.#client = new FaultClient(address);
    this.#ingestKey = ingestKey;
    this.#name = name;
    this.#running = Promise.all(Array.from({ length: CONNECTIONS }, () => this.#post()));
    // `stop` reports the error.
    this.#running.catch(() => {});
  }

  /** Lets every request under way be answered. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async #post(): Promise<void> {
    while (!this.#isStopping) {
      const events = this.#nextBatch();
      const request = requestOf({ websiteId: 1, events }, this.#ingestKey);
      const answer = (await this.#client.send('/collect/events', request, [200])).body as CollectorAnswer;
      if (answer.accepted !== events.length) throw new UnexpectedAnswerError(JSON.stringify(answer));
      for (const { id } of events) this.acknowledgedIds.push(id);
    }
  }

  #nextBatch() {
    const batch = this.#batches++;
    const at = new Date(Date.now() - EVENT_AGE_MS).toISOString();
    return Array.from({ length: EVENTS_PER_BATCH }, (_, index) => {
      const id = `${this.#name}-${batch}-${index}`;
      return { type: 'view' as const, website_id: 1, visitor: `visitor-${index}`, at, id };
    });
  }
}
