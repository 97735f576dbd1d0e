// Batches that are counted together: from prepared events to rows of the database.
import type { CatalogCache } from '../catalog/load-catalog.ts';
import type { Subject } from '../catalog/subject.ts';
import { Fold, PRODUCT_LIST } from '../rollups/fold.ts';
import { METRIC } from '../rollups/metric.ts';
import { type RollupRows, rowsOf } from '../rollups/rows.ts';
import type { PackedEvent, PackedEvents } from './packed-events.ts';
import { WaitingVisits } from './waiting-visits.ts';

/** Of each batch of the group, in order: the places of its claims that hold. */
export type NewClaims = readonly (readonly number[])[];

interface KeptBatch {
  readonly number: number;
  readonly subjects: readonly Subject[];
  readonly others: readonly PackedEvent[];
  readonly claimed: readonly PackedEvent[];
}

export class EventGroup {
  readonly #visits = new WaitingVisits();
  readonly #batches: KeptBatch[] = [];

  /** Under the batch's place in the group. */
  async add(number: number, events: PackedEvents, catalog: CatalogCache): Promise<void> {
    const { visits, others, claimed } = events;
    const subjects = await findSubjects(events, catalog);
    this.#batches.push({ number, subjects, others, claimed });
    this.#visits.addAll(number, visits, subjects);
  }

  /** When all batches are in: makes ready what does not depend on how they are settled. */
  complete(): void {
    this.#visits.sort();
  }

  /** Once, after `complete`. Of all batches but the repeats, and without the claims. */
  *rows(repeats: readonly number[]): Generator<RollupRows> {
    const skipped = new Set(repeats);
    const fold = new Fold();
    for (const { number, subjects, others } of this.#batches) {
      if (skipped.has(number)) continue;
      for (const event of others) countEvent(fold, subjects[event.subject]!, event);
    }
    for (const folded of this.#visits.folds(skipped, fold)) {
      folded.rollUp();
      yield rowsOf(folded);
    }
  }

  /** Of the claims that hold. */
  claimRows(newClaims: NewClaims): RollupRows {
    const fold = new Fold();
    for (const { number, subjects, claimed } of this.#batches) {
      for (const place of newClaims[number]!) {
        const event = claimed[place]!;
        countEvent(fold, subjects[event.subject]!, event);
      }
    }
    fold.rollUp();
    return rowsOf(fold);
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

function countEvent(fold: Fold, subject: Subject, event: PackedEvent): void {
  const { day, metric, visitorLow, visitorHigh, revenue, list, value } = event;
  if (metric === undefined) fold.valueCell(subject, day, list, value).selections++;
  else if (metric !== METRIC.orders) fold.count(subject, day, metric, visitorLow, visitorHigh);
  else {
    fold.countOrder(subject, day, revenue);
    countProducts(fold, subject, event);
  }
}

/** An order counts once for each product in it, however many pieces were bought. */
function countProducts(fold: Fold, subject: Subject, { day, products }: PackedEvent): void {
  const counted = new Set<string | null>();
  for (const { value, revenue } of products) {
    const cell = fold.valueCell(subject, day, PRODUCT_LIST, value);
    if (!counted.has(value)) cell.orders++;
    counted.add(value);
    cell.revenue += revenue;
  }
}
