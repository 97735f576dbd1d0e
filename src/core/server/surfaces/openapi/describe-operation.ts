// Describes one operation as OpenAPI: its parameters, its body and all of its responses.
import { z } from 'zod';
import { roleForScope } from '../../../contract/access/role.ts';
import {
  type AnyAction,
  type AnyOperation,
  type DocumentedResponse,
  isRead,
} from '../../../contract/operations/define-operation.ts';
import { codesOfParameters } from '../../../contract/operations/parameters.ts';
import { problemBody } from '../../../contract/operations/problem-body.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { COMPARE_PARAMETERS } from '../rest/csv-comparison.ts';
import { CSV_TYPE, FORMATS } from '../rest/representation.ts';
import type { HEADERS } from './components.ts';
import { errorsOf, UNAVAILABLE_CODES } from './error-codes.ts';
import { type JsonSchema, reference, type Schemas } from './schemas.ts';

/** What the descriptions of operations have in common. */
export interface DescribedApi {
  readonly operations: readonly AnyOperation[];
  readonly schemas: Schemas;
  /** What the service sends to webhooks of its users. */
  readonly webhooks: Record<string, JsonSchema>;
  /** What each error code means. */
  readonly codes: Readonly<Record<string, string>>;
}

export function describeOperation(operation: AnyOperation, api: DescribedApi): JsonSchema {
  const { name, tag, title, description, scope } = operation;
  const { body, bodyExample } = isRead(operation) ? {} : operation;
  const parameters = parametersOf(operation, api);
  return {
    operationId: name,
    tags: [tag],
    summary: title,
    description: [forRest(description, api), ...(scope === null ? [] : [`Scope: \`${scope}\`.`])].join('\n\n'),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: bodyContent(body, bodyExample, api) },
    }),
    responses: { ...successResponses(operation, api), ...errorResponses(operation, api) },
  };
}

/** Descriptions name other operations by their names, which assistants know as tools. Here they are called by their paths. */
function forRest(description: string, { operations }: DescribedApi): string {
  return description.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) => {
    const named = operations.find(({ name }) => name === word);
    return named ? `\`${named.method} ${named.path}\`` : word;
  });
}

function securityOf({ credential = 'token', scope, role }: AnyOperation): JsonSchema[] {
  // OpenAPI has no words for a credential in the body.
  if (credential === 'public_key' || credential === 'one_time_link') return [];
  if (credential !== 'token') return [{ [credential]: [] }];
  const isForOwners = (role ?? (scope === null ? undefined : roleForScope(scope))) === 'owner';
  return [{ oauth2: [scope] }, { bearer: [] }, ...(isForOwners ? [] : [{ api_key: [] }])];
}

type Body = NonNullable<AnyAction['body']>;

function bodyContent(body: Body, example: unknown, api: DescribedApi): JsonSchema {
  const schemas: Readonly<Record<string, z.ZodType>> =
    body.kind === 'json' ? { 'application/json': body.schema } : body.schemas;
  const content = Object.entries(schemas).map(([type, schema]) => [
    type,
    { schema: api.schemas.of(schema, 'input'), ...(type === 'application/json' && { example }) },
  ]);
  return Object.fromEntries(content);
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of a response that the client has cached.',
  schema: { type: 'string' },
};

function parametersOf(operation: AnyOperation, api: DescribedApi): JsonSchema[] {
  const { input, path } = operation;
  const headers = isRead(operation) ? [] : (operation.headers ?? []);
  const placeOf = (name: string) => (headers.includes(name) ? 'header' : 'query');
  const { properties = {}, required = [] } = api.schemas.of(input, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const own = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: path.includes(`{${name}}`) ? 'path' : placeOf(name),
    required: required.includes(name),
    ...(description !== undefined && { description: forRest(description as string, api) }),
    schema,
  }));
  return [...own, ...answerParametersOf(operation), ...(isRead(operation) ? [IF_NONE_MATCH] : [])];
}

function answerParametersOf({ csv, csvCompares }: AnyOperation): JsonSchema[] {
  if (!csv) return [];
  const tables = Object.keys(csv);
  const inQuery = { in: 'query', required: false };
  return [
    {
      ...{ name: 'format', ...inQuery },
      description: 'csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same.',
      schema: { type: 'string', enum: FORMATS },
    },
    ...(tables.length < 2
      ? []
      : [
          {
            ...{ name: 'table', ...inQuery },
            description: 'Which table the CSV file has. Default: the first of these that the answer has.',
            schema: { type: 'string', enum: tables },
          },
        ]),
    ...(csvCompares ? Object.entries(COMPARE_PARAMETERS) : []).map(([name, description]) => ({
      ...{ name, ...inQuery },
      description,
      schema: { type: 'string' },
    })),
  ];
}

const ETAG =
  'Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed.';

function responsesOf(operation: AnyOperation): Readonly<Record<number, DocumentedResponse>> {
  return isRead(operation) ? { 200: { description: operation.title, headers: { ETag: ETAG } } } : operation.responses;
}

