/**
 * The visitor sketch: counts distinct visitors in at most 10 KiB; two sketches unite into the sketch of all their visitors.
 *
 * THE IDEA. A visitor is a 64-bit hash, so its bits are like coin flips. A run of k zeros occurs once in 2^k hashes, so a
 * long run means that many different hashes were seen; seeing the same hash again changes nothing. A single run is a poor
 * estimate, so the hashes are distributed to 16,384 registers by their low 14 bits, and each register keeps the longest run
 * of its hashes. The union of two sketches is the larger value of each register: exact, commutative and idempotent. The
 * standard error of the count is 1.04 / sqrt(16384) = 0.81 %.
 *
 * Up to 1,280 visitors the sketch keeps the hashes themselves, which take no more space than the registers: small counts are
 * exact. The 1,281st visitor turns them into registers.
 *
 * THE PAPERS. Flajolet, Fusy, Gandouet, Meunier: "HyperLogLog: the analysis of a near-optimal cardinality estimation
 * algorithm" (2007). Ertl: "New cardinality estimation algorithms for HyperLogLog sketches" (arXiv 1702.01284): this file
 * uses his improved raw estimator, which is unbiased over the whole range and needs no correction table.
 *
 * THE BYTES are those of PostgreSQL's `hll` extension (hll-storage-spec v1) with log2m = 14, regwidth = 5, expthresh =
 * auto and sparse on, so that the database can unite sketches and other tools can read them:
 *
 *   byte 0   version 1 in the high half, the form in the low half: 1 empty, 2 explicit, 3 sparse, 4 full
 *   byte 1   0x8e: (regwidth - 1) << 5 | log2m
 *   byte 2   0x7f: sparse on << 6 | 63, where 63 says auto
 *   then     empty     nothing
 *            explicit  1 to 1,280 hashes, 8 bytes each, big-endian, ascending as signed numbers
 *            sparse    (14-bit index, 5-bit value) of each register above 0, index ascending, zero bits at the end
 *            full      16,384 registers of 5 bits: 10,240 bytes
 *
 * Bits are packed from the highest bit of a byte down. Registers are written sparse if that takes fewer bits, which is the
 * case up to 4,311 registers above 0. The bytes depend only on the set of visitors, not on the order of adding them.
 *
 * AN EXAMPLE. A visitor has the hash cbd8a7b341bd9b02. Alone it is the explicit sketch
 *
 *   12 8e 7f cb d8 a7 b3 41 bd 9b 02
 *
 * As a register: the low 14 bits, 01101100000010, are the index 6914. The bits above end in ...110110: one zero after
 * the last 1, and the register keeps 1 + that run, 2. In a sparse sketch that is 01101100000010 00010, in a full one
 * the five bits 00010 that start at bit 6914 * 5 of the data.
 * Why: docs/decisions/reports.md, "Benchmarks measure compiled code".
 */

import { DamagedDataError } from '../problem/damaged-data.ts';

export const EXPLICIT_MAX = 1280;

const INDEX_BITS = 14;
export const REGISTER_BITS = 5;
export const REGISTERS = 1 << INDEX_BITS;
export const REGISTER_MAX = (1 << REGISTER_BITS) - 1;
export const PAIR_BITS = INDEX_BITS + REGISTER_BITS;

/** The first byte of a packed sketch. */
export const FORM = { empty: 0x11, explicit: 0x12, sparse: 0x13, full: 0x14 } as const;
const PARAMETERS_1 = 0x8e;
const PARAMETERS_2 = 0x7f;

export const HEADER_BYTES = 3;
export const HASH_BYTES = 8;
const FULL_BYTES = HEADER_BYTES + (REGISTERS * REGISTER_BITS) / 8;

/**
 * Registers in memory: one byte each, four per int32, the first in the highest byte, in the order of the packed form.
 * Processing four at a time makes a union fast: no loop step or branch per register.
 */
type Registers = Int32Array;
const REGISTERS_PER_WORD = 4;
const WORDS = REGISTERS / REGISTERS_PER_WORD;
const TOP_BITS = 0x80808080 | 0;

