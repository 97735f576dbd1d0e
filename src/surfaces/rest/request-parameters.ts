// The parameters of a request, in the types of the operation's schema.
import { parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../../api/operations.ts';
import type { Operation } from '../../operations/define-operation.ts';
import { decodeQuery } from './decode-query.ts';
import { rejectUnknownParameters } from './unknown-parameters.ts';

/** The parameters of path and query, and those that come as headers. Throws a problem of status 422. */
export function requestParameters(
  operation: Operation<Services>,
  { url, params, headers }: FastifyRequest,
): Record<string, unknown> {
  const query = parseQuery(url);
  rejectUnknownParameters(operation, Object.keys(query));
  const headerNames = ('headers' in operation && operation.headers) || [];
  const ofHeaders = headerNames.map((name) => [name, headers[name.toLowerCase()]] as const);
  const ofUrl = { ...query, ...(params as Record<string, string>) };
  return decodeQuery(operation.input, { ...ofUrl, ...Object.fromEntries(ofHeaders) });
}

/** Any number of names: the URL as a whole has a limit. */
function parseQuery(url: string): Record<string, unknown> {
  const start = url.indexOf('?');
  return start < 0 ? {} : parse(url.slice(start + 1), '&', '=', { maxKeys: 0 });
}
