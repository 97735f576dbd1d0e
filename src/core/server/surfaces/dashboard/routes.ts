// Serves the built dashboard: its page at each of its own paths, and the files that the page loads. A browser gets the page at
// an unknown URL too, with status 404: the page says so. Other clients get a problem.
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../foundation/problem/problem.ts';
import { readBuiltFiles } from '../http/built-files.ts';
import type { HttpServer } from '../http/server.ts';
import { StaticDocument } from '../http/static-document.ts';
import { type DashboardPage, type DashboardSettings, NOBODY, OWN_PAGES, pageHeaders, withSettings } from './page.ts';

/** The output folder of `npm run build:dashboard`. */
const BUILT_FOLDER = fileURLToPath(new URL('../../../../../dashboard/dist', import.meta.url));
const PAGE_PATHS = [
  '/',
  '/websites/*',
  '/api-access',
  '/audit-log',
  '/exports',
  '/profile',
  '/people',
  '/invitation',
  '/reset-password',
];
const SETUP_PATH = '/setup';
/** The redirect URI for the authorization server. */
const CALLBACK_PATH = '/callback';
const YEAR_S = 365 * 24 * 60 * 60;

interface DashboardOptions {
  readonly settings: DashboardSettings;
  /** Whether there is nobody who could log in. */
  needsSetup(): Promise<boolean>;
  /** Serves the page at further URLs. */
  addPages?(dashboard: DashboardPage): void;
  readonly folder?: string;
}

export function addDashboard(server: HttpServer, options: DashboardOptions): void {
  const { settings, needsSetup, folder = BUILT_FOLDER } = options;
  const files = readBuiltFiles(folder);
  const index = files.get('index.html');
  if (!index) server.log.warn('the dashboard is not built: run "npm run build:dashboard"');
  const page =
    index && new StaticDocument('index.html', Buffer.from(withSettings(index.plain.toString('utf8'), settings)));

  const servePage = (ancestors: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (!page) throw notBuilt();
    reply.headers(pageHeaders(settings, ancestors));
    return page.send(request, reply);
  };
  const setupUrl = `${new URL(settings.baseUrl).pathname.replace(/\/$/, '')}${SETUP_PATH}`;
  const toSetup = async (_request: FastifyRequest, reply: FastifyReply) => {
    if (await needsSetup()) return reply.header('cache-control', 'no-store').redirect(setupUrl);
    return undefined;
  };
  for (const path of PAGE_PATHS) server.get(path, { preHandler: toSetup }, servePage(NOBODY));
  server.get(SETUP_PATH, servePage(NOBODY));
  server.get(CALLBACK_PATH, servePage(OWN_PAGES));
  options.addPages?.({ settings, page: page?.plain.toString('utf8') });
  if (page) {
    server.setNotFoundPage((_request, reply) => {
      const headers = { ...pageHeaders(settings, NOBODY), vary: 'accept' };
      return reply.code(404).headers(headers).type(page.type).send(page.plain);
    });
  }

  server.get('/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const file = files.get(`assets/${name}`);
    if (!file) throw new Problem(404, 'Not found: nothing is served at this URL.');
    // The name includes a hash of the content, so the content never changes.
    reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`);
    return file.send(request, reply);
  });

  const theme = files.get('theme.js');
  if (theme) {
    server.get('/theme.js', async (request, reply) => {
      reply.header('cache-control', 'no-cache');
      return theme.send(request, reply);
    });
  }
}

function notBuilt(): Problem {
  return new Problem(503, 'The dashboard is not built. Run "npm run build:dashboard" and restart the service.');
}