/**
 * Hashes in memory: an open-addressing hash table with the low and high halves side by side; free slots are undefined. A
 * plain array, because during ingestion most sketches have one to five visitors, and an empty typed array takes 200 bytes.
 */
type Slots = (number | undefined)[];
const SLOTS_LENGTH_MIN = 8;
const NO_SLOTS: Slots = [];

export class InvalidSketchError extends DamagedDataError {
  override name = 'InvalidSketchError';

  constructor(reason: string) {
    super(`Stored unique visitors (${reason})`);
  }
}

export class Sketch {
  private slots: Slots = NO_SLOTS;
  private hashes = 0;
  private registers: Registers | null = null;

  static fromBytes(bytes: Uint8Array): Sketch {
    const sketch = new Sketch();
    sketch.mergeBytes(bytes);
    return sketch;
  }

  get isEmpty(): boolean {
    return this.registers === null && this.hashes === 0;
  }

  /** Adds the visitor whose hash has these int32 halves. */
  add(low: number, high: number): void {
    if (this.registers === null) this.addHash(low | 0, high | 0);
    else addToRegisters(this.registers, low, high);
  }

  /** Unites the other sketch into this one. */
  merge(other: Sketch): void {
    if (other.registers !== null) mergeRegisters(this.compress(), other.registers);
    else if (this.isEmpty) this.copyHashes(other);
    else addHashes(other.slots, this);
  }

  /** Unites a packed sketch into this one. Throws for invalid bytes, and does not change this sketch then. */
  mergeBytes(bytes: Uint8Array): void {
    switch (formOf(bytes)) {
      case FORM.explicit:
        checkExplicit(bytes);
        addExplicit(bytes, this);
        break;
      case FORM.sparse: {
        const pairs = unpackSparse(bytes);
        mergePairs(this.compress(), pairs);
        break;
      }
      case FORM.full:
        mergeFull(this.compress(), bytes);
        break;
    }
  }

  toBytes(): Uint8Array {
    if (this.registers !== null) return packRegisters(this.registers);
    return this.hashes === 0 ? withHeader(FORM.empty, HEADER_BYTES) : packHashes(this.slots, this.hashes);
  }

  /** Exact up to 1,280 visitors. */
  estimate(): number {
    return this.registers === null ? this.hashes : estimateFrom(histogramOf(this.registers));
  }

  private copyHashes(other: Sketch): void {
    this.slots = other.slots.slice();
    this.hashes = other.hashes;
  }

  private addHash(low: number, high: number): void {
    if (isCrowded(this.slots, this.hashes)) this.slots = grown(this.slots);
    const slot = findSlot(this.slots, low, high);
    if (this.slots[slot] !== undefined) return;
    if (this.hashes === EXPLICIT_MAX) {
      addToRegisters(this.compress(), low, high);
      return;
    }
    this.slots[slot] = low;
    this.slots[slot + 1] = high;
    this.hashes++;
  }

  private compress(): Registers {
    if (this.registers !== null) return this.registers;
    const hashes = this.slots;
    this.registers = new Int32Array(WORDS);
    this.slots = NO_SLOTS;
    this.hashes = 0;
    addHashes(hashes, this);
    return this.registers;
  }
}

/** Whether a packed sketch still contains the hashes themselves, not only registers. */
export function holdsHashes(bytes: Uint8Array): boolean {
  const form = formOf(bytes);
  return form === FORM.empty || form === FORM.explicit;
}

/** A packed sketch without the hash with these int32 halves (low, high); undefined if it does not contain the hash. */
export function withoutHash(bytes: Uint8Array, [low, high]: Int32Array): Uint8Array | undefined {
  if (formOf(bytes) !== FORM.explicit) return undefined;
  for (let offset = HEADER_BYTES; offset < bytes.length; offset += HASH_BYTES) {
    if (int32At(bytes, offset) !== high || int32At(bytes, offset + 4) !== low) continue;
    const left = withHeader(
      bytes.length > HEADER_BYTES + HASH_BYTES ? FORM.explicit : FORM.empty,
      bytes.length - HASH_BYTES,
    );
    left.set(bytes.subarray(HEADER_BYTES, offset), HEADER_BYTES);
    left.set(bytes.subarray(offset + HASH_BYTES), offset);
    return left;
  }
  return undefined;
}

