// Writes a file that is there as a whole or not at all: under a name of its own until it is finished, on the same disk.
import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from './command.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Another thread may still write into the folder while it is removed. */
const REMOVE_ATTEMPTS_MAX = 10;

/** `write` gets the path to write to. Nothing is left behind when it fails or when the process is told to end. */
export async function writeNewFile<T>(path: string, write: (unfinished: string) => Promise<T>): Promise<T> {
  requireAbsent(path);
  let folder: string | undefined;
  const remove = () => {
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: REMOVE_ATTEMPTS_MAX });
  };
  // Before the folder is made: a signal that came in between would leave it.
  const stopListening = onSignal(remove);
  try {
    // A folder that is new and our own: nobody can have put a file or a link there before.
    folder = makeFolder(`${path}.part-`);
    const unfinished = join(folder, 'unfinished');
    const result = await write(unfinished);
    requireAbsent(path);
    renameSync(unfinished, path);
    syncFolder(dirname(path));
    return result;
  } finally {
    remove();
    stopListening();
  }
}

/** Cleans up, then ends as the signal would have ended it. Gives back what stops listening. */
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
  if (existsSync(path)) throw new CommandError(`${path} exists already and is never overwritten.`);
}

function makeFolder(prefix: string): string {
  try {
    return mkdtempSync(prefix);
  } catch (error) {
    throw new CommandError(`${dirname(prefix)} can't be written to: ${(error as Error).message}`);
  }
}

/** Makes the new name survive a power cut. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
