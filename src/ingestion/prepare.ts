// From the bytes of a batch to a fold in memory: everything that needs no transaction.
import type { CatalogCache } from '../catalog/load-catalog.ts';
import { Fold, PRODUCT_LIST } from '../rollups/fold.ts';
import { METRIC } from '../rollups/metric.ts';
import type { Batch, BatchOutcome } from './batch.ts';
import { emptyOutcome } from './batch.ts';
import { decodeBatch } from './decode.ts';
import { EventDraft } from './event.ts';
import { runSteps, type StepContext } from './steps.ts';

export interface PreparedBatch {
  /** The events that can be counted whatever the database holds. */
  readonly fold: Fold;
  /** The events that are counted only if their id or order was not seen before. */
  readonly claims: EventDraft[];
  readonly websiteIds: ReadonlySet<number>;
  /** Without the claims, which are settled later. */
  readonly outcome: BatchOutcome;
}

export async function prepare(batch: Batch, catalog: CatalogCache, nowMs: number): Promise<PreparedBatch> {
  for (;;) {
    const missingWebsiteIds = new Set<number>();
    const prepared = foldBatch(batch, { nowMs, onlyWebsiteId: batch.onlyWebsiteId, catalog, missingWebsiteIds });
    if (missingWebsiteIds.size === 0) return prepared;
    // The first batch of a website: fetch its catalog, then go through the batch again.
    await catalog.load([...missingWebsiteIds]);
  }
}

function foldBatch(batch: Batch, context: StepContext): PreparedBatch {
  const fold = new Fold();
  const claims: EventDraft[] = [];
  const websiteIds = new Set<number>();
  const outcome = emptyOutcome();
  let draft = new EventDraft();
  decodeBatch(batch, {
    event(sent, index, line) {
      draft.sent = sent;
      const rejection = runSteps(draft, context);
      if (rejection) return this.rejected(rejection, index, line);
      websiteIds.add(draft.websiteId);
      if (draft.id !== undefined || draft.orderId !== undefined) {
        draft.sent = {};
        claims.push(draft);
        draft = new EventDraft();
      } else {
        countEvent(fold, draft);
        outcome.accepted++;
      }
    },
    rejected(rejection, index, line) {
      outcome.rejected++;
      outcome.reasons[rejection.code] = (outcome.reasons[rejection.code] ?? 0) + 1;
      if (outcome.rejections.length < batch.rejectionsKeptMax) outcome.rejections.push({ index, line, ...rejection });
    },
  });
  return { fold, claims, websiteIds, outcome };
}

/** The event is known to be good and new. */
export function countEvent(fold: Fold, event: EventDraft): void {
  const { subject, day, metric } = event;
  if (!subject) throw new Error('an event must be resolved before it is counted');
  if (metric === undefined) fold.valueCell(subject, day, event.list, event.value).selections++;
  else if (metric === METRIC.orders) countOrder(fold, event);
  else fold.count(subject, day, metric, event.visitorLow, event.visitorHigh);
}

function countOrder(fold: Fold, event: EventDraft): void {
  const { subject, day } = event;
  fold.countOrder(subject!, day, event.revenue);
  // An order counts once for each product in it, however many pieces were bought.
  const counted = new Set<string | null>();
  for (const { value, revenue } of event.products) {
    const cell = fold.valueCell(subject!, day, PRODUCT_LIST, value);
    if (!counted.has(value)) cell.orders++;
    counted.add(value);
    cell.revenue += revenue;
  }
}
