// What has ended stays ended, also if a request that began before stores its state afterwards.
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretHash } from '../../../../src/core/contract/access/secret-hash.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import type { Database, SqlValue } from '../../../../src/core/foundation/database/database.ts';
import { RecordStore } from '../../../../src/core/manage/authorization-server/grants/record-store.ts';
import { ForgottenPasswords } from '../../../../src/core/manage/authorization-server/links/forgotten-passwords.ts';
import { LoginAttempts } from '../../../../src/core/manage/authorization-server/links/login-attempts.ts';
import { endSession } from '../../../../src/core/manage/authorization-server/logins/browser-sessions.ts';
import { changePassword } from '../../../../src/core/manage/authorization-server/users/users.ts';
import { addAuthorizationServer } from '../../../../src/core/server/surfaces/oauth/routes.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { ANY_ENGINE, createTestDatabase, type TestDatabase } from '../../../support/databases.ts';
import { EMAIL, PASSWORD } from '../../../support/login-service.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import { freePort } from '../../../support/postgres-server.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { addSigningKey } from '../../../support/signing-key.ts';
import { createUser } from '../../../support/users.ts';

const LOGIN = { email: EMAIL, password: PASSWORD };
const NEW_PASSWORD = 'a completely new password';
const SLOW_CLIENT = 'https://slow.example/client.json';
const clock = () => new Date();

type IsMeant = (sql: string, params: readonly SqlValue[]) => boolean;

/** Holds back the result of the next query that is meant, until it is released. */
class Pause {
  readonly #isMeant: IsMeant;
  readonly #reached = Promise.withResolvers<void>();
  readonly #released = Promise.withResolvers<void>();

  constructor(isMeant: IsMeant) {
    this.#isMeant = isMeant;
  }

  get reached(): Promise<void> {
    return this.#reached.promise;
  }

  release(): void {
    this.#released.resolve();
  }

