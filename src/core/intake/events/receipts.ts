// A receipt ensures that a batch is counted once: it is claimed before the batch is counted, and the outcome is stored
// with it in the same transaction. A repeat finds the receipt and returns the first outcome.
// Why: docs/decisions/citus.md, "Receipts of imports are on the coordinator".
// Why: docs/decisions/events.md, "An Idempotency-Key with another body is refused".
// Why: docs/decisions/events.md, "The first 100 rejected events are listed".
// Why: docs/decisions/imports.md, "A chunk is known by the digest of the file up to its end".
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Queries, SqlValue } from '../../foundation/database/database.ts';
import { commitInTwoPhases } from '../../foundation/database/two-phases.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { type Batch, type BatchOutcome, emptyOutcome, type ReceiptRequest } from './batch.ts';

export const REQUEST_RECEIPT_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

type RequestReceipt = Extract<ReceiptRequest, { kind: 'request' }> & { readonly name: string; readonly digest: string };
type ChunkReceipt = Extract<ReceiptRequest, { kind: 'chunk' }> & { readonly name: string };
/** Receipts with the same name are for the same batch. */
export type Receipt = RequestReceipt | ChunkReceipt;

export function receiptOf(request: ReceiptRequest, batch: Batch): Receipt {
  if (request.kind === 'chunk') return { ...request, name: `chunk/${request.digestBefore}/${request.digestAfter}` };
  const digest = createHash('sha256').update(batch.bytes).digest('hex');
  return { ...request, name: `request/${request.websiteId}/${request.idempotencyKey}`, digest };
}

/** Claims these receipts. Returns the results of those that are not new: the first outcome, or why the batch is refused. */
export async function claimReceipts(
  tx: Queries,
  receipts: readonly Receipt[],
  now: Date,
): Promise<Map<Receipt, BatchOutcome | Problem>> {
  // Receipts are always claimed in the same order, to avoid deadlocks.
  const sorted = receipts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const earlier = await claimRequests(tx, sorted.filter(isOfRequest), now);
  for (const receipt of sorted) {
    if (isOfRequest(receipt)) continue;
    const outcome = await claimChunk(tx, receipt, now);
    if (outcome) earlier.set(receipt, outcome);
  }
  return earlier;
}

/** Stores the outcomes of receipts that were claimed in this transaction. */
export async function fillReceipts(
  tx: Queries,
  outcomes: ReadonlyMap<Receipt, BatchOutcome>,
  now: Date,
): Promise<void> {
  const ofRequests = [...outcomes].filter(([receipt]) => isOfRequest(receipt)) as [RequestReceipt, BatchOutcome][];
  // An upsert, because it takes any number of rows.
  await tx.insertMany({
    into: 'collector_receipts',
    columns: ['website_id', 'idempotency_key', 'body_digest', 'received_at_ms', 'answer'],
    rows: ofRequests.map(([receipt, outcome]) => [...requestRow(receipt, now), writeOutcome(outcome)]),
    onConflict: 'ON CONFLICT (website_id, idempotency_key) DO UPDATE SET answer = excluded.answer',
  });
  const ofChunks = [...outcomes].filter(([receipt]) => !isOfRequest(receipt)) as [ChunkReceipt, BatchOutcome][];
  for (const [receipt, outcome] of ofChunks) await fillChunk(tx, receipt, outcome);
  // Receipts of chunks are on the coordinator, because a file may be about websites of any worker, and a chunk is looked up before its
  // events are read.
  if (ofChunks.length > 0) await commitInTwoPhases(tx);
}

function isOfRequest(receipt: Receipt): receipt is RequestReceipt {
  return receipt.kind === 'request';
}

function requestRow({ websiteId, idempotencyKey, digest }: RequestReceipt, now: Date): SqlValue[] {
  return [websiteId, idempotencyKey, digest, now.getTime()];
}

