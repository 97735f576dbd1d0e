// The library revokes in several steps. If the service crashes or loses its database after the first one, a retry of the
// client no longer finds the token, so the first step must revoke everything.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/core/foundation/time/clock.ts';
import { IssuedTokenStore } from '../../../../src/core/manage/authorization-server/grants/issued-token-store.ts';
import { RecordStore } from '../../../../src/core/manage/authorization-server/grants/record-store.ts';
import { ProtectedResources } from '../../../../src/core/manage/authorization-server/grants/resources.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { ENGINES } from '../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import type { TestService } from '../../../support/test-service.ts';

describe.each(ENGINES)('a revocation that was cut off on %s', (engine) => {
  let app: TestService;
  let client: OAuthClient;

  beforeAll(async () => {
    app = await startLoginService(engine);
    client = await OAuthClient.register(app.baseUrl);
  });
  afterAll(() => app.dispose());

  const authorize = () => client.obtain(new BrowserlessPerson(app.baseUrl), [1], { email: EMAIL, password: PASSWORD });
  const use = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${app.baseUrl}/api/v1/reports/websites`, { headers })).status;
  };

  it('revokes the access tokens together with the refresh token', async () => {
    const { access_token, refresh_token } = await authorize();
    expect(await use(access_token)).toBe(200);
    await new RecordStore('RefreshToken', app.database, systemClock).destroy(refresh_token);
    expect(await use(access_token)).toBe(401);
  });

  it('revokes the refresh token together with the access token', async () => {
    const { access_token, refresh_token } = await authorize();
    const resources = new ProtectedResources({ rest: `${app.baseUrl}/api/v1`, tools: `${app.baseUrl}/mcp` });
    await new IssuedTokenStore(app.database, resources, systemClock).destroy(access_token);
    expect(await use(access_token)).toBe(401);
    await expect(client.refresh(refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});
