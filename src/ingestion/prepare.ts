// From the bytes of a batch to events that can be counted: everything that needs no transaction.
import type { CatalogCache } from '../catalog/load-catalog.ts';
import { type Batch, type BatchOutcome, emptyOutcome } from './batch.ts';
import { type DecodedVisitor, decodeBatch, textOf } from './decode.ts';
import { EventDraft, type Rejection } from './event.ts';
import { EventPacker, type PackedEvents } from './packed-events.ts';
import { PlainVisits } from './plain-visit.ts';
import { runSteps, type StepContext } from './steps.ts';

/** An event counts only if neither its id nor its order was seen before, which the database has to say. */
export interface Claim {
  readonly websiteId: number;
  readonly id: string | undefined;
  readonly orderId: string | undefined;
}

/** What the commit has to know of a batch. Plain data, because it crosses the border between threads. */
export interface PreparedBatch {
  /** Without the claims, which are settled later. */
  readonly outcome: BatchOutcome;
  readonly websiteIds: readonly number[];
  /** In the order of the events that are claimed. */
  readonly claims: readonly Claim[];
  /** The memory that it takes until it is stored, as a number of plain visits. */
  readonly weight: number;
}

/** A claim is an object with a text, here and in the other thread. */
const CLAIM_WEIGHT = 6;

export async function prepare(
  batch: Batch,
  catalog: CatalogCache,
  nowMs: number,
): Promise<{ prepared: PreparedBatch; events: PackedEvents }> {
  const missingWebsiteIds = new Set<number>();
  const { onlyWebsiteId, ageDaysMax } = batch;
  const context = { nowMs, ageDaysMax, onlyWebsiteId, catalog, missingWebsiteIds };
  const text = textOf(batch);
  const preparation = new Preparation(context, batch.rejectionsKeptMax, new PlainVisits(text, context));
  const decoding = decodeBatch(batch, text, preparation);
  while (!decoding.next().done || missingWebsiteIds.size > 0) {
    await catalog.load([...missingWebsiteIds]);
    missingWebsiteIds.clear();
    preparation.goOn();
  }
  const { outcome, websiteIds, claims, packer } = preparation;
  const weight = packer.weight + claims.length * CLAIM_WEIGHT;
  return { prepared: { outcome, websiteIds: [...websiteIds], claims, weight }, events: packer.packed() };
}

/** So many at a time, for the way past the steps is open only to websites that are there. */
const POSTPONED_MAX = 500;

class Preparation implements DecodedVisitor {
  readonly outcome = emptyOutcome();
  readonly websiteIds = new Set<number>();
  readonly claims: Claim[] = [];
  readonly packer = new EventPacker();
  readonly #context: StepContext;
  readonly #rejectionsKeptMax: number;
  readonly #plainVisits: PlainVisits;
  /** Events of websites whose catalog has to be fetched first. */
  readonly #postponed: { sent: Record<string, unknown>; index: number; line: number }[] = [];
  readonly #draft = new EventDraft();

  constructor(context: StepContext, rejectionsKeptMax: number, plainVisits: PlainVisits) {
    this.#context = context;
    this.#rejectionsKeptMax = rejectionsKeptMax;
    this.#plainVisits = plainVisits;
  }

  get isWaiting(): boolean {
    return this.#postponed.length >= POSTPONED_MAX;
  }

  line(start: number): number {
    const next = this.#plainVisits.read(start, this.#draft);
    if (next >= 0) this.#accept(this.#draft);
    return next;
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

  #accept(event: EventDraft): void {
    const { websiteId, id, orderId } = event;
    this.websiteIds.add(websiteId);
    const isClaimed = id !== undefined || orderId !== undefined;
    this.packer.add(event, isClaimed);
    if (isClaimed) this.claims.push({ websiteId, id, orderId });
    else this.outcome.accepted++;
  }
}
