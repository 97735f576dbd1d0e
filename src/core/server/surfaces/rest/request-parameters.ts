// The parameters of a request, converted from the strings of its URL and headers to the types of the operation's schema.
// Why: docs/decisions/reports.md, "Unknown parameters are refused".
import { parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { SHARED_REPORT_PARAMETERS } from '../../../answers/reports/parameters.ts';
import type { AnyOperation } from '../../../contract/operations/define-operation.ts';
import { repeatedParameter } from '../../../contract/operations/parameters.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { nearestName } from '../../../foundation/text/nearest-name.ts';
import { decodeValue, isList, isListOfNumbers } from '../../api/decode-values.ts';

const NAME_SHOWN_MAX = 100;

/** The parameters of path and query, and those that come as headers. Throws a problem of status 422. */
export function requestParameters(
  operation: AnyOperation,
  { url, params, headers }: FastifyRequest,
): Record<string, unknown> {
  const query = parseQuery(url);
  rejectUnknownParameters(operation, Object.keys(query));
  rejectRepeatedParameters(operation, query);
  const headerNames = ('headers' in operation && operation.headers) || [];
  const ofHeaders = headerNames.map((name) => [name, headers[name.toLowerCase()]] as const);
  const ofUrl = { ...query, ...(params as Record<string, string>) };
  return decodeQuery(operation.input, { ...ofUrl, ...Object.fromEntries(ofHeaders) });
}

const ANSWER_PARAMETERS = [
  'format',
  'table',
  'compare_start',
  'compare_end',
  'compare_until',
  'compare_through',
] as const;
type AnswerParameters = Readonly<Partial<Record<(typeof ANSWER_PARAMETERS)[number], unknown>>>;

/** The parameters that say how the answer is written, as they were sent. */
export function answerParameters({ url }: Pick<FastifyRequest, 'url'>): AnswerParameters {
  // Most requests have none.
  return /[?&](format|table|compare_\w+)=/.test(url) ? parseQuery(url) : {};
}

/** Any number of names: the URL as a whole has a limit. */
function parseQuery(url: string): Record<string, unknown> {
  const start = url.indexOf('?');
  return start < 0 ? {} : parse(url.slice(start + 1), '&', '=', { maxKeys: 0 });
}

/** A parameter that is ignored silently makes a caller believe in a filter that was never applied. */
function rejectUnknownParameters(operation: AnyOperation, names: readonly string[]): void {
  if (!rejectsUnknownParameters(operation)) return;
  const { shape } = operation.input;
  const unknown = names.find(
    (name) => !isKnown(shape, name) && !isOfAnswer(operation, name) && !isIgnored(operation, name),
  );
  if (unknown === undefined) return;
  const shown = unknown.slice(0, NAME_SHOWN_MAX);
  throw new Problem(422, `There is no parameter ${JSON.stringify(shown)} here. ${hint(unknown, Object.keys(shape))}`, {
    code: 'unknown_parameter',
    param: shown,
  });
}

/** A caller who sends two values would not know which one counts. */
function rejectRepeatedParameters({ input }: AnyOperation, query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(query)) {
    if (!Array.isArray(value) || !Object.hasOwn(input.shape, name) || isList(input.shape[name])) continue;
    throw repeatedParameter(input, name, value.length);
  }
}

/** The collectors are not part of the REST API: events are not rejected because of unknown parameters in the URL. */
export function rejectsUnknownParameters({ credential }: Pick<AnyOperation, 'credential'>): boolean {
  return credential !== 'ingest_key' && credential !== 'public_key';
}

function isKnown(shape: AnyOperation['input']['shape'], name: string): boolean {
  if (Object.hasOwn(shape, name)) return true;
  const list = withoutBrackets(name);
  return Object.hasOwn(shape, list) && isList(shape[list]);
}

/** Says how the answer is written: see representation.ts and csv-comparison.ts. */
function isOfAnswer({ csv, csvCompares }: AnyOperation, name: string): boolean {
  if (name === 'format') return true;
  return name === 'table' ? csv !== undefined : csvCompares === true && ANSWER_PARAMETERS.some((one) => one === name);
}

/** One set of parameters can be sent to all reports, even to those that use only some of them. */
function isIgnored({ tag }: AnyOperation, name: string): boolean {
  return tag === 'Reports' && SHARED_REPORT_PARAMETERS.has(name);
}

function hint(unknown: string, known: readonly string[]): string {
  if (known.length === 0) return 'This endpoint takes none.';
  const nearest = nearestName(unknown, known);
  return nearest === undefined ? `This endpoint takes ${known.join(', ')}.` : `Did you mean ${nearest}?`;
}

/** A value that does not convert stays a string, and the schema rejects it. */
export function decodeQuery(schema: z.ZodObject, query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(schema.shape)) {
    const value = isList(type) ? listValue(query, name, type) : query[name];
    if (value !== undefined) decoded[name] = decodeValue(type, value);
  }
  return decoded;
}

/** `ids=1&ids=2`, `ids=1,2`, `ids[]=1&ids[]=2` and `ids[0]=1&ids[1]=2` are equivalent. In lists of text, a comma is a part of the text. */
function listValue(query: Readonly<Record<string, unknown>>, name: string, type: unknown): string[] | undefined {
  const names = Object.keys(query).filter((key) => withoutBrackets(key) === name);
  if (names.length === 0) return undefined;
  const values = names.flatMap((key) => query[key] as string | string[]);
  return isListOfNumbers(type) ? values.flatMap((value) => value.split(',')) : values;
}

function withoutBrackets(key: string): string {
  return key.replace(/\[\d*\]$/, '');
}
