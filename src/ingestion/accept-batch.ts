// From the bytes of a batch to accepted events: everything that needs no transaction.
import type { CatalogCache } from '../catalog/load-catalog.ts';
import { type Batch, type BatchOutcome, emptyOutcome } from './batch.ts';
import { type DecodedEvent, decodeBatch } from './decode.ts';
import { AcceptedEvent, needsClaim, weightOf } from './event.ts';
import { isId, runSteps } from './steps.ts';

/** An event with a claim counts only if the database has seen neither its id nor its order before. */
export interface Claim {
  readonly websiteId: number;
  readonly id: string | undefined;
  readonly orderId: string | undefined;
}

/** What the commit has to know about a batch. Plain data, because it may come from another thread. */
export interface AcceptedBatch {
  /** Events with a claim are in neither of its counts yet. */
  readonly outcome: BatchOutcome;
  readonly websiteIds: readonly number[];
  /** In the order of their events. */
  readonly claims: readonly Claim[];
  /** See `weightOf`. */
  readonly weight: number;
}

/** Gives each accepted event to `keep`. */
export async function acceptBatch(
  batch: Batch,
  catalog: CatalogCache,
  nowMs: number,
  keep: (event: AcceptedEvent) => void,
): Promise<AcceptedBatch> {
  const { onlyWebsiteId, ageDaysMax, rejectionsKeptMax } = batch;
  const decoded = decodeBatch(batch);
  await loadWebsites(catalog, decoded, onlyWebsiteId);
  const context = { nowMs, onlyWebsiteId, ageDaysMax, catalog };
  const outcome = emptyOutcome();
  const websiteIds = new Set<number>();
  const claims: Claim[] = [];
  let weight = 0;
  for (const [index, item] of decoded.entries()) {
    const event = new AcceptedEvent();
    const rejection = 'sent' in item ? runSteps(item.sent, event, context) : item.rejection;
    if (rejection) {
      outcome.rejected++;
      outcome.reasons[rejection.code] = (outcome.reasons[rejection.code] ?? 0) + 1;
      if (outcome.rejections.length < rejectionsKeptMax) {
        outcome.rejections.push({ index, line: item.line, ...rejection });
      }
      continue;
    }
    const { websiteId } = event;
    websiteIds.add(websiteId);
    if (needsClaim(event)) claims.push({ websiteId, id: event.id, orderId: event.orderId });
    else outcome.accepted++;
    weight += weightOf(event);
    keep(event);
  }
  return { outcome, websiteIds: [...websiteIds], claims, weight };
}

/** The steps can't wait, so the websites that the events name are loaded before. */
async function loadWebsites(
  catalog: CatalogCache,
  decoded: readonly DecodedEvent[],
  onlyWebsiteId: number | undefined,
): Promise<void> {
  const missing = new Set<number>();
  for (const item of decoded) {
    const id = 'sent' in item ? item.sent.website_id : undefined;
    if (!isId(id) || (onlyWebsiteId !== undefined && id !== onlyWebsiteId)) continue;
    if (catalog.get(id) === undefined) missing.add(id);
  }
  await catalog.load([...missing]);
}
