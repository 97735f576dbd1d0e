// What the owner of a website sets up for sending events: its keys and its settings.
import type { Actor } from '../../contract/access/principal.ts';
import type { SettingChanges, WebsiteSettings } from '../../engine/catalog/settings.ts';
import { changeWebsiteSettings, readWebsiteSettings } from '../../engine/catalog/website-settings.ts';
import type { Database } from '../../foundation/database/database.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import {
  createIngestKey,
  createPublicKey,
  type ListedIngestKey,
  listKeysOfWebsite,
  revokeIngestKey,
} from '../ingest-keys/ingest-keys.ts';

export interface KeyRequest {
  readonly public: boolean;
  readonly name: string;
  /** The origins are normalized (see origins.ts). A secret key has none. */
  readonly origins: readonly string[];
}

type CreatedKey = Omit<ListedIngestKey, 'key' | 'revoked_at'> & { readonly key: string };

export class Sending {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Lists the valid keys, newest first. */
  async keys(websiteId: number): Promise<Omit<ListedIngestKey, 'revoked_at'>[]> {
    const keys = await listKeysOfWebsite(this.#database, websiteId);
    return keys.map(({ revoked_at: _, ...key }) => key);
  }

  async createKey(websiteId: number, request: KeyRequest, actor: Actor): Promise<CreatedKey> {
    const { public: isPublic, name, origins } = request;
    const created = isPublic
      ? await createPublicKey(this.#database, { websiteId, name, origins }, this.#clock, actor)
      : await createIngestKey(this.#database, websiteId, this.#clock, name, actor);
    const listed = created && (await this.keys(websiteId)).find(({ id }) => id === created.id);
    // The website was erased, or the key revoked, while this ran.
    if (!listed) throw new Problem(404, 'There is no such website.');
    return { ...listed, key: created.key };
  }

  /** Returns false if there is no such key, or if it was revoked before. */
  revokeKey(id: number, websiteIds: readonly number[], actor: Actor): Promise<boolean> {
    return revokeIngestKey(this.#database, id, this.#clock, websiteIds, actor);
  }

  async settings(websiteId: number): Promise<WebsiteSettings> {
    return known(await readWebsiteSettings(this.#database, websiteId));
  }

  /** Returns the settings after the change. */
  async changeSettings(websiteId: number, changes: SettingChanges, actor: Actor): Promise<WebsiteSettings> {
    return known(await changeWebsiteSettings(this.#database, websiteId, changes, this.#clock, actor));
  }
}

function known(settings: WebsiteSettings | undefined): WebsiteSettings {
  if (settings) return settings;
  throw new Problem(404, 'There is no such website.');
}
