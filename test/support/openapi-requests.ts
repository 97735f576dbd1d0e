// Requests generated from an OpenAPI file: some valid, some broken in every way that a parameter, a body, a header or
// a URL can be.
import fc from 'fast-check';
import type { Scope } from '../../src/core/contract/access/principal.ts';
import { anyCharacter } from './any-text.ts';
import { queryWith } from './needed-parameters.ts';

interface Schema {
  /** The path of a named schema in the file. */
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

interface OpenApiOperation {
  readonly security: readonly { readonly oauth2?: readonly Scope[] }[];
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface OpenApiFile {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface MadeUpRequest {
  readonly template: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A request whose answer is known. */
export interface SureRequest extends MadeUpRequest {
  /** A hundred of status codes, such as 2, or one of them. */
  readonly expected: number;
}

interface KnownValues {
  /** Valid credentials. */
  readonly authorizations: readonly string[];
  readonly ids: readonly number[];
  /** Ids for the path of an operation, by its template. */
  readonly pathIds: Readonly<Record<string, number>>;
}

const HOSTILE = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '٣',
  '9007199254740991',
  '9007199254740992',
  '99999999999999999999999',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  '\u0000',
  'a\u0000b',
  '\u0001\u001f\u007f\u0085',
  '\r\nX-Injected: 1',
  '\ud800',
  '\u202e\ufeff',
  "' OR 1=1 --",
  '"; DROP TABLE contacts; --',
  '../../etc/passwd',
  '%',
  '%00',
  '<script>',
  '2025-02-30',
  '2025-03-01',
  '0000-00-00',
  '+1',
  'last_30_days ',
  'x'.repeat(300),
  'x'.repeat(8_000),
] as const;

const SURE_EMAIL = 'sure@example.com';

const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 30 }) },
);

/** Few, so that one request finds what another has created. */
const goodEmail = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a@example.com', 'B@Example.com') },
  { weight: 1, arbitrary: fc.emailAddress() },
);

function goodText(name: string, schema: Schema, known: KnownValues): fc.Arbitrary<string> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (name === 'email') return goodEmail;
  if (name === 'filter') return fc.constantFrom('device:mobile', 'device:(none)', 'visitor_type:new', 'page:/a,b:c');
  if (name.startsWith('range_')) return fc.constantFrom('2025-01-01', '2025-03-01', '2025-03-10', '1999-12-31');
  if (name === 'since' || name === 'until') return fc.constantFrom('09:30', '23:59');
  if (name === 'step') return fc.constantFrom('view', 'order', 'view;campaign:10', 'conversion;device:mobile');
  if (name.endsWith('id') || name.endsWith('ids')) return fc.constantFrom(...known.ids.map(String));
  if (schema.type === 'integer') return fc.integer({ min: 1, max: 60 }).map(String);
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false');
  return fc.string({ minLength: 1, maxLength: 20 });
}

/** As in a URL, so that invalid encodings can be sent too. */
function queryPart(parameter: Parameter, known: KnownValues): fc.Arbitrary<string> {
  const { name } = parameter;
  const value = fc.oneof(
    { weight: 6, arbitrary: goodText(name, parameter.schema.items ?? parameter.schema, known) },
    { weight: 2, arbitrary: hostileText },
  );
  const [once, twice] = (parameter.schema.minItems ?? 0) < 2 ? [20, 1] : [1, 20];
  const written = fc.oneof(
    { weight: once, arbitrary: value.map((text) => `${name}=${encoded(text)}`) },
    { weight: twice, arbitrary: fc.tuple(value, value).map(([a, b]) => `${name}=${encoded(a)}&${name}=${encoded(b)}`) },
    { weight: 1, arbitrary: value.map((text) => `${name}[]=${encoded(text)}&${name}[x]=1&${name}[__proto__]=1`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(name, `${name}=%zz`, `${name}=%ff%fe`, `${name}==`, `=${name}`, `&&${name}`),
    },
  );
  const weight = parameter.required ? 8 : 1;
  // They need kept events and a window that fits, so most requests that have them are refused.
  const isRare = name === 'since' || name === 'until';
  return fc.oneof({ weight: isRare ? 20 : 3, arbitrary: fc.constant('') }, { weight, arbitrary: written });
}

const unknownParameter = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('unknown', '__proto__', 'constructor', 'toString', 'a[b]'), hostileText)
      .map(([name, value]) => `${name}=${encoded(value)}`),
  },
);

