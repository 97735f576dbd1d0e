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

interface Place {
  /** The websites that the upload may be for. */
  readonly websiteIds: readonly number[];
  isRead: boolean;
  hasEnded: boolean;
}

export class HistoryUploads {
  readonly #taken = new Set<Place>();
  readonly #places = new WeakMap<Uint8Array, Place>();

  /**
   * Its place is free again when the request has ended and nothing reads the file any more. Throws a problem of status 400, 408, 413, 415
   * or 503.
   */
  receive({ payload, websiteIds, onClose }: Upload): Promise<Uint8Array<ArrayBuffer>> {
    const ofTheSame = [...this.#taken].filter((place) => place.websiteIds.some((id) => websiteIds.includes(id)));
    if (this.#taken.size >= AT_ONCE_MAX || ofTheSame.length >= OF_A_WEBSITE_MAX) throw busy();
    const place: Place = { websiteIds, isRead: false, hasEnded: false };
    this.#taken.add(place);
    onClose(() => {
      place.hasEnded = true;
      if (!place.isRead) this.#taken.delete(place);
    });
    return readBody(payload, { bytesMax: UPLOAD_BYTES_MAX, pace: PACE }, () => {}).then((bytes) => {
      this.#places.set(bytes, place);
      return bytes;
    });
  }

  /** The file is in memory until `read` is done, also if whoever sent it has disconnected. */
  async whileRead<Result>(bytes: Uint8Array, read: () => Promise<Result>): Promise<Result> {
    const place = this.#places.get(bytes);
    if (!place) return read();
    place.isRead = true;
    this.#taken.add(place);
    try {
      return await read();
    } finally {
      place.isRead = false;
      if (place.hasEnded) this.#taken.delete(place);
    }
  }
}

function busy(): Problem {
  return new Problem(503, 'Other files are being imported. Nothing was imported: try again in a moment.', {
    code: 'busy',
    headers: { 'retry-after': '5' },
  });
}
