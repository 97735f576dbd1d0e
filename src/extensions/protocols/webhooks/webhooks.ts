// The webhooks of shops that the owner of a website has set up.
import type { Actor } from '../../../core/contract/access/principal.ts';
import type { Database } from '../../../core/foundation/database/database.ts';
import { Problem } from '../../../core/foundation/problem/problem.ts';
import type { Clock } from '../../../core/foundation/time/clock.ts';
import { PROVIDER_NAMES, type ProviderName, type Providers, webhookPath } from './provider.ts';
import {
  addWebhookSecret,
  type ListedWebhookSecret,
  listSecretsOfWebsite,
  revokeWebhookSecret,
  SECRETS_MAX,
} from './webhook-secrets.ts';

interface WebhookRequest {
  readonly provider: ProviderName;
  /** If it is undefined, a secret is generated. */
  readonly secret?: string | undefined;
}

export type Webhook = Omit<ListedWebhookSecret, 'revoked_at'>;
/** `secret` is null if the provider has created it. */
export type CreatedWebhook = Webhook & { readonly secret: string | null };

interface WebhooksOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly providers: Providers;
}

export class Webhooks {
  readonly #options: WebhooksOptions;

  constructor(options: WebhooksOptions) {
    this.#options = options;
  }

  /** Returns the URLs that each provider has to send to. */
  urls(websiteId: number): Record<ProviderName, string> {
    const urlOf = (provider: ProviderName) => this.#options.baseUrl + webhookPath(provider, websiteId);
    return Object.fromEntries(PROVIDER_NAMES.map((name) => [name, urlOf(name)])) as Record<ProviderName, string>;
  }

  /** Lists the webhooks whose secret is valid, newest first. */
  list(websiteId: number): Promise<Webhook[]> {
    return listSecretsOfWebsite(this.#options.database, websiteId);
  }

  async create(websiteId: number, { provider, secret }: WebhookRequest, actor: Actor): Promise<CreatedWebhook> {
    const { database, clock, providers } = this.#options;
    const used = secret ?? providers[provider].createSecret?.();
    if (used === undefined) {
      throw new Problem(422, `secret is required: ${provider} creates it.`, {
        code: 'invalid_secret',
        param: 'secret',
      });
    }
    const id = await addWebhookSecret(database, { websiteId, provider, secret: used }, clock, actor);
    if (id === 'too many') {
      const detail = `A website may have at most ${SECRETS_MAX} webhooks of a provider: revoke one.`;
      throw new Problem(422, detail, { code: 'too_many_webhooks' });
    }
    const created = (await this.list(websiteId)).find((webhook) => webhook.id === id);
    // The website was erased, or the webhook revoked, while this ran.
    if (!created) throw new Problem(404, 'There is no such website.');
    return { ...created, secret: secret === undefined ? used : null };
  }

  /** Returns false if there is no such webhook, or if it was revoked before. */
  revoke(id: number, websiteIds: readonly number[], actor: Actor): Promise<boolean> {
    return revokeWebhookSecret(this.#options.database, id, this.#options.clock, websiteIds, actor);
  }
}
