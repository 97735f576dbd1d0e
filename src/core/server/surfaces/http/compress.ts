// Compresses larger JSON responses for clients that accept it. Documents that stay the same are compressed once: see static-document.ts.
// Why: docs/decisions/code.md, "A library replaces our code if it is smaller and as good".
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** A smaller response fits into a few packets anyway. */
const LENGTH_MIN = 4 * 1024;
const JSON_TYPE = /^application\/(problem\+)?json\b/;

/** Best first. With fast settings, because a response is compressed anew for each request. */
const ENCODERS = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 5 }),
};
const ENCODINGS = Object.keys(ENCODERS) as (keyof typeof ENCODERS)[];

export function compressResponses(server: FastifyInstance): void {
  // It is a callback, because it runs for every request and most responses are small.
  server.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < LENGTH_MIN || !isJson(reply)) return done(null, payload);
    addVary(reply);
    const encoding = ENCODINGS.find((name) => accepts(request.headers['accept-encoding'], name));
    if (!encoding) return done(null, payload);
    ENCODERS[encoding](payload).then((bytes) => {
      reply.removeHeader('content-length').header('content-encoding', encoding);
      weakenEtag(reply);
      done(null, bytes);
    }, done);
  });
}

/** RFC 9110, sections 12.5.1 and 12.5.3: whether a header such as Accept-Encoding names a value, or allows all with `*`. */
export function accepts(header: string | undefined, value: string): boolean {
  const accepted = (header ?? '').split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const named = accepted.find(([name]) => name === value) ?? accepted.find(([name]) => name === '*');
  return named !== undefined && !named.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
}

function isJson(reply: FastifyReply): boolean {
  return JSON_TYPE.test(String(reply.getHeader('content-type') ?? '')) && !reply.hasHeader('content-encoding');
}

export function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
}

/** A strong ETag promises equal bytes, which differ by encoding. */
function weakenEtag(reply: FastifyReply): void {
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`);
}
