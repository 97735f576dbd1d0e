// Serves the API reference at /docs: its page, the files that the page loads, and the document that it shows.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '../../../foundation/problem/problem.ts';
import { readBuiltFiles } from '../http/built-files.ts';
import type { HttpServer } from '../http/server.ts';
import { StaticDocument } from '../http/static-document.ts';
import { type ReferenceOptions, referenceDocument } from './document.ts';
import { referenceHeaders, withOperations } from './page.ts';

/** The output folder of `npm run build:docs`. */
const BUILT_FOLDER = fileURLToPath(new URL('../../../../../reference/dist', import.meta.url));
const YEAR_S = 365 * 24 * 60 * 60;

interface Reference {
  readonly files: ReadonlyMap<string, StaticDocument>;
  readonly page: StaticDocument;
  readonly document: StaticDocument;
}

export function addReference(server: HttpServer, options: ReferenceOptions, folder = BUILT_FOLDER): void {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (!isBuilt) server.log.warn('the API reference is not built: run "npm run build:docs"');

  // The files are loaded on the first request, because they are large and most processes never serve them.
  let loaded: Reference | undefined;
  const reference = (): Reference => {
    if (!isBuilt) {
      throw new Problem(503, 'The API reference is not built. Run "npm run build:docs" and restart the service.');
    }
    loaded ??= load(options, folder);
    return loaded;
  };

  server.get('/docs', async (request, reply) => {
    const { page } = reference();
    reply.headers(referenceHeaders(options));
    return page.send(request, reply);
  });

  server.get('/docs/openapi.json', async (request, reply) => {
    const { document } = reference();
    reply.header('cache-control', 'no-cache');
    return document.send(request, reply);
  });

  server.get('/docs/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const file = reference().files.get(`assets/${name}`);
    if (!file) throw new Problem(404, 'Not found: nothing is served at this URL.');
    // The name includes a hash of the content, so the content never changes.
    reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`);
    return file.send(request, reply);
  });
}

function load(options: ReferenceOptions, folder: string): Reference {
  const files = readBuiltFiles(folder);
  const document = referenceDocument(options);
  const index = files.get('index.html')!.plain.toString('utf8');
  return {
    files,
    page: new StaticDocument('index.html', Buffer.from(withOperations(index, document))),
    document: new StaticDocument('openapi.json', Buffer.from(JSON.stringify(document))),
  };
}
