// The links to pages of a website that people without a login can read. How they are stored is in stored-share-links.ts.
import { hashPassword } from '../../core/contract/access/passwords.ts';
import type { Actor } from '../../core/contract/access/principal.ts';
import { invalidField } from '../../core/contract/operations/json-body.ts';
import { hasCampaign } from '../../core/engine/catalog/website-has.ts';
import type { Database } from '../../core/foundation/database/database.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../core/foundation/time/clock.ts';
import { type FunnelFields, readRecords } from '../../core/manage/resources/saved-records.ts';
import { type SharedPage, sharedPageOf } from './shared-page.ts';
import {
  createShareLink,
  type ListedShareLink,
  listShareLinks,
  type NewShareLink,
  revokeShareLink,
} from './stored-share-links.ts';

/** Where links begin, below the public URL of the service. */
export const SHARE_PATH = '/s';

interface ShareLinksOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly baseUrl: string;
}

export interface RequestedShareLink extends Omit<NewShareLink, 'websiteId' | 'passwordHash'> {
  readonly password: string | undefined;
}

export class ShareLinks {
  readonly #options: ShareLinksOptions;

  constructor(options: ShareLinksOptions) {
    this.#options = options;
  }

  list(websiteId: number): Promise<ListedShareLink[]> {
    return listShareLinks(this.#options.database, websiteId);
  }

  /** Throws a problem of status 404 or 422. */
  async create(
    websiteId: number,
    { password, ...link }: RequestedShareLink,
    actor: Actor,
  ): Promise<ListedShareLink & { readonly url: string }> {
    const { database, clock, baseUrl } = this.#options;
    if (link.expiresAt !== undefined && link.expiresAt <= isoSeconds(clock())) {
      throw invalidField('expires_at', 'must not have passed');
    }
    await requirePage(database, websiteId, sharedPageOf(link.path)!);
    const passwordHash = password === undefined ? undefined : await hashPassword(password);
    const { secret, ...created } = await createShareLink(database, { websiteId, passwordHash, ...link }, actor, clock);
    return { ...created, url: `${baseUrl}${SHARE_PATH}/${secret}` };
  }

  /** Throws a problem of status 404. */
  async revoke(link: { readonly websiteId: number; readonly id: number }, actor: Actor): Promise<void> {
    const { database, clock } = this.#options;
    if (!(await revokeShareLink(database, link, actor, clock))) throw noSuchShareLink();
  }
}

export function noSuchShareLink(): Problem {
  return new Problem(404, 'There is no such link.');
}

async function requirePage(database: Database, websiteId: number, page: SharedPage): Promise<void> {
  if (page.websiteId !== websiteId) {
    throw invalidPath(`must be that of a page of website ${websiteId}: it starts with /websites/${websiteId}`);
  }
  if (page.id === undefined || (await exists(database, page))) return;
  throw invalidPath(`must name a ${page.name} of website ${websiteId}, which has no ${page.id}`);
}

/** The saved funnel that a page shows, as `list_funnels` has it. undefined: it was deleted. */
export async function readSharedFunnel(database: Pick<Database, 'query'>, { websiteId, id }: SharedPage) {
  const funnels = await readRecords<FunnelFields>(database, { kind: 'funnel' }, websiteId);
  const saved = funnels.find((funnel) => funnel.id === id);
  return saved && { id: saved.id, ...saved.fields, created_at: saved.createdAt, updated_at: saved.updatedAt };
}

async function exists(database: Database, page: SharedPage): Promise<boolean> {
  if (page.name === 'funnel') return (await readSharedFunnel(database, page)) !== undefined;
  return hasCampaign(database, page.websiteId, page.id!);
}

export function invalidPath(rule: string): Problem {
  return new Problem(422, `path ${rule}.`, { code: 'invalid_path', param: 'path' });
}
