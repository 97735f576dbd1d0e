// Every operation of the REST API in one shape, whatever it was defined as: what the OpenAPI file is made of.
import type { z } from 'zod';
import type { Scope } from '../../access/principal.ts';
import { CONTACT_ENDPOINTS } from '../../contacts/catalog.ts';
import type { DocumentedAnswer, Endpoint } from '../../contacts/define-endpoint.ts';
import { REPORTS } from '../../reports/catalog.ts';
import type { Readable } from '../../reports/define-report.ts';
import { codesOfParameters } from '../../reports/parameters.ts';
import { RECORDS } from '../../resources/catalog.ts';
import { UNAVAILABLE_CODES } from './problem-codes.ts';

export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly method: 'get' | 'post' | 'delete';
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  readonly parameters: z.ZodObject;
  readonly body?: z.ZodType | undefined;
  readonly output: z.ZodType;
  readonly answers: Readonly<Record<number, DocumentedAnswer>>;
  /** The codes that a problem of a status can have; none: it has no code. */
  readonly problems: Readonly<Record<number, readonly string[]>>;
}

const ETAG = 'Of this answer: sent back as If-None-Match, it saves the body where nothing has changed.';

export const OPERATIONS: readonly Operation[] = [
  ...REPORTS.map((report) => ofReadable(report, report.tool, 'Reports')),
  ...RECORDS.map((record) => ofReadable(record, record.name, 'Records')),
  ...CONTACT_ENDPOINTS.map(ofEndpoint),
];

function ofReadable(readable: Readable, id: string, tag: string): Operation {
  const { path, title, description, scope, input, output } = readable;
  return {
    id,
    tag,
    method: 'get',
    path,
    title,
    description,
    scope,
    parameters: input,
    output,
    answers: { 200: { description: title, headers: { ETag: ETAG } } },
    problems: problemsOf(input),
  };
}

function ofEndpoint(endpoint: Endpoint): Operation {
  const { name, method, path, title, description, scope, query, body, output, answers, problems } = endpoint;
  return {
    id: name,
    tag: 'Contacts',
    method: method.toLowerCase() as Operation['method'],
    path,
    title,
    description,
    scope,
    parameters: query,
    body,
    output,
    answers,
    problems: problemsOf(query, problems),
  };
}

/** Most follow from the parameters. */
function problemsOf(parameters: z.ZodObject, own: Operation['problems'] = {}): Operation['problems'] {
  const has = (name: string) => name in parameters.shape;
  const codes: Operation['problems'] = {
    400: has('website_id') && !has('website_ids') ? ['website_id_required'] : [],
    422: [
      ...codesOfParameters(parameters),
      ...(has('timeframe') ? ['range_required'] : []),
      ...(has('group_by') ? ['range_too_wide'] : []),
    ],
  };
  const coded = [400, 422]
    .map((status) => [status, [...new Set([...codes[status]!, ...(own[status] ?? [])])]] as const)
    .filter(([, ofStatus]) => ofStatus.length > 0);
  return {
    ...own,
    ...Object.fromEntries(coded),
    401: [],
    403: [],
    ...(has('website_id') && { 404: [] }),
    429: ['rate_limited'],
    503: UNAVAILABLE_CODES,
  };
}
