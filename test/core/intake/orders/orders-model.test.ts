// Random touches, orders and refunds, late and repeated ones too, against a model that is nothing but a list of orders: each order is
// credited once, to the last touch in the window; each refund counts once, never below zero; counters, event log and what is said of them
// agree.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SUBJECT_KIND } from '../../../../src/core/engine/catalog/subject.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { checkLog } from '../../../../src/core/engine/event-log/upkeep/check-log.ts';
import { readOrderSources } from '../../../../src/core/engine/rollups/order-sources.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { BulkEvents } from '../../../../src/core/intake/bulk/bulk-events.ts';
import {
  type ImportedEvents,
  type ImportOptions,
  type ImportStages,
  importEvents,
} from '../../../../src/core/intake/bulk/import-events.ts';
import { ENGINES } from '../../../support/databases.ts';
import { mergeLog, switchLog } from '../../../support/event-log.ts';
import { bytesOf, ndjson } from '../../../support/events.ts';
import { IS_LONG } from '../../../support/long.ts';
import { storedTotals } from '../../../support/stored-days.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const ROUNDS = IS_LONG ? 20 : 3;
/** A round goes on until an order was credited and one was refunded. */
const COMMITS_MIN = 12;
const COMMITS_MAX = 60;
const EVER = { firstDay: 0, lastDay: 1_000_000 };

/** Each has all subjects above. */
const LINES = {
  campaign_id: { 10: ['campaign 10'], 11: ['campaign 11'] },
  step_id: { 1001: ['step 1001', 'variant 100', 'campaign 10'] },
} as const;
const SUBJECTS = ['website 1', 'campaign 10', 'campaign 11', 'variant 100', 'step 1001'];

interface ModelEvent {
  readonly type: 'view' | 'conversion' | 'order' | 'refund';
  readonly website_id: 1;
  readonly visitor?: string;
  readonly at?: string;
  readonly campaign_id?: 10 | 11;
  readonly step_id?: 1001;
  readonly id?: string;
  readonly order_id?: string;
  readonly refund_id?: string;
  readonly revenue?: number;
}

interface ModelOrder {
  readonly subjects: readonly string[];
  readonly isCredited: boolean;
  readonly revenue: number;
  /** null: nothing. */
  left: number | null;
}

interface ModelTouch {
  readonly ms: number;
  readonly subjects: readonly string[];
}

const DAY_MS = 86_400_000;

/** A random stream in which everything is repeated, late, or about something that has not come yet, every now and then. */
class Stream {
  readonly #random: Random;
  readonly #sent: ModelEvent[] = [];
  readonly #hasOwnIds: boolean;

  /**
   * `hasOwnIds`: different events have different ids. A refund that is rejected gives its ids free, so otherwise it matters what a commit
   * has.
   */
  constructor(seed: number, { hasOwnIds = false } = {}) {
    this.#random = new Random(seed);
    this.#hasOwnIds = hasOwnIds;
  }

