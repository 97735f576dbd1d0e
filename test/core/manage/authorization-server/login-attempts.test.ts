// Limits of login attempts, and that an attacker cannot lock the owner out, from one IP address or many.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type LoginAttempt,
  LoginAttempts,
} from '../../../../src/core/manage/authorization-server/links/login-attempts.ts';
import { KnownDevices } from '../../../../src/core/manage/authorization-server/logins/known-devices.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import { TestClock } from '../../../support/test-clock.ts';
import type { TestService } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
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
    attempts.take({ email: EMAIL, ipAddress: HOME, ...attempt }) === undefined;
  const tries = (count: number, attempt: (index: number) => Partial<LoginAttempt>) =>
    Array.from({ length: count }, (_, index) => isTaken(attempt(index))).filter(Boolean).length;

  it('ten per IP address and user; the user can log in from elsewhere', () => {
    expect(tries(1_000, () => ({ ipAddress: ATTACKER }))).toBe(10);
    expect(isTaken()).toBe(true);
  });

  it('of one user do not use up those of others behind the same IP address', () => {
    expect(tries(1_000, () => ({ ipAddress: OFFICE }))).toBe(10);
    expect(isTaken({ ipAddress: OFFICE, email: 'colleague@example.com' })).toBe(true);
  });

  it('fifty per IP address; none of the users is locked out elsewhere', () => {
    expect(tries(1_000, (index) => ({ ipAddress: ATTACKER, email: `${index % 20}@example.com` }))).toBe(50);
    expect(tries(20, (index) => ({ email: `${index}@example.com` }))).toBe(20);
  });

  it('a hundred per user from many IP addresses', () => {
    expect(tries(1_000, (index) => ({ ipAddress: `198.51.100.${index % 100}` }))).toBe(100);
    expect(isTaken()).toBe(false);
    clock.advance(QUARTER_HOUR_MS);
    expect(isTaken()).toBe(true);
  });

  it('of others, from any IP address, do not lock out a known device', () => {
    tries(1_000, (index) => ({ ipAddress: `198.51.100.${index % 100}` }));
    tries(1_000, (index) => ({ ipAddress: OFFICE, email: `${index % 20}@example.com` }));
    expect(isTaken({ ipAddress: OFFICE })).toBe(false);
    expect(tries(1_000, () => ({ ipAddress: OFFICE, deviceId: 'laptop' }))).toBe(10);
    expect(isTaken({ ipAddress: OFFICE, deviceId: 'phone' })).toBe(true);
  });

  it('of a known device do not use up those of other devices', () => {
    tries(1_000, (index) => ({ deviceId: `device ${index}` }));
    expect(isTaken()).toBe(true);
  });

  it('a hundred per user from all known devices together', () => {
    expect(tries(1_000, (index) => ({ deviceId: `device ${index}` }))).toBe(100);
  });

  it('do not count if they succeed', () => {
    for (const deviceId of [undefined, 'laptop']) {
      const attempt = { email: EMAIL, ipAddress: HOME, ...(deviceId && { deviceId }) };
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
])('the cookie of a known device is only sent to the login form (https: %s)', (isSecure, end) => {
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
  beforeEach(() => app.clock.advanceToMultipleOf(QUARTER_HOUR_MS));

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

  it('101 posts from one IP address in a second lock nobody out', async () => {
    const statuses = await attack(ATTACKER, 101);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(91);
    expect(await logIn(at(HOME))).toBe(200);
  });

  describe('a browser that has logged in before', () => {
    it('can log in during an attack from many IP addresses and its own', async () => {
      const owner = at(HOME);
      expect(await logIn(owner)).toBe(200);
      const addresses = Array.from({ length: 10 }, (_, index) => `198.51.100.${index}`);
      for (const address of [HOME, ...addresses]) await attack(address, 10);
      expect(await logIn(at(HOME))).toBe(429);
      expect(await logIn(at(OFFICE))).toBe(429);
      owner.forgetSession();
      expect(await logIn(owner)).toBe(200);
    });

    it('may try ten passwords, like any other', async () => {
      const owner = at(HOME);
      expect(await logIn(owner)).toBe(200);
      owner.forgetSession();
      for (let attempt = 0; attempt < 10; attempt++) expect(await logIn(owner, 'a guess of somebody')).toBe(422);
      expect(await logIn(owner)).toBe(429);
    });

    it('is known for the user who logged in, and for no other', async () => {
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
