// Events that can be told apart in an export: each has a number of its own, which is its page. Batches that get no answer are sent again
// under the same ids, so in the end each event is counted exactly once.
import type { Random } from '../../src/core/foundation/statistics/random.ts';
import { requestOf, type SentBatch } from './collector-traffic.ts';
import { FaultClient, NoAnswerError, RefusedError } from './fault-client.ts';
import { pick } from './traffic.ts';

const WEBSITE_ID = 1;
const VISITORS = 200;
const DAYS = 40;
const FIRST_DAY_MS = Date.UTC(2025, 0, 10);
const DAY_MS = 86_400_000;
const EVENTS_PER_BATCH = 10;
const TYPES = ['view', 'view', 'conversion', 'order'] as const;
const PLACES = [{}, { campaign_id: 10, variant_id: 100 }, { campaign_id: 10, variant_id: 101 }, { campaign_id: 11 }];
const CENTS_MAX = 9_999;

export class NumberedEvents {
  /** All that were sent. */
  readonly pages: string[] = [];
  readonly totals = { views: 0, conversions: 0, orders: 0, cents: 0 };
  readonly #unanswered: SentBatch[] = [];

  /** Sends so many batches, and first what got no answer. `post` throws if it gets none. */
  async send(batches: number, random: Random, post: (batch: SentBatch) => Promise<unknown>): Promise<void> {
    for (let left = batches; left > 0 || this.#unanswered.length > 0; ) {
      if (this.#unanswered.length === 0) {
        this.#unanswered.push(this.#nextBatch(random));
        left--;
      }
      await post(this.#unanswered[0]!);
      this.#unanswered.shift();
    }
  }

  /** The same to a service, until it is gone. */
  async sendTo(address: string, ingestKey: string, batches: number, random: Random): Promise<void> {
    const client = new FaultClient(address);
    try {
      await this.send(batches, random, (batch) => client.send('/collect/events', requestOf(batch, ingestKey), [200]));
    } catch (error) {
      if (!(error instanceof NoAnswerError || error instanceof RefusedError)) throw error;
    }
  }

  #nextBatch(random: Random): SentBatch {
    const events = Array.from({ length: EVENTS_PER_BATCH }, () => {
      const number = this.pages.length;
      const page = `/page-${number}`;
      this.pages.push(page);
      const at = new Date(FIRST_DAY_MS + random.next() * DAYS * DAY_MS).toISOString();
      const event = { website_id: WEBSITE_ID, id: `event-${number}`, page, at, ...pick(random, PLACES) };
      const visitor = `visitor-${random.between(1, VISITORS)}`;
      const type = pick(random, TYPES);
      this.totals[`${type}s`]++;
      if (type !== 'order') return { ...event, visitor, type };
      const cents = random.between(1, CENTS_MAX);
      this.totals.cents += cents;
      return { ...event, visitor, type, order_id: `order-${number}`, revenue: cents / 100 };
    });
    return { websiteId: WEBSITE_ID, events };
  }
}
