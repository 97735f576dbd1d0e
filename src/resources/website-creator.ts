// New websites. The user who creates one sees it in the current login from then on.
import { recordAudit } from '../access/audit-log.ts';
import type { DashboardUsers } from '../access/dashboard-guard.ts';
import type { Actor, DashboardUser } from '../access/principal.ts';
import type { WebsiteRecord } from '../catalog/catalog-records.ts';
import { createWebsite } from '../catalog/create-records.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { createPublicKey } from '../ingestion/ingest-keys.ts';

export interface WebsiteCreatorServices {
  readonly websites: WebsiteCreator;
}

interface WebsiteRequest {
  readonly accountId: number;
  readonly name: string;
  readonly currency?: string | undefined;
  /** Normalized. Where its public key works; empty: it gets no key yet. */
  readonly origins: readonly string[];
}

const KEY_NAME = 'Website';

export class WebsiteCreator {
  readonly #database: Pick<Database, 'transaction'>;
  readonly #users: Pick<DashboardUsers, 'addWebsite'>;
  readonly #clock: Clock;

  constructor(database: Pick<Database, 'transaction'>, users: Pick<DashboardUsers, 'addWebsite'>, clock: Clock) {
    this.#database = database;
    this.#users = users;
    this.#clock = clock;
  }

  /** Throws a problem of status 401, 409 or 422. */
  create(request: WebsiteRequest, user: DashboardUser, actor: Actor): Promise<WebsiteRecord> {
    const { origins, ...website } = request;
    return this.#database.transaction(async (tx) => {
      const created = await createWebsite(tx, website, this.#clock());
      const websiteId = created.id;
      await this.#users.addWebsite(tx, user, websiteId);
      if (origins.length > 0) {
        const sameTransaction: Pick<Database, 'transaction'> = { transaction: (work) => work(tx) };
        await createPublicKey(sameTransaction, { websiteId, name: KEY_NAME, origins }, this.#clock, actor);
      }
      await recordAudit(
        tx,
        { websiteId, actor, action: 'catalog_created', subject: `website ${websiteId}` },
        this.#clock,
      );
      return created;
    });
  }
}
