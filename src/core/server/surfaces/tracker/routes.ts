// Serves the browser tracker to pages of any origin, with the path that this installation collects at. The parts that few pages load have
// the same path, with the query `?shop` or `?form`: so there is one path to rename.
import { fileURLToPath } from 'node:url';
import { Problem } from '../../../foundation/problem/problem.ts';
import type { Config } from '../../config/config.ts';
import { readBuiltFiles } from '../http/built-files.ts';
import type { HttpServer } from '../http/server.ts';
import { StaticDocument } from '../http/static-document.ts';

/** The output folder of `npm run build:tracker`. */
const BUILT_FOLDER = fileURLToPath(new URL('../../../../../packages/tracker/dist', import.meta.url));
const FILE_NAME = 't.js';
/** The file of each query. */
const PARTS = { '?shop': 'shop.js', '?form': 'form.js' } as const;
/** Defined in packages/tracker/src/index.ts, shop.ts and form.ts. */
const PATH_PLACEHOLDER = '__PATH__';

const HEADERS = {
  // The URL never changes, so browsers have to ask again. Until they know, the last version is good enough.
  'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

export function addTracker(
  server: HttpServer,
  { trackerPath, browserCollectPath }: Pick<Config, 'trackerPath' | 'browserCollectPath'>,
  folder = BUILT_FOLDER,
): void {
  const built = readBuiltFiles(folder);
  const withPath = (name: string): StaticDocument | undefined => {
    const code = built.get(name)?.plain.toString('utf8');
    return code === undefined
      ? undefined
      : new StaticDocument(name, Buffer.from(code.replace(PATH_PLACEHOLDER, () => browserCollectPath)));
  };
  const tracker = withPath(FILE_NAME);
  const parts = Object.entries(PARTS).map(([query, name]) => [query, withPath(name)] as const);
  const isBuilt = tracker && parts.every(([, file]) => file);
  if (!isBuilt) server.log.warn('the tracker is not built: run "npm run build:tracker"');

  server.get(trackerPath, async (request, reply) => {
    const part = parts.find(([query]) => request.url.endsWith(query));
    const file = part ? part[1] : tracker;
    if (!file) throw new Problem(503, 'The tracker is not built. Run "npm run build:tracker" and restart the service.');
    reply.headers(HEADERS);
    return file.send(request, reply);
  });
}
