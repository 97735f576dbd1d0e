// The dimensions of accepted events: of servers and browsers; kept only where the website keeps its events.
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { Batch, SentVisit } from '../../../../src/core/intake/events/batch.ts';
import { batchOf, eventWith, type SentEvent } from '../../../support/events.ts';
import { LoggedWebsite } from '../../../support/logged-website.ts';
import { BROWSER } from '../../../support/test-service.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const DAILY_VISITOR = { yesterday: { day: 0, visitor: 'yesterday' }, otherwise: 'today' };
const NEWSLETTER = { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'spring' };

let website: LoggedWebsite;

beforeAll(async () => {
  website = await LoggedWebsite.open('shop.example');
});

afterAll(() => website.dispose());

beforeEach(() => website.forgetVisits());

const accept = (batch: Batch, eventLog?: boolean) => website.accept(batch, eventLog);
const dimensionsOf = (batch: Batch, eventLog?: boolean) => website.dimensionsOf(batch, eventLog);

/** What a page sends. */
function page(fields: SentVisit['fields'], events: SentEvent[] = [{ type: 'view' }], more: object = {}): Batch {
  return batchOf(JSON.stringify({ events }), {
    format: 'envelope',
    onlyWebsiteId: 1,
    isFromBrowser: true,
    defaults: {
      websiteId: 1,
      dailyVisitor: DAILY_VISITOR,
      visit: { fields, userAgent: BROWSER, ipAddress: '10.0.0.1' },
      ...more,
    },
  });
}

describe('events of servers and of files', () => {
  const fields = {
    ...{ ...NEWSLETTER, referrer: 'https://mail.example/inbox', device: 'mobile', browser: 'Safari', os: 'iOS' },
    ...{ country: 'de', page: 'https://shop.example/shoes?size=42' },
  };

  test('have the dimensions of their fields, and a channel', async () => {
    expect(await dimensionsOf(batchOf([eventWith(fields), eventWith()]))).toEqual([
      { ...fields, channel: 'email', referrer: 'mail.example', country: 'DE', page: '/shoes' },
      {},
    ]);
  });

  test('are accepted without dimensions if the website does not keep its events', async () => {
    expect(await dimensionsOf(batchOf([eventWith(fields)]), false)).toEqual([{}]);
  });

  test('are cut where they are too long, and not rejected', async () => {
    const [dimensions] = await dimensionsOf(
      batchOf([eventWith({ utm_source: 'a'.repeat(500), page: `/${'b'.repeat(500)}` })]),
    );
    expect(dimensions).toEqual({ channel: 'other', utm_source: 'a'.repeat(100), page: `/${'b'.repeat(199)}` });
  });

  test('null and an empty string are no value', async () => {
    const nothing = { utm_source: null, referrer: '', device: '', country: null, page: '' };
    expect(await dimensionsOf(batchOf([eventWith(nothing)]))).toEqual([{ channel: 'direct' }]);
  });

  describe.each([true, false])('with the event log %s', (isOn) => {
    it.each([
      ['utm_source', 5],
      ['utm_medium', true],
      ['utm_campaign', ['spring']],
      ['referrer', {}],
      ['device', 'watch'],
      ['device', 1],
      ['browser', 142],
      ['os', []],
      ['country', 'Germany'],
      ['country', 49],
      ['page', {}],
    ])('%s must not be %j', async (name, value) => {
      const { outcome, events } = await accept(batchOf([eventWith({ [name]: value }), eventWith()]), isOn);
      expect(outcome.rejections).toMatchObject([
        { index: 0, code: `invalid_${name}`, message: expect.stringMatching(new RegExp(`^${name} must be `)) },
      ]);
      expect(events).toHaveLength(1);
    });

    test('channel is derived and can not be sent', async () => {
      const { outcome } = await accept(batchOf([eventWith({ channel: 'email' })]), isOn);
      expect(outcome.rejections).toMatchObject([{ code: 'unknown_field' }]);
    });
  });
});

describe('events of a browser', () => {
  const GOOGLE = '8.8.8.8';

  test('have the device of its user agent, the country of its proxy, and its page', async () => {
    const visit: SentVisit = { fields: { page: '/shoes' }, userAgent: PHONE, ipAddress: GOOGLE, country: 'at' };
    expect(await dimensionsOf(page({}, [{ type: 'view' }, { type: 'conversion', page: '/cart' }], { visit }))).toEqual([
      { channel: 'direct', device: 'mobile', browser: 'Safari', os: 'iOS', country: 'AT', page: '/shoes' },
      { channel: 'direct', device: 'mobile', browser: 'Safari', os: 'iOS', country: 'AT', page: '/cart' },
    ]);
  });

  test.each([
    [{}, 'US'],
    [{ ipAddress: '::ffff:8.8.8.8' }, 'US'],
    [{ ipAddress: '10.0.0.1' }, undefined],
    // The proxy does not know it.
    [{ country: 'XX' }, undefined],
  ])('have the country of the address, unless a proxy says something else: %j', async (sent, country) => {
    const visit: SentVisit = { fields: {}, userAgent: PHONE, ipAddress: GOOGLE, ...sent };
    const [dimensions, ofServer] = await dimensionsOf(
      page({}, [{ type: 'view' }, { type: 'view', country: 'fr' }], { visit }),
    );
    expect([dimensions!.country, ofServer!.country]).toEqual([country, 'FR']);
    // Nothing that goes on to the database has the address.
    const accepted = await accept(page({}, undefined, { visit }));
    expect(inspect(accepted, { depth: null })).not.toContain(visit.ipAddress);
  });

  test('have the source that the visit began with, on all its pages', async () => {
    const [landing] = await dimensionsOf(page({ ...NEWSLETTER, referrer: 'mail.example' }));
    expect(landing).toMatchObject({ ...NEWSLETTER, referrer: 'mail.example', channel: 'email' });
    const [next] = await dimensionsOf(page({ referrer: 'shop.example', page: '/2' }));
    expect(next).toMatchObject({ ...NEWSLETTER, referrer: 'mail.example', channel: 'email', page: '/2' });
  });

  test('have it even if the first page had no events', async () => {
    expect(await dimensionsOf(page({ referrer: 'www.google.com' }, []))).toEqual([]);
    expect((await dimensionsOf(page({ referrer: '' })))[0]).toMatchObject({
      channel: 'organic_search',
      referrer: 'google.com',
    });
  });

  test('have it no longer half an hour later', async () => {
    await accept(page(NEWSLETTER));
    website.clock.advance(31 * 60_000);
    expect((await dimensionsOf(page({})))[0]).toMatchObject({ channel: 'direct' });
    website.clock.offsetMs = 0;
  });

  test('with consent have what the browser remembers, and what was remembered before the consent', async () => {
    await accept(page(NEWSLETTER));
    const consent = { visitor: 'ada' };
    expect((await dimensionsOf(page({}, undefined, consent)))[0]).toMatchObject({ channel: 'email' });
    expect((await dimensionsOf(page({ referrer: 'bing.com' }, undefined, consent)))[0]).toMatchObject({
      ...{ channel: 'organic_search', referrer: 'bing.com' },
    });
  });

  test('are remembered nowhere if the website does not keep its events', async () => {
    expect(await dimensionsOf(page(NEWSLETTER), false)).toEqual([{}]);
    expect(website.visits.size).toBe(0);
  });
});
