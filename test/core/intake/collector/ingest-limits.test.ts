// Who uses up which limit. Each of them is tested by itself in test/core/contract/access/rate-limit.test.ts.
import { beforeEach, describe, expect, test } from 'vitest';
import { limitPerMinute } from '../../../../src/core/contract/access/rate-limit.ts';
import { IngestLimits } from '../../../../src/core/intake/collector/ingest-limits.ts';
import type { FoundIngestKey } from '../../../../src/core/intake/ingest-keys/ingest-key-finder.ts';
import { TestClock } from '../../../support/test-clock.ts';

const SERVER = { websiteId: 1, source: 'server', keyId: 1 } as const;
const BROWSER = { websiteId: 1, source: 'browser', keyId: 2, origin: 'https://shop.example' } as const;
const SECRET_KEY: FoundIngestKey = { id: 1, websiteId: 1, isPublic: false, origins: [] };
const PUBLIC_KEY: FoundIngestKey = { id: 2, websiteId: 1, isPublic: true, origins: [BROWSER.origin] };
/** Another one of the same website. */
const OTHER_SECRET_KEY: FoundIngestKey = { ...SECRET_KEY, id: 3 };
const EVENTS_MAX = { website: 30, secretKey: 20, publicKey: 10 };

const clock = new TestClock('2026-03-01T10:00:00Z');
let limits: IngestLimits;

beforeEach(() => {
  const per = (requestsMax: number, eventsMax: number) => ({
    requests: limitPerMinute(requestsMax, clock.now),
    events: limitPerMinute(eventsMax, clock.now),
  });
  limits = new IngestLimits({
    website: per(5, EVENTS_MAX.website),
    secretKey: per(3, EVENTS_MAX.secretKey),
    publicKey: per(2, EVENTS_MAX.publicKey),
    browserAddress: limitPerMinute(2, clock.now),
  });
});

function callerFrom(ipAddress = '203.0.113.7') {
  const headers: Record<string, string> = {};
  return { ipAddress, headers, setHeaders: (set: Readonly<Record<string, string>>) => Object.assign(headers, set) };
}
const fromServer = (key = SECRET_KEY) => limits.takeFromServer(key, callerFrom());
const fromBrowser = () => limits.takeFromBrowser(PUBLIC_KEY, callerFrom());
const fromAddress = (ipAddress: string) => limits.takeFromAddress(callerFrom(ipAddress));
const tooMany = (what: string, max: number, who: string) =>
  expect.objectContaining({
    status: 429,
    message: expect.stringContaining(`${what}: at most ${max} a minute for ${who}.`),
  });

describe('events', () => {
  test('of browsers use up the limit of their public key, and none of the servers', () => {
    limits.countEvents(BROWSER, 1_000);
    expect(fromBrowser).toThrow(tooMany('events', EVENTS_MAX.publicKey, 'a public key'));
    expect(fromServer).not.toThrow();
  });

  test('of servers use up the limit of their key, and none of the browsers', () => {
    limits.countEvents(SERVER, EVENTS_MAX.secretKey - 1);
    expect(fromServer).not.toThrow();
    limits.countEvents(SERVER, 1);
    expect(fromServer).toThrow(tooMany('events', EVENTS_MAX.secretKey, 'a key'));
    expect(() => fromServer(OTHER_SECRET_KEY)).not.toThrow();
    expect(fromBrowser).not.toThrow();
  });

  test('of all keys and webhooks together use up the limit of their website', () => {
    limits.countEvents(SERVER, 10);
    limits.countEvents({ websiteId: 1, source: 'webhook' }, EVENTS_MAX.website - 10);
    expect(() => fromServer(OTHER_SECRET_KEY)).toThrow(tooMany('events', EVENTS_MAX.website, 'a website'));
    expect(() => fromServer({ ...SECRET_KEY, id: 4, websiteId: 2 })).not.toThrow();
  });
});

describe('requests', () => {
  test('of a server are told how many are left of the limit that ends first', () => {
    const [first, second] = [callerFrom(), callerFrom()];
    limits.takeFromServer(SECRET_KEY, first);
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' });
    for (let request = 0; request < 3; request++) fromServer(OTHER_SECRET_KEY);
    limits.takeFromServer({ ...SECRET_KEY, id: 4 }, second);
    expect(second.headers).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-remaining': '0' });
  });

  test('of browsers use up the limit of their public key, and none of the servers', () => {
    for (let request = 0; request < 2; request++) fromBrowser();
    expect(fromBrowser).toThrow(tooMany('requests', 2, 'a public key'));
    expect(fromServer).not.toThrow();
  });

  test('of one network of IPv6 addresses share a limit', () => {
    fromAddress('2001:db8:1:2::1');
    fromAddress('2001:db8:1:2::2');
    expect(() => fromAddress('2001:db8:1:2:3::3')).toThrow(tooMany('requests', 2, 'an address'));
    expect(() => fromAddress('2001:db8:1:3::1')).not.toThrow();
  });
});
