// Files of an export in a folder of this machine.
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from './file-target.ts';
import { makeStaging } from './staging-folder.ts';

const STAGING_PREFIX = '.staging-';

export class FolderStore implements FileStore {
  readonly #folder: string;
  readonly #changed = new Set<string>();
  #staging: Promise<string> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    return readFile(join(this.#folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  }

  /** In the folder, so that renaming does not copy. */
  staging(): Promise<string> {
    this.#staging ??= makeStaging(this.#folder, STAGING_PREFIX);
    return this.#staging;
  }

  async put(name: string, path: string): Promise<void> {
    const place = join(this.#folder, name);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await rename(path, place);
    this.#changed.add(dirname(place));
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }

  /** Names are contents of their folders. */
  async flush(): Promise<void> {
    for (const folder of this.#changed) {
      const opened = await open(folder);
      await opened.sync().finally(() => opened.close());
    }
    this.#changed.clear();
  }

  async close(): Promise<void> {
    if (this.#staging) await rm(await this.#staging, { recursive: true, force: true });
  }
}
