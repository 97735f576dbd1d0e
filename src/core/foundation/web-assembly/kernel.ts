// Instances of what is compiled to WebAssembly from the files *.as.ts, which are beside the code that calls them.

/** The part that is used: the types of Node.js have none of it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** A constant that such a file exports. */
export interface Constant {
  readonly value: number;
}

interface WithMemory {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
}

export interface Instance<Loops> {
  readonly loops: Loops;
  /** Its memory. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly words: Int32Array<ArrayBuffer>;
}

const PAGE_BYTES = 65_536;
/** The memory never shrinks: an instance with more is not used again. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024;

/** What is compiled from one file. `Loops` are its functions and constants. */
export class Kernel<Loops> {
  readonly #module: object;
  #kept: Instance<Loops & WithMemory>;

  /** The bytes of the module, in Base64. */
  constructor(base64: string) {
    this.#module = new WebAssembly.Module(Buffer.from(base64, 'base64'));
    this.#kept = this.#instantiate();
  }

  get constants(): Loops {
    return this.#kept.loops;
  }

  /** An instance with so many bytes of memory or more, in which there may be anything. Only the last one that was asked for is used. */
  withMemory(bytes: number): Instance<Loops> {
    return bytes <= this.#kept.bytes.length ? this.#kept : this.grow(this.#kept, bytes);
  }

  /** The same instance with so many bytes, which are more than it has. What is in its memory stays. */
  grow(instance: Instance<Loops>, bytes: number): Instance<Loops> {
    const loops = instance.loops as Loops & WithMemory;
    loops.memory.grow(Math.ceil((bytes - instance.bytes.length) / PAGE_BYTES));
    const grown = instanceOf(loops);
    if (loops === this.#kept.loops) this.#kept = bytes <= KEPT_BYTES_MAX ? grown : this.#instantiate();
    return grown;
  }

  #instantiate(): Instance<Loops & WithMemory> {
    return instanceOf(new WebAssembly.Instance(this.#module).exports as Loops & WithMemory);
  }
}

function instanceOf<Loops extends WithMemory>(loops: Loops): Instance<Loops> {
  const { buffer } = loops.memory;
  return { loops, bytes: new Uint8Array(buffer), words: new Int32Array(buffer) };
}
