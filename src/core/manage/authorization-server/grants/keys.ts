// The keys of the authorization server: generated on first start and stored in the database for all nodes.
// Why: docs/decisions/tokens.md, "The keys of the authorization server are in the database".
import { createHmac, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWKS } from 'oidc-provider';
import type { Database } from '../../../foundation/database/database.ts';
import { type Clock, isoSeconds } from '../../../foundation/time/clock.ts';

export interface AuthorizationKeys {
  readonly jwks: JWKS;
  /** Signs cookies. */
  readonly cookieKey: string;
  /** Signs the forms of the login and consent pages. */
  readonly formKey: string;
  /** Signs the cookies of known devices. */
  readonly deviceKey: string;
  /** Derives refresh tokens from those that they replace. */
  readonly rotationKey: string;
}

const GENERATORS: Readonly<Record<string, () => Promise<string>>> = {
  jwks: async () => JSON.stringify({ keys: [await newSigningKey()] }),
  cookie: async () => randomBytes(32).toString('base64url'),
};

export async function loadKeys(database: Database, clock: Clock): Promise<AuthorizationKeys> {
  const stored = (await readKeys(database)) ?? (await generateKeys(database, clock));
  const cookieKey = stored.get('cookie')!;
  return {
    jwks: JSON.parse(stored.get('jwks')!) as JWKS,
    cookieKey,
    formKey: derivedKey(cookieKey, 'forms'),
    deviceKey: derivedKey(cookieKey, 'devices'),
    rotationKey: derivedKey(cookieKey, 'rotation'),
  };
}

export function derivedKey(key: string, purpose: string): string {
  return createHmac('sha256', key).update(purpose).digest('base64url');
}

async function readKeys(database: Pick<Database, 'query'>): Promise<ReadonlyMap<string, string> | undefined> {
  const rows = await database.query<{ name: string; value: string }>('SELECT name, value FROM authorization_keys');
  const keys = new Map(rows.map(({ name, value }) => [name, value]));
  return Object.keys(GENERATORS).every((name) => keys.has(name)) ? keys : undefined;
}

/** Several nodes may start at once: the keys of the first to commit are used by all. */
async function generateKeys(database: Database, clock: Clock): Promise<ReadonlyMap<string, string>> {
  // This precedes the transaction, because a signing key takes a quarter of a second.
  const created = Object.entries(GENERATORS).map(async ([name, generate]) => [name, await generate()] as const);
  const keys = await Promise.all(created);
  return database.transaction(async (tx) => {
    await tx.insertMany({
      into: 'authorization_keys',
      columns: ['name', 'value', 'created_at'],
      rows: keys.map(([name, value]) => [name, value, isoSeconds(clock())]),
      onConflict: 'ON CONFLICT (name) DO NOTHING',
    });
    return (await readKeys(tx))!;
  });
}

/** Works in a thread of Node's pool, so that other requests are answered meanwhile. */
async function newSigningKey(): Promise<object> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
}
