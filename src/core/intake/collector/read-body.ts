// Reads the whole body of a request, gzipped or not, with limits on its size before and after decompression and on the time
// that it takes.
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Problem } from '../../foundation/problem/problem.ts';

const MIB = 1024 * 1024;

interface BodyLimits {
  readonly bytesMax: number;
  readonly pace: BodyPace;
}

/** The minimum speed of a body, as the average of each period. */
export interface BodyPace {
  readonly bytesPerSecondMin: number;
  readonly periodMs: number;
}

/**
 * Calls `grow` with the number of decompressed bytes before they are stored. The result has a buffer of its own, so that it
 * can be transferred to another thread.
 */
export async function readBody(
  payload: IncomingMessage,
  limits: BodyLimits,
  grow: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const keep = (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > limits.bytesMax) throw tooLarge(limits.bytesMax);
    grow(piece.length);
    pieces.push(piece);
  };
  // The client may have disconnected while its key was looked up. A destroyed stream emits no more events.
  if (payload.destroyed) throw payload.errored ?? new Error('the request was destroyed before it was read');
  if (isGzipped(payload)) await readGzip(payload, limits.pace, keep);
  else await readPlain(payload, limits.pace, keep);
  return joined(pieces, bytes);
}

/** Like `readBody`, for a body that is not held in memory: it is read as fast as `store` stores it. */
export async function streamBody(
  payload: IncomingMessage,
  { bytesMax, pace }: BodyLimits,
  store: (piece: Buffer) => Promise<void>,
): Promise<void> {
  if (payload.destroyed) throw endedEarly();
  let bytes = 0;
  const storing = new Stopwatch();
  const storeAll = async (source: AsyncIterable<Buffer>) => {
    for await (const piece of source) {
      bytes += piece.length;
      if (bytes > bytesMax) throw tooLarge(bytesMax);
      await storing.during(() => store(piece));
    }
  };
  try {
    await withPace(payload, pace, storeAll, () => storing.ms);
  } catch (error) {
    throw payload.complete || error instanceof Problem ? error : endedEarly();
  }
}

function endedEarly(): Problem {
  return new Problem(400, 'The request ended before it was complete.');
}

/** Measures how long work takes, also while it goes on. */
class Stopwatch {
  #ms = 0;
  #startedMs: number | undefined;

  get ms(): number {
    return this.#ms + (this.#startedMs === undefined ? 0 : performance.now() - this.#startedMs);
  }

  async during(work: () => Promise<void>): Promise<void> {
    this.#startedMs = performance.now();
    try {
      await work();
    } finally {
      this.#ms = this.ms;
      this.#startedMs = undefined;
    }
  }
}

type Keep = (piece: Buffer) => void;

/** Uses event listeners, because a pipeline would take longer than all other work for a single event. */
function readPlain(payload: IncomingMessage, pace: BodyPace, keep: Keep): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopWatching = watchPace(payload, pace, (problem) => end(() => reject(problem)));
    const end = (settle: () => void) => {
      stopWatching();
      payload.off('data', onData);
      settle();
    };
    const onData = (piece: Buffer) => {
      try {
        keep(piece);
      } catch (error) {
        end(() => reject(error));
      }
    };
    payload.on('data', onData);
    payload.once('end', () => end(resolve));
    payload.once('error', (error) => end(() => reject(error)));
  });
}

async function readGzip(payload: IncomingMessage, pace: BodyPace, keep: Keep): Promise<void> {
  await withPace(payload, pace, async (source) => {
    for await (const piece of source) keep(piece);
  });
}

/** `ownMs`: how long this service has kept the sender waiting. */
async function withPace(
  payload: IncomingMessage,
  pace: BodyPace,
  read: (source: AsyncIterable<Buffer>) => Promise<void>,
  ownMs?: () => number,
): Promise<void> {
  const tooSlowly = new AbortController();
  const stopWatching = watchPace(payload, pace, (problem) => tooSlowly.abort(problem), ownMs);
  const { signal } = tooSlowly;
  try {
    if (isGzipped(payload)) await pipeline(payload, createGunzip(), read, { signal });
    else await pipeline(payload, read, { signal });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (isGzipError(error) && isGzipped(payload))
      throw new Problem(400, 'The body is not valid gzip.', { code: 'invalid_gzip' });
    throw error;
  } finally {
    stopWatching();
  }
}

/** Throws a problem of status 415 if it has another encoding. */
function isGzipped({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip') {
    throw new Problem(415, 'Content-Encoding must be gzip or left out.');
  }
  return encoding === 'gzip';
}

/** Calls back if the body arrives too slowly. Returns a function that stops watching. */
function watchPace(
  payload: IncomingMessage,
  { bytesPerSecondMin, periodMs }: BodyPace,
  onTooSlow: (problem: Problem) => void,
  ownMs = () => 0,
): () => void {
  const { socket } = payload;
  let bytesBefore = socket.bytesRead;
  let ownMsBefore = ownMs();
  const check = () => {
    const bytes = socket.bytesRead - bytesBefore;
    const sendersMs = Math.max(0, periodMs - (ownMs() - ownMsBefore));
    bytesBefore += bytes;
    ownMsBefore = ownMs();
    if (!payload.complete && bytes < (bytesPerSecondMin * sendersMs) / 1_000) onTooSlow(tooSlow(bytesPerSecondMin));
  };
  // The bytes that have arrived are read first, because they may have waited for this thread.
  const timer = setInterval(() => setImmediate(check), periodMs);
  return () => clearInterval(timer);
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
  const size = bytesMax < MIB ? `${bytesMax / 1024} KiB` : `${bytesMax / MIB} MiB`;
  const detail = `The body may have at most ${size} after decompression. Send less at once.`;
  return new Problem(413, detail, { code: 'batch_too_large' });
}

function tooSlow(bytesPerSecondMin: number): Problem {
  const detail = `The body arrives too slowly: at least ${bytesPerSecondMin} bytes per second are required. Nothing was counted.`;
  return new Problem(408, detail, { code: 'body_too_slow' });
}

function isGzipError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && (code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE');
}