// ---- The packed form ------------------------------------------------------------------------------------------------

/** The first byte of a packed sketch. Validates the header and the length. */
export function formOf(bytes: Uint8Array): number {
  const form = bytes[0]!;
  const length = bytes.length;
  if (length < HEADER_BYTES) throw new InvalidSketchError(`${length} bytes are too few`);
  if (form >>> 4 !== 1) throw new InvalidSketchError(`unknown version ${form >>> 4}`);
  if (bytes[1] !== PARAMETERS_1 || bytes[2] !== PARAMETERS_2) {
    throw new InvalidSketchError('the parameters must be log2m = 14, regwidth = 5, expthresh = auto, sparse on');
  }
  if (!lengthFits(form, length - HEADER_BYTES)) {
    throw new InvalidSketchError(`${length} bytes do not fit type ${form & 0x0f}`);
  }
  return form;
}

function lengthFits(form: number, dataBytes: number): boolean {
  switch (form) {
    case FORM.empty:
      return dataBytes === 0;
    case FORM.explicit:
      return dataBytes > 0 && dataBytes <= EXPLICIT_MAX * HASH_BYTES && dataBytes % HASH_BYTES === 0;
    case FORM.sparse:
      return dataBytes <= (REGISTERS * PAIR_BITS) / 8 && (dataBytes * 8) % PAIR_BITS < 8;
    case FORM.full:
      return dataBytes === FULL_BYTES - HEADER_BYTES;
    default:
      return false;
  }
}

function withHeader(form: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  writeHeader(bytes, form);
  return bytes;
}

