// Writes what derives from the definitions of the API and is committed: the OpenAPI file, so that a change of the
// contract shows in a diff, and the types of the client. Run it by `npm run generate`; a test fails where they are stale.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../src/surfaces/openapi/document.ts';

const ROOT = new URL('../../', import.meta.url);

/** By path from the root of the project. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const document = openApiDocument();
  const types = astToString(await openapiTS(withoutExamples(document) as Parameters<typeof openapiTS>[0]));
  return {
    'contract/openapi.json': formatted('openapi.json', JSON.stringify(document)),
    'packages/api-client/src/schema.ts': formatted(
      'schema.ts',
      `// Generated from contract/openapi.json by npm run generate; don't edit.\n${types}`,
    ),
  };
}

/** They would stand in the comments of the types, three times as long as the types themselves. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'example' && key !== 'examples');
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutExamples(inner)]));
}

/** As the rest of the project is. */
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
