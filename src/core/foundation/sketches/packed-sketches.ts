// Unites and estimates packed sketches: what reports, intervals and commits do most. The loops are in registers.as.ts, which is compiled
// to WebAssembly. The class Sketch does the same several times slower, and can also take one visitor after the other; tests compare the
// two.
// Why: docs/decisions/reports.md, "The hottest loops are WebAssembly".
import { type Constant, Kernel } from '../web-assembly/kernel.ts';
import {
  checkPadding,
  EXPLICIT_MAX,
  estimateFrom,
  FORM,
  formOf,
  fullWithHashes,
  HASH_BYTES,
  HEADER_BYTES,
  InvalidSketchError,
  PAIR_BITS,
  REGISTER_BITS,
  REGISTER_MAX,
  REGISTERS,
  writeHeader,
} from './hyperloglog.ts';
import { REGISTERS_WASM } from './registers-wasm.ts';

/** See registers.as.ts. Places are bytes of its memory; an end is the place after the last byte. */
interface Loops {
  readonly HISTOGRAMS: Constant;
  readonly FREE: Constant;
  clear(): void;
  addFull(from: number): void;
  packFull(to: number): void;
  addSparse(from: number, pairCount: number): number;
  countFilled(): number;
  packSparse(to: number): void;
  ascends(hashes: number, end: number): number;
  addHashes(hashes: number, end: number): void;
  mergeHashes(some: number, someEnd: number, more: number, moreEnd: number, to: number): number;
  writeHistograms(): void;
}

const kernel = new Kernel<Loops>(REGISTERS_WASM);

/** What is placed in the memory has a header before it; loops read and write some bytes after it. */
const GAP_BYTES = 64;
/** Two lists of hashes are merged into one. Nothing that is written takes more. */
const LIST_BYTES = 2 * EXPLICIT_MAX * HASH_BYTES;
const INPUT_BYTES_MAX = (REGISTERS * PAIR_BITS) / 8;
const LIST = kernel.constants.FREE.value + GAP_BYTES;
const OTHER_LIST = LIST + LIST_BYTES + GAP_BYTES;
const INPUT = OTHER_LIST + LIST_BYTES + GAP_BYTES;
const MEMORY_BYTES = INPUT + INPUT_BYTES_MAX + GAP_BYTES;
/** Their sum counts. */
const HISTOGRAMS = 4;

/** The packed union of packed sketches. */
export function uniteBytes(sketches: readonly Uint8Array[]): Uint8Array {
  return uniteForCopy(sketches).slice();
}

/** The same for a caller that copies it at once: the bytes are valid only until the next call of a function of this file. */
export function uniteForCopy(sketches: readonly Uint8Array[]): Uint8Array {
  const [first, second] = sketches;
  // The usual case of a commit: a large sketch and a few more visitors.
  if (sketches.length === 2 && formOf(first!) === FORM.full && formOf(second!) === FORM.explicit) {
    return fullWithHashes(first!, second!);
  }
  return unions.unite(sketches);
}

/** How many visitors a packed sketch has: `Sketch.fromBytes(bytes).estimate()`. */
export function estimateBytes(bytes: Uint8Array): number {
  return unions.estimate(bytes);
}

class Unions {
  readonly #loops: Loops;
  readonly #memory: Uint8Array;
  readonly #histograms: Int32Array;
  /** The hashes of the sketches so far, as long as there are no registers. */
  #hashes = LIST;
  #hashesEnd = LIST;
  #hasRegisters = false;

  constructor() {
    const { loops, bytes } = kernel.withMemory(MEMORY_BYTES);
    this.#loops = loops;
    this.#memory = bytes;
    this.#histograms = new Int32Array(bytes.buffer, loops.HISTOGRAMS.value, HISTOGRAMS * (REGISTER_MAX + 1));
  }

  unite(sketches: readonly Uint8Array[]): Uint8Array {
    this.#begin();
    for (const bytes of sketches) this.#add(bytes);
    return this.#packed();
  }

  estimate(bytes: Uint8Array): number {
    this.#begin();
    this.#add(bytes);
    if (!this.#hasRegisters) return (this.#hashesEnd - this.#hashes) / HASH_BYTES;
    this.#loops.writeHistograms();
    const histogram = new Int32Array(REGISTER_MAX + 1);
    for (let place = 0; place < this.#histograms.length; place++) {
      histogram[place % histogram.length]! += this.#histograms[place]!;
    }
    return estimateFrom(histogram);
  }

  #begin(): void {
    this.#hashes = LIST;
    this.#hashesEnd = LIST;
    this.#hasRegisters = false;
  }

  #add(bytes: Uint8Array): void {
    const form = formOf(bytes);
    this.#memory.set(bytes, INPUT - HEADER_BYTES);
    if (form === FORM.explicit) this.#addHashes(INPUT - HEADER_BYTES + bytes.length);
    else if (form === FORM.sparse) this.#addPairs(bytes);
    else if (form === FORM.full) {
      this.#compress();
      this.#loops.addFull(INPUT);
    }
  }

  #addHashes(end: number): void {
    if (!this.#loops.ascends(INPUT, end)) throw new InvalidSketchError('hashes do not ascend');
    if (this.#hasRegisters) {
      this.#loops.addHashes(INPUT, end);
      return;
    }
    const to = this.#hashes === LIST ? OTHER_LIST : LIST;
    this.#hashesEnd = this.#loops.mergeHashes(this.#hashes, this.#hashesEnd, INPUT, end, to);
    this.#hashes = to;
    if (this.#hashesEnd - to > EXPLICIT_MAX * HASH_BYTES) this.#compress();
  }

  #addPairs(bytes: Uint8Array): void {
    checkPadding(bytes);
    this.#compress();
    const pairs = Math.floor(((bytes.length - HEADER_BYTES) * 8) / PAIR_BITS);
    if (!this.#loops.addSparse(INPUT, pairs))
      throw new InvalidSketchError('register indexes do not ascend, or one is 0');
  }

  /** Turns the hashes into registers. */
  #compress(): void {
    if (this.#hasRegisters) return;
    this.#loops.clear();
    if (this.#hashesEnd > this.#hashes) this.#loops.addHashes(this.#hashes, this.#hashesEnd);
    this.#hasRegisters = true;
  }

  #packed(): Uint8Array {
    if (this.#hasRegisters) return this.#packedRegisters();
    const form = this.#hashesEnd > this.#hashes ? FORM.explicit : FORM.empty;
    return this.#withHeader(form, this.#hashes, this.#hashesEnd);
  }

  #packedRegisters(): Uint8Array {
    const sparseBits = this.#loops.countFilled() * PAIR_BITS;
    const fullBits = REGISTERS * REGISTER_BITS;
    if (sparseBits < fullBits) this.#loops.packSparse(LIST);
    else this.#loops.packFull(LIST);
    const form = sparseBits < fullBits ? FORM.sparse : FORM.full;
    return this.#withHeader(form, LIST, LIST + Math.ceil(Math.min(sparseBits, fullBits) / 8));
  }

  #withHeader(form: number, from: number, end: number): Uint8Array {
    const bytes = this.#memory.subarray(from - HEADER_BYTES, end);
    writeHeader(bytes, form);
    return bytes;
  }
}

const unions = new Unions();
