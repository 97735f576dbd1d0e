// POST /e/contact over real HTTP: who may send the contact of a form, what is stored of it, and what nobody can do with it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { COMMAND_LINE, type Scope } from '../../../../src/core/contract/access/principal.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import type { Contact } from '../../../../src/core/manage/contacts/contact.ts';
import { ContactErasure } from '../../../../src/core/manage/erasure/forget-contact.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import { type JsonAnswer, TestService } from '../../../support/test-service.ts';

const ORIGIN = 'https://shop.example';
const VISITOR = '3f1c9a52-5b0e-4f43-9d38-1f2c3b4a5d6e';
const SCOPES: readonly Scope[] = ['contacts:read', 'contacts:write'];
const RECEIVED = { status: 200, body: { received: true } };

describe.each(ENGINES)('contacts of forms on %s', (engine) => {
  /** What runs once is not about storage. */
  const itOnce = it.runIf(ANY_ENGINE.includes(engine));
  let app: TestService;
  let key: string;
  let token: string;

  beforeAll(async () => {
    app = await TestService.start(engine, {
      env: { FORM_CONTACTS_PER_ADDRESS: '1000', TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'trace' },
    });
    await changeWebsiteSettings(app.database, 1, { form_contacts: true });
    key = await app.publicKey(1, ORIGIN);
    token = await app.token([1], { scopes: SCOPES });
  });
  afterAll(() => app.dispose());

  const send = (fields: object, more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    app.collectContact(ORIGIN, { key, contact: fields, ...more }, headers);
  async function stored(email: string): Promise<Contact[]> {
    const { body } = await app.get(`/contacts?email=${encodeURIComponent(email)}`, token);
    return body as Contact[];
  }
  const write = (body: object) =>
    app.request('/api/v1/contacts', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  itOnce('are stored with their campaign, page and source', async () => {
    const fields = { email: ' Ada@Example.com ', first_name: 'Ada', last_name: 'Lovelace', marketing_consent: 'yes' };
    const visit = { page: '/pricing', referrer: 'news.example', utm_source: 'newsletter', utm_campaign: 'spring' };
    const answer = await send(fields, { visitor: VISITOR, campaign_id: 10, element_id: 10000, ...visit });
    expect(answer).toMatchObject(RECEIVED);
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(await stored('ada@example.com')).toMatchObject([
      {
        ...{ email: 'ada@example.com', name: 'Ada', last_name: 'Lovelace', marketing_consent: 'yes' },
        ...{ source_url: 'https://shop.example/pricing', referral_source: 'news.example' },
        ...{ utm_source: 'newsletter', utm_campaign: 'spring', utm_medium: null },
        visitor_token: VISITOR,
        data: { source: { campaign_id: 10, campaign: 'Spring popup' } },
        extra: {},
        ip_address: null,
      },
    ]);
  });

  itOnce.each([
    ['a variant', { variant_id: 100 }, 10],
    ['a step', { step_id: 1011 }, 10],
    ['an element', { element_id: 10100 }, 10],
    ['nothing', {}, undefined],
    ['a campaign of another website', { campaign_id: 20 }, undefined],
  ])('whose form is in %s have its campaign', async (name, subject, expected) => {
    const email = `${name.replaceAll(' ', '-')}@subject.example`;
    expect(await send({ email }, subject)).toMatchObject(RECEIVED);
    const source = expected && { campaign_id: expected, campaign: 'Spring popup' };
    expect((await stored(email))[0]!.data.source).toEqual(source);
  });

  itOnce('keep the name of a campaign that the catalog does not have', async () => {
    await send({ email: 'unknown@campaign.example' }, { campaign: 'winter-sale' });
    expect((await stored('unknown@campaign.example'))[0]!.data).toEqual({ source: { campaign: 'winter-sale' } });
  });

  itOnce('without the consent of the visitor have a token that nothing else has', async () => {
    await send({ email: 'unlinked@example.com' });
    expect((await stored('unlinked@example.com'))[0]!.visitor_token).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('are one contact, however often and at the same time they are sent', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send({ email: 'twice@example.com', phone: '+49 30 777777' })),
    );
    for (const answer of answers) expect(answer).toMatchObject(RECEIVED);
    expect(await stored('twice@example.com')).toHaveLength(1);
  });

  itOnce('fill in what a contact does not have, and replace nothing', async () => {
    await write({ email: 'known@example.com', first_name: 'Kim', data: { vip: true } });
    const [before] = await stored('known@example.com');
    const answer = await send(
      { email: 'KNOWN@example.com', first_name: 'Mallory', last_name: 'Park', city: 'Rome', phone: '+4930888888' },
      { campaign_id: 10, visitor: VISITOR, utm_source: 'ad' },
    );
    expect(answer).toMatchObject(RECEIVED);
    const [after] = await stored('known@example.com');
    expect(after).toEqual({
      ...before,
      ...{ last_name: 'Park', city: 'Rome' },
      ...{ utm_source: 'ad', source_url: ORIGIN, updated_at: after!.updated_at },
      data: { vip: true, source: { campaign_id: 10, campaign: 'Spring popup' } },
    });
  });

  const unconfirmed = async (contactId: number, of = token) => {
    const { body } = await app.get(`/contacts/unconfirmed?contact_id=${contactId}`, of);
    return (body as { unconfirmed: { id: number; fields: object; contact: Contact }[] }).unconfirmed;
  };
  const accept = (id: number, of = token) =>
    app.request(`/api/v1/contacts/unconfirmed/${id}/accept`, {
      method: 'POST',
      headers: { authorization: `Bearer ${of}` },
    });
  const dismiss = (id: number, of = token) =>
    app.request(`/api/v1/contacts/unconfirmed/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${of}` },
    });
  const created = async (body: object) => (await write(body)).body as Contact;
  const read = async (id: number) => ((await app.get(`/contacts?id=${id}`, token)).body as Contact[])[0];

  it('give nobody who knows a phone number an email, a consent or a visitor of that contact: these wait to be confirmed', async () => {
    const victim = await created({ phone: '+49 30 1110001', first_name: 'Vera' });
    const attack = { phone: '004930/1110001', email: 'mallory@example.com', marketing_consent: 'yes', city: 'Rome' };
    expect(await send(attack, { visitor: VISITOR, campaign_id: 10, page: '/pricing' })).toMatchObject(RECEIVED);
    await send(attack);
    expect(await read(victim.id)).toMatchObject({
      ...{ email: null, marketing_consent: null, phone: '+49 30 1110001', name: 'Vera', city: 'Rome' },
      visitor_token: victim.visitor_token,
    });
    expect(await unconfirmed(victim.id)).toEqual([
      {
        id: expect.any(Number),
        contact: await read(victim.id),
        fields: { email: 'mallory@example.com', marketing_consent: 'yes' },
        source_url: 'https://shop.example/pricing',
        campaign: 'Spring popup',
        created_at: expect.stringMatching(/^\d{4}-/),
      },
    ]);
    // The address is nobody's yet: it finds no contact, and an upsert with it changes none.
    expect(await stored('mallory@example.com')).toEqual([]);
    await write({ email: 'mallory@example.com', first_name: 'Mallory' });
    expect((await read(victim.id))!.name).toBe('Vera');
  });

  it('add no phone number to a contact, with which a later upsert could change its name', async () => {
    const victim = await created({ email: 'victim@example.com', first_name: 'Vera' });
    await send({ email: 'victim@example.com', phone: '+49 30 1110002' });
    expect((await write({ phone: '+49 30 1110002', first_name: 'Mallory' })).status).toBe(201);
    expect(await read(victim.id)).toMatchObject({ name: 'Vera', phone: null });
  });

  it('are added once they are accepted, are gone once they are dismissed, and the audit log says by whom', async () => {
    const contact = await created({ email: 'asks@example.com', sms_consent: 'no' });
    await send({ email: 'asks@example.com', phone: '+49 30 1110003', sms_consent: 'yes' });
    await send({ email: 'asks@example.com', phone: '+49 30 1110004' });
    const [second, first] = await unconfirmed(contact.id);
    expect(first!.fields).toEqual({ phone: '+49 30 1110003', sms_consent: 'yes' });
    expect((await accept(first!.id)).body).toMatchObject({ phone: '+49 30 1110003', sms_consent: 'yes' });
    expect((await accept(first!.id)).status).toBe(404);
    expect((await dismiss(second!.id)).status).toBe(204);
    expect((await dismiss(second!.id)).status).toBe(404);
    expect(await unconfirmed(contact.id)).toEqual([]);
    expect(await read(contact.id)).toMatchObject({ phone: '+49 30 1110003' });
    // It is what contacts are found by now.
    expect((await write({ phone: '+49 30 1110003', city: 'Oslo' })).status).toBe(200);
    const entries = await app.database.query(
      "SELECT action, website_id FROM audit_log WHERE action LIKE 'unconfirmed%' AND subject = $1 ORDER BY id",
      [JSON.stringify(String(contact.id))],
    );
    expect(entries).toEqual([
      { action: 'unconfirmed_accepted', website_id: 1 },
      { action: 'unconfirmed_dismissed', website_id: 1 },
    ]);
  });

  it('with an address that another contact has by now are not accepted', async () => {
    const contact = await created({ phone: '+49 30 1110005' });
    await send({ phone: '+49 30 1110005', email: 'moved@example.com' });
    await write({ email: 'moved@example.com' });
    const [waiting] = await unconfirmed(contact.id);
    expect(await accept(waiting!.id)).toMatchObject({ status: 409, body: { code: 'email_in_use' } });
    expect(await unconfirmed(contact.id)).toHaveLength(1);
  });

  it('are erased with the contact, and are neither seen nor decided on by others', async () => {
    const contact = await created({ email: 'gone@example.com' });
    await send({ email: 'gone@example.com', phone: '+49 30 1110006' });
    const [waiting] = await unconfirmed(contact.id);
    const others = await app.token([2], { scopes: SCOPES });
    expect(await unconfirmed(contact.id, others)).toEqual([]);
    expect([(await accept(waiting!.id, others)).status, (await dismiss(waiting!.id, others)).status]).toEqual([
      404, 404,
    ]);
    const reading = await app.token([1], { scopes: ['contacts:read'] });
    expect([(await accept(waiting!.id, reading)).status, (await dismiss(waiting!.id, reading)).status]).toEqual([
      403, 403,
    ]);
    await new ContactErasure(app.database, app.clock.now).forget({
      websiteId: 1,
      filter: { id: contact.id },
      actor: COMMAND_LINE,
      isErasing: true,
    });
    expect(await app.database.query('SELECT id FROM unconfirmed_contacts WHERE id = $1', [waiting!.id])).toEqual([]);
  });

  it('about one contact are at most 20, and the newest ones stay', async () => {
    const contact = await created({ email: 'busy@example.com' });
    for (let sent = 0; sent < 22; sent++) {
      app.clock.advance(1_000);
      await send({ email: 'busy@example.com', phone: `+49 30 22200${sent + 10}` });
    }
    const waiting = await app.database.query<{ fields: string }>(
      'SELECT fields FROM unconfirmed_contacts WHERE website_id = 1 AND contact_id = $1 ORDER BY id',
      [contact.id],
    );
    expect(waiting).toHaveLength(20);
    const phones = waiting.map(({ fields }) => JSON.parse(fields).phone as string);
    expect([phones.includes('+49 30 2220010'), phones.includes('+49 30 2220031')]).toEqual([false, true]);
  });

  it('cannot choose the visitor of another person', async () => {
    const visitor = '0aa0c5a4-22f4-4a0e-8e31-3d1f6a1b2c3d';
    await write({ email: 'owner@example.com', visitor_token: visitor });
    await send({ email: 'thief@example.com' }, { visitor: visitor.toUpperCase() });
    const [thief] = await stored('thief@example.com');
    expect(thief!.visitor_token.toLowerCase()).not.toBe(visitor);
    expect((await stored('owner@example.com'))[0]!.visitor_token).toBe(visitor);
  });

  const ANSWERS = { taste: 'Fruity', strength: 3 };
  const answersOf = async (email: string) => (await stored(email))[0]!.data.answers;

  itOnce('have what a visitor who agreed has chosen before, with the time and the campaign', async () => {
    const visitor = '1bb0c5a4-22f4-4a0e-8e31-3d1f6a1b2c3d';
    await send({ email: 'quiz@example.com' }, { visitor, campaign_id: 10, answers: ANSWERS });
    const at = expect.stringMatching(/^\d{4}-/);
    const first = { at, campaign_id: 10, campaign: 'Spring popup', answers: { taste: 'Fruity', strength: '3' } };
    expect(await answersOf('quiz@example.com')).toEqual([first]);
    // A repeated request changes nothing, and another form of this visitor adds to it.
    await send({ email: 'quiz@example.com' }, { visitor, campaign_id: 10, answers: ANSWERS });
    expect(await answersOf('quiz@example.com')).toEqual([first]);
    await send({ email: 'quiz@example.com' }, { visitor, answers: { taste: 'Nutty' } });
    expect(await answersOf('quiz@example.com')).toEqual([first, { at, answers: { taste: 'Nutty' } }]);
    // Whoever knows the address adds nothing.
    await send({ email: 'quiz@example.com' }, { visitor: VISITOR, answers: { taste: 'Bitter' } });
    await send({ email: 'quiz@example.com' }, { answers: { taste: 'Bitter' } });
    expect(await answersOf('quiz@example.com')).toHaveLength(2);
  });

  itOnce.each([
    ['without the consent of the visitor', {}, ANSWERS, undefined],
    [
      'that are no short lines',
      { visitor: true },
      { a: 'x'.repeat(255), b: 'two\nlines', c: null, d: { e: 1 } },
      undefined,
    ],
    ['that are no object', { visitor: true }, 'Fruity', undefined],
    [
      'of which there are many',
      { visitor: true },
      Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`q${n}`, n])),
      20,
    ],
  ])(
    'keep no answers %s, and are stored all the same',
    async (name, { visitor }: { visitor?: boolean }, answers, kept) => {
      const email = `${name.replaceAll(/\W/g, '-')}@answers.example`;
      expect(await send({ email }, { answers, ...(visitor && { visitor: randomUUID() }) })).toMatchObject(RECEIVED);
      const found = (await answersOf(email)) as [{ answers: object }] | undefined;
      expect(found && Object.keys(found[0].answers).length).toBe(kept);
    },
  );

  itOnce('may have an address of several lines, and no source with characters that hide something', async () => {
    const sent = await send(
      { email: 'lines@example.com', address: '1 High Street\r\n London ' },
      { utm_source: 'a\u202Eb', utm_medium: 'mail' },
    );
    expect(sent).toMatchObject(RECEIVED);
    expect(await stored('lines@example.com')).toMatchObject([
      { address: '1 High Street, London', utm_source: null, utm_medium: 'mail' },
    ]);
  });

  itOnce('of a contact that came from elsewhere do not change where it came from', async () => {
    await write({ email: 'imported@example.com', utm_source: 'fair' });
    await send({ email: 'imported@example.com', city: 'Rome' }, { campaign_id: 10, utm_campaign: 'spring' });
    expect(await stored('imported@example.com')).toMatchObject([
      { city: 'Rome', utm_source: 'fair', utm_campaign: null, source_url: null, data: {} },
    ]);
  });

  itOnce('have the same answer whether the contact existed or is too large for more', async () => {
    await write({
      email: 'old@example.com',
      ...Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, i])),
    });
    await write({ email: 'full@example.com', data: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [i, i])) });
    const answers: JsonAnswer[] = [];
    for (const email of ['new@example.com', 'old@example.com', 'full@example.com']) {
      answers.push(await send({ email }, { campaign_id: 10 }));
    }
    const shapes = answers.map(({ status, text, headers }) => {
      const kept = [...headers].filter(([name]) => !/^(date|ratelimit-.*|x-request-id)$/.test(name));
      return JSON.stringify([status, text, kept]);
    });
    expect(new Set(shapes).size).toBe(1);
  });

  itOnce.each([
    [{}, 'email_or_phone_required'],
    [{ first_name: 'Ada' }, 'email_or_phone_required'],
    [{ email: '   ' }, 'email_or_phone_required'],
    [{ email: 'ada' }, 'invalid_email'],
    [{ phone: '1' }, 'invalid_phone'],
    [{ email: 'a@example.com', first_name: 7 }, 'invalid_field'],
    [{ email: 'a@example.com', last_name: 'x'.repeat(255) }, 'invalid_field'],
    [{ email: 'a@example.com', first_name: 'a\u0000' }, 'invalid_field'],
    [{ email: 'a@example.com', first_name: 'Ada\nBcc: b@example.com' }, 'invalid_field'],
    [{ email: 'a@example.com', city: 'Rome\u202Eemor' }, 'invalid_field'],
    [{ email: 'a@example.com', password: 'secret' }, 'unknown_field'],
    [{ email: 'a@example.com', ip_address: '1.1.1.1' }, 'unknown_field'],
    [{ email: 'a@example.com', extra: {} }, 'unknown_field'],
  ])('refuse %j', async (fields, code) => {
    expect(await send(fields)).toMatchObject({ status: 422, body: { status: 422, code } });
    expect(await stored('a@example.com')).toEqual([]);
  });

  itOnce.each([
    [{ visitor: 'ada' }, 422, 'invalid_field'],
    [{ visit: 1 }, 422, 'unknown_field'],
    [{ page: 7 }, 422, 'invalid_page'],
    [{ contact: 'ada@example.com' }, 422, 'invalid_field'],
    [{ contact: { email: 'x'.repeat(20_000) } }, 413, 'batch_too_large'],
  ])('refuse a body with %j', async (more, status, code) => {
    expect(await send({ email: 'b@example.com' }, more)).toMatchObject({ status, body: { status, code } });
    expect(await stored('b@example.com')).toEqual([]);
  });

  itOnce('need a public key of the website, from an origin that it allows', async () => {
    const contact = { email: 'c@example.com' };
    const secret = await app.ingestKey(1);
    for (const [body, origin, status, code] of [
      [{ contact }, ORIGIN, 401, undefined],
      [{ key: 'fpk_wrong', contact }, ORIGIN, 401, undefined],
      [{ key: token, contact }, ORIGIN, 401, undefined],
      [{ key: secret, contact }, ORIGIN, 403, 'secret_key_not_allowed'],
      [{ key, contact }, 'https://evil.example', 403, 'origin_not_allowed'],
      [{ key, contact }, 'null', 403, 'origin_not_allowed'],
    ] as const) {
      const answer = await app.collectContact(origin, body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    expect(await stored('c@example.com')).toEqual([]);
  });

  itOnce('belong to the website of the key, whose setting is off at first', async () => {
    const other = await app.publicKey(2, ORIGIN);
    const contact = { email: 'both@example.com' };
    const refused = await app.collectContact(ORIGIN, { key: other, contact });
    expect(refused).toMatchObject({ status: 403, body: { code: 'form_contacts_off' } });
    expect(refused.body.detail).toContain('--website 2 --form-contacts on');
    const otherToken = await app.token([2], { scopes: SCOPES });
    const of2 = async () => (await app.get('/contacts?email=both@example.com', otherToken)).body;
    expect(await of2()).toEqual([]);
    await changeWebsiteSettings(app.database, 2, { form_contacts: true });
    expect(await app.collectContact(ORIGIN, { key: other, contact })).toMatchObject(RECEIVED);
    expect(await of2()).toHaveLength(1);
    expect(await stored('both@example.com')).toEqual([]);
    await changeWebsiteSettings(app.database, 2, { form_contacts: false });
  });

  itOnce('of bots and of those who fell into the trap are not stored, with the same answer', async () => {
    expect(await send({ email: 'bot@example.com' }, {}, { 'user-agent': 'Googlebot/2.1' })).toMatchObject(RECEIVED);
    expect(await send({ email: 'bot@example.com' }, { automated: true })).toMatchObject(RECEIVED);
    expect(await stored('bot@example.com')).toEqual([]);
  });

  itOnce('are in no log', async () => {
    await send({ email: 'private@example.com', first_name: 'Privatina' });
    await send({ email: 'private@', first_name: 'Privatina' });
    expect(app.logs()).not.toContain('Privatina');
    expect(app.logs()).not.toContain('private@');
  });
});

