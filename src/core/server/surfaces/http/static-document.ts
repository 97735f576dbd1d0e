// A document that stays the same while the process runs: a file that a build made, a page with the settings of this installation,
// the OpenAPI document. It is compressed once, not for each request, and not in the thread that answers requests.
// Why: docs/decisions/http.md, "Documents that stay the same are compressed once".
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lazy } from '../../../foundation/calls/lazy.ts';
import { accepts, addVary } from './compress.ts';
import { matchesEtag } from './etag.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The encodings in order of preference. The best quality of Brotli takes seconds for a large document: only a build takes that time. */
const COMPRESS = {
  br: (plain: Buffer) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (plain: Buffer) => promisify(gzip)(plain, { level: 9 }),
};
type Encoding = keyof typeof COMPRESS;
const ENCODINGS = Object.keys(COMPRESS) as Encoding[];

export class StaticDocument {
  readonly type: string;
  readonly plain: Buffer;
  readonly #etag: string;
  readonly #compressed: Readonly<Record<Encoding, () => Promise<Buffer>>>;

  /** The type follows from the extension of `name`. `built`: the forms that the build has compressed already. */
  constructor(name: string, plain: Buffer, built: Partial<Record<Encoding, Buffer>> = {}) {
    this.type = TYPES[extname(name)] ?? 'application/octet-stream';
    this.plain = plain;
    this.#etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    const compressed = (encoding: Encoding) => lazy(async () => built[encoding] ?? COMPRESS[encoding](plain));
    this.#compressed = { br: compressed('br'), gzip: compressed('gzip') };
  }

  /** Sets the headers, and returns the body. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined> {
    addVary(reply);
    reply.header('etag', this.#etag).type(this.type);
    if (matchesEtag(request.headers['if-none-match'], this.#etag)) {
      reply.code(304);
      return undefined;
    }
    const encoding = ENCODINGS.find((name) => accepts(request.headers['accept-encoding'], name));
    const bytes = encoding && (await this.#compressed[encoding]());
    if (!bytes || bytes.length >= this.plain.length) return this.plain;
    reply.header('content-encoding', encoding);
    return bytes;
  }
}
