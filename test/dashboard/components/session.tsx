import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../../../dashboard/src/api/client.ts';
import {
  AuthorizationError,
  OAuthClient,
  SlowLoginError,
  type Tokens,
} from '../../../dashboard/src/session/oauth-client.ts';
import { Session, SessionEndedError } from '../../../dashboard/src/session/session.ts';

/** An authorization server that gives one token after the other until it refuses. */
class Issuer {
  /** How often it was asked. */
  asked = 0;
  isRefusing = false;
  readonly loginSilently = async (): Promise<Tokens> => this.#next();
  readonly refresh = this.loginSilently;
  readonly renewSilently = this.loginSilently;
  readonly revoked: string[] = [];
  readonly revoke = async (token: string): Promise<void> => void this.revoked.push(token);
  readonly logoutUrl = async (): Promise<string | undefined> => undefined;

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
    // It is asked for the login, and for the renewal.
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

describe('a session that is renewed', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('has not ended because the authorization server has not answered yet', async () => {
    const issuer = new Issuer();
    const session = new Session(issuer as unknown as OAuthClient);
    await session.start();
    const refresh = vi.spyOn(issuer, 'refresh').mockRejectedValueOnce(new AuthorizationError('invalid_grant', 'Used.'));
    vi.spyOn(issuer, 'renewSilently').mockRejectedValueOnce(new SlowLoginError('too long'));
    await expect(session.renew()).rejects.toThrow(SlowLoginError);
    expect(session.state()).toEqual({ name: 'logged-in' });
    refresh.mockRestore();
    await session.renew();
    expect(await session.accessToken()).toBe('token-2');
  });

  it('waits for a minute for an answer in the hidden frame', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({
        issuer: 'https://funnel.example',
        authorization_endpoint: 'https://funnel.example/oauth/authorize',
      }),
    );
    // The frame would be loaded.
    const append = vi.spyOn(document.body, 'append').mockImplementation(() => {});
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const settings = { issuer: 'https://funnel.example', baseUrl: 'https://funnel.example', clientId: 'dashboard' };
    const renewal = new OAuthClient(settings as ConstructorParameters<typeof OAuthClient>[0]).renewSilently();
    const refused = expect(renewal).rejects.toThrow(SlowLoginError);
    await expect.poll(() => append.mock.calls.length).toBe(1);
    const remove = vi.spyOn(append.mock.calls[0]![0] as HTMLElement, 'remove');
    // Polling moves the clock, too.
    vi.advanceTimersByTime(50_000);
    expect(remove).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_000);
    await refused;
    expect(remove).toHaveBeenCalledOnce();
  });
});

describe('a log-out beside a poll', () => {
  it('does not fetch tokens again, and ends those that come late', async () => {
    const issuer = new Issuer();
    const session = new Session(issuer as unknown as OAuthClient);
    await session.start();
    const { promise: late, resolve } = Promise.withResolvers<Tokens>();
    vi.spyOn(issuer, 'refresh').mockReturnValueOnce(late);
    const renewal = session.renew();
    const poll = expect(renewal).rejects.toThrow(SessionEndedError);
    await session.logOut();
    await expect(session.accessToken()).rejects.toThrow(SessionEndedError);
    resolve({ accessToken: 'late', refreshToken: 'late-refresh', expiresAtMs: Date.now() + 3_600_000 });
    await poll;
    await expect(session.accessToken()).rejects.toThrow(SessionEndedError);
    expect(issuer.revoked).toEqual(['again', 'token-1', 'late-refresh', 'late']);
    expect(session.state().name).toBe('logged-out');
    // It is asked only for the login.
    expect(issuer.asked).toBe(1);
  });
});