function successResponses(operation: AnyOperation, api: DescribedApi): Record<string, JsonSchema> {
  const { output, example, csv } = operation;
  const content = hasBody(output) && {
    'application/json': { schema: api.schemas.of(output), example },
    ...(csv && { [CSV_TYPE]: { schema: { type: 'string' } } }),
  };
  const successes = Object.entries(responsesOf(operation)).map(([status, { description, headers }]) => [
    status,
    {
      description,
      headers: {
        ...describeHeaders(headers),
        ...sharedHeaders('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'),
      },
      ...(content && { content }),
    },
  ]);
  return {
    ...Object.fromEntries(successes),
    ...(isRead(operation) && {
      304: { description: 'Not modified: the response still has the ETag sent in If-None-Match.' },
    }),
  };
}

/** A 204 response has no body. */
function hasBody(output: z.ZodType): boolean {
  return !(output instanceof z.ZodUndefined);
}

function describeHeaders(headers: Readonly<Record<string, string>> = {}): JsonSchema {
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: name === 'X-Total-Count' ? 'integer' : 'string' } },
  ]);
  return Object.fromEntries(described);
}

function sharedHeaders(...names: (keyof typeof HEADERS)[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is incomplete.',
  401: 'The token is missing, invalid, expired or revoked.',
  406: 'The answer has no rows, so there is no CSV of it.',
  408: 'The body was sent too slowly.',
  403: 'The token does not have the required scope, or the role of its user does not suffice.',
  404: 'Not found on the websites of the token.',
  409: 'The change contradicts what is stored.',
  412: 'The record does not have the ETag in If-Match.',
  413: 'The body is too large.',
  415: 'The Content-Type must be application/json.',
  422: 'A value is invalid.',
  429: 'Too many requests.',
  503: 'The service is temporarily unavailable.',
};

const STATUS_HEADERS: Readonly<Record<number, readonly (keyof typeof HEADERS)[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  503: ['Retry-After'],
};

function errorResponses(operation: AnyOperation, { codes: ofAll }: DescribedApi): Record<string, JsonSchema> {
  // Another operation may have another rule for a parameter of the same name.
  const meanings = { ...ofAll, ...Object.fromEntries(codesOfParameters(operation.input)) };
  const errors = Object.entries(errorsOf(operation)).map(([status, codes]) => {
    const shared = SHARED_PROBLEMS[Number(status)];
    const isShared = shared?.codes.join() === codes.join();
    return [status, isShared ? responseReference(shared.name) : problemResponse(Number(status), codes, meanings)];
  });
  return { ...Object.fromEntries(errors), default: responseReference(OTHER_PROBLEM) };
}

/**
 * Error responses that are the same for every operation, with their codes. Their names are identifiers, and not those of schemas:
 * generators of clients make types of them.
 */
const SHARED_PROBLEMS: Readonly<Record<number, { readonly name: string; readonly codes: readonly string[] }>> = {
  401: { name: 'Unauthorized', codes: [] },
  403: { name: 'Forbidden', codes: [] },
  404: { name: 'NotFound', codes: [] },
  406: { name: 'NotAcceptable', codes: ['no_csv'] },
  413: { name: 'ContentTooLarge', codes: [] },
  415: { name: 'UnsupportedMediaType', codes: [] },
  429: { name: 'TooManyRequests', codes: ['rate_limited'] },
  503: { name: 'ServiceUnavailable', codes: UNAVAILABLE_CODES },
};
const OTHER_PROBLEM = 'OtherProblem';

function responseReference(name: string): JsonSchema {
  return { $ref: `#/components/responses/${name}` };
}

export function sharedResponses({ codes: meanings }: DescribedApi): Record<string, JsonSchema> {
  const responses = Object.entries(SHARED_PROBLEMS).map(([status, { name, codes }]) => [
    name,
    problemResponse(Number(status), codes, meanings),
  ]);
  const content = { 'application/problem+json': { schema: reference('Problem') } };
  return { ...Object.fromEntries(responses), [OTHER_PROBLEM]: { description: 'Any other problem.', content } };
}

function problemResponse(
  status: number,
  codes: readonly string[],
  meanings: Readonly<Record<string, string>>,
): JsonSchema {
  const headers = STATUS_HEADERS[status];
  const narrowed = { status: { const: status }, ...(codes.length > 0 && { code: { enum: codes } }) };
  return {
    description: STATUS_DESCRIPTIONS[status]!,
    ...(headers && { headers: sharedHeaders(...headers) }),
    content: {
      'application/problem+json': {
        schema: { allOf: [reference('Problem'), { type: 'object', properties: narrowed }] },
        examples: Object.fromEntries(
          codes.length > 0
            ? codes.map((code) => [code, { value: problemBody(new Problem(status, meanings[code]!, { code })) }])
            : [['problem', { value: problemBody(new Problem(status, STATUS_DESCRIPTIONS[status]!)) }]],
        ),
      },
    },
  };
}
