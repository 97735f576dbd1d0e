// One operation in the words of OpenAPI: its parameters, its body and all of its responses.
import { z } from 'zod';
import type { Services } from '../../api/operations.ts';
import {
  type ActionOperation,
  type Operation as AnyOperation,
  type DocumentedResponse,
  type ErrorCodes,
  isRead,
} from '../../operations/define-operation.ts';
import { Problem } from '../../problem.ts';
import { problemBody } from '../../problem-body.ts';
import type { HEADERS } from './components.ts';
import { errorsOf, PROBLEM_MEANINGS, UNAVAILABLE_CODES } from './error-codes.ts';
import { BODY_EXAMPLES, EXAMPLES } from './examples.ts';
import { type JsonSchema, reference, schemaOf } from './schemas.ts';

type Operation = AnyOperation<Services>;

export function describeOperation(operation: Operation): JsonSchema {
  const { name, tag, title, description, scope } = operation;
  const body = isRead(operation) ? undefined : operation.body;
  const parameters = parametersOf(operation);
  return {
    operationId: name,
    tags: [tag],
    summary: title,
    description: scope === null ? description : `${description}\n\nScope: \`${scope}\`.`,
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: bodyContent(body, BODY_EXAMPLES[name]),
      },
    }),
    responses: { ...goodAnswers(operation), ...badAnswers(operation) },
  };
}

function securityOf({ credential = 'token', scope }: Operation): JsonSchema[] {
  return credential === 'token' ? [{ oauth2: [scope] }, { bearer: [] }, { api_key: [] }] : [{ [credential]: [] }];
}

type Body = NonNullable<ActionOperation<Services>['body']>;

function bodyContent(body: Body, example: unknown): JsonSchema {
  const schemas: Readonly<Record<string, z.ZodType>> =
    body.kind === 'json' ? { 'application/json': body.schema } : body.schemas;
  const content = Object.entries(schemas).map(([type, schema]) => [
    type,
    { schema: schemaOf(schema, 'input'), ...(type === 'application/json' && { example }) },
  ]);
  return Object.fromEntries(content);
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an answer that the client has.',
  schema: { type: 'string' },
};

function parametersOf(operation: Operation): JsonSchema[] {
  const { input, path } = operation;
  const headers = isRead(operation) ? [] : (operation.headers ?? []);
  const placeOf = (name: string) => (headers.includes(name) ? 'header' : 'query');
  const { properties = {}, required = [] } = schemaOf(input, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const own = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: path.includes(`{${name}}`) ? 'path' : placeOf(name),
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
  return isRead(operation) ? [...own, IF_NONE_MATCH] : own;
}

const ETAG = 'Of this answer: sent back as If-None-Match, it saves the body where nothing has changed.';

function responsesOf(operation: Operation): Readonly<Record<number, DocumentedResponse>> {
  return isRead(operation) ? { 200: { description: operation.title, headers: { ETag: ETAG } } } : operation.responses;
}

function goodAnswers(operation: Operation): Record<string, JsonSchema> {
  const { name, output } = operation;
  const content = hasBody(output) && { 'application/json': { schema: schemaOf(output), example: EXAMPLES[name] } };
  const good = Object.entries(responsesOf(operation)).map(([status, { description, headers }]) => [
    status,
    {
      description,
      headers: { ...own(headers), ...shared('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset') },
      ...(content && { content }),
    },
  ]);
  return {
    ...Object.fromEntries(good),
    ...(isRead(operation) && {
      304: { description: 'Nothing has changed since the answer with the ETag that If-None-Match names.' },
    }),
  };
}

/** 204 has none. */
function hasBody(output: z.ZodType): boolean {
  return !(output instanceof z.ZodUndefined);
}

function own(headers: Readonly<Record<string, string>> = {}): JsonSchema {
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: name === 'X-Total-Count' ? 'integer' : 'string' } },
  ]);
  return Object.fromEntries(described);
}

function shared(...names: (keyof typeof HEADERS)[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const STATUS_MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is incomplete.',
  401: 'There is no token, or it is not valid (any more).',
  408: 'The body comes in too slowly.',
  403: 'The token lacks the scope.',
  404: 'There is no such thing on the websites of the token.',
  413: 'The body is too large.',
  415: 'The Content-Type must be application/json.',
  422: 'A value is not valid.',
  429: 'Too many requests.',
  503: 'The service can not answer right now.',
};

const STATUS_HEADERS: Readonly<Record<number, readonly (keyof typeof HEADERS)[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  503: ['Retry-After'],
};

function badAnswers(operation: Operation): Record<string, JsonSchema> {
  const bad = Object.entries(errorsOf(operation)).map(([status, codes]) => {
    const shared = SHARED_PROBLEMS[Number(status)]?.join() === codes.join();
    return [status, shared ? { $ref: `#/components/responses/${status}` } : problemAnswer(Number(status), codes)];
  });
  return { ...Object.fromEntries(bad), default: { $ref: '#/components/responses/default' } };
}

/** Those that are the same for every operation, with their codes. */
const SHARED_PROBLEMS: ErrorCodes = {
  401: [],
  403: [],
  404: [],
  413: [],
  415: [],
  429: ['rate_limited'],
  503: UNAVAILABLE_CODES,
};

export function sharedAnswers(): Record<string, JsonSchema> {
  const answers = Object.entries(SHARED_PROBLEMS).map(([key, codes]) => [key, problemAnswer(Number(key), codes)]);
  const content = { 'application/problem+json': { schema: reference('Problem') } };
  return { ...Object.fromEntries(answers), default: { description: 'Any other problem.', content } };
}

function problemAnswer(status: number, codes: readonly string[]): JsonSchema {
  const headers = STATUS_HEADERS[status];
  const narrowed = { status: { const: status }, ...(codes.length > 0 && { code: { enum: codes } }) };
  return {
    description: STATUS_MEANINGS[status]!,
    ...(headers && { headers: shared(...headers) }),
    content: {
      'application/problem+json': {
        schema: { allOf: [reference('Problem'), { type: 'object', properties: narrowed }] },
        examples: Object.fromEntries(
          codes.length > 0
            ? codes.map((code) => [
                code,
                { value: problemBody(new Problem(status, PROBLEM_MEANINGS[code]!, { code })) },
              ])
            : [['problem', { value: problemBody(new Problem(status, STATUS_MEANINGS[status]!)) }]],
        ),
      },
    },
  };
}
