// Reads the files of a zip archive one after the other, without unpacking it anywhere. The directory is at the end of an archive, so the
// archive is read at any place, in memory, on the disk or in a database. What headers say about sizes is not trusted.
// The format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { FileBytes } from './file-bytes.ts';
import { HistoryFileError } from './file-error.ts';
import { partsOf } from './parts-of-file.ts';

const ENTRIES_MAX = 1_000;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const IS_ENCRYPTED = 1;
/** Stands for a number that is in a part of the archive which only archives of more than 4 GiB have. */
const IN_ZIP64 = 0xffffffff;

export interface ZipEntry {
  /** The name has its folders. */
  readonly name: string;
  /** Fails if the bytes are not those that were packed. */
  read(): AsyncIterable<Uint8Array>;
}

/** `file` is the name of the archive, for errors. */
export async function readZip(archive: FileBytes, file: string): Promise<ZipEntry[]> {
  const { offset, size, count } = await findDirectory(archive, file);
  if (count > ENTRIES_MAX) throw new HistoryFileError({ file }, `an archive may have at most ${ENTRIES_MAX} files`);
  const directory = await bytesOf(archive, offset, size);
  const entries: ZipEntry[] = [];
  for (let place = 0; entries.length < count; ) {
    if (place + ENTRY_BYTES > directory.length || directory.readUInt32LE(place) !== ENTRY_SIGNATURE)
      throw damaged(file);
    const nameBytes = directory.readUInt16LE(place + 28);
    const furtherBytes = directory.readUInt16LE(place + 30) + directory.readUInt16LE(place + 32);
    const name = directory.toString('utf8', place + ENTRY_BYTES, place + ENTRY_BYTES + nameBytes);
    entries.push(
      entryOf(archive, file, name, {
        flags: directory.readUInt16LE(place + 8),
        method: directory.readUInt16LE(place + 10),
        checksum: directory.readUInt32LE(place + 16),
        packedBytes: directory.readUInt32LE(place + 20),
        offset: directory.readUInt32LE(place + 42),
      }),
    );
    place += ENTRY_BYTES + nameBytes + furtherBytes;
  }
  return entries;
}

async function findDirectory(archive: FileBytes, file: string) {
  const tailBytes = Math.min(archive.size, END_BYTES + COMMENT_BYTES_MAX);
  const tail = await bytesOf(archive, archive.size - tailBytes, tailBytes);
  for (let place = tailBytes - END_BYTES; place >= 0; place--) {
    if (tail.readUInt32LE(place) !== END_SIGNATURE) continue;
    const [count, size, offset] = [
      tail.readUInt16LE(place + 10),
      tail.readUInt32LE(place + 12),
      tail.readUInt32LE(place + 16),
    ];
    if (offset === IN_ZIP64 || size === IN_ZIP64) throw tooLarge(file);
    if (offset + size > archive.size) throw damaged(file);
    return { count, size, offset };
  }
  throw damaged(file);
}

interface PackedEntry {
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  /** Where its local header is. */
  readonly offset: number;
}

function entryOf(archive: FileBytes, file: string, name: string, packed: PackedEntry): ZipEntry {
  return {
    name,
    async *read() {
      const { flags, method, checksum } = packed;
      if ((flags & IS_ENCRYPTED) !== 0) throw new HistoryFileError({ file }, `${name} is protected by a password`);
      if (method !== STORED && method !== DEFLATED) {
        throw new HistoryFileError({ file }, `${name} is packed in a way that is not known: pack it as zip again`);
      }
      const bytes = await openPacked(archive, file, packed);
      let sum = 0;
      try {
        for await (const chunk of method === STORED ? bytes : inflated(bytes)) {
          sum = crc32(chunk, sum);
          yield chunk;
        }
      } catch (error) {
        throw isOfZlib(error) ? damaged(file, name) : error;
      }
      if (sum !== checksum) throw damaged(file, name);
    },
  };
}

async function openPacked(archive: FileBytes, file: string, { packedBytes, offset }: PackedEntry): Promise<Readable> {
  if (packedBytes === IN_ZIP64 || offset === IN_ZIP64) throw tooLarge(file);
  if (offset + LOCAL_BYTES > archive.size) throw damaged(file);
  const header = await bytesOf(archive, offset, LOCAL_BYTES);
  if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw damaged(file);
  const start = offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + packedBytes > archive.size) throw damaged(file);
  return Readable.from(partsOf(archive.slice(start, start + packedBytes)));
}

function inflated(bytes: Readable): AsyncIterable<Buffer> {
  // Whoever reads it gets the same errors. Without a callback here they would also end the process.
  return pipeline(bytes, createInflateRaw(), () => {});
}

async function bytesOf(archive: FileBytes, offset: number, size: number): Promise<Buffer> {
  return Buffer.from(await archive.slice(offset, offset + size).arrayBuffer());
}

function isOfZlib(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code).startsWith('Z_');
}

function damaged(file: string, entry?: string): HistoryFileError {
  return new HistoryFileError({ file }, `the archive is damaged${entry ? ` at ${entry}` : ''}: download it again`);
}

function tooLarge(file: string): HistoryFileError {
  return new HistoryFileError({ file }, 'archives of more than 4 GiB can not be read: unpack it, and import its files');
}
