// Unites and estimates packed sketches: what reports, intervals and commits do most. The loops are in registers.wat, which is compiled to WebAssembly.
// Where that can't run, hyperloglog.ts does the same in JavaScript, several times slower; tests compare the two.
import { compile, instantiate } from '../web-assembly/instantiate.ts';
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
  Sketch,
  writeHeader,
} from './hyperloglog.ts';
import { REGISTERS_WASM } from './registers-wasm.ts';

/** See registers.wat. Places are bytes of its memory; an end is the place after the last byte. */
interface Loops {
  readonly memory: { readonly buffer: ArrayBuffer };
  clear(): void;
  addFull(from: number): void;
  addSparse(from: number, pairs: number): number;
  addHashes(from: number, end: number): void;
  ascends(from: number, end: number): number;
  mergeHashes(a: number, aEnd: number, b: number, bEnd: number, to: number): number;
  filled(): number;
  packFull(to: number): void;
  packSparse(to: number): void;
  histogram(): void;
}

const HISTOGRAM = 16_384;
const HISTOGRAMS = 4;
/** Where data is, with room for a header before it. Two lists of hashes are merged into the other place. */
const LIST = 17_408;
const OTHER_LIST = 38_912;
const INPUT = 59_904;

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

interface Unions {
  unite(sketches: readonly Uint8Array[]): Uint8Array;
  estimate(bytes: Uint8Array): number;
}

export class UnionsInJavaScript implements Unions {
  unite(sketches: readonly Uint8Array[]): Uint8Array {
    const union = new Sketch();
    for (const bytes of sketches) union.mergeBytes(bytes);
    return union.toBytes();
  }

  estimate(bytes: Uint8Array): number {
    return Sketch.fromBytes(bytes).estimate();
  }
}

class UnionsInWebAssembly implements Unions {
  readonly #loops: Loops;
  readonly #memory: Uint8Array;
  readonly #histograms: Int32Array;
  /** The hashes of the sketches so far, as long as there are no registers. */
  #hashes = LIST;
  #hashesEnd = LIST;
  #hasRegisters = false;

  constructor(loops: Loops) {
    this.#loops = loops;
    this.#memory = new Uint8Array(loops.memory.buffer);
    this.#histograms = new Int32Array(loops.memory.buffer, HISTOGRAM, HISTOGRAMS * (REGISTER_MAX + 1));
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
    this.#loops.histogram();
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
    const sparseBits = this.#loops.filled() * PAIR_BITS;
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

export function chooseUnions(): Unions {
  // Without SIMD it can't be compiled.
  const compiled = compile(REGISTERS_WASM);
  return compiled ? new UnionsInWebAssembly(instantiate<Loops>(compiled)) : new UnionsInJavaScript();
}

const unions = chooseUnions();
