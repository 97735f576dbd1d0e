// Reads a request's body whole, gzip or not: never more of it than is allowed, before or after unpacking, and not for longer
// than a sender needs that really sends.
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Problem } from '../problem.ts';

export interface BodyLimits {
  readonly bytesMax: number;
  readonly pace: BodyPace;
}

/** How fast a body has to come in: on average, in each period until it is complete. */
export interface BodyPace {
  readonly bytesPerSecondMin: number;
  readonly periodMs: number;
}

/** `grow` is told of the bytes, unpacked, before they are kept. The result lies in a buffer of its own, so that it can move to another thread. */
export async function readBody(
  payload: IncomingMessage,
  limits: BodyLimits,
  grow: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const keep = async (source: AsyncIterable<Buffer>) => {
    for await (const piece of source) {
      bytes += piece.length;
      if (bytes > limits.bytesMax) throw tooLarge(limits.bytesMax);
      grow(piece.length);
      pieces.push(piece);
    }
  };
  const { signal, stop } = watchPace(payload, limits.pace);
  try {
    await unpack(payload, keep, signal);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    stop();
  }
  return joined(pieces, bytes);
}

async function unpack(
  payload: IncomingMessage,
  keep: (source: AsyncIterable<Buffer>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const encoding = payload.headers['content-encoding']?.toLowerCase();
  if (encoding === undefined || encoding === 'identity') return pipeline(payload, keep, { signal });
  if (encoding !== 'gzip') throw new Problem(415, 'Content-Encoding must be gzip or left out.');
  try {
    await pipeline(payload, createGunzip(), keep, { signal });
  } catch (error) {
    if (isGzipError(error)) throw new Problem(400, 'The body is not valid gzip.', { code: 'invalid_gzip' });
    throw error;
  }
}

/** Its signal is aborted, with a problem as the reason, when the body comes in too slowly. */
function watchPace(
  payload: IncomingMessage,
  { bytesPerSecondMin, periodMs }: BodyPace,
): { readonly signal: AbortSignal; stop(): void } {
  const tooSlowly = new AbortController();
  const { socket } = payload;
  let bytesBefore = socket.bytesRead;
  const check = () => {
    const bytes = socket.bytesRead - bytesBefore;
    bytesBefore += bytes;
    if (!payload.complete && bytes < (bytesPerSecondMin * periodMs) / 1_000)
      tooSlowly.abort(tooSlow(bytesPerSecondMin));
  };
  // After what has arrived was read: it may have waited for this thread.
  const timer = setInterval(() => setImmediate(check), periodMs);
  return { signal: tooSlowly.signal, stop: () => clearInterval(timer) };
}

function joined(pieces: readonly Buffer[], bytes: number): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(bytes);
  let offset = 0;
  for (const piece of pieces) {
    body.set(piece, offset);
    offset += piece.length;
  }
  return body;
}

function tooLarge(bytesMax: number): Problem {
  const detail = `A batch may have at most ${bytesMax / 1024 / 1024} MiB, unpacked: send several batches.`;
  return new Problem(413, detail, { code: 'batch_too_large' });
}

function tooSlow(bytesPerSecondMin: number): Problem {
  const detail = `The body comes in too slowly: at least ${bytesPerSecondMin} bytes a second are expected. Nothing was counted.`;
  // The rest of it is not waited for.
  return new Problem(408, detail, { code: 'body_too_slow', headers: { connection: 'close' } });
}

function isGzipError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && (code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE');
}