function pathOf(template: string, parameters: readonly Parameter[], known: KnownValues): fc.Arbitrary<string> {
  if (!parameters.some((parameter) => parameter.in === 'path')) return fc.constant(template);
  const id = fc.oneof(
    { weight: 4, arbitrary: fc.constant(String(known.pathIds[template])) },
    { weight: 2, arbitrary: fc.constantFrom(...known.ids.map(String)) },
    // An empty value would be the URL of another operation.
    { weight: 2, arbitrary: hostileText.map((text) => encoded(text) || '%20') },
    { weight: 1, arbitrary: fc.constantFrom('%zz', '%', '%ff') },
  );
  return id.map((text) => template.replace('{id}', text));
}

/** Days as Umami's API has them. */
export function goodHistory(day: string): string {
  const points = [{ x: `${day} 00:00:00`, y: 3 }];
  return JSON.stringify({ pageviews: points, sessions: points });
}

/** Names a day without events, so that it erases nothing that others need. */
function erasureBody(names: readonly string[]): string {
  return JSON.stringify({ kind: 'day', day: '2024-02-01', ...(names.includes('confirm') && { confirm: true }) });
}

const GOOD_COST = '{"channel":"email","month":"2025-03","amount":12.5}';

function goodCatalogBody(names: readonly string[]): fc.Arbitrary<string> {
  if (names.includes('is_new')) {
    return fc.constantFrom('{"is_new":false}', '{"name":"New name"}', '{"status":"archived"}');
  }
  if (names.includes('pageviews')) return fc.constantFrom('2018-01-01', '2018-01-02').map(goodHistory);
  if (names.includes('kind')) return fc.constant(erasureBody(names));
  if (names.includes('costs')) return fc.constantFrom(GOOD_COST, `{"costs":[${GOOD_COST}]}`);
  if (names.includes('order')) return fc.constant('{"order":[1000]}');
  if (names.includes('shares')) return fc.constant('{"shares":[{"id":100,"traffic_percentage":100}]}');
  return fc.string({ minLength: 1, maxLength: 20 }).map((name) => JSON.stringify({ name, ...neededFields(names) }));
}

/** What records need besides a name. */
function neededFields(names: readonly string[]): object {
  return {
    ...(names.includes('step') && { step: ['view', 'order'] }),
    ...(names.includes('date') && { date: '2025-03-01' }),
    ...(names.includes('target') && { metric: 'orders', target: 100 }),
    ...(names.includes('path') && { path: '/websites/1' }),
  };
}

