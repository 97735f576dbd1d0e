// A long text that stays the same, sent with a short end that differs each time. The long part is compressed once, because
// more data can be appended to gzip. Node offers no way to do this with Brotli, so these responses are gzip or plain.
//
// A gzip file (RFC 1952) has a header of 10 bytes, compressed data (RFC 1951), and the CRC-32 and the length of the text. The data is a
// sequence of blocks. Those of the long part end at a whole byte (a sync flush). The end follows in a block that stores it as it
// is: a byte 1 (the last block), its length, the complement of its length, and the bytes themselves.
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accepts, addVary } from './compress.ts';

/** The header names no file, no time and no operating system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const LAST_STORED_BLOCK = 1;
const STORED_BYTES_MAX = 0xffff;

export class TextWithEnd {
  readonly #plain: Buffer;
  readonly #blocks: Buffer;
  readonly #crc: number;

  private constructor(plain: Buffer, blocks: Buffer) {
    this.#plain = plain;
    this.#blocks = blocks;
    this.#crc = crc32(plain);
  }

  static async create(text: string): Promise<TextWithEnd> {
    const plain = Buffer.from(text);
    const options = { level: 9, finishFlush: constants.Z_SYNC_FLUSH };
    return new TextWithEnd(plain, await promisify(deflateRaw)(plain, options));
  }

  /** Sets the headers, and returns the body. */
  send(end: string, request: FastifyRequest, reply: FastifyReply): Buffer {
    addVary(reply);
    const bytes = Buffer.from(end);
    const isCompressed = accepts(request.headers['accept-encoding'], 'gzip') && bytes.length <= STORED_BYTES_MAX;
    if (!isCompressed) return Buffer.concat([this.#plain, bytes]);
    reply.header('content-encoding', 'gzip');
    return this.#gzip(bytes);
  }

  #gzip(end: Buffer): Buffer {
    const length = Buffer.alloc(5);
    length.writeUInt8(LAST_STORED_BLOCK, 0);
    length.writeUInt16LE(end.length, 1);
    length.writeUInt16LE(STORED_BYTES_MAX - end.length, 3);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(end, this.#crc), 0);
    trailer.writeUInt32LE((this.#plain.length + end.length) % 2 ** 32, 4);
    return Buffer.concat([GZIP_HEADER, this.#blocks, length, end, trailer]);
  }
}
