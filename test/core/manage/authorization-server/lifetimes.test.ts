// Lifetimes: access tokens as configured, those of the dashboard an hour, refresh tokens thirty days.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DASHBOARD_CLIENT_ID } from '../../../../src/core/contract/access/principal.ts';
import { secretHash } from '../../../../src/core/contract/access/secret-hash.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import type { TestService } from '../../../support/test-service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_S = 24 * 60 * 60;

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let app: TestService;
  let client: OAuthClient;
  beforeAll(async () => {
    app = await startLoginService(engine, { env: { ACCESS_TOKEN_HOURS: '8' } });
    client = await OAuthClient.register(app.baseUrl);
  });
  afterAll(() => app.dispose());

  const obtain = () => client.obtain(new BrowserlessPerson(app.baseUrl), [1], { email: EMAIL, password: PASSWORD });
  const statusWith = async (token: string) =>
    (await fetch(`${app.baseUrl}/api/v1/reports/websites`, { headers: { authorization: `Bearer ${token}` } })).status;

  it('an access token is valid for ACCESS_TOKEN_HOURS, and says so', async () => {
    const { access_token: token, expires_in } = await obtain();
    expect(expires_in).toBe(8 * 60 * 60);
    app.clock.offsetMs = 8 * HOUR_MS - MINUTE_MS;
    expect(await statusWith(token)).toBe(200);
    app.clock.offsetMs = 8 * HOUR_MS + MINUTE_MS;
    expect(await statusWith(token)).toBe(401);
    app.clock.offsetMs = 0;
  });

  it('one of the dashboard is valid for an hour', async () => {
    const dashboard = await OAuthClient.known(app.baseUrl, { client_id: DASHBOARD_CLIENT_ID });
    const redirect = { redirect_uri: `${app.baseUrl}/callback` };
    const login = { email: EMAIL, password: PASSWORD };
    const tokens = await dashboard.obtain(new BrowserlessPerson(app.baseUrl), [1], login, redirect);
    expect(tokens.expires_in).toBe(60 * 60);
    expect(await dashboard.refresh(tokens.refresh_token)).toMatchObject({ expires_in: 60 * 60 });
  });

  // The library uses the system clock, so the test changes the stored expiry instead.
  it('a refresh token is valid for exactly thirty days', async () => {
    const { refresh_token: token } = await obtain();
    const byHash = 'FROM authorization_records WHERE kind = $1 AND id_hash = $2';
    const key = ['RefreshToken', secretHash(token)];
    const [record] = await app.database.query<{ payload: string }>(`SELECT payload ${byHash}`, key);
    const payload = JSON.parse(record!.payload) as { iat: number; exp: number };
    expect(payload.exp - payload.iat).toBe(30 * DAY_S);
    const ended = JSON.stringify({ ...payload, exp: Math.floor(Date.now() / 1000) });
    const update = 'UPDATE authorization_records SET payload = $3 WHERE kind = $1 AND id_hash = $2';
    await app.database.transaction((tx) => tx.query(update, [...key, ended]));
    await expect(client.refresh(token)).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});