  batch(): ModelEvent[] {
    return Array.from({ length: this.#random.between(1, 12) }, () => this.#next());
  }

  #next(): ModelEvent {
    const random = this.#random;
    if (this.#sent.length > 0 && random.chance(0.15)) return this.#sent[random.between(0, this.#sent.length - 1)]!;
    const event = random.chance(0.3) ? this.#refund() : random.chance(0.45) ? this.#order() : this.#touch();
    const sent = { ...event, ...(random.chance(0.3) && { id: this.#id('id', 500) }) };
    this.#sent.push(sent);
    return sent;
  }

  #id(kind: string, max: number): string {
    return `${kind}-${this.#hasOwnIds ? this.#sent.length : this.#random.between(1, max)}`;
  }

  #when(): Pick<ModelEvent, 'visitor' | 'at'> {
    const random = this.#random;
    const at = new Date(Date.parse('2025-03-01T00:00:00Z') + random.between(0, 9 * 24 * 60) * 60_000).toISOString();
    return { visitor: `v${random.between(1, 4)}`, at };
  }

  #subject(): Pick<ModelEvent, 'campaign_id' | 'step_id'> {
    return this.#random.popular([{ campaign_id: 10 }, { step_id: 1001 }, { campaign_id: 11 }, {}] as const);
  }

  #touch(): ModelEvent {
    const type = this.#random.chance(0.5) ? 'view' : 'conversion';
    return { type, website_id: 1, ...this.#when(), ...this.#subject() };
  }

  #order(): ModelEvent {
    const random = this.#random;
    const { visitor, at } = this.#when();
    return {
      type: 'order',
      website_id: 1,
      at: at!,
      ...(random.chance(0.9) && { visitor: visitor! }),
      ...(random.chance(0.3) && this.#subject()),
      ...(random.chance(0.9) && { order_id: `o-${random.between(1, 60)}` }),
      revenue: random.between(0, 300) / 100,
    };
  }

  #refund(): ModelEvent {
    const random = this.#random;
    return {
      type: 'refund',
      website_id: 1,
      order_id: `o-${random.between(1, 60)}`,
      ...(random.chance(0.6) && { revenue: random.between(0, 200) / 100 }),
      ...(random.chance(0.5) && { refund_id: this.#id('r', 5) }),
    };
  }
}

/** Fails instead of one more commit. */
function failingAfter<Events>(stages: ImportStages<Events>, commits: number): ImportStages<Events> {
  let left = commits;
  return {
    accept: (batch) => stages.accept(batch),
    commit: (batches) => {
      if (left-- === 0) throw new Error('the disk is full');
      return stages.commit(batches);
    },
  };
}

class Model {
  readonly orders: ModelOrder[] = [];
  readonly #byId = new Map<string, ModelOrder>();
  readonly #touches = new Map<string, ModelTouch[]>();
  readonly #waiting: ModelEvent[] = [];
  readonly #seen = new Set<string>();
  readonly #creditDays: number;
  readonly #creditBy: 'conversion' | 'view';
  refundedRevenue = 0;

  constructor(creditDays: number, creditBy: 'conversion' | 'view') {
    this.#creditDays = creditDays;
    this.#creditBy = creditBy;
  }

  /** An order that was credited, and one that was refunded. */
  get hasEverything(): boolean {
    return this.orders.some(({ isCredited }) => isCredited) && this.orders.some(({ left }) => left === null);
  }

  /** What the commit of these events answers. */
  commit(events: readonly ModelEvent[]) {
    const keys: ((event: ModelEvent) => string | undefined)[] = [
      ({ id }) => id && `id ${id}`,
      ({ order_id, refund_id }) => refund_id && `refund ${order_id} ${refund_id}`,
      ({ type, order_id }) => (type === 'order' && order_id ? `order ${order_id}` : undefined),
    ];
    const isNew = keys.reduce(
      (left, keyOf) =>
        left.filter((event) => {
          const key = keyOf(event);
          if (key === undefined) return true;
          const isFirst = !this.#seen.has(key);
          this.#seen.add(key);
          return isFirst;
        }),
      events,
    );
    for (const event of isNew) this.#touch(event);
    for (const event of isNew) if (event.type === 'order') this.#order(event);
    const known = this.#waiting.filter(({ order_id }) => this.#byId.has(order_id!));
    for (const refund of known) {
      this.#waiting.splice(this.#waiting.indexOf(refund), 1);
      this.#refund(refund);
    }
    const refunds = isNew.filter(({ type }) => type === 'refund');
    const rejected = refunds.filter((refund) => !this.#refund(refund));
    return {
      accepted: isNew.length - rejected.length,
      duplicates: events.length - isNew.length,
      rejected: rejected.length,
    };
  }

  #touch(event: ModelEvent): void {
    const isOne = event.type === 'conversion' || (event.type === 'view' && this.#creditBy === 'view');
    const subjects = subjectsOf(event);
    if (!isOne || subjects.length === 0) return;
    const touches = this.#touches.get(event.visitor!) ?? [];
    this.#touches.set(event.visitor!, [...touches, { ms: Date.parse(event.at!), subjects }]);
  }

  #order(event: ModelEvent): void {
    const named = subjectsOf(event);
    const isOfNothing = named.length === 0;
    const touch = named.length <= 1 ? this.#lastTouch(event, named[0]) : undefined;
    const revenue = Math.round(event.revenue! * 10_000);
    // Whatever was touched within the campaign, its variant counts.
    const touched = isOfNothing ? touch?.subjects : touch?.subjects.slice(-2);
    const subjects = ['website 1', ...(touched ?? named)];
    const order = { subjects, isCredited: isOfNothing && touch !== undefined, revenue, left: revenue };
    this.orders.push(order);
    if (event.order_id) this.#byId.set(event.order_id, order);
  }

  /** `campaign`: only of its variants and what is below them. */
  #lastTouch({ visitor, at }: ModelEvent, campaign: string | undefined): ModelTouch | undefined {
    if (visitor === undefined) return undefined;
    const ms = Date.parse(at!);
    const before = (this.#touches.get(visitor) ?? []).filter(
      (touch) =>
        touch.ms <= ms && (campaign === undefined || (touch.subjects.length > 1 && touch.subjects.includes(campaign))),
    );
    // Of the same second, the deepest subject gets it, then the one with the smallest id.
    const depth = ({ subjects }: ModelTouch) => subjects.length;
    const idOf = ({ subjects }: ModelTouch) => Number(subjects[0]!.split(' ')[1]);
    const last = before.toSorted((a, b) => a.ms - b.ms || depth(a) - depth(b) || idOf(b) - idOf(a)).at(-1);
    const days = last && Math.floor(ms / DAY_MS) - Math.floor(last.ms / DAY_MS);
    return days !== undefined && days <= this.#creditDays ? last : undefined;
  }

  /** Returns false if it is more than what is left. */
  #refund(refund: ModelEvent): boolean {
    const order = this.#byId.get(refund.order_id!);
    if (!order) {
      this.#waiting.push(refund);
      return true;
    }
    const asked = refund.revenue === undefined ? (order.left ?? 0) : Math.round(refund.revenue * 10_000);
    if (asked === 0) return true;
    if (order.left === null || asked > order.left) {
      // It may be corrected and sent again.
      if (refund.id) this.#seen.delete(`id ${refund.id}`);
      if (refund.refund_id) this.#seen.delete(`refund ${refund.order_id} ${refund.refund_id}`);
      return false;
    }
    this.refundedRevenue += asked;
    order.left = asked === order.left ? null : order.left - asked;
    return true;
  }
}

function subjectsOf({ campaign_id: campaignId, step_id: stepId }: ModelEvent): readonly string[] {
  if (stepId) return LINES.step_id[stepId];
  return campaignId ? LINES.campaign_id[campaignId] : [];
}

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
    await switchLog(ingestion.database, 1, true);
  });

  beforeEach(() => ingestion.reset());
  afterAll(() => ingestion.dispose());

  async function expectStored(model: Model): Promise<void> {
    const { database } = ingestion;
    for (const name of SUBJECTS) {
      const [kind, id] = name.split(' ') as ['website' | 'campaign' | 'variant' | 'step', string];
      const counted = model.orders.filter(({ left, subjects }) => left !== null && subjects.includes(name));
      const sum = (orders: readonly ModelOrder[]) => orders.reduce((all, { left }) => all + left!, 0);
      const { orders, revenue } = await storedTotals(database, { websiteId: 1, kind, id: Number(id) });
      expect([name, orders, revenue]).toEqual([name, counted.length, sum(counted)]);
      const credited = counted.filter(({ isCredited }) => isCredited);
      const subject = { websiteId: 1, kind: SUBJECT_KIND[kind], id: Number(id) };
      expect([name, await readOrderSources(database, subject, EVER)]).toMatchObject([
        name,
        { credited_orders: credited.length, credited_revenue: sum(credited) },
      ]);
    }
    const gone = model.orders.filter(({ left }) => left === null).length;
    const website = { websiteId: 1, kind: SUBJECT_KIND.website, id: 1 };
    expect(await readOrderSources(database, website, EVER)).toMatchObject({
      refunded_orders: gone,
      refunded_revenue: model.refundedRevenue,
    });
    expect((await checkLog(database)).differences).toEqual([]);
  }

  test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'as one commit after the other, round %i',
    async (round) => {
      const [creditDays, creditBy] = [[1, 3, 7][round % 3]!, round % 2 === 0 ? 'conversion' : 'view'] as const;
      const settings = { credit_window_days: creditDays, credit_by: creditBy } as const;
      await changeWebsiteSettings(ingestion.database, 1, settings, ingestion.clock.now);
      const [stream, model] = [new Stream(100 + round), new Model(creditDays, creditBy)];
      for (let commit = 0; commit < COMMITS_MIN || (commit < COMMITS_MAX && !model.hasEverything); commit++) {
        const events = stream.batch();
        // Refunds that wait are applied in the order of their arrival.
        ingestion.clock.offsetMs += 1_000;
        expect(await ingestion.count(...(events as object[] as Record<string, unknown>[]))).toMatchObject(
          model.commit(events),
        );
      }
      await expectStored(model);
      await mergeLog(ingestion.database, ingestion.clock);
      await expectStored(model);
      expect(model.hasEverything).toBe(true);
    },
  );

  async function loadFile(
    events: readonly ModelEvent[],
    stages: ImportStages<unknown> = ingestion.stages,
    options: ImportOptions = {},
  ): Promise<ImportedEvents> {
    const source = (async function* () {
      yield bytesOf(ndjson(events as object[] as Record<string, unknown>[]));
    })();
    // Refunds that wait are applied in the order of their arrival.
    const pause = async () => {
      ingestion.clock.offsetMs += 1_000;
    };
    return importEvents(ingestion.database, stages, source, { ...options, pause });
  }

  test('from a file', async () => {
    const settings = { credit_window_days: 7, credit_by: 'view' } as const;
    await changeWebsiteSettings(ingestion.database, 1, settings, ingestion.clock.now);
    const [stream, model] = [new Stream(99), new Model(7, 'view')];
    const events = Array.from({ length: 40 }, () => stream.batch()).flat();
    const bulk = new BulkEvents(ingestion.database, ingestion.url, ingestion.clock.now);
    // It is one chunk, so it is one commit.
    const imported = await loadFile(events, bulk);
    await bulk.close();
    expect(imported).toMatchObject(model.commit(events));
    await expectStored(model);
  });

  describe.each(Array.from({ length: IS_LONG ? 10 : 1 }, (_, round) => round))(
    'from a file that is not sorted by time, round %i',
    (round) => {
      const [creditDays, creditBy] = [[7, 2][round % 2]!, round % 2 === 0 ? 'view' : 'conversion'] as const;
      const stream = new Stream(200 + round, { hasOwnIds: true });
      const events = Array.from({ length: 40 }, () => stream.batch()).flat();
      const model = new Model(creditDays, creditBy);
      model.commit(events);

      beforeEach(async () => {
        const settings = { credit_window_days: creditDays, credit_by: creditBy } as const;
        await changeWebsiteSettings(ingestion.database, 1, settings, ingestion.clock.now);
      });

      test.each([1_000_000, 1_500])('it gives the same numbers in commits of %i bytes', async (bytes) => {
        expect(model.hasEverything).toBe(true);
        const { accepted, rejected } = await loadFile(events, ingestion.stages, {
          chunkBytesMax: Math.min(bytes, 20_000),
          commitBytesMax: bytes,
        });
        expect(accepted + rejected).toBeGreaterThan(100);
        await expectStored(model);
      });

      test('it gives the same numbers if the import fails in between and is run again', async () => {
        const small = { chunkBytesMax: 1_000, commitBytesMax: 3_000 };
        for (const commits of [2, 0, 3]) {
          await expect(loadFile(events, failingAfter(ingestion.stages, commits), small)).rejects.toThrow('full');
        }
        await loadFile(events, ingestion.stages, small);
        await expectStored(model);
        await loadFile(events, ingestion.stages, small);
        await expectStored(model);
      });
    },
  );
});
