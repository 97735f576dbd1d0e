// New websites. The user who creates one sees it in the current login from then on.
import { sentence } from '../../../../languages/sentence.ts';
import { recordAudit } from '../../contract/access/audit-log.ts';
import type { DashboardUsers } from '../../contract/access/dashboard-guard.ts';
import type { Actor, DashboardUser } from '../../contract/access/principal.ts';
import type { WebsiteRecord } from '../../engine/catalog/records/catalog-records.ts';
import { createWebsite } from '../../engine/catalog/records/create-records.ts';
import { addFirstCampaign } from '../../engine/catalog/records/first-campaign.ts';
import { NEW_CREDIT_WINDOW_DAYS } from '../../engine/catalog/settings.ts';
import type { Database, Queries } from '../../foundation/database/database.ts';
import { withinTransaction } from '../../foundation/database/within-transaction.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { createPublicKey, FIRST_KEY_NAME } from '../../intake/ingest-keys/ingest-keys.ts';

export interface WebsiteCreatorServices {
  readonly websites: WebsiteCreator;
}

export interface WebsiteRequest {
  readonly accountId: number;
  readonly name: string;
  readonly currency?: string | undefined;
  readonly timezone?: string | undefined;
  /** Normalized. Where its public key works; empty: it gets no key yet. */
  readonly origins: readonly string[];
  readonly register_keys?: boolean | undefined;
  /** undefined: the website begins without a campaign. */
  readonly campaign_name?: string | undefined;
  readonly cta_type?: string | undefined;
}

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
    return this.#database.transaction((tx) =>
      createWebsiteOfLogin(tx, request, {
        actor,
        clock: this.#clock,
        addToLogin: (websiteId) => this.#users.addWebsite(tx, user, websiteId),
      }),
    );
  }
}

interface Login {
  readonly actor: Actor;
  readonly clock: Clock;
  /** Makes sure that the user may still do this, and that the login shows the website. */
  addToLogin(websiteId: number): Promise<void>;
}

/** Creates a website with its public key and its first campaign. Throws a problem of status 409 or 422. */
export async function createWebsiteOfLogin(
  tx: Queries,
  { origins, timezone, register_keys, campaign_name: campaign, cta_type: ctaType, ...website }: WebsiteRequest,
  { actor, clock, addToLogin }: Login,
): Promise<WebsiteRecord> {
  const settings = { register_keys, event_log: true, timezone, credit_window_days: NEW_CREDIT_WINDOW_DAYS };
  const now = clock();
  const created = await createWebsite(tx, { ...website, settings }, now);
  const websiteId = created.id;
  await addToLogin(websiteId);
  if (origins.length > 0) {
    await createPublicKey(withinTransaction(tx), { websiteId, name: FIRST_KEY_NAME, origins }, clock, actor);
  }
  if (campaign !== undefined) await addFirstCampaign(tx, { websiteId, name: campaign, ctaType }, now);
  const subject = sentence('kind_website', { id: String(websiteId) });
  await recordAudit(tx, { websiteId, actor, action: 'catalog_created', subject }, clock);
  return created;
}
