// Golden files: bytes as they were stored once, with what they mean beside them. Tests read them back forever, so a file is written once
// and never changed.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `of`: the address of the folder, which ends with a slash. */
export class GoldenFolder {
  readonly #path: string;

  constructor(of: URL) {
    this.#path = fileURLToPath(of);
  }

  /** The files and folders in it. */
  get names(): readonly string[] {
    return readdirSync(this.#path).sort();
  }

  bytes(name: string): Uint8Array {
    return new Uint8Array(readFileSync(this.#path + name));
  }

  json<Content>(name: string): Content {
    return JSON.parse(readFileSync(this.#path + name, 'utf8'));
  }

  /** A table of texts: a line for each row, with tabs between its cells. */
  table(name: string): string[][] {
    const lines = readFileSync(this.#path + name, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => line.split('\t'));
  }

  /** Throws if there is such a file already. */
  writeOnce(name: string, content: Uint8Array | object): void {
    const path = this.#path + name;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content instanceof Uint8Array ? content : `${JSON.stringify(content, null, 2)}\n`, {
      flag: 'wx',
    });
    console.log(`written: ${path}`);
  }

  writeTableOnce(name: string, rows: readonly (readonly (string | number)[])[]): void {
    this.writeOnce(name, Buffer.from(rows.map((row) => `${row.join('\t')}\n`).join('')));
  }
}
