// A font of the web (WOFF 1.0) as the font that it was made from. The library for PDF files could read it as it is, but would decompress
// its tables again for every character.
import { inflateSync } from 'node:zlib';

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const FONT_HEADER_BYTES = 12;
const FONT_ENTRY_BYTES = 16;

export function openWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) =>
    tableAt(woff, WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES),
  );
  const header = Buffer.alloc(FONT_HEADER_BYTES + count * FONT_ENTRY_BYTES);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  // What helps to search the list of tables.
  const power = Math.floor(Math.log2(count));
  header.writeUInt16BE(2 ** power * FONT_ENTRY_BYTES, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE((count - 2 ** power) * FONT_ENTRY_BYTES, 10);
  let offset = header.length;
  for (const [index, { tag, checksum, bytes, length }] of tables.entries()) {
    const entry = FONT_HEADER_BYTES + index * FONT_ENTRY_BYTES;
    tag.copy(header, entry);
    checksum.copy(header, entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(length, entry + 12);
    offset += bytes.length;
  }
  return Buffer.concat([header, ...tables.map(({ bytes }) => bytes)]);
}

function tableAt(woff: Buffer, entry: number) {
  const [offset, storedLength, length] = [4, 8, 12].map((place) => woff.readUInt32BE(entry + place)) as [
    number,
    number,
    number,
  ];
  const stored = woff.subarray(offset, offset + storedLength);
  const table = storedLength < length ? inflateSync(stored) : stored;
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.subarray(entry + 16, entry + 20),
    length,
    // Tables begin at multiples of four.
    bytes: Buffer.concat([table, Buffer.alloc((4 - (length % 4)) % 4)]),
  };
}