export function writeHeader(bytes: Uint8Array, form: number): void {
  bytes[0] = form;
  bytes[1] = PARAMETERS_1;
  bytes[2] = PARAMETERS_2;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

// ---- Explicit: the hashes themselves --------------------------------------------------------------------------------

/** Whether one more hash would fill more than three quarters of the slots. A slot takes two array elements. */
function isCrowded(slots: Slots, hashes: number): boolean {
  return (hashes + 1) * 8 > slots.length * 3;
}

function grown(slots: Slots): Slots {
  const larger: Slots = new Array(Math.max(SLOTS_LENGTH_MIN, slots.length * 2));
  for (let i = 0; i < slots.length; i += 2) {
    const low = slots[i];
    if (low === undefined) continue;
    const high = slots[i + 1]!;
    const slot = findSlot(larger, low, high);
    larger[slot] = low;
    larger[slot + 1] = high;
  }
  return larger;
}

/** The slot of the hash, or the free slot where it belongs. */
function findSlot(slots: Slots, low: number, high: number): number {
  const mask = slots.length - 2;
  let slot = (Math.imul(low ^ high, 0x9e3779b1) >>> 15) & mask;
  for (;;) {
    const found = slots[slot];
    if (found === undefined || (found === low && slots[slot + 1] === high)) return slot;
    slot = (slot + 2) & mask;
  }
}

function addHashes(slots: Slots, target: Sketch): void {
  for (let i = 0; i < slots.length; i += 2) {
    const low = slots[i];
    if (low !== undefined) target.add(low, slots[i + 1]!);
  }
}

/**
 * A buffer for sorting hashes: written as int32 halves, sorted as int64 (on a little-endian machine). The engine sorts a
 * BigInt64Array without allocating BigInts.
 */
const sortHalves = new Int32Array(EXPLICIT_MAX * 2);
const sortWhole = new BigInt64Array(sortHalves.buffer);

function packHashes(slots: Slots, hashes: number): Uint8Array {
  let end = 0;
  for (let i = 0; i < slots.length; i += 2) {
    const low = slots[i];
    if (low === undefined) continue;
    sortHalves[end++] = low;
    sortHalves[end++] = slots[i + 1]!;
  }
  if (hashes > 1) sortWhole.subarray(0, hashes).sort();

  const bytes = withHeader(FORM.explicit, HEADER_BYTES + hashes * HASH_BYTES);
  for (let i = 0, offset = HEADER_BYTES; i < end; i += 2, offset += HASH_BYTES) {
    setInt32(bytes, offset, sortHalves[i + 1]!);
    setInt32(bytes, offset + 4, sortHalves[i]!);
  }
  return bytes;
}

function checkExplicit(bytes: Uint8Array): void {
  for (let next = HEADER_BYTES + HASH_BYTES; next < bytes.length; next += HASH_BYTES) {
    if (compareHashes(bytes, next - HASH_BYTES, bytes, next) >= 0) {
      throw new InvalidSketchError('hashes do not ascend');
    }
  }
}

function addExplicit(bytes: Uint8Array, target: Sketch): void {
  for (let offset = HEADER_BYTES; offset < bytes.length; offset += HASH_BYTES) {
    target.add(int32At(bytes, offset + 4), int32At(bytes, offset));
  }
}

/** Compares the hashes at `a[i]` and `b[j]` as signed 64-bit numbers; returns a negative number, 0 or a positive one. */
function compareHashes(a: Uint8Array, i: number, b: Uint8Array, j: number): number {
  const order = (a[i]! ^ 0x80) - (b[j]! ^ 0x80);
  if (order !== 0) return order;
  for (let byte = 1; byte < HASH_BYTES; byte++) {
    if (a[i + byte] !== b[j + byte]) return a[i + byte]! - b[j + byte]!;
  }
  return 0;
}

function int32At(bytes: Uint8Array, offset: number): number {
  return (bytes[offset]! << 24) | (bytes[offset + 1]! << 16) | (bytes[offset + 2]! << 8) | bytes[offset + 3]!;
}

// A DataView would take longer to create than it takes to pack the few hashes of a small sketch.
function setInt32(bytes: Uint8Array, offset: number, value: number): void {
  bytes[offset] = value >>> 24;
  bytes[offset + 1] = value >>> 16;
  bytes[offset + 2] = value >>> 8;
  bytes[offset + 3] = value;
}

// ---- Registers ------------------------------------------------------------------------------------------------------

function addToRegisters(registers: Registers, low: number, high: number): void {
  raise(registers, low & (REGISTERS - 1), registerValue(low >>> INDEX_BITS, high));
}

/** 1 + the trailing zeros of the 50 bits above the index; 0 if they are all 0, as in the extension. */
function registerValue(low18: number, high: number): number {
  if (low18 !== 0) return 1 + trailingZeros(low18);
  return high === 0 ? 0 : Math.min(1 + (32 - INDEX_BITS) + trailingZeros(high), REGISTER_MAX);
}

function trailingZeros(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function raise(registers: Registers, index: number, value: number): void {
  const word = registers[index >>> 2]!;
  const shift = shiftOf(index);
  if (value > ((word >>> shift) & 0xff)) registers[index >>> 2] = (word & ~(0xff << shift)) | (value << shift);
}

function valueAt(registers: Registers, index: number): number {
  return (registers[index >>> 2]! >>> shiftOf(index)) & 0xff;
}

function shiftOf(index: number): number {
  return 24 - ((index & 3) << 3);
}

function mergeRegisters(registers: Registers, others: Registers): void {
  for (let word = 0; word < WORDS; word++) registers[word] = largerOf(registers[word]!, others[word]!);
}

/**
 * The larger of each of the four bytes. A register is at most 31, so the top bit of its byte is free: set in `a`, it
 * remains set after subtracting `b` exactly if a >= b, and no byte borrows from its neighbour.
 */
function largerOf(a: number, b: number): number {
  const notBelow = ((a | TOP_BITS) - b) & TOP_BITS;
  const mask = notBelow - (notBelow >>> 7);
  return (a & mask) | (b & ~mask);
}

/** How many of the four bytes are above 0: adding 127 sets the top bit of exactly those. */
function filledIn(word: number): number {
  return Math.imul(((word + 0x7f7f7f7f) & TOP_BITS) >>> 7, 0x01010101) >>> 24;
}

function packRegisters(registers: Registers): Uint8Array {
  let filled = 0;
  for (let word = 0; word < WORDS; word++) filled += filledIn(registers[word]!);
  const sparseBits = filled * PAIR_BITS;
  return sparseBits < REGISTERS * REGISTER_BITS ? packSparse(registers, sparseBits) : packFull(registers);
}

// ---- Full: eight registers in five bytes ----------------------------------------------------------------------------

/** Reads five bytes at a time: 20 bits from the first four bytes, 20 bits from the last four. */
function mergeFull(registers: Registers, bytes: Uint8Array): void {
  const view = viewOf(bytes);
  for (let word = 0, offset = HEADER_BYTES; word < WORDS; word += 2, offset += 5) {
    registers[word] = largerOf(registers[word]!, spread(view.getInt32(offset) >>> 12));
    registers[word + 1] = largerOf(registers[word + 1]!, spread(view.getInt32(offset + 1)));
  }
}

/** The packed union of a full and an explicit sketch: changes only the registers of these hashes. */
export function fullWithHashes(full: Uint8Array, explicit: Uint8Array): Uint8Array {
  checkExplicit(explicit);
  const bytes = full.slice();
  const view = viewOf(bytes);
  for (let offset = HEADER_BYTES; offset < explicit.length; offset += HASH_BYTES) {
    const low = int32At(explicit, offset + 4);
    const value = registerValue(low >>> INDEX_BITS, int32At(explicit, offset));
    const bit = HEADER_BYTES * 8 + (low & (REGISTERS - 1)) * REGISTER_BITS;
    // Two bytes contain the register; of the last one, they are the last two.
    const start = Math.min(bit >>> 3, FULL_BYTES - 2);
    const shift = 16 - REGISTER_BITS - (bit - start * 8);
    const pair = view.getUint16(start);
    if (value > ((pair >>> shift) & REGISTER_MAX)) {
      view.setUint16(start, (pair & ~(REGISTER_MAX << shift)) | (value << shift));
    }
  }
  return bytes;
}

function packFull(registers: Registers): Uint8Array {
  const bytes = withHeader(FORM.full, FULL_BYTES);
  const view = viewOf(bytes);
  for (let word = 0, offset = HEADER_BYTES; word < WORDS; word += 2, offset += 5) {
    const last = gather(registers[word + 1]!);
    view.setInt32(offset, (gather(registers[word]!) << 12) | (last >>> 8));
    view.setUint8(offset + 4, last);
  }
  return bytes;
}

/** Spreads four 5-bit registers (the low 20 bits) to four bytes: first splits in the middle, then each half. */
function spread(packed: number): number {
  const halves = ((packed & 0xffc00) << 6) | (packed & 0x003ff);
  return ((halves & 0x03e0_03e0) << 3) | (halves & 0x001f_001f);
}

/** The inverse of `spread`. */
function gather(word: number): number {
  const halves = ((word >>> 3) & 0x03e0_03e0) | (word & 0x001f_001f);
  return ((halves >>> 6) & 0xffc00) | (halves & 0x003ff);
}

// ---- Sparse: pairs of index and value -------------------------------------------------------------------------------

/** Buffer for the most recently unpacked pairs, index << 5 | value. */
const sparsePairs = new Int32Array(REGISTERS);

/** Unpacks and checks the pairs into `sparsePairs`; returns their number. */
function unpackSparse(bytes: Uint8Array): number {
  const bits = bytes.length * 8;
  const view = viewOf(bytes);
  let pairs = 0;
  let previous = -1;
  let bit = HEADER_BYTES * 8;
  for (; bit + PAIR_BITS <= bits; bit += PAIR_BITS) {
    const offset = offsetOfPair(bytes, bit);
    const pair = (view.getInt32(offset) << (bit - offset * 8)) >>> (32 - PAIR_BITS);
    const index = pair >>> REGISTER_BITS;
    if (index <= previous) throw new InvalidSketchError('register indexes do not ascend');
    if ((pair & REGISTER_MAX) === 0) throw new InvalidSketchError('a sparse register is 0');
    previous = index;
    sparsePairs[pairs++] = pair;
  }
  checkPadding(bytes);
  return pairs;
}

/** The bits after the last pair are 0. */
export function checkPadding(bytes: Uint8Array): void {
  const padding = ((bytes.length - HEADER_BYTES) * 8) % PAIR_BITS;
  if ((bytes[bytes.length - 1]! & ((1 << padding) - 1)) !== 0) throw new InvalidSketchError('the padding is not 0');
}

function mergePairs(registers: Registers, pairs: number): void {
  for (let i = 0; i < pairs; i++) {
    const pair = sparsePairs[i]!;
    raise(registers, pair >>> REGISTER_BITS, pair & REGISTER_MAX);
  }
}

function packSparse(registers: Registers, sparseBits: number): Uint8Array {
  const bytes = withHeader(FORM.sparse, HEADER_BYTES + Math.ceil(sparseBits / 8));
  const view = viewOf(bytes);
  let bit = HEADER_BYTES * 8;
  for (let word = 0; word < WORDS; word++) {
    if (registers[word] === 0) continue;
    for (let index = word * REGISTERS_PER_WORD; index < (word + 1) * REGISTERS_PER_WORD; index++) {
      const value = valueAt(registers, index);
      if (value === 0) continue;
      const offset = offsetOfPair(bytes, bit);
      const pair = (index << REGISTER_BITS) | value;
      view.setInt32(offset, view.getInt32(offset) | (pair << (32 - PAIR_BITS - (bit - offset * 8))));
      bit += PAIR_BITS;
    }
  }
  return bytes;
}

/** The offset of four bytes that contain the pair: from its first byte on, or the last four bytes. */
function offsetOfPair(bytes: Uint8Array, bit: number): number {
  return Math.min(bit >>> 3, bytes.length - 4);
}

// ---- The estimate ---------------------------------------------------------------------------------------------------

/** How many registers have each value. */
type Histogram = Int32Array;

function histogramOf(registers: Registers): Histogram {
  const histogram = new Int32Array(REGISTER_MAX + 1);
  for (let word = 0; word < WORDS; word++) countWord(histogram, registers[word]!);
  return histogram;
}

function countWord(histogram: Histogram, word: number): void {
  histogram[word >>> 24]!++;
  histogram[(word >>> 16) & 0xff]!++;
  histogram[(word >>> 8) & 0xff]!++;
  histogram[word & 0xff]!++;
}

/**
 * Ertl's improved raw estimator (algorithm 6 of his paper). `tau` corrects for registers at their maximum, `sigma` for
 * those that are 0. Registers are used from the 1,281st visitor on, so the estimate is at least 1,281: a set of visitors
 * is never estimated below a subset that is still counted exactly.
 */
export function estimateFrom(histogram: Histogram): number {
  let sum = REGISTERS * tau(1 - histogram[REGISTER_MAX]! / REGISTERS);
  for (let value = REGISTER_MAX - 1; value >= 1; value--) sum = (sum + histogram[value]!) / 2;
  sum += REGISTERS * sigma(histogram[0]! / REGISTERS);
  const estimate = Math.round((REGISTERS * REGISTERS) / (2 * Math.LN2 * sum));
  return Math.min(Math.max(estimate, EXPLICIT_MAX + 1), Number.MAX_SAFE_INTEGER);
}

/** x + the sum over k >= 1 of x^(2^k) * 2^(k-1) */
function sigma(x: number): number {
  if (x === 1) return Number.POSITIVE_INFINITY;
  let power = x;
  let weight = 1;
  let sum = x;
  for (let previous = -1; sum !== previous; weight *= 2) {
    previous = sum;
    power *= power;
    sum += power * weight;
  }
  return sum;
}

/** (1 - x - the sum over k >= 1 of (1 - x^(2^-k))^2 * 2^-k) / 3 */
function tau(x: number): number {
  if (x === 0 || x === 1) return 0;
  let root = x;
  let weight = 1;
  let sum = 1 - x;
  for (let previous = -1; sum !== previous; ) {
    previous = sum;
    root = Math.sqrt(root);
    weight /= 2;
    sum -= (1 - root) ** 2 * weight;
  }
  return sum / 3;
}
