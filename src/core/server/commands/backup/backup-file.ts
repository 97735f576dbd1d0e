/**
 * The file of a backup: an SQLite database with a checksum of all its bytes, so that one that was changed or cut off on the way is noticed.
 *
 * THE CHECKSUM is in the two numbers at the head of the file that SQLite leaves to applications (https://www.sqlite.org/fileformat.html,
 * 1.3): the application id says that there is one, and the user version is the CRC-32 of the whole file, with zeros in its own place. So a
 * backup is still an SQLite database and nothing else. A database in use has zeros in both places.
 *
 * No connection of this process may have the file open: see foundation/database/sqlite/sqlite-files.ts.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

const CHUNK_BYTES = 1024 * 1024;
const NUMBER_BYTES = 4;
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;
/** FNLB */
const HAS_CHECKSUM = 0x464e4c42;

/** Removes the checksum: afterwards, the database is one to be used. */
export const CLEAR_CHECKSUM = 'PRAGMA application_id = 0; PRAGMA user_version = 0';

export async function writeChecksum(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await writeNumber(file, HAS_CHECKSUM, APPLICATION_ID_AT);
    await writeNumber(file, await checksumOfFile(file), USER_VERSION_AT);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeNumber(file: FileHandle, number: number, at: number): Promise<void> {
  const bytes = Buffer.alloc(NUMBER_BYTES);
  bytes.writeUInt32BE(number);
  await file.write(bytes, 0, NUMBER_BYTES, at);
}

/** `missing`: it is no backup, or one of a version without checksums. */
export async function stateOfBackup(path: string): Promise<'intact' | 'damaged' | 'missing'> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(APPLICATION_ID_AT + NUMBER_BYTES);
    await file.read(head, 0, head.length, 0);
    if (head.readUInt32BE(APPLICATION_ID_AT) !== HAS_CHECKSUM) return 'missing';
    return head.readUInt32BE(USER_VERSION_AT) === (await checksumOfFile(file)) ? 'intact' : 'damaged';
  } finally {
    await file.close();
  }
}

async function checksumOfFile(file: FileHandle): Promise<number> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let checksum = 0;
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return checksum;
    if (at === 0) chunk.fill(0, USER_VERSION_AT, USER_VERSION_AT + NUMBER_BYTES);
    checksum = crc32(chunk.subarray(0, bytesRead), checksum);
    at += bytesRead;
  }
}
