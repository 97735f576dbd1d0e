// Instances of what is compiled to WebAssembly (the files *.wat). Everything that uses one works without it, too.

/** The part that is used: the types of Node.js have none of it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** A module from its bytes in Base64. undefined: this process can't run WebAssembly, or not all instructions of the module. */
export function compile(base64: string): object | undefined {
  try {
    return new WebAssembly.Module(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

export function instantiate<Exports>(module: object): Exports {
  return new WebAssembly.Instance(module).exports as Exports;
}
