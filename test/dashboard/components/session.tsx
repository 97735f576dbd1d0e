import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../../../dashboard/src/api/client.ts';
import { AuthorizationError, type OAuthClient, type Tokens } from '../../../dashboard/src/session/oauth-client.ts';
import { Session, SessionEndedError } from '../../../dashboard/src/session/session.ts';

/** An authorization server that gives one token after the other until it refuses. */
class Issuer {
  /** How often it was asked. */
  asked = 0;
  isRefusing = false;
  readonly loginSilently = async (): Promise<Tokens> => this.#next();
  readonly refresh = this.loginSilently;

  #next(): Tokens {
    this.asked++;
    if (this.isRefusing) throw new AuthorizationError('login_required', 'Nobody is logged in.');
    return { accessToken: `token-${this.asked}`, refreshToken: 'again', expiresAtMs: Date.now() + 3_600_000 };
  }
}

/** Requests with the first token wait to be refused; others are answered. */
async function open() {
  const issuer = new Issuer();
  const session = new Session(issuer as unknown as OAuthClient);
  await session.start();
  const refusals: (() => void)[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.headers.get('authorization') !== 'Bearer token-1') return Response.json({ websites: [] });
    await new Promise<void>((resolve) => refusals.push(resolve));
    return new Response(null, { status: 401 });
  });
  const api = createApi(session);
  const requests = [1, 2].map(() => api.GET('/api/v1/reports/websites'));
  await expect.poll(() => refusals.length).toBe(2);
  return { issuer, session, refusals, requests };
}

describe('a session whose token is refused for two requests, one after the other', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is renewed once', async () => {
    const { issuer, refusals, requests } = await open();
    for (const [index, refuse] of refusals.entries()) {
      refuse();
      expect((await requests[index]!).response.status).toBe(200);
    }
    // For the login, and for the renewal.
    expect(issuer.asked).toBe(2);
  });

  it('asks once whether it has ended', async () => {
    const { issuer, session, refusals, requests } = await open();
    issuer.isRefusing = true;
    for (const [index, refuse] of refusals.entries()) {
      refuse();
      await expect(requests[index]).rejects.toThrow(SessionEndedError);
    }
    expect(session.state()).toEqual({ name: 'ended' });
    // For the login, for the renewal, and whether the user has a session without it.
    expect(issuer.asked).toBe(3);
  });
});