describe.each(ANY_ENGINE)('limits of contacts of forms on %s', (engine) => {
  let app: TestService;
  let key: string;
  beforeAll(async () => {
    app = await TestService.start(engine, {
      env: { FORM_CONTACTS_PER_ADDRESS: '3', FORM_CONTACTS_PER_DAY: '5', TRUSTED_PROXIES: '127.0.0.1' },
    });
    await changeWebsiteSettings(app.database, 1, { form_contacts: true });
    key = await app.publicKey(1, ORIGIN);
  });
  afterAll(() => app.dispose());

  test('an address may send some in an hour, and a website gets some in a day, whether they are new or not', async () => {
    let sent = 0;
    const from = (address: string, email = `${++sent}@example.com`) =>
      app.collectContact(ORIGIN, { key, contact: { email } }, { 'x-forwarded-for': address });
    const limited = { status: 429, body: { code: 'too_many_contacts' } };
    for (let count = 0; count < 3; count++) expect(await from('198.51.100.7')).toMatchObject(RECEIVED);
    const refused = await from('198.51.100.7');
    expect(refused).toMatchObject(limited);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await from('198.51.100.8', '1@example.com')).toMatchObject(RECEIVED);
    expect(await from('198.51.100.8')).toMatchObject(RECEIVED);
    // From now on the website is full: also for those that exist.
    expect(await from('198.51.100.9')).toMatchObject(limited);
    expect(await from('198.51.100.9', '1@example.com')).toMatchObject(limited);
    expect(await app.database.query('SELECT COUNT(*) AS contacts FROM contacts')).toEqual([{ contacts: 4 }]);
    app.clock.advance(24 * 60 * 60 * 1000);
    expect(await from('198.51.100.7')).toMatchObject(RECEIVED);
  });
});
