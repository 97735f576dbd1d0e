// Opens what a tool has exported: a zip archive of several files, or one file, gzipped or not.
import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { HistoryFileError, HistoryFileTooLargeError } from './file-error.ts';
import { partsOf } from './parts-of-file.ts';
import { readZip } from './zip.ts';

const MIB = 1024 * 1024;
/** Are read at once: in a few milliseconds. */
const SLICE_BYTES = 16 * 1024;
/** No file has a longer name, but an archive can say so, and names are repeated in answers. */
const NAME_LENGTH_MAX = 255;

export interface ExportedFile {
  /** The name has no folders. */
  readonly name: string;
  /** Fails if all files together have too many bytes. */
  read(): AsyncIterable<Uint8Array>;
}

/** `unpackedBytesMax`: of all files that are read, together, as they come out: an archive may say anything about its sizes. */
export async function openFile(file: Blob, name: string, unpackedBytesMax: number): Promise<ExportedFile[]> {
  let left = unpackedBytesMax;
  async function* bounded(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of bytes) {
      left -= chunk.length;
      if (left < 0) throw tooLarge(name, unpackedBytesMax);
      yield* slicesOf(chunk);
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

/** Whoever reads a file does so between the requests of others: it takes some milliseconds for each slice. */
async function* slicesOf(chunk: Uint8Array): AsyncIterable<Uint8Array> {
  for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
    yield chunk.subarray(start, start + SLICE_BYTES);
    await setImmediate();
  }
}

async function* gunzipped(file: Blob, name: string): AsyncIterable<Uint8Array> {
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
