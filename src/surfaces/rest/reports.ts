// The reports and the records over REST: a route for each one in the catalogs.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Guard } from '../../access/guard.ts';
import { REPORTS } from '../../reports/catalog.ts';
import type { Readable } from '../../reports/define-report.ts';
import { parseInput } from '../../reports/parameters.ts';
import type { ReportService } from '../../reports/report-service.ts';
import { RECORDS } from '../../resources/catalog.ts';
import { callerOf } from '../http/caller.ts';
import type { HttpServer } from '../http/server.ts';
import { decodeQuery } from './decode-query.ts';

export const API_PREFIX = '/api/v1';

const INPUTS_KEPT_MAX = 1_000;
const URL_LENGTH_KEPT_MAX = 500;

export function addReports(server: HttpServer, guard: Guard, service: ReportService): void {
  for (const report of [...REPORTS, ...RECORDS]) {
    const url = `${API_PREFIX}${report.path.replace('{id}', ':id')}`;
    const inputs = new ParsedInputs(report);
    server.get(url, (request, reply) => answer(report, inputs, guard, service, request, reply));
  }
}

/** The same addresses are asked for again and again: each is parsed once. */
class ParsedInputs {
  readonly #report: Readable;
  readonly #inputs = new Map<string, Record<string, unknown>>();

  constructor(report: Readable) {
    this.#report = report;
  }

  of(request: FastifyRequest): Record<string, unknown> {
    const known = this.#inputs.get(request.url);
    if (known) return known;
    const given = { ...(request.query as Record<string, unknown>), ...(request.params as Record<string, string>) };
    const input = parseInput(this.#report.input, decodeQuery(this.#report.input, given));
    if (this.#inputs.size >= INPUTS_KEPT_MAX) this.#inputs.clear();
    if (request.url.length <= URL_LENGTH_KEPT_MAX) this.#inputs.set(request.url, input);
    return input;
  }
}

async function answer(
  report: Readable,
  inputs: ParsedInputs,
  guard: Guard,
  service: ReportService,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const principal = await guard.admit(request.headers.authorization, report.scope, callerOf(request, reply));
  const input = inputs.of(request);
  const { json, etag } = await service.answer(report, input, principal);
  reply.headers({ etag, vary: 'authorization' });
  // Shared caches must not keep it, and a browser must ask each time: the answer is the token's alone.
  if (!report.holdsSecret) reply.header('cache-control', 'private, no-cache');
  if (matches(request.headers['if-none-match'], etag)) {
    reply.code(304);
    return undefined;
  }
  reply.type('application/json; charset=utf-8');
  return json;
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
