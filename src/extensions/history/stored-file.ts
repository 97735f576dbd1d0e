// A file that is stored in pieces and read at any place: an archive has its directory at the end. One piece of it is in memory.
import type { Queries } from '../../core/foundation/database/database.ts';
import type { FileBytes } from './files/file-bytes.ts';
import { PIECE_BYTES, readPiece, type UploadKey } from './stored-uploads.ts';

/** Somebody has cancelled the upload, or erased its website; or another node imports it. */
export class UploadGoneError extends Error {}

export class StoredFile {
  readonly #database: Pick<Queries, 'query'>;
  readonly #upload: UploadKey;
  readonly #size: number;
  #piece: { readonly number: number; readonly content: Uint8Array } | undefined;
  #readUntil = 0;

  constructor(database: Pick<Queries, 'query'>, upload: UploadKey, size: number) {
    this.#database = database;
    this.#upload = upload;
    this.#size = size;
  }

  get bytes(): FileBytes {
    return this.#part(0, this.#size);
  }

  /** Up to where it was read last. The directory of an archive is read first, and is at the end. */
  get readPercent(): number {
    return this.#size === 0 ? 0 : Math.floor((100 * this.#readUntil) / this.#size);
  }

  #part(start: number, end: number): FileBytes {
    const size = end - start;
    const within = (place: number) => start + Math.max(0, Math.min(place, size));
    return {
      size,
      slice: (from = 0, to = size) => this.#part(within(from), Math.max(within(from), within(to))),
      arrayBuffer: () => this.#read(start, end),
    };
  }

  async #read(start: number, end: number): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(end - start);
    for (let place = start; place < end; ) {
      const number = Math.floor(place / PIECE_BYTES);
      const content = await this.#pieceAt(number);
      const first = place - number * PIECE_BYTES;
      const part = content.subarray(first, Math.min(content.length, first + end - place));
      if (part.length === 0) throw new Error(`piece ${number} of an upload is too short`);
      bytes.set(part, place - start);
      place += part.length;
    }
    this.#readUntil = end;
    return bytes.buffer;
  }

  async #pieceAt(number: number): Promise<Uint8Array> {
    if (this.#piece?.number !== number) {
      const content = await readPiece(this.#database, this.#upload, number);
      if (!content) throw new UploadGoneError();
      this.#piece = { number, content };
    }
    return this.#piece.content;
  }
}
