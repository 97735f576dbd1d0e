// Files of history that were sent and are not imported yet, and those that could not be imported. They are in the database, so that any
// node can import what another has received. Pieces are deleted one by one: all of a file would be too much for one transaction.
import type { Actor } from '../../core/contract/access/principal.ts';
import type { Database, Queries } from '../../core/foundation/database/database.ts';
import type { ProblemOptions } from '../../core/foundation/problem/problem.ts';
import type { HistoryTool } from './days/traffic-day.ts';

/** A file comes and is stored in pieces of this size. The last one may be smaller. */
export const PIECE_BYTES = 256 * 1024;
const HOUR_MS = 60 * 60_000;
/** A file of which nothing has arrived for so long was left behind by a node that was killed: nobody sends so slowly. */
export const SILENT_MS_MAX = 5 * 60_000;
/** So long, owners see why a file was not imported. Nothing else is kept longer, either. */
export const UPLOADS_KEPT_DAYS = 7;

/** What people see of one. `receiving` is seen by nobody. */
export const UPLOAD_STATES = ['waiting', 'importing', 'failed'] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** Why a file was not imported: a problem, as a request would have had it. */
export interface UploadProblem extends Pick<ProblemOptions, 'code' | 'param'> {
  readonly status: number;
  readonly detail: string;
}

export interface UploadKey {
  readonly websiteId: number;
  readonly id: number;
}

/** Whoever imports a file. Once somebody else does, nothing is written for it any more. */
export interface UploadClaim extends UploadKey {
  readonly attempt: number;
}

export interface NewUpload extends UploadKey {
  readonly accountId: number;
  readonly tool: HistoryTool;
  readonly fileName: string;
  readonly conversionEvent: string | null;
  readonly lastDay: number | null;
  readonly actor: Actor;
  readonly createdAt: string;
}

export interface Upload extends NewUpload {
  readonly state: UploadState;
  readonly digest: string;
  readonly byteCount: number;
  readonly readPercent: number;
  readonly problem: UploadProblem | null;
}

interface UploadRow {
  readonly website_id: number;
  readonly id: number;
  readonly account_id: number;
  readonly state: UploadState;
  readonly tool: HistoryTool;
  readonly file_name: string;
  readonly conversion_event: string | null;
  readonly last_day: number | null;
  readonly actor: string;
  readonly digest: string;
  readonly byte_count: number;
  readonly read_percent: number;
  readonly problem: string | null;
  readonly created_at: string;
}

const COLUMNS = `website_id, id, account_id, state, tool, file_name, conversion_event, last_day, actor, digest, byte_count, read_percent,
  problem, created_at`;
const IS_RECEIVED = "state <> 'receiving'";

type Reader = Pick<Queries, 'query'>;

export async function insertUpload(tx: Queries, upload: NewUpload, nowMs: number): Promise<void> {
  const { websiteId, id, accountId, tool, fileName, conversionEvent, lastDay, actor, createdAt } = upload;
  await tx.insertMany({
    into: 'history_uploads',
    columns: [
      ...['website_id', 'id', 'account_id', 'state', 'tool', 'file_name', 'conversion_event', 'last_day', 'actor'],
      ...['created_at', 'changed_at_ms'],
    ],
    rows: [
      [
        ...[websiteId, id, accountId, 'receiving', tool, fileName, conversionEvent, lastDay, JSON.stringify(actor)],
        ...[createdAt, nowMs],
      ],
    ],
  });
}

/** Files of an account that are received, wait or are imported. Those that a killed node has left behind do not count. */
export async function countUploads(tx: Reader, accountId: number, nowMs: number): Promise<number> {
  const [row] = await tx.query<{ uploads: number }>(
    `SELECT COUNT(*) AS uploads FROM history_uploads
     WHERE account_id = $1 AND (state IN ('waiting', 'importing') OR (state = 'receiving' AND changed_at_ms > $2))`,
    [accountId, nowMs - SILENT_MS_MAX],
  );
  return Number(row!.uploads);
}

interface Piece {
  readonly number: number;
  readonly content: Uint8Array;
}

