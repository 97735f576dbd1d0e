// What an attacker can do to the owner of an account by trying passwords, from one address and from many.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KnownDevices } from '../../src/authorization-server/known-devices.ts';
import { type LoginAttempt, LoginAttempts } from '../../src/authorization-server/login-attempts.ts';
import { createUser } from '../../src/authorization-server/users.ts';
import { BrowserlessPerson } from '../support/browserless-person.ts';
import { EMAIL, PASSWORD, startLoginService } from '../support/login-service.ts';
import { OAuthClient } from '../support/oauth-client.ts';
import { TestClock } from '../support/test-clock.ts';
import type { TestService } from '../support/test-service.ts';

const WINDOW_MS = 15 * 60_000;
const OFFICE = '192.0.2.1';
const HOME = '192.0.2.2';
const ATTACKER = '203.0.113.1';

describe('login attempts', () => {
  let clock: TestClock;
  let attempts: LoginAttempts;
  beforeEach(() => {
    clock = new TestClock('2025-03-10T12:00:00Z');
    attempts = new LoginAttempts(clock.now);
  });

  const isTaken = (attempt: Partial<LoginAttempt> = {}) =>
    attempts.take({ email: EMAIL, address: HOME, ...attempt }) === undefined;
  const tries = (count: number, attempt: (index: number) => Partial<LoginAttempt>) =>
    Array.from({ length: count }, (_, index) => isTaken(attempt(index))).filter(Boolean).length;

  it('of one address on one account: ten, and the account is open from everywhere else', () => {
    expect(tries(1_000, () => ({ address: ATTACKER }))).toBe(10);
    expect(isTaken()).toBe(true);
  });

  it('of one address on one account leave the others behind that address theirs', () => {
    expect(tries(1_000, () => ({ address: OFFICE }))).toBe(10);
    expect(isTaken({ address: OFFICE, email: 'colleague@example.com' })).toBe(true);
  });

  it('of one address on many accounts: fifty, and none of the accounts is closed elsewhere', () => {
    expect(tries(1_000, (index) => ({ address: ATTACKER, email: `${index % 20}@example.com` }))).toBe(50);
    expect(tries(20, (index) => ({ email: `${index}@example.com` }))).toBe(20);
  });

  it('of many addresses on one account: a hundred', () => {
    expect(tries(1_000, (index) => ({ address: `198.51.100.${index % 100}` }))).toBe(100);
    expect(isTaken()).toBe(false);
    clock.advance(WINDOW_MS);
    expect(isTaken()).toBe(true);
  });

  it('of many addresses and of those behind one’s own do not keep a known device out', () => {
    tries(1_000, (index) => ({ address: `198.51.100.${index % 100}` }));
    tries(1_000, (index) => ({ address: OFFICE, email: `${index % 20}@example.com` }));
    expect(isTaken({ address: OFFICE })).toBe(false);
    expect(tries(1_000, () => ({ address: OFFICE, deviceId: 'laptop' }))).toBe(10);
    expect(isTaken({ address: OFFICE, deviceId: 'phone' })).toBe(true);
  });

  it('of a known device leave the account to others', () => {
    tries(1_000, (index) => ({ deviceId: `device ${index}` }));
    expect(isTaken()).toBe(true);
  });

  it('of many known devices: a hundred for an account, however many somebody collected', () => {
    expect(tries(1_000, (index) => ({ deviceId: `device ${index}` }))).toBe(100);
  });

  it('that succeed do not count', () => {
    for (const deviceId of [undefined, 'laptop']) {
      const attempt = { email: EMAIL, address: HOME, ...(deviceId && { deviceId }) };
      for (let login = 0; login < 1_000; login++) {
        expect(attempts.take(attempt)).toBeUndefined();
        attempts.succeeded(attempt);
      }
    }
  });
});

