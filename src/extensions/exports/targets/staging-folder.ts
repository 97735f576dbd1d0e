// Folders in which files are written before they are put into their place.
import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A new folder in this one. Those of the same prefix are removed: a killed export has left them, because only one may write to a target at
 * a time. That of another user is left: root could remove it, but its owner could put a link in it meanwhile, to what only root may remove.
 */
export async function makeStaging(folder: string, prefix: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const left = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  const made = await mkdtemp(join(folder, prefix));
  const { uid } = await lstat(made);
  for (const name of left) await removeOf(uid, join(folder, name)).catch(() => {});
  return made;
}

async function removeOf(uid: number, path: string): Promise<void> {
  if ((await lstat(path)).uid === uid) await rm(path, { recursive: true, force: true });
}
