// Writing and reading the bytes of the event log: numbers of variable length, and parts that are compressed on their own.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

export class InvalidRunError extends Error {
  override name = 'InvalidRunError';

  constructor(reason: string) {
    super(`Invalid run of the event log: ${reason}`);
  }
}

const ZSTD_OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Below this, a frame's head and the call cost more than they save. */
const COMPRESSED_BYTES_MIN = 256;

export class ByteWriter {
  #bytes = new Uint8Array(64);
  #length = 0;

  /** A non-negative integer up to 2^53: seven bits a byte, the lowest first; the top bit says that more follow. */
  number(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  text(text: string): void {
    const bytes = Buffer.from(text);
    this.number(bytes.length);
    this.bytes(bytes);
  }

  /** Compressed if that makes it smaller. */
  part(bytes: Uint8Array): void {
    const frame = bytes.length < COMPRESSED_BYTES_MIN ? bytes : zstdCompressSync(bytes, ZSTD_OPTIONS);
    const isCompressed = frame.length < bytes.length;
    this.number((isCompressed ? frame : bytes).length * 2 + (isCompressed ? 1 : 0));
    if (isCompressed) this.number(bytes.length);
    this.bytes(isCompressed ? frame : bytes);
  }

  written(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + bytes));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

/** More than the dictionary of a dimension, or a block, can take. */
const PART_BYTES_MAX = 2 ** 26;
const CHUNK_BYTES_MIN = 64;

function decompressed(frame: Uint8Array, length: number): Uint8Array {
  try {
    // With room for one byte more, the whole part is decompressed in one step.
    return zstdDecompressSync(frame, { chunkSize: Math.max(length + 1, CHUNK_BYTES_MIN), maxOutputLength: length + 1 });
  } catch {
    throw new InvalidRunError('a part can not be decompressed');
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#offset === this.#bytes.length;
  }

  number(): number {
    let value = 0;
    for (let scale = 1; scale <= Number.MAX_SAFE_INTEGER; scale *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new InvalidRunError('a number is too long');
  }

  byte(): number {
    const byte = this.#bytes[this.#offset++];
    if (byte === undefined) throw new InvalidRunError('it ends too early');
    return byte;
  }

  /** Not a copy. */
  bytes(length: number): Uint8Array {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new InvalidRunError('it ends too early');
    const bytes = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return bytes;
  }

  text(): string {
    const { buffer, byteOffset, byteLength } = this.bytes(this.number());
    return Buffer.from(buffer, byteOffset, byteLength).toString();
  }

  part(): Uint8Array {
    const head = this.number();
    const frameLength = Math.floor(head / 2);
    if (head % 2 === 0) return this.bytes(frameLength);
    const length = this.number();
    if (length > PART_BYTES_MAX) throw new InvalidRunError('a part is too long');
    const bytes = decompressed(this.bytes(frameLength), length);
    if (bytes.length !== length) throw new InvalidRunError('a part does not have its length');
    return bytes;
  }
}