it.each([
  [true, /; secure$/],
  [false, /; httponly$/],
])('the cookie of a known device is for the login form alone (https: %s)', (isSecure, end) => {
  const devices = new KnownDevices({ key: 'a key', path: '/app/oauth/interaction', isSecure });
  const cookie = devices.cookie(EMAIL);
  expect(cookie).toMatch(/^funnel_device=[\w.-]+; path=\/app\/oauth\/interaction; max-age=\d+; samesite=lax; httponly/);
  expect(cookie).toMatch(end);
  const [sent] = cookie.split(';');
  expect(devices.find(`a=b; ${sent}; c=d`, EMAIL)).toMatch(/^[\w-]{22}$/);
  expect(devices.find(sent, 'somebody@example.com')).toBeUndefined();
  expect(new KnownDevices({ key: 'another', path: '/', isSecure }).find(sent, EMAIL)).toBeUndefined();
  expect(devices.find(undefined, EMAIL)).toBeUndefined();
});

describe('at the login page', () => {
  let app: TestService;
  let client: OAuthClient;
  beforeAll(async () => {
    app = await startLoginService('sqlite', { env: { TRUSTED_PROXIES: '127.0.0.1' } });
    client = await OAuthClient.register(app.baseUrl);
  });
  afterAll(() => app.dispose());
  beforeEach(() => {
    app.clock.offsetMs += WINDOW_MS;
  });

  const at = (address: string) => new BrowserlessPerson(app.baseUrl, app.baseUrl, { 'x-forwarded-for': address });
  const loginPage = async (person: BrowserlessPerson) => person.open((await client.authorization()).url);
  async function logIn(person: BrowserlessPerson, password = PASSWORD, email = EMAIL): Promise<number> {
    const { status, html } = await person.logIn(await loginPage(person), email, password);
    return html.includes('name="website"') ? 200 : status;
  }
  async function attack(address: string, count: number): Promise<number[]> {
    const attacker = at(address);
    const page = await loginPage(attacker);
    const answers = Array.from({ length: count }, () => attacker.logIn(page, EMAIL, 'a guess of somebody'));
    return (await Promise.all(answers)).map(({ status }) => status);
  }

  it('101 posts of one address in a second lock nobody out', async () => {
    const statuses = await attack(ATTACKER, 101);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(91);
    expect(await logIn(at(HOME))).toBe(200);
  });

  describe('a browser that was logged in before', () => {
    it('gets in while the account is under attack from many addresses and from its own', async () => {
      const owner = at(HOME);
      expect(await logIn(owner)).toBe(200);
      const addresses = Array.from({ length: 10 }, (_, index) => `198.51.100.${index}`);
      for (const address of [HOME, ...addresses]) await attack(address, 10);
      expect(await logIn(at(HOME))).toBe(429);
      expect(await logIn(at(OFFICE))).toBe(429);
      owner.forgetSession();
      expect(await logIn(owner)).toBe(200);
    });

    it('may try ten passwords, as everybody else', async () => {
      const owner = at(HOME);
      expect(await logIn(owner)).toBe(200);
      owner.forgetSession();
      for (let attempt = 0; attempt < 10; attempt++) expect(await logIn(owner, 'a guess of somebody')).toBe(422);
      expect(await logIn(owner)).toBe(429);
    });

    it('is known for the account that it was logged in with, and for no other', async () => {
      const colleague = 'colleague@example.com';
      await createUser(app.database, { email: colleague, password: PASSWORD, accountIds: [1] }, () => new Date());
      const owner = at(HOME);
      expect(await logIn(owner, PASSWORD, colleague)).toBe(200);
      owner.forgetSession();
      await attack(HOME, 10);
      expect(await logIn(owner)).toBe(429);
    });

    it.each(['x', 'x.y', `${'A'.repeat(22)}.${'A'.repeat(43)}`])(
      'is not known by a made-up cookie: %s',
      async (value) => {
        await attack(HOME, 10);
        const stranger = at(HOME);
        stranger.setCookie('funnel_device', value, '/oauth/interaction');
        expect(await logIn(stranger)).toBe(429);
      },
    );
  });
});
