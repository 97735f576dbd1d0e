// Writing and reading the bytes of the event log: numbers of variable length, texts, and arrays of numbers.
// Why: docs/decisions/reports.md, "Columns are read as they are".
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { DamagedDataError } from '../../../foundation/problem/damaged-data.ts';
import { LAYOUT } from './stored-numbers.ts';

/** What is stored without a checksum, or lacks a column, may be damaged in a way that is only noticed when it is decoded. */
export class InvalidRunError extends DamagedDataError {
  override name = 'InvalidRunError';

  constructor(reason: string) {
    super(`Stored events (${reason})`);
  }
}

// ---- What is stored: a content that may be compressed, and a byte that says how it is stored ----------------------------

/** The last byte is twice the layout, plus this if the content is compressed. So arrays at the beginning of the content are aligned. */
const IS_COMPRESSED = 1;

/** There would be many short matches, and each takes time when it is decompressed. */
const ZSTD_OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_minMatch]: 7 } };
/** If there were less, a frame's head and the call would cost more than they save. */
const COMPRESSED_BYTES_MIN = 256;
/** More than the dictionary of a dimension and its indexes can take. */
const CONTENT_BYTES_MAX = 2 ** 28;
const CHUNK_BYTES_MIN = 64;

/** The content as it is: nothing has to be decompressed. */
export function plain(content: Uint8Array): Uint8Array {
  const stored = new Uint8Array(1 + content.length);
  stored.set(content);
  stored[content.length] = LAYOUT * 2;
  return stored;
}

/** The content, compressed if that saves so much of it. */
export function compressed(content: Uint8Array, savedMin = 1 / 8): Uint8Array {
  if (content.length < COMPRESSED_BYTES_MIN) return plain(content);
  const frame = zstdCompressSync(content, ZSTD_OPTIONS);
  if (frame.length > content.length * (1 - savedMin)) return plain(content);
  const writer = new ByteWriter();
  writer.number(content.length);
  writer.bytes(frame);
  writer.byte(LAYOUT * 2 + IS_COMPRESSED);
  return writer.written();
}

export function contentOf(stored: Uint8Array): Uint8Array {
  const last = stored.length - 1;
  const how = stored[last]!;
  if (how >>> 1 !== LAYOUT) throw new InvalidRunError('its layout is unknown');
  const rest = stored.subarray(0, last);
  if ((how & IS_COMPRESSED) === 0) return rest;
  const reader = new ByteReader(rest);
  const length = reader.number();
  if (length > CONTENT_BYTES_MAX) throw new InvalidRunError('a column is too long');
  const content = decompressed(reader.rest(), length);
  if (content.length !== length) throw new InvalidRunError('a column does not have its length');
  return content;
}

function decompressed(frame: Uint8Array, length: number): Uint8Array {
  try {
    // There is room for one byte more, so everything is decompressed in one step.
    return zstdDecompressSync(frame, { chunkSize: Math.max(length + 1, CHUNK_BYTES_MIN), maxOutputLength: length + 1 });
  } catch {
    throw new InvalidRunError('a column can not be decompressed');
  }
}

// ---- Numbers ------------------------------------------------------------------------------------------------------------

/** How many bytes each number takes in an array of numbers below `size`. An array of zeros takes none. */
export function widthOf(size: number): number {
  if (size <= 1) return 0;
  if (size <= 2 ** 8) return 1;
  return size <= 2 ** 16 ? 2 : 3;
}

/** Numbers as they are stored. */
export interface StoredNumbers {
  /** The memory that they take. */
  readonly byteLength: number;
  /** The first numbers, so many; default: all. They must not be changed. */
  numbers(count?: number): Uint8Array | Int32Array;
  /** The numbers at these places. */
  numbersAt(places: Int32Array): Uint8Array | Int32Array;
  /** `kept` has a bit for each number, from the lowest one on, and keeps it if the number is equal to this one. */
  keepEqual(kept: Uint32Array, number: number): void;
}

/** An array of numbers below 2^24: the lowest byte of each, then the next byte of each, and so on. */
export class StoredArray implements StoredNumbers {
  readonly #bytes: Uint8Array;
  readonly #count: number;

  constructor(bytes: Uint8Array, count: number) {
    this.#bytes = bytes;
    this.#count = count;
  }

  get byteLength(): number {
    return this.#bytes.length;
  }

  numbers(count = this.#count): Uint8Array | Int32Array {
    const bytes = this.#bytes;
    const stored = this.#count;
    if (bytes.length === stored) return bytes;
    const numbers = new Int32Array(count);
    if (bytes.length === 0) return numbers;
    const second = bytes.subarray(stored, 2 * stored);
    for (let i = 0; i < count; i++) numbers[i] = bytes[i]! | (second[i]! << 8);
    if (bytes.length === 2 * stored) return numbers;
    const third = bytes.subarray(2 * stored);
    for (let i = 0; i < count; i++) numbers[i]! |= third[i]! << 16;
    return numbers;
  }

