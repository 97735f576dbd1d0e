// Finds the share link of a request, and what it may read. Nothing is remembered that a revocation on any node would not end.

import type { CredentialVerifier } from '../../core/contract/access/guard.ts';
import { LastUses } from '../../core/contract/access/last-uses.ts';
import type { Principal } from '../../core/contract/access/principal.ts';
import { secretHash } from '../../core/contract/access/secret-hash.ts';
import { BatchedLookups } from '../../core/foundation/database/batched-lookups.ts';
import { ChangeCache } from '../../core/foundation/database/change-cache.ts';
import type { CacheableDatabase } from '../../core/foundation/database/database.ts';
import type { Problem } from '../../core/foundation/problem/problem.ts';
import type { Clock } from '../../core/foundation/time/clock.ts';
import { ShareLimits } from './share-limits.ts';
import { linkEnded, notShared } from './share-problems.ts';
import { sharedOperationsOf } from './share-rights.ts';
import { hasEnded, isPass, readShareLinks, SHARE_LINK_PREFIX, type StoredShareLink } from './stored-share-links.ts';

const CREDENTIAL_LENGTH_MAX = 200;

export interface FoundShareLink {
  readonly link: StoredShareLink;
  readonly isEnded: boolean;
}

export class ShareLinkVerifier implements CredentialVerifier {
  readonly #clock: Clock;
  readonly #cache: ChangeCache<StoredShareLink | undefined>;
  readonly #links: BatchedLookups<string, StoredShareLink>;
  readonly #lastUses: LastUses;
  readonly #limits: ShareLimits;

  constructor(database: CacheableDatabase, clock: Clock) {
    this.#clock = clock;
    this.#cache = new ChangeCache(database);
    this.#links = new BatchedLookups((hashes) => readShareLinks(database, hashes));
    this.#lastUses = new LastUses(database, 'share_links');
    this.#limits = new ShareLimits(database, clock);
  }

  isOfKind(credential: string): boolean {
    return credential.startsWith(SHARE_LINK_PREFIX);
  }

  /** undefined: there is none with this secret. */
  async find(secret: string): Promise<FoundShareLink | undefined> {
    if (!this.isOfKind(secret) || secret.length > CREDENTIAL_LENGTH_MAX) return undefined;
    const hash = secretHash(secret);
    const link = await this.#cache.get(hash, () => this.#links.get(hash));
    return link && { link, isEnded: hasEnded(link, this.#clock()) };
  }

  /** Call it when a reader gets to see the page. */
  recordUse({ id }: StoredShareLink): void {
    this.#lastUses.record(id, this.#clock());
  }

  /** `credential`: the secret, and the pass after a dot if the link has a password. undefined: it is not valid. */
  async verify(credential: string): Promise<Principal | Problem | undefined> {
    const [secret = '', ...pass] = credential.split('.');
    const found = await this.find(secret);
    if (!found || found.isEnded) return found && linkEnded();
    const { link } = found;
    const { passwordHash } = link;
    if (passwordHash !== null && !isPass(pass.join('.'), secret, passwordHash, this.#clock())) return undefined;
    this.recordUse(link);
    return principalOf(link, this.#limits);
  }
}

/** It never has more than a viewer, whatever the list of its operations says. */
function principalOf({ id, page, locked, dataVersions }: StoredShareLink, limits: ShareLimits): Principal {
  const link = { id, page, locked };
  return {
    id: `share:${id}`,
    scopes: new Set(['reports']),
    audience: 'rest',
    websiteIds: [page.websiteId],
    roles: new Map([[page.websiteId, 'viewer']]),
    dataVersions,
    restriction: {
      operations: sharedOperationsOf(link),
      refusal: notShared,
      limitsOf: (operation) => limits.of(operation, link),
    },
  };
}
