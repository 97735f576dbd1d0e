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

export function addReports(server: HttpServer, guard: Guard, service: ReportService): void {
  for (const report of [...REPORTS, ...RECORDS]) {
    const url = `${API_PREFIX}${report.path.replace('{id}', ':id')}`;
    server.get(url, (request, reply) => answer(report, guard, service, request, reply));
  }
}

async function answer(
  report: Readable,
  guard: Guard,
  service: ReportService,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const principal = await guard.admit(request.headers.authorization, report.scope, callerOf(request, reply));
  const given = { ...(request.query as Record<string, unknown>), ...(request.params as Record<string, string>) };
  const input = parseInput(report.input, decodeQuery(report.input, given));
  const { json, etag } = await service.answer(report, input, principal);
  // Shared caches must not keep it, and a browser must ask each time: the answer is the token's alone.
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
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