  numbersAt(places: Int32Array): Uint8Array | Int32Array {
    const numbers = this.numbers();
    const count = places.length;
    const own = numbers instanceof Uint8Array ? new Uint8Array(count) : new Int32Array(count);
    for (let i = 0; i < count; i++) own[i] = numbers[places[i]!]!;
    return own;
  }

  keepEqual(kept: Uint32Array, number: number): void {
    const numbers = this.numbers();
    const count = this.#count;
    for (let word = 0; word < kept.length; word++) {
      if (kept[word] === 0) continue;
      const first = 32 * word;
      const end = Math.min(first + 32, count);
      let bits = 0;
      for (let i = first; i < end; i++) if (numbers[i] === number) bits |= 1 << (i - first);
      kept[word]! &= bits;
    }
  }
}

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

  /** How many texts, the length of each (as JavaScript counts it), and all of them as one text in UTF-8, with its number of bytes. */
  texts(texts: readonly string[]): void {
    this.number(texts.length);
    for (const text of texts) this.number(text.length);
    const bytes = Buffer.from(texts.join(''));
    this.number(bytes.length);
    this.bytes(bytes);
  }

  /** An array: the lowest byte of each number, then the next byte of each, and so on. Equal bytes stand together, so it compresses well. */
  array(numbers: Uint8Array | Uint16Array | Uint32Array | Int32Array, count: number, width: number): void {
    if (width === 0) return;
    this.#reserve(count * width);
    // The lowest byte of each number is kept. This is many times as fast as a loop, and most arrays have one byte a number.
    this.#bytes.set(numbers.subarray(0, count), this.#length);
    for (let byte = 1; byte < width; byte++) {
      writeByte(this.#bytes.subarray(this.#length + byte * count), numbers, count, 8 * byte);
    }
    this.#length += count * width;
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

export class ByteReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.#bytes = Buffer.from(buffer, byteOffset, byteLength);
  }

  get isAtEnd(): boolean {
    return this.#offset === this.#bytes.length;
  }

  number(): number {
    let value = 0;
    // While it is small, there is no arithmetic on larger numbers, which is slower.
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    for (let scale = 2 ** 28; scale <= Number.MAX_SAFE_INTEGER; scale *= 0x80) {
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

  /** They are no copy. */
  bytes(length: number): Uint8Array {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new InvalidRunError('it ends too early');
    // Always the same class: a loop that is given arrays of several classes is slower.
    const bytes = new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset + this.#offset, length);
    this.#offset = end;
    return bytes;
  }

  skip(length: number): void {
    this.#offset += length;
    if (this.#offset > this.#bytes.length) throw new InvalidRunError('it ends too early');
  }

  rest(): Uint8Array {
    return this.bytes(this.#bytes.length - this.#offset);
  }

  texts(): string[] {
    const lengths: number[] = [];
    for (let left = this.number(); left > 0; left--) lengths.push(this.number());
    const byteCount = this.number();
    const text = this.#bytes.toString('utf8', this.#offset, this.#offset + byteCount);
    this.skip(byteCount);
    let end = 0;
    const texts = lengths.map((length) => {
      end += length;
      return text.slice(end - length, end);
    });
    if (end !== text.length) throw new InvalidRunError('its texts do not have their lengths');
    return texts;
  }

  array(count: number, width: number): StoredArray {
    return new StoredArray(this.bytes(count * width), count);
  }

  /** Reads an array into `to`, from the place `at` on. Better than `array` for few numbers. */
  arrayInto(to: Uint8Array | Uint16Array | Uint32Array | Int32Array, at: number, count: number, width: number): void {
    const numbers = to.subarray(at, at + count);
    if (width === 0) numbers.fill(0);
    else numbers.set(this.bytes(count));
    for (let byte = 1; byte < width; byte++) addByte(numbers, this.bytes(count), 8 * byte);
    if (numbers instanceof Int32Array) addSigns(numbers, 32 - 8 * width);
  }
}

function writeByte(
  to: Uint8Array,
  numbers: Uint8Array | Uint16Array | Uint32Array | Int32Array,
  count: number,
  shift: number,
): void {
  for (let i = 0; i < count; i++) to[i] = numbers[i]! >>> shift;
}

function addByte(numbers: Uint8Array | Uint16Array | Uint32Array | Int32Array, bytes: Uint8Array, shift: number): void {
  const count = bytes.length;
  for (let i = 0; i < count; i++) numbers[i]! |= bytes[i]! << shift;
}

/** The sign is in the highest bit that was written. */
function addSigns(numbers: Int32Array, missing: number): void {
  const count = numbers.length;
  for (let i = 0; i < count; i++) numbers[i] = (numbers[i]! << missing) >> missing;
}
