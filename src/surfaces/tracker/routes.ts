// Serves the browser tracker: one file for pages of any origin, with the path that this installation collects at.
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import { Problem } from '../../problem.ts';
import { readBuiltFiles } from '../http/built-files.ts';
import type { HttpServer } from '../http/server.ts';
import { StaticDocument } from '../http/static-document.ts';

/** The output folder of `npm run build:tracker`. */
const BUILT_FOLDER = fileURLToPath(new URL('../../../packages/tracker/dist', import.meta.url));
const FILE_NAME = 't.js';
/** Defined in packages/tracker/src/index.ts. */
const PATH_PLACEHOLDER = '__BROWSER_COLLECT_PATH__';

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
  const built = readBuiltFiles(folder).get(FILE_NAME);
  if (!built) server.log.warn('the tracker is not built: run "npm run build:tracker"');
  const file =
    built &&
    new StaticDocument(
      FILE_NAME,
      Buffer.from(built.plain.toString('utf8').replace(PATH_PLACEHOLDER, () => browserCollectPath)),
    );

  server.get(trackerPath, async (request, reply) => {
    if (!file) throw new Problem(503, 'The tracker is not built. Run "npm run build:tracker" and restart the service.');
    reply.headers(HEADERS);
    return file.send(request, reply);
  });
}
