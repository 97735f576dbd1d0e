// Serves the page of a share link, without a login: the page of the dashboard, with what the link names in a meta element. Nobody may store
// it, no search engine may list it, no other page learns its URL, and only pages of the origins that the link names may embed it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../core/foundation/problem/problem.ts';
import {
  type DashboardPage,
  type DashboardSettings,
  NOBODY,
  pageHeaders,
  withMeta,
} from '../../core/server/surfaces/dashboard/page.ts';
import type { HttpServer } from '../../core/server/surfaces/http/server.ts';
import type { ShareLinkGuard } from './share-link-guard.ts';
import { SHARE_PATH } from './share-links.ts';
import { linkEnded } from './share-problems.ts';
import type { SharedPage } from './shared-page.ts';
import type { StoredShareLink } from './stored-share-links.ts';

const BODY_BYTES_MAX = 4 * 1024;
const STATUS_BY_STATE = { shown: 200, password: 200, unknown: 404, ended: 410 } as const;

interface SharedPagesOptions extends DashboardPage {
  readonly guard: ShareLinkGuard;
  /** The saved funnel that a page shows. undefined: it was deleted. */
  funnelOf(page: SharedPage): Promise<object | undefined>;
}

/** What the page shows. The dashboard has the same type in share/shared-page.ts. */
type Shown =
  | { readonly state: 'unknown' | 'ended' | 'password' }
  | { readonly state: 'shown'; readonly path: string; readonly locked: boolean; readonly funnel?: object };

export function addSharedPages(server: HttpServer, options: SharedPagesOptions): void {
  const { guard, settings, page } = options;
  const url = `${SHARE_PATH}/:secret`;
  // First, so that it holds for every response, errors included.
  const onRequest = (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.header('x-robots-tag', 'noindex');
    done();
  };
  server.get(url, { onRequest }, async (request, reply) => {
    if (page === undefined) throw new Problem(503, 'The dashboard is not built.');
    const found = await guard.find(secretIn(request), { ipAddress: request.ip });
    const shown = await shownOf(found);
    setHeaders(reply, settings, found?.link.origins ?? []);
    reply.code(STATUS_BY_STATE[shown.state]).type('text/html; charset=utf-8');
    return withMeta(page, 'funnel-shared', shown);
  });

  server.post(url, { onRequest, bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { link, pass } = await guard.unlock(secretIn(request), passwordIn(request.body), { ipAddress: request.ip });
    const shown = await described(link);
    if (shown.state === 'ended') throw linkEnded();
    return { ...shown, pass };
  });

  async function shownOf(found: Awaited<ReturnType<ShareLinkGuard['find']>>): Promise<Shown> {
    if (!found) return { state: 'unknown' };
    if (found.isEnded) return { state: 'ended' };
    // What the link is about is only for those who know the password.
    if (found.link.passwordHash !== null) return { state: 'password' };
    guard.recordUse(found.link);
    return described(found.link);
  }

  async function described({ path, locked, page: shared }: StoredShareLink): Promise<Shown> {
    if (shared.name !== 'funnel') return { state: 'shown', path, locked };
    const funnel = await options.funnelOf(shared);
    return funnel ? { state: 'shown', path, locked, funnel } : { state: 'ended' };
  }
}

function secretIn({ params }: FastifyRequest): string {
  return (params as { readonly secret: string }).secret;
}

function passwordIn(body: unknown): string {
  const password = typeof body === 'object' && body !== null && 'password' in body ? body.password : undefined;
  if (typeof password === 'string') return password;
  throw new Problem(422, 'password must be a string.', { code: 'invalid_password', param: 'password' });
}

function setHeaders(reply: FastifyReply, settings: DashboardSettings, origins: readonly string[]): void {
  const ancestors = origins.length === 0 ? NOBODY : origins.join(' ');
  reply.headers({ ...pageHeaders(settings, ancestors), 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  // It knows no list of origins, and would keep the page out of all frames.
  if (origins.length > 0) reply.removeHeader('x-frame-options');
}
