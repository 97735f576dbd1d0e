// Writes a file atomically: into a temporary folder on the same disk first, renamed when it is complete.
import { closeSync, existsSync, fsyncSync, linkSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../../command/command.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Another thread may still write into the folder while it is removed. */
const REMOVE_ATTEMPTS_MAX = 10;

/** `write` gets the temporary path. Nothing is left behind if it fails or if the process is stopped by a signal. */
export async function writeNewFile<T>(path: string, write: (temporaryPath: string) => Promise<T>): Promise<T> {
  requireAbsent(path);
  let folder: string | undefined;
  const remove = () => {
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: REMOVE_ATTEMPTS_MAX });
  };
  // This precedes the creation of the folder: a signal right after that would leave it behind.
  const stopListening = onSignal(remove);
  try {
    // A new folder of our own: no other process can have put a file or a link into it.
    folder = createFolder(`${path}.part-`);
    const temporaryPath = join(folder, 'unfinished');
    const result = await write(temporaryPath);
    giveName(temporaryPath, path);
    syncFolder(dirname(path));
    return result;
  } finally {
    remove();
    stopListening();
  }
}

/** Cleans up, then lets the signal end the process. Returns a function that stops listening. */
function onSignal(cleanUp: () => void): () => void {
  const end = (signal: NodeJS.Signals) => {
    cleanUp();
    stopListening();
    process.kill(process.pid, signal);
  };
  const stopListening = () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return stopListening;
}

function requireAbsent(path: string): void {
  if (existsSync(path)) throw new CommandError(`${path} already exists and is not overwritten.`);
}

/** A second name for the same file never replaces another file, which may have come meanwhile; renaming would. */
function giveName(temporaryPath: string, path: string): void {
  try {
    linkSync(temporaryPath, path);
  } catch (error) {
    requireAbsent(path);
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some file systems have no second names.
    renameSync(temporaryPath, path);
  }
}

function createFolder(prefix: string): string {
  try {
    return mkdtempSync(prefix);
  } catch (error) {
    throw new CommandError(`Cannot write to ${dirname(prefix)}: ${(error as Error).message}`);
  }
}

/** Makes the rename survive a power failure. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