/** false: the upload is gone, because its website was erased. */
export function storePiece(
  database: Database,
  { websiteId, id }: UploadKey,
  { number, content }: Piece,
  nowMs: number,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const known = await tx.query(
      `UPDATE history_uploads SET changed_at_ms = $3 WHERE website_id = $1 AND id = $2 AND state = 'receiving' RETURNING id`,
      [websiteId, id, nowMs],
    );
    if (known.length === 0) return false;
    await tx.insertMany({
      into: 'history_upload_pieces',
      columns: ['website_id', 'upload_id', 'number', 'content'],
      rows: [[websiteId, id, number, content]],
    });
    return true;
  });
}

/** undefined: there is no such piece any more. */
export async function readPiece(
  database: Reader,
  { websiteId, id }: UploadKey,
  number: number,
): Promise<Uint8Array | undefined> {
  const [row] = await database.query<{ content: Uint8Array }>(
    'SELECT content FROM history_upload_pieces WHERE website_id = $1 AND upload_id = $2 AND number = $3',
    [websiteId, id, number],
  );
  return row?.content;
}

/** All of it is there: it waits. false: it is gone. */
export async function endReceiving(
  tx: Queries,
  { websiteId, id }: UploadKey,
  { digest, byteCount }: Pick<Upload, 'digest' | 'byteCount'>,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE history_uploads SET state = 'waiting', digest = $3, byte_count = $4, changed_at_ms = $5
     WHERE website_id = $1 AND id = $2 AND state = 'receiving' RETURNING id`,
    [websiteId, id, digest, byteCount, nowMs],
  );
  return rows.length > 0;
}

/** The file that was sent and is read in the same way, unless it has failed. */
export async function findWaiting(tx: Reader, websiteId: number, digest: string): Promise<Upload | undefined> {
  const [row] = await tx.query<UploadRow>(
    `SELECT ${COLUMNS} FROM history_uploads WHERE website_id = $1 AND digest = $2 AND state IN ('waiting', 'importing')`,
    [websiteId, digest],
  );
  return row && uploadOf(row);
}

/** Newest first. */
export async function listUploads(database: Reader, websiteId: number): Promise<Upload[]> {
  const rows = await database.query<UploadRow>(
    `SELECT ${COLUMNS} FROM history_uploads WHERE website_id = $1 AND ${IS_RECEIVED} ORDER BY id DESC`,
    [websiteId],
  );
  return rows.map(uploadOf);
}

export async function findUpload(database: Reader, { websiteId, id }: UploadKey): Promise<Upload | undefined> {
  const [row] = await database.query<UploadRow>(
    `SELECT ${COLUMNS} FROM history_uploads WHERE website_id = $1 AND id = $2 AND ${IS_RECEIVED}`,
    [websiteId, id],
  );
  return row && uploadOf(row);
}

/** Its pieces stay until `deletePieces`. */
export async function deleteUpload(tx: Queries, { websiteId, id }: UploadKey): Promise<boolean> {
  const rows = await tx.query('DELETE FROM history_uploads WHERE website_id = $1 AND id = $2 RETURNING id', [
    websiteId,
    id,
  ]);
  return rows.length > 0;
}

export async function deletePieces(database: Database, { websiteId, id }: UploadKey): Promise<void> {
  for (;;) {
    const deleted = await database.transaction((tx) =>
      tx.query(
        `DELETE FROM history_upload_pieces WHERE website_id = $1 AND upload_id = $2 AND number = (
           SELECT MAX(number) FROM history_upload_pieces WHERE website_id = $1 AND upload_id = $2
         ) RETURNING number`,
        [websiteId, id],
      ),
    );
    if (deleted.length === 0) return;
  }
}

/** Lists for the job, over all websites, what waits and what a node was importing when it ended. */
export async function listWaiting(database: Reader): Promise<(UploadKey & { readonly accountId: number })[]> {
  const rows = await database.query<Pick<UploadRow, 'website_id' | 'id' | 'account_id'>>(
    `SELECT website_id, id, account_id FROM history_uploads WHERE state IN ('waiting', 'importing') ORDER BY account_id, id`,
  );
  return rows.map(({ website_id: websiteId, id, account_id: accountId }) => ({ websiteId, id, accountId }));
}

/** Begins the next attempt. undefined: it is gone. */
export async function claimUpload(tx: Queries, { websiteId, id }: UploadKey): Promise<UploadClaim | undefined> {
  const [row] = await tx.query<{ attempts: number }>(
    `UPDATE history_uploads SET state = 'importing', attempts = attempts + 1, read_percent = 0
     WHERE website_id = $1 AND id = $2 AND state IN ('waiting', 'importing') RETURNING attempts`,
    [websiteId, id],
  );
  return row && { websiteId, id, attempt: row.attempts };
}

const IS_CLAIMED = "website_id = $1 AND id = $2 AND attempts = $3 AND state = 'importing'";

export async function readClaimed(database: Reader, { websiteId, id, attempt }: UploadClaim) {
  const [row] = await database.query<UploadRow>(`SELECT ${COLUMNS} FROM history_uploads WHERE ${IS_CLAIMED}`, [
    websiteId,
    id,
    attempt,
  ]);
  return row && uploadOf(row);
}

/** Each of these returns whether it is still claimed. */
export async function noteReading(tx: Queries, claim: UploadClaim, percent: number): Promise<boolean> {
  return updateClaimed(tx, claim, 'read_percent = $4', [percent]);
}

/** The attempt does not count. */
export async function unclaimUpload(tx: Queries, claim: UploadClaim): Promise<boolean> {
  return updateClaimed(tx, claim, "state = 'waiting', attempts = attempts - 1", []);
}

export async function failUpload(
  tx: Queries,
  claim: UploadClaim,
  problem: UploadProblem,
  nowMs: number,
): Promise<boolean> {
  return updateClaimed(tx, claim, "state = 'failed', problem = $4, changed_at_ms = $5", [
    JSON.stringify(problem),
    nowMs,
  ]);
}

export async function deleteClaimed(tx: Queries, { websiteId, id, attempt }: UploadClaim): Promise<boolean> {
  const rows = await tx.query(`DELETE FROM history_uploads WHERE ${IS_CLAIMED} RETURNING id`, [websiteId, id, attempt]);
  return rows.length > 0;
}

async function updateClaimed(
  tx: Queries,
  { websiteId, id, attempt }: UploadClaim,
  changes: string,
  values: readonly (string | number)[],
): Promise<boolean> {
  const rows = await tx.query(`UPDATE history_uploads SET ${changes} WHERE ${IS_CLAIMED} RETURNING id`, [
    ...[websiteId, id, attempt],
    ...values,
  ]);
  return rows.length > 0;
}

/** Deletes what killed nodes have left behind, and files that nobody will import any more. */
export async function sweepHistoryUploads(database: Database, now: Date): Promise<void> {
  const nowMs = now.getTime();
  await database.transaction((tx) =>
    tx.query("DELETE FROM history_uploads WHERE changed_at_ms < $1 OR (changed_at_ms < $2 AND state = 'receiving')", [
      nowMs - UPLOADS_KEPT_DAYS * 24 * HOUR_MS,
      nowMs - HOUR_MS,
    ]),
  );
  const left = await database.query<{ website_id: number; upload_id: number }>(
    `SELECT DISTINCT website_id, upload_id FROM history_upload_pieces AS piece WHERE NOT EXISTS (
       SELECT 1 FROM history_uploads AS upload
       WHERE upload.website_id = piece.website_id AND upload.id = piece.upload_id AND state <> 'failed'
     )`,
  );
  for (const { website_id: websiteId, upload_id: id } of left) await deletePieces(database, { websiteId, id });
}

function uploadOf(row: UploadRow): Upload {
  return {
    websiteId: row.website_id,
    id: row.id,
    accountId: row.account_id,
    state: row.state,
    tool: row.tool,
    fileName: row.file_name,
    conversionEvent: row.conversion_event,
    lastDay: row.last_day,
    actor: JSON.parse(row.actor),
    digest: row.digest,
    byteCount: row.byte_count,
    readPercent: row.read_percent,
    problem: row.problem === null ? null : JSON.parse(row.problem),
    createdAt: row.created_at,
  };
}
