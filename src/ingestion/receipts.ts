// A receipt ensures that a batch is counted once: it is claimed before the batch is counted, and the outcome is stored
// with it in the same transaction. A repeat finds the receipt and returns the first outcome.
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Queries } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { type Batch, type BatchOutcome, emptyOutcome, type ReceiptRequest } from './batch.ts';

export const REQUEST_RECEIPT_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export interface Receipt {
  /** Receipts with the same name are for the same batch. */
  readonly name: string;
  /** The first outcome; undefined if the batch is new; a problem if it is rejected. */
  claim(tx: Queries, now: Date): Promise<BatchOutcome | Problem | undefined>;
  fill(tx: Queries, outcome: BatchOutcome): Promise<void>;
}

export function receiptOf(request: ReceiptRequest, batch: Batch): Receipt {
  return request.kind === 'request' ? requestReceipt(request, batch) : chunkReceipt(request);
}

function requestReceipt(request: Extract<ReceiptRequest, { kind: 'request' }>, batch: Batch): Receipt {
  const { websiteId, idempotencyKey } = request;
  const digest = createHash('sha256').update(batch.bytes).digest('hex');
  return {
    name: `request/${websiteId}/${idempotencyKey}`,
    async claim(tx, now) {
      const [isClaimed] = await tx.insertNew({
        into: 'collector_receipts',
        columns: ['website_id', 'idempotency_key', 'body_digest', 'received_at_ms'],
        rows: [[websiteId, idempotencyKey, digest, now.getTime()]],
        onConflict: `ON CONFLICT (website_id, idempotency_key) DO UPDATE
          SET body_digest = excluded.body_digest, received_at_ms = excluded.received_at_ms
          WHERE collector_receipts.received_at_ms <= excluded.received_at_ms - ${REQUEST_RECEIPT_KEPT_MS}`,
        key: ['website_id', 'idempotency_key'],
      });
      if (isClaimed) return undefined;
      const [first] = await tx.query<{ body_digest: string; answer: string }>(
        'SELECT body_digest, answer FROM collector_receipts WHERE website_id = $1 AND idempotency_key = $2',
        [websiteId, idempotencyKey],
      );
      if (!first) throw new Error('a receipt was deleted while it was read');
      if (first.body_digest !== digest) {
        return new Problem(
          422,
          'This Idempotency-Key was already used with other events. Use a new key for new events.',
          {
            code: 'idempotency_key_reused',
            param: 'Idempotency-Key',
          },
        );
      }
      return { ...readOutcome(first.answer), isRepeat: true };
    },
    async fill(tx, outcome) {
      await tx.query('UPDATE collector_receipts SET answer = $3 WHERE website_id = $1 AND idempotency_key = $2', [
        websiteId,
        idempotencyKey,
        writeOutcome(outcome),
      ]);
    },
  };
}

/**
 * Compressed if it lists rejected events. A sender can repeat the same invalid line at almost no cost with gzip, so the stored
 * outcome must be small too.
 */
function writeOutcome(outcome: BatchOutcome): string {
  const json = JSON.stringify(outcome);
  return outcome.rejections.length === 0 ? json : deflateRawSync(json).toString('base64');
}

function readOutcome(text: string): BatchOutcome {
  return JSON.parse(text.startsWith('{') ? text : inflateRawSync(Buffer.from(text, 'base64')).toString());
}

function chunkReceipt(request: Extract<ReceiptRequest, { kind: 'chunk' }>): Receipt {
  const { digestBefore, digestAfter, endOffset } = request;
  const key = [digestBefore, digestAfter];
  return {
    name: `chunk/${digestBefore}/${digestAfter}`,
    async claim(tx, now) {
      const [isClaimed] = await tx.insertNew({
        into: 'import_chunks',
        columns: ['digest_before', 'digest_after', 'end_offset', 'committed_at'],
        rows: [[...key, endOffset, now.toISOString()]],
        onConflict: 'ON CONFLICT (digest_before, digest_after) DO NOTHING',
        key: ['digest_before', 'digest_after'],
      });
      if (isClaimed) return undefined;
      const [first] = await tx.query<{ outcome: string }>(
        'SELECT outcome FROM import_chunks WHERE digest_before = $1 AND digest_after = $2',
        key,
      );
      return repeated(first ? JSON.parse(first.outcome) : emptyOutcome());
    },
    async fill(tx, outcome) {
      await tx.query('UPDATE import_chunks SET outcome = $3 WHERE digest_before = $1 AND digest_after = $2', [
        ...key,
        JSON.stringify(outcome),
      ]);
    },
  };
}

/** The outcome of a chunk that was imported before: its accepted events are duplicates now. */
export function repeated(outcome: BatchOutcome): BatchOutcome {
  return { ...outcome, accepted: 0, duplicates: outcome.accepted + outcome.duplicates };
}