async function claimRequests(
  tx: Queries,
  receipts: readonly RequestReceipt[],
  now: Date,
): Promise<Map<Receipt, BatchOutcome | Problem>> {
  const areNew = await tx.insertNew({
    into: 'collector_receipts',
    columns: ['website_id', 'idempotency_key', 'body_digest', 'received_at_ms'],
    rows: receipts.map((receipt) => requestRow(receipt, now)),
    onConflict: `ON CONFLICT (website_id, idempotency_key) DO UPDATE
      SET body_digest = excluded.body_digest, received_at_ms = excluded.received_at_ms
      WHERE collector_receipts.received_at_ms <= excluded.received_at_ms - ${REQUEST_RECEIPT_KEPT_MS}`,
    key: ['website_id', 'idempotency_key'],
  });
  const repeated = receipts.filter((_, index) => !areNew[index]);
  const earlier = new Map<Receipt, BatchOutcome | Problem>();
  for (const receipt of repeated) earlier.set(receipt, await firstOutcome(tx, receipt));
  return earlier;
}

async function firstOutcome(
  tx: Queries,
  { websiteId, idempotencyKey, digest }: RequestReceipt,
): Promise<BatchOutcome | Problem> {
  const [first] = await tx.query<{ body_digest: string; answer: string }>(
    'SELECT body_digest, answer FROM collector_receipts WHERE website_id = $1 AND idempotency_key = $2',
    [websiteId, idempotencyKey],
  );
  if (!first) throw new Error('a receipt was deleted while it was read');
  if (first.body_digest === digest) return { ...readOutcome(first.answer), isRepeat: true };
  return new Problem(422, 'This Idempotency-Key was already used with other events. Use a new key for new events.', {
    code: 'idempotency_key_reused',
    param: 'Idempotency-Key',
  });
}

/**
 * Returns the outcome as text, compressed if it lists rejected events. A sender can repeat the same invalid line at almost no cost with
 * gzip, so the stored outcome must be small too.
 */
function writeOutcome(outcome: BatchOutcome): string {
  const json = JSON.stringify(outcome);
  return outcome.rejections.length === 0 ? json : deflateRawSync(json).toString('base64');
}

function readOutcome(text: string): BatchOutcome {
  return JSON.parse(text.startsWith('{') ? text : inflateRawSync(Buffer.from(text, 'base64')).toString());
}

/** Claims a chunk. Returns its outcome if it was imported before. */
async function claimChunk(tx: Queries, receipt: ChunkReceipt, now: Date): Promise<BatchOutcome | undefined> {
  const { digestBefore, digestAfter, endOffset } = receipt;
  const [isClaimed] = await tx.insertNew({
    into: 'import_chunks',
    columns: ['digest_before', 'digest_after', 'end_offset', 'committed_at'],
    rows: [[digestBefore, digestAfter, endOffset, now.toISOString()]],
    onConflict: 'ON CONFLICT (digest_before, digest_after) DO NOTHING',
    key: ['digest_before', 'digest_after'],
  });
  if (isClaimed) return undefined;
  const [first] = await tx.query<{ outcome: string }>(
    'SELECT outcome FROM import_chunks WHERE digest_before = $1 AND digest_after = $2',
    [digestBefore, digestAfter],
  );
  return repeated(first ? JSON.parse(first.outcome) : emptyOutcome());
}

async function fillChunk(
  tx: Queries,
  { digestBefore, digestAfter }: ChunkReceipt,
  outcome: BatchOutcome,
): Promise<void> {
  await tx.query('UPDATE import_chunks SET outcome = $3 WHERE digest_before = $1 AND digest_after = $2', [
    digestBefore,
    digestAfter,
    JSON.stringify(outcome),
  ]);
}

/** The outcome of a chunk that was imported before: its accepted events are duplicates now. */
export function repeated(outcome: BatchOutcome): BatchOutcome {
  return { ...outcome, accepted: 0, duplicates: outcome.accepted + outcome.duplicates };
}
