// Sends an answer as a CSV file, a page at a time: see csv-answer.ts. Each page counts as a request, and is only read if the caller still
// may. Why: docs/decisions/dashboard.md, "Files have the words of the page".
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../../contract/access/principal.ts';
import type { AnyOperation } from '../../../contract/operations/define-operation.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { textsForBrowser } from '../../../foundation/text/translators.ts';
import type { SentValues } from '../../api/parse-input.ts';
import { disconnectSignal } from '../http/caller.ts';
import { accepts, addVary } from '../http/compress.ts';
import { matchesEtag } from '../http/etag.ts';
import { csvAnswer, type Page } from './csv-answer.ts';
import { CSV_TYPE } from './representation.ts';
import { answerParameters } from './request-parameters.ts';

const HOUR_MS = 3_600_000;

/** What was read with one call of the operation. */
export interface ReadPage {
  readonly answer: unknown;
  readonly query: Readonly<Record<string, unknown>>;
  /** The ETag of the JSON. undefined: it has none. */
  readonly etag?: string;
  /** The parameters that the next page differs in. undefined: this is the last one. */
  readonly next: SentValues | undefined;
}

export interface Pages {
  readonly first: ReadPage;
  /** Throws a problem of status 401, 403, 404, 410 or 429. */
  admit(): Promise<Principal>;
  read(principal: Principal, changes: SentValues): Promise<ReadPage>;
}

/** Sets the headers, and returns the body. Throws a problem of status 422 for a table that the answer does not have. */
export function csvResponse(
  operation: AnyOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  { first, admit, read }: Pages,
  nowMs: number,
): Readable | undefined {
  const disconnected = disconnectSignal(reply);
  const pageOf = ({ answer, query, next }: ReadPage): Page => ({
    answer,
    query,
    next:
      // Nobody reads the body of a HEAD request.
      next === undefined || request.method === 'HEAD'
        ? undefined
        : async () => pageOf(await read(await admitInTime(admit, disconnected), next)),
  });
  const t = textsForBrowser(request.headers['accept-language'], first.query.language);
  const { name, fileName, text } = csvAnswer(operation, pageOf(first), {
    ...{ name: answerParameters(request).table, t, nowMs },
  });
  // The other pages may change without the first one, and a series has the hours and days that have begun.
  const etag =
    first.next === undefined && first.etag
      ? `"${first.etag.slice(1, -1)}-${name}-${t.language}-${Math.floor(nowMs / HOUR_MS)}"`
      : undefined;
  if (etag) {
    reply.header('etag', etag);
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      reply.code(304);
      return undefined;
    }
  }
  reply.type(`${CSV_TYPE}; charset=utf-8; header=present`).header('content-disposition', dispositionOf(fileName));
  return compressed(Readable.from(text), request, reply);
}

/** A long file goes on when requests are allowed again. */
async function admitInTime(admit: Pages['admit'], disconnected: AbortSignal): Promise<Principal> {
  for (;;) {
    try {
      return await admit();
    } catch (error) {
      const seconds =
        error instanceof Problem && error.status === 429 ? error.options.headers?.['retry-after'] : undefined;
      if (seconds === undefined) throw error;
      await pause(Number(seconds) * 1_000, undefined, { signal: disconnected });
    }
  }
}

/** RFC 6266: names of all languages, and for old programs what ASCII has of it. */
function dispositionOf(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]/g, '-');
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"${ascii === fileName ? '' : `; filename*=UTF-8''${encoded}`}`;
}

function compressed(text: Readable, request: FastifyRequest, reply: FastifyReply): Readable {
  addVary(reply);
  if (!accepts(request.headers['accept-encoding'], 'gzip')) return text;
  const etag = reply.getHeader('etag');
  reply.header('content-encoding', 'gzip');
  if (typeof etag === 'string') reply.header('etag', `W/${etag}`);
  return text.compose(createGzip({ level: 5 })) as Readable;
}
