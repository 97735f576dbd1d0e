// Finds the share link of a request, and what it may read. Nothing is remembered that a revocation on any node would not end.
import { BatchedLookups } from '../../foundation/database/batched-lookups.ts';
import { ChangeCache } from '../../foundation/database/change-cache.ts';
import type { CacheableDatabase } from '../../foundation/database/database.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { LastUses } from './last-uses.ts';
import type { Principal } from './principal.ts';
import { secretHash } from './secret-hash.ts';
import { hasEnded, isPass, readShareLinks, SHARE_LINK_PREFIX, type StoredShareLink } from './share-links.ts';

const CREDENTIAL_LENGTH_MAX = 200;

export interface FoundShareLink {
  readonly link: StoredShareLink;
  readonly isEnded: boolean;
}

export class ShareLinkVerifier {
  readonly #clock: Clock;
  readonly #cache: ChangeCache<StoredShareLink | undefined>;
  readonly #links: BatchedLookups<string, StoredShareLink>;
  readonly #lastUses: LastUses;

  constructor(database: CacheableDatabase, clock: Clock) {
    this.#clock = clock;
    this.#cache = new ChangeCache(database);
    this.#links = new BatchedLookups((hashes) => readShareLinks(database, hashes));
    this.#lastUses = new LastUses(database, 'share_links');
  }

  /** undefined: there is none with this secret. */
  async find(secret: string): Promise<FoundShareLink | undefined> {
    if (!isShareLink(secret) || secret.length > CREDENTIAL_LENGTH_MAX) return undefined;
    const hash = secretHash(secret);
    const link = await this.#cache.get(hash, () => this.#links.get(hash));
    return link && { link, isEnded: hasEnded(link, this.#clock()) };
  }

  /** Call it when a reader gets to see the page. */
  recordUse({ id }: StoredShareLink): void {
    this.#lastUses.record(id, this.#clock());
  }

  /** `credential`: the secret, and the pass after a dot if the link has a password. undefined: it is not valid. */
  async verify(credential: string): Promise<Principal | 'ended' | undefined> {
    const [secret = '', ...pass] = credential.split('.');
    const found = await this.find(secret);
    if (!found || found.isEnded) return found && 'ended';
    const { link } = found;
    const { passwordHash } = link;
    if (passwordHash !== null && !isPass(pass.join('.'), secret, passwordHash, this.#clock())) return undefined;
    this.recordUse(link);
    return principalOf(link);
  }
}

/** Whether it looks like the secret of a share link. */
export function isShareLink(credential: string): boolean {
  return credential.startsWith(SHARE_LINK_PREFIX);
}

/** It never has more than a viewer, whatever the list of its operations says. */
function principalOf({ id, page, locked, dataVersions }: StoredShareLink): Principal {
  return {
    id: `share:${id}`,
    scopes: new Set(['reports']),
    audience: 'rest',
    websiteIds: [page.websiteId],
    roles: new Map([[page.websiteId, 'viewer']]),
    dataVersions,
    share: { id, page, locked },
  };
}