/** Makes wrong types, too, and depths and sizes beyond every limit. */
function bodyOf(schema: Schema): fc.Arbitrary<string> {
  const names = Object.keys(schema.properties ?? {});
  const custom = fc.constantFrom(
    'custom',
    '__proto__',
    'constructor',
    'toString',
    'first_name',
    'id',
    'website_id',
    '',
  );
  const anyValue = fc.oneof(fc.jsonValue({ maxDepth: 7 }), hostileText);
  const fields = fc.array(
    fc.tuple(fc.oneof(fc.constantFrom(...names), custom, fc.string({ unit: anyCharacter })), anyValue),
    {
      maxLength: 4,
    },
  );
  const found = fc.record(
    {
      email: fc.oneof(goodEmail, hostileText),
      phone: fc.oneof(fc.constantFrom('+49 30 123456', '+1 212 555 0100', '030 1234'), hostileText),
      city: fc.string({ unit: anyCharacter }),
      extra: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), fc.constant(null)),
    },
    { requiredKeys: [] },
  );
  const object = fc
    .tuple(found, fields)
    .map(([some, others]) => JSON.stringify({ ...some, ...Object.fromEntries(others) }));
  const goodContact = fc
    .record({ email: goodEmail, custom: fc.jsonValue({ maxDepth: 2 }) })
    .map((body) => JSON.stringify(body));
  const good = names.includes('email') ? goodContact : goodCatalogBody(names);
  return fc.oneof(
    { weight: 6, arbitrary: good },
    { weight: 8, arbitrary: object },
    { weight: 2, arbitrary: fc.json({ maxDepth: 6 }) },
    { weight: 2, arbitrary: object.map((text) => text.slice(0, -1)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        'null',
        '[]',
        '"text"',
        '{"email":"a@example.com","email":"b@example.com"}',
        '{"email":"a@example.com","__proto__":{"x":1}}',
        '{"email":"a@example.com","n":1e999}',
        '{"email":"a@example.com","t":"\\u0000\\ud800"}',
        `{"email":"a@example.com","deep":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
        `{"email":"a@example.com","large":"${'x'.repeat(70_000)}"}`,
        JSON.stringify({
          email: 'a@example.com',
          ...Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`k${n}`, n])),
        }),
      ),
    },
  );
}

function headersOf(hasBody: boolean, known: KnownValues): fc.Arbitrary<Record<string, string>> {
  const contentType = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-8') },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/json;;;',
        'application/json; charset=utf-7',
        'garbage',
        '/',
      ),
    },
  );
  return fc.record(
    {
      authorization: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...known.authorizations) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'Bearer',
            'Bearer x',
            'Basic YTpi',
            'api_key=',
            'Bearer fat_none',
            'x'.repeat(5_000),
          ),
        },
      ),
      ...(hasBody && { 'content-type': contentType }),
      'if-none-match': fc.constantFrom('*', '"x"', 'W/"x", "y"', ',,,'),
      accept: fc.constantFrom('*/*', 'text/html', 'application/json'),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Record<string, string>>;
}

function requestOf(
  template: string,
  method: string,
  operation: OpenApiOperation,
  schema: Schema | undefined,
  known: KnownValues,
): fc.Arbitrary<MadeUpRequest> {
  const parameters = operation.parameters ?? [];
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return fc.record({
    template: fc.constant(template),
    method: fc.constant(method.toUpperCase()),
    path: fc
      .tuple(
        pathOf(template, parameters, known),
        fc.tuple(...inQuery.map((one) => queryPart(one, known)), unknownParameter),
      )
      .map(([path, parts]) => `${path}?${parts.filter((part) => part !== '').join('&')}`),
    headers: headersOf(schema !== undefined, known),
    body: schema ? bodyOf(schema) : fc.constant(undefined),
  });
}

/** A lone surrogate can't be encoded, so its bytes are sent. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

interface NamedOperation {
  readonly template: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
  /** undefined: it has no body. */
  readonly schema: Schema | undefined;
}

/** Those that a token can call. */
function operationsOf(file: OpenApiFile): NamedOperation[] {
  return Object.entries(file.paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.some((scheme) => 'oauth2' in scheme))
      .map(([method, operation]) => ({ template, method, operation, schema: bodySchema(file, operation) })),
  );
}

function bodySchema({ components }: OpenApiFile, { requestBody }: OpenApiOperation): Schema | undefined {
  const schema = requestBody?.content['application/json'].schema;
  return schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1)!];
}

interface Authorizations {
  /** A token for website 1, with every scope. */
  readonly good: string;
  /** The same without one scope. */
  without(scope: Scope): string;
}

/**
 * For each operation, one request for each kind of answer that it has, the successful one at last. To be sent one after the other: what one
 * creates, a later one deletes.
 */
export function sureRequests(
  file: OpenApiFile,
  pathIds: KnownValues['pathIds'],
  { good, without }: Authorizations,
): SureRequest[] {
  return operationsOf(file).flatMap(({ template, method, operation, schema }) => {
    const names = operation.parameters?.map(({ name }) => name) ?? [];
    const request = (expected: number, websiteId: string, authorization?: string): SureRequest => {
      const query = new URLSearchParams(queryWith(operation.operationId, {}));
      if (names.includes('website_id')) query.append('website_id', websiteId);
      if (method === 'delete' && names.includes('email')) query.append('email', SURE_EMAIL);
      return {
        expected,
        template,
        method: method.toUpperCase(),
        path: `${template.replace('{id}', String(pathIds[template]))}?${query}`,
        headers: { ...(authorization && { authorization }), ...(schema && { 'content-type': 'application/json' }) },
        body: schema && sureBody(Object.keys(schema.properties ?? {}), `${method} ${template}`),
      };
    };
    const isOfWebsite = names.includes('website_id');
    return [
      request(401, '1'),
      request(403, '1', without(operation.security[0]!.oauth2![0]!)),
      ...(isOfWebsite ? [request(422, 'one', good), request(404, '999', good)] : []),
      // The requests to these name all records of a list.
      ...(method === 'patch' && /\{id\}\/\w+$/.test(template) ? [] : [request(2, '1', good)]),
    ];
  });
}

/** Names are not given twice. */
function sureBody(names: readonly string[], name: string): string {
  if (names.includes('costs')) return GOOD_COST;
  if (names.includes('pageviews')) return goodHistory('2020-01-01');
  if (names.includes('kind')) return erasureBody(names);
  if (names.includes('email')) return JSON.stringify({ email: SURE_EMAIL });
  if (names.includes('order')) return '{"order":[1000]}';
  if (names.includes('shares')) return '{"shares":[{"id":100,"traffic_percentage":100}]}';
  return JSON.stringify({ name, ...neededFields(names) });
}

/** Makes up requests for each operation that a token can call. */
export function madeUpRequests(file: OpenApiFile, known: KnownValues, each: number, seed: number): MadeUpRequest[] {
  const byOperation = operationsOf(file).map(({ template, method, operation, schema }) =>
    fc.sample(requestOf(template, method, operation, schema, known), { numRuns: each, seed }),
  );
  return Array.from({ length: each }, (_, index) => byOperation.map((requests) => requests[index]!)).flat();
}