  async after(sql: string, params: readonly SqlValue[]): Promise<void> {
    if (!this.#isMeant(sql, params)) return;
    this.#reached.resolve();
    await this.#released.promise;
  }
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let server: ReturnType<typeof Fastify>;
  let store: TestDatabase;
  let baseUrl: string;
  let userId: number;
  let dashboard: OAuthClient;
  let person: BrowserlessPerson;
  let pause: Pause | undefined;
  let documentAsked: PromiseWithResolvers<void>;
  let documentReleased: PromiseWithResolvers<void>;
  beforeEach(async () => {
    pause = undefined;
    documentAsked = Promise.withResolvers();
    documentReleased = Promise.withResolvers();
    store = await createTestDatabase(engine);
    await addSigningKey(store.database, clock);
    await importCatalog(store.database, SAMPLE_CATALOG, clock);
    userId = (await createUser(store.database, { ...LOGIN, accountIds: [1] }, clock)).id;
    baseUrl = `http://localhost:${await freePort()}`;
    server = Fastify();
    addAuthorizationServer(server, {
      database: pausing(store.database),
      clock,
      loginAttempts: new LoginAttempts(clock),
      forgottenPasswords: new ForgottenPasswords({
        ...{ clock, mailer: undefined, logFailure: () => undefined },
        passwordResets: { createToMail: async () => undefined },
      }),
      baseUrl,
      resourceUrls: { rest: `${baseUrl}/api/v1`, tools: `${baseUrl}/mcp` },
      accessTokenHours: 24,
      ...{ logins: [], grants: [] },
      policies: {},
      fetch: async () => {
        documentAsked.resolve();
        await documentReleased.promise;
        return new Response(null, { status: 404 });
      },
    });
    await server.listen({ port: Number(new URL(baseUrl).port), host: '127.0.0.1' });
    dashboard = await OAuthClient.known(baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
    person = new BrowserlessPerson(baseUrl);
  });
  afterEach(async () => {
    await server.close();
    await store.dispose();
  });

  function pausing(inner: Database): Database {
    return {
      ...inner,
      query: async <Row>(sql: string, params: readonly SqlValue[] = []) => {
        const rows = await inner.query<Row>(sql, params);
        await pause?.after(sql, params);
        return rows;
      },
    };
  }

  const redirect = () => ({ redirect_uri: `${baseUrl}/callback` });
  const openDashboard = async () => person.open((await dashboard.authorization(redirect())).url);
  /** It asks for consent. */
  const openApplication = async () =>
    person.open((await (await OAuthClient.register(baseUrl)).authorization({ scope: 'reports' })).url);
  const sessions = () =>
    store.database.query<{ uid_hash: string; id_hash: string }>(
      "SELECT uid_hash, id_hash FROM authorization_records WHERE kind = 'Session' AND user_id = $1",
      [userId],
    );
  const setNewPassword = () => changePassword(store.database, EMAIL, NEW_PASSWORD, clock);
  const endTheSession = async () => {
    const [session] = await sessions();
    await store.database.transaction((tx) => endSession(tx, userId, session!.uid_hash, clock));
  };

  async function expectLoggedOut(): Promise<void> {
    expect(await sessions()).toEqual([]);
    const page = await openDashboard();
    expect(page.html).toContain('name="password"');
    expect(page.html).not.toContain('name="website"');
  }

  describe.each([
    ['a new password', setNewPassword],
    ['ending the session', endTheSession],
  ])('%s', (_name, end) => {
    it('ends a session that a slow request is using', async () => {
      await dashboard.obtain(person, [1], LOGIN, redirect());
      const slow = await OAuthClient.known(baseUrl, { client_id: SLOW_CLIENT, token_endpoint_auth_method: 'none' });
      const request = person.open((await slow.authorization()).url);
      await documentAsked.promise;
      await end();
      documentReleased.resolve();
      await request;
      await expectLoggedOut();
    });

    it('ends a session that is just getting another id after a consent', async () => {
      const consent = await person.logIn(await openApplication(), EMAIL, PASSWORD);
      pause = new Pause((_sql, [kind]) => kind === 'Grant');
      const request = person.allow(consent, [1]);
      await pause.reached;
      await end();
      pause.release();
      await request;
      await expectLoggedOut();
    });
  });

  describe('a login with the old password', () => {
    it('fails if the password changes after it was checked', async () => {
      const page = await openDashboard();
      pause = new Pause((sql) => sql.includes('password_hash FROM users WHERE email'));
      const request = person.logIn(page, EMAIL, PASSWORD);
      await pause.reached;
      await setNewPassword();
      pause.release();
      expect((await request).url).not.toContain('code=');
      await expectLoggedOut();
    });

    it('fails if the password changes before the session is stored', async () => {
      const resume = await person.submitAndStay(await openDashboard(), LOGIN);
      pause = new Pause((sql) => sql.includes('email FROM users WHERE id'));
      const request = person.open(resume);
      await pause.reached;
      await setNewPassword();
      pause.release();
      expect((await request).url).not.toContain('code=');
      await expectLoggedOut();
    });

    it('does not keep the new one from working', async () => {
      await setNewPassword();
      const login = { email: EMAIL, password: NEW_PASSWORD };
      expect((await dashboard.obtain(person, [1], login, redirect())).access_token).toBeDefined();
      expect(await sessions()).toHaveLength(1);
    });
  });

  it('a session has another id after login and consent, and the old ones are gone', async () => {
    const consent = await person.logIn(await openApplication(), EMAIL, PASSWORD);
    const [before] = await sessions();
    await person.allow(consent, [1]);
    const after = await sessions();
    expect(after).toHaveLength(1);
    expect(after[0]!.uid_hash).toBe(before!.uid_hash);
    expect(after[0]!.id_hash).not.toBe(before!.id_hash);
    expect((await openDashboard()).url).toContain('code=');
  });

  it('an interaction that was deleted does not come back with its result', async () => {
    const interactions = new RecordStore('Interaction', store.database, clock);
    const payload = { jti: 'an-interaction', kind: 'Interaction', exp: Math.floor(Date.now() / 1000) + 60 };
    await interactions.upsert('an-interaction', payload);
    await interactions.upsert('an-interaction', { ...payload, result: { login: { accountId: String(userId) } } });
    await setNewPassword();
    const again = interactions.upsert('an-interaction', { ...payload, result: { consent: {} } });
    await expect(again).rejects.toThrow('invalid_request');
    expect(
      await store.database.query('SELECT kind FROM authorization_records WHERE id_hash = $1', [
        secretHash('an-interaction'),
      ]),
    ).toEqual([]);
  });
});
