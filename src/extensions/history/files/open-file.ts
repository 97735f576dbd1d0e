// Opens what a tool has exported: a zip archive of several files, or one file, gzipped or not.
import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FileBytes } from './file-bytes.ts';
import { HistoryFileError, HistoryFileTooLargeError } from './file-error.ts';
import { partsOf } from './parts-of-file.ts';
import { readZip } from './zip.ts';

const MIB = 1024 * 1024;
/** No file has a longer name, but an archive can say so, and names are repeated in answers. */
const NAME_LENGTH_MAX = 255;

export interface ExportedFile {
  /** The name has no folders. */
  readonly name: string;
  /** Fails if all files together have too many bytes. */
  read(): AsyncIterable<Uint8Array>;
}

interface OpenOptions {
  /** All files that are read count together, as they come out: an archive may say anything about its sizes. */
  readonly unpackedBytesMax: number;
  readonly onPart?: (() => Promise<void>) | undefined;
}

export async function openFile(
  file: FileBytes,
  name: string,
  { unpackedBytesMax, onPart }: OpenOptions,
): Promise<ExportedFile[]> {
  let left = unpackedBytesMax;
  async function* bounded(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of bytes) {
      left -= chunk.length;
      if (left < 0) throw tooLarge(name, unpackedBytesMax);
      await onPart?.();
      yield chunk;
    }
  }
  const magic = Buffer.from(await file.slice(0, 4).arrayBuffer()).toString('latin1');
  if (magic.startsWith('PK')) {
    const entries = await readZip(file, name);
    return entries
      .filter((entry) => !entry.name.endsWith('/'))
      .map((entry) => ({ name: basename(entry.name).slice(-NAME_LENGTH_MAX), read: () => bounded(entry.read()) }));
  }
  const isGzipped = magic.startsWith('\x1f\x8b');
  const read = () => bounded(isGzipped ? gunzipped(file, name) : partsOf(file));
  return [{ name: isGzipped ? name.replace(/\.gz$/, '') : name, read }];
}

async function* gunzipped(file: FileBytes, name: string): AsyncIterable<Uint8Array> {
  try {
    yield* pipeline(Readable.from(partsOf(file)), createGunzip(), () => {}) as AsyncIterable<Buffer>;
  } catch {
    throw new HistoryFileError({ file: name }, 'the file is damaged: download it again');
  }
}

function tooLarge(file: string, bytesMax: number): HistoryFileError {
  return new HistoryFileTooLargeError(
    { file },
    `it may have at most ${bytesMax / MIB} MiB, unpacked: export fewer days at once`,
  );
}
