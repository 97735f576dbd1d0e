// AssemblyScript is a language like TypeScript that is compiled to WebAssembly. This is what the files *.as.ts share.
//
// They have no objects and no garbage collector, only numbers and a memory. A type such as u32 says how many bits a number has, and whether
// it has a sign; usize is a place in the memory. `memory.data` reserves bytes at the beginning of the memory, and `__heap_base` is the
// first place after all of these: from there on, whoever calls the functions places arrays, and tells where they are. Most loops go from
// place to place, because reading `numbers[index]` takes an addition more. `select` chooses one of two numbers without a branch.
//
// `npm run kernels` compiles them into the files *-wasm.ts, which are committed.

/** Numbers of one type in the memory, one after the other. What is passed for it is the place of the first one. */
@unmanaged
export class Numbers<T> {
  // Editors and the type checker read this.
  [key: number]: T;

  @inline
  @operator('[]')
  get(index: u32): T {
    return load<T>(changetype<usize>(this) + index * sizeof<T>());
  }

  @inline
  @operator('[]=')
  set(index: u32, number: T): void {
    store<T>(changetype<usize>(this) + index * sizeof<T>(), number);
  }
}
