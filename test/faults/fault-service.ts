// The whole service as a process on a prepared database, at an address that stays the same when it is started again.
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { switchLog } from '../support/event-log.ts';
import { freePort } from '../support/postgres-server.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { addSigningKey } from '../support/signing-key.ts';
import { createUser } from '../support/users.ts';
import { Authorizations, LOGIN } from './authorizations.ts';
import { PLAIN_WEBSITE_ID } from './collector-traffic.ts';
import { FaultClient } from './fault-client.ts';
import { FunnelProcess } from './funnel-process.ts';
import { Ledger } from './ledger.ts';

export interface Access {
  readonly ingestKeys: ReadonlyMap<number, string>;
  /** Of website 1, for reports and contacts. */
  readonly token: string;
  /** A token of website 1, for the tool server. */
  readonly toolToken: string;
}

/** The limits on what one caller may do are not what is tested here. */
const VARIABLES = { RATE_LIMIT_PER_MINUTE: '10000000' };

export class FaultService {
  readonly ledger = new Ledger();
  readonly client: FaultClient;
  readonly authorizations: Authorizations;
  readonly access: Access;
  readonly #port: number;
  readonly #url: string;
  readonly #variables: Readonly<Record<string, string>>;

  private constructor(port: number, url: string, access: Access, variables: Readonly<Record<string, string>>) {
    this.#port = port;
    this.#url = url;
    this.#variables = variables;
    this.access = access;
    this.client = new FaultClient(`http://localhost:${port}`);
    this.authorizations = new Authorizations(`http://localhost:${port}`);
  }

  /** `database` must have the current schema and nothing else; the service is to find it at `url`. */
  static async prepare(
    database: Database,
    url: string,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<FaultService> {
    await addSigningKey(database, systemClock);
    await importCatalog(database, SAMPLE_CATALOG, systemClock);
    await switchLog(database, 1, true);
    await createUser(database, { ...LOGIN, accountIds: [1] }, systemClock);
    const ingestKeys = new Map<number, string>();
    for (const id of [1, PLAIN_WEBSITE_ID]) {
      ingestKeys.set(id, (await createIngestKey(database, id, systemClock))!.key);
    }
    const scopes = ['reports', 'contacts:read', 'contacts:write'] as const;
    const { token } = await createToken(database, { websiteIds: [1], scopes, audience: 'rest' }, systemClock);
    const forTools = { websiteIds: [1], scopes: ['reports'], audience: 'tools' } as const;
    const { token: toolToken } = await createToken(database, forTools, systemClock);
    return new FaultService(await freePort(), url, { ingestKeys, token, toolToken }, variables);
  }

  /** When it resolves, the service serves. */
  async start(): Promise<FunnelProcess> {
    const variables = { ...VARIABLES, ...this.#variables, PORT: String(this.#port) };
    const running = new FunnelProcess(['serve'], this.#url, variables);
    await running.address();
    return running;
  }
}
