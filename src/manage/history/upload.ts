// Receives a file of another tool. It is in memory until it is stored, so only a few are received at a time, each within its limit.
import type { IncomingBody } from '../../contract/operations/define-operation.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { readBody } from '../../intake/collector/read-body.ts';

export const UPLOAD_BYTES_MAX = 64 * 1024 * 1024;
const AT_ONCE_MAX = 4;
/** Less than all, so that nobody takes the places of others. */
const OF_A_WEBSITE_MAX = 2;
/** The largest file takes at most 17 minutes. */
const PACE = { bytesPerSecondMin: 64 * 1024, periodMs: 15_000 };

type Upload = Pick<IncomingBody, 'payload' | 'websiteIds' | 'onClose'>;

export class HistoryUploads {
  /** The websites that each of them may be for. */
  readonly #received = new Set<readonly number[]>();

  /** Its place is free again when the request has ended. Throws a problem of status 400, 408, 413, 415 or 503. */
  receive({ payload, websiteIds, onClose }: Upload): Promise<Uint8Array<ArrayBuffer>> {
    const ofTheSame = [...this.#received].filter((ids) => ids.some((id) => websiteIds.includes(id)));
    if (this.#received.size >= AT_ONCE_MAX || ofTheSame.length >= OF_A_WEBSITE_MAX) throw busy();
    // The list is a new one: two requests of one token may share theirs.
    const own = [...websiteIds];
    this.#received.add(own);
    onClose(() => this.#received.delete(own));
    return readBody(payload, { bytesMax: UPLOAD_BYTES_MAX, pace: PACE }, () => {});
  }
}

function busy(): Problem {
  return new Problem(503, 'Other files are being imported. Nothing was imported: try again in a moment.', {
    code: 'busy',
    headers: { 'retry-after': '5' },
  });
}
