// From the bytes of a batch to a fold in memory: everything that needs no transaction.
import type { CatalogCache } from '../catalog/load-catalog.ts';
import { Fold, PRODUCT_LIST } from '../rollups/fold.ts';
import { METRIC } from '../rollups/metric.ts';
import { type Batch, type BatchOutcome, emptyOutcome } from './batch.ts';
import { type DecodedVisitor, decodeBatch } from './decode.ts';
import { EventDraft, type Rejection } from './event.ts';
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
  const missingWebsiteIds = new Set<number>();
  const context = { nowMs, onlyWebsiteId: batch.onlyWebsiteId, catalog, missingWebsiteIds };
  const preparation = new Preparation(context, batch.rejectionsKeptMax);
  decodeBatch(batch, preparation);
  if (missingWebsiteIds.size > 0) {
    await catalog.load([...missingWebsiteIds]);
    preparation.goOn();
  }
  return preparation;
}

class Preparation implements DecodedVisitor, PreparedBatch {
  readonly fold = new Fold();
  readonly claims: EventDraft[] = [];
  readonly websiteIds = new Set<number>();
  readonly outcome = emptyOutcome();
  readonly #context: StepContext;
  readonly #rejectionsKeptMax: number;
  /** Events of websites whose catalog has to be fetched first. */
  readonly #postponed: { sent: Record<string, unknown>; index: number; line: number }[] = [];
  #draft = new EventDraft();

  constructor(context: StepContext, rejectionsKeptMax: number) {
    this.#context = context;
    this.#rejectionsKeptMax = rejectionsKeptMax;
  }

  event(sent: Record<string, unknown>, index: number, line: number): void {
    this.#draft.sent = sent;
    const rejection = runSteps(this.#draft, this.#context);
    if (!rejection) this.#accept(this.#draft);
    else if (this.#isPostponed(rejection)) this.#postponed.push({ sent, index, line });
    else this.rejected(rejection, index, line);
  }

  rejected(rejection: Rejection, index: number, line: number): void {
    const { outcome } = this;
    outcome.rejected++;
    outcome.reasons[rejection.code] = (outcome.reasons[rejection.code] ?? 0) + 1;
    if (outcome.rejections.length < this.#rejectionsKeptMax) outcome.rejections.push({ index, line, ...rejection });
  }

  /** When the missing catalogs are there. The rejections stay in the order of the events. */
  goOn(): void {
    const { outcome } = this;
    const earlier = outcome.rejections;
    outcome.rejections = [];
    for (const { sent, index, line } of this.#postponed.splice(0)) this.event(sent, index, line);
    outcome.rejections = [...earlier, ...outcome.rejections]
      .sort((a, b) => a.index - b.index)
      .slice(0, this.#rejectionsKeptMax);
  }

  #isPostponed({ code }: Rejection): boolean {
    return code === 'unknown_website' && this.#context.catalog.get(this.#draft.websiteId) === undefined;
  }

  #accept(draft: EventDraft): void {
    this.websiteIds.add(draft.websiteId);
    if (draft.id === undefined && draft.orderId === undefined) {
      countEvent(this.fold, draft);
      this.outcome.accepted++;
      return;
    }
    draft.sent = {};
    this.claims.push(draft);
    this.#draft = new EventDraft();
  }
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
