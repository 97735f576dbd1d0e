// Folders in which files are written before they are put into their place.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A new folder in this one. Those of the same prefix are removed: a killed export has left them, because only one may write to a target at
 * a time.
 */
export async function makeStaging(folder: string, prefix: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const left = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  // That of another user can't be removed, and does no harm.
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  return mkdtemp(join(folder, prefix));
}
