// Batches that are counted together: from prepared events to rows of the database.
import type { CatalogCache } from '../catalog/load-catalog.ts';
import type { Subject } from '../catalog/subject.ts';
import { Fold, PRODUCT_LIST } from '../rollups/fold.ts';
import { type RollupRows, rowsOf } from '../rollups/rows.ts';
import type { PackedEvents, ProductOrder } from './packed-events.ts';
import { WaitingEvents } from './waiting-events.ts';

/**
 * What the database says of the batches of a group, in order: whether each of its claims holds (1); or null where the
 * batch is the repeat of one that was counted before.
 */
export type Settlement = readonly (Uint8Array | null)[];

interface KeptBatch {
  readonly number: number;
  /** On which its events depend that have no claim; the next ones are those of its claims, in order. */
  readonly firstCondition: number;
  readonly subjects: readonly Subject[];
  readonly productOrders: readonly ProductOrder[];
}

export class EventGroup {
  readonly #waiting = new WaitingEvents();
  readonly #batches: KeptBatch[] = [];
  #conditionCount = 0;

  /** Under the batch's place in the group. */
  async add(number: number, packed: PackedEvents, catalog: CatalogCache): Promise<void> {
    const subjects = await findSubjects(packed, catalog);
    const firstCondition = this.#conditionCount;
    this.#conditionCount += 1 + packed.claimCount;
    this.#batches.push({ number, firstCondition, subjects, productOrders: packed.productOrders });
    this.#waiting.addAll(packed, subjects, firstCondition);
  }

  /** When all batches are in: makes ready what does not depend on how they are settled. */
  complete(): void {
    this.#waiting.sort();
  }

  /** Once, after `complete`. */
  *rows(settlement: Settlement): Generator<RollupRows> {
    const holds = this.#conditionsThatHold(settlement);
    const fold = new Fold();
    for (const { firstCondition, subjects, productOrders } of this.#batches) {
      for (const order of productOrders) {
        if (holds[firstCondition + order.claim]) countProductOrder(fold, subjects[order.subject]!, order);
      }
    }
    for (const folded of this.#waiting.folds(holds, fold)) {
      folded.rollUp();
      yield rowsOf(folded);
    }
  }

  #conditionsThatHold(settlement: Settlement): Uint8Array {
    const holds = new Uint8Array(this.#conditionCount);
    for (const { number, firstCondition } of this.#batches) {
      const claims = settlement[number];
      if (!claims) continue;
      holds[firstCondition] = 1;
      holds.set(claims, firstCondition + 1);
    }
    return holds;
  }
}

async function findSubjects({ subjects }: PackedEvents, catalog: CatalogCache): Promise<Subject[]> {
  const notLoaded = new Set(subjects.map(([websiteId]) => websiteId).filter((id) => catalog.get(id) === undefined));
  await catalog.load([...notLoaded]);
  return subjects.map(([websiteId, kind, id]) => {
    const subject = catalog.get(websiteId)?.subjects[kind].get(id);
    if (!subject) throw new Error('the catalog changed while events were being prepared');
    return subject;
  });
}

/** An order counts once for each product in it, however many pieces were bought. */
function countProductOrder(fold: Fold, subject: Subject, { day, revenue, products }: ProductOrder): void {
  fold.countOrder(subject, day, revenue);
  const counted = new Set<string | null>();
  for (const product of products) {
    const cell = fold.valueCell(subject, day, PRODUCT_LIST, product.value);
    if (!counted.has(product.value)) cell.orders++;
    counted.add(product.value);
    cell.revenue += product.revenue;
  }
}
