// Reads a request's body whole, gzip or not, and never more of it than is allowed, before or after unpacking.
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Problem } from '../problem.ts';

/** The bytes lie in a buffer of their own, so that they can move to another thread. */
export async function readBody(
  payload: Readable,
  encoding: string | undefined,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of unpacked(payload, encoding)) {
    bytes += piece.length;
    if (bytes > bytesMax) throw tooLarge(bytesMax);
    pieces.push(piece);
  }
  const body = new Uint8Array(bytes);
  let offset = 0;
  for (const piece of pieces) {
    body.set(piece, offset);
    offset += piece.length;
  }
  return body;
}

async function* unpacked(payload: Readable, encoding: string | undefined): AsyncGenerator<Buffer> {
  if (encoding === undefined || encoding === 'identity') return yield* payload as AsyncIterable<Buffer>;
  if (encoding !== 'gzip') throw new Problem(415, 'Content-Encoding must be gzip or left out.');
  // The callback takes errors that `for await` reports as well; without one they would end the process.
  const gunzip = pipeline(payload, createGunzip(), () => {});
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    if (isGzipError(error)) throw new Problem(400, 'The body is not valid gzip.', { code: 'invalid_gzip' });
    throw error;
  }
}

function tooLarge(bytesMax: number): Problem {
  const detail = `A batch may have at most ${bytesMax / 1024 / 1024} MiB, unpacked: send several batches.`;
  return new Problem(413, detail, { code: 'batch_too_large' });
}

function isGzipError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && (code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE');
}
