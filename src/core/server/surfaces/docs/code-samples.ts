// Writes a program for each operation, with the typed client. The reference page writes those for curl, fetch and Python by itself.
// Why: docs/decisions/http.md, "The reference page is our own, over a document of its own".
import { inspect } from 'node:util';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: {
    readonly type?: string;
    readonly format?: string;
    readonly enum?: readonly unknown[];
    readonly example?: unknown;
  };
}

export interface DescribedOperation {
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema?: unknown; readonly example?: unknown }>>;
  };
  readonly [field: string]: unknown;
}

/** What fits beside the description of an operation. */
const LINE_LENGTH_MAX = 50;

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly baseUrl: string;
}

interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export function typescriptSample(operation: DescribedOperation, { method, path, baseUrl }: Endpoint): CodeSample {
  const options = optionsOf(operation);
  const credential = credentialOf(operation);
  const source = [
    "import { createFunnelClient } from '@funnel/api-client';",
    '',
    'const funnel = createFunnelClient({',
    `  baseUrl: '${baseUrl}',`,
    ...(credential === undefined ? [] : [`  token: process.env.${credential}!,`]),
    '});',
    '',
    `const { data, error } = await funnel.${method}(`,
    `  '${path}',`,
    ...(Object.keys(options).length > 0 ? [indented(`${literal(options)},`)] : []),
    ');',
    'if (error) throw new Error(error.detail);',
    'console.log(data);',
  ];
  return { lang: 'TypeScript', label: 'Typed client', source: source.join('\n') };
}

/** The variable that holds it. undefined: a public key is in the body. */
function credentialOf({ security }: DescribedOperation): string | undefined {
  if (security.length === 0) return undefined;
  return security.some((scheme) => 'ingest_key' in scheme) ? 'FUNNEL_INGEST_KEY' : 'FUNNEL_TOKEN';
}

function optionsOf({ parameters = [], requestBody }: DescribedOperation): Record<string, unknown> {
  const shown = parameters.filter(({ name, required }) => required || name === 'timeframe');
  const places = [...new Set(shown.map((parameter) => parameter.in))];
  const params = Object.fromEntries(
    places.map((place) => [
      place,
      Object.fromEntries(shown.filter((one) => one.in === place).map((one) => [one.name, exampleOf(one)])),
    ]),
  );
  const body = requestBody && Object.values(requestBody.content).find(({ example }) => example !== undefined)?.example;
  return { ...(places.length > 0 && { params }), ...(body !== undefined && { body }) };
}

export function exampleOf({ name, schema }: Parameter): unknown {
  if (name === 'timeframe') return 'last_30_days';
  if (name === 'step') return ['view;campaign:10', 'order'];
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'integer') return 1;
  return schema.format === 'email' || name === 'email' ? 'ada@example.com' : '…';
}

/** Writes it as a programmer does. */
function literal(value: unknown): string {
  return inspect(value, { depth: null, breakLength: LINE_LENGTH_MAX, maxArrayLength: null, maxStringLength: null });
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
