// Writes the committed files that derive from the API's definitions: the OpenAPI file, so that a change of the contract
// shows in a diff, and the types and constants of the client. Run it with `npm run generate`; a test fails if a file is
// stale.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { COMPOSITION } from '../../src/composition.ts';
import { ROLE_DESCRIPTIONS } from '../../src/core/contract/access/role.ts';
import { COMMON_CURRENCIES, CURRENCIES } from '../../src/core/foundation/text/currencies.ts';
import { listOperations } from '../../src/core/server/api/operations.ts';
import { describeApi } from '../../src/core/server/app/describe-api.ts';
import { loadHalves } from '../../src/core/server/command/extension.ts';
import { openApiDocument } from '../../src/core/server/surfaces/openapi/document.ts';

const ROOT = new URL('../../', import.meta.url);
const GENERATED = "// Generated from contract/openapi.json by npm run generate; don't edit.\n";

async function describeService() {
  const halves = await loadHalves(COMPOSITION.extensions);
  return describeApi(listOperations(halves), halves);
}

/** The text of each file, by its path from the root of the project. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const document = openApiDocument(await describeService());
  const types = astToString(await openapiTS(withoutExamples(document) as Parameters<typeof openapiTS>[0]));
  return {
    'contract/openapi.json': formatted('openapi.json', JSON.stringify(document)),
    'packages/api-client/src/schema.ts': formatted('schema.ts', `${GENERATED}${types}`),
    'packages/api-client/src/constants.ts': formatted('constants.ts', `${GENERATED}${constantsSource(document)}`),
  };
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly securitySchemes: unknown };
}

/** Each operation has metrics and tables of its own, and its own ways to group what it counts, so there is no one list of them. */
const DIFFERENT: ReadonlySet<string> = new Set(['metric', 'by', 'table']);

/** What a user interface has to list: the values of query parameters, the scopes, the roles and the currencies. */
function constantsSource({ paths, components }: Described): string {
  const values: Record<string, readonly string[]> = {};
  const operations = Object.values(paths).flatMap((path) => Object.values(path)) as readonly Operation[];
  for (const { name, in: place, schema } of operations.flatMap(({ parameters = [] }) => parameters)) {
    if (place !== 'query' || schema?.enum === undefined || DIFFERENT.has(name)) continue;
    // Some operations take fewer values than others: the report of an element has no hours.
    const [fewer, all] = [values[name] ?? [], schema.enum].sort((a, b) => a.length - b.length) as [string[], string[]];
    if (!fewer.every((value) => all.includes(value))) throw new Error(`Operations disagree on the values of ${name}.`);
    values[name] = all;
  }
  const { oauth2 } = components.securitySchemes as SecuritySchemes;
  return `
    /** What each query parameter accepts. */
    export const PARAMETER_VALUES = ${JSON.stringify(values)} as const;
    /** Every scope, and what it allows. */
    export const SCOPE_DESCRIPTIONS = ${JSON.stringify(oauth2.flows.authorizationCode.scopes)} as const;
    /** Every role, and what it allows. Each one includes those before it. */
    export const ROLE_DESCRIPTIONS = ${JSON.stringify(ROLE_DESCRIPTIONS)} as const;
    /** What to offer for the currency of a website: the common ones first, then all. */
    export const COMMON_CURRENCIES = ${JSON.stringify(COMMON_CURRENCIES)} as const;
    export const CURRENCIES: readonly string[] = ${JSON.stringify(CURRENCIES)};`;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema?: { readonly enum?: readonly string[] };
  }[];
}

interface SecuritySchemes {
  readonly oauth2: { readonly flows: { readonly authorizationCode: { readonly scopes: Record<string, string> } } };
}

/** They would stand in the comments of the types, three times as long as the types themselves. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'example' && key !== 'examples');
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutExamples(inner)]));
}

/** Formats it as the rest of the project is. */
function formatted(name: string, text: string): string {
  const biome = fileURLToPath(new URL('node_modules/.bin/biome', ROOT));
  const options = { input: text, encoding: 'utf8', cwd: fileURLToPath(ROOT), maxBuffer: 16 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = spawnSync(biome, ['format', `--stdin-file-path=${name}`], options);
  if (status !== 0) throw new Error(`biome could not format ${name}: ${stderr}`);
  return stdout;
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await generatedFiles())) writeFileSync(new URL(path, ROOT), text);
}
