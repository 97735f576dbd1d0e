// Receives a file of another tool. It is in memory until it is stored, so only a few are received at a time, each within its limit.
import type { IncomingBody } from '../../contract/operations/define-operation.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { readBody } from '../../intake/collector/read-body.ts';

export const UPLOAD_BYTES_MAX = 64 * 1024 * 1024;
const AT_ONCE_MAX = 2;
const PACE = { bytesPerSecondMin: 8 * 1024, periodMs: 15_000 };

export class HistoryUploads {
  #count = 0;

  /** Its place is free again when the request has ended. Throws a problem of status 400, 408, 413, 415 or 503. */
  receive({ payload, onClose }: Pick<IncomingBody, 'payload' | 'onClose'>): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#count >= AT_ONCE_MAX) throw busy();
    this.#count++;
    onClose(() => this.#count--);
    return readBody(payload, { bytesMax: UPLOAD_BYTES_MAX, pace: PACE }, () => {});
  }
}

function busy(): Problem {
  return new Problem(503, 'Other files are being imported. Nothing was imported: try again in a moment.', {
    code: 'busy',
    headers: { 'retry-after': '5' },
  });
}
