import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../../src/core/foundation/problem/problem.ts';
import { applyChanges } from '../../../../src/core/manage/contacts/apply-changes.ts';
import { searchPatterns, searchRowOf } from '../../../../src/core/manage/contacts/contact-search.ts';
import { readChanges } from '../../../../src/core/manage/contacts/read-changes.ts';
import { readForm } from '../../../../src/core/manage/contacts/read-form.ts';

function stored(...bodies: unknown[]): Record<string, unknown> {
  return JSON.parse(bodies.reduce<string>((fields, body) => applyChanges(fields, readChanges(body)), '{}'));
}

function refusal(...bodies: unknown[]): unknown[] {
  try {
    stored(...bodies);
  } catch (error) {
    const { status, options } = error as Problem;
    return [status, options.code, options.param];
  }
  return ['not refused'];
}

function nested(levels: number): unknown {
  return levels === 0 ? 1 : { inner: nested(levels - 1) };
}

function keys(count: number, prefix = 'key'): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, index]));
}

const email = 'ada@example.com';

describe('a body', () => {
  it('sets the fields of a contact, first_name as name, and puts everything else into extra', () => {
    const body = { email, first_name: ' Ada ', last_name: 'L', tags: 'a,b', data: { a: 1 }, size: 42, list: [null] };
    expect(stored(body)).toEqual({
      email,
      name: 'Ada',
      last_name: 'L',
      tags: 'a,b',
      data: { a: 1 },
      extra: { size: 42, list: [null] },
    });
  });

  it('prefers first_name to name, even null', () => {
    expect(stored({ email, name: 'A', first_name: 'B' })).toMatchObject({ name: 'B' });
    expect(stored({ email, name: 'A', first_name: null })).not.toHaveProperty('name');
  });

  it('ignores fields that the service sets', () => {
    expect(stored({ email, id: 9, website_id: 9, created_at: 'x', updated_at: null })).toEqual({ email });
  });

  it('changes only given fields, and null clears them', () => {
    expect(stored({ email, city: 'Rome', bio: 'b', a: 1 }, { email, city: null, b: 2 })).toEqual({
      email,
      bio: 'b',
      extra: { a: 1, b: 2 },
    });
  });

  it('merges extra and data by key, and null removes a key', () => {
    expect(stored({ email, extra: { a: 1, b: 1 }, data: { x: 1 } }, { email, extra: { b: 2 }, c: 3 })).toEqual({
      email,
      extra: { a: 1, b: 2, c: 3 },
      data: { x: 1 },
    });
    expect(stored({ email, a: 1, data: { x: 1 } }, { email, extra: null, data: null, b: 2 })).toEqual({
      email,
      extra: { b: 2 },
      data: {},
    });
  });

  it('treats an empty email or phone as not given', () => {
    expect(
      stored({ email, phone: '+4930123456' }, { email, phone: ' ' }, { email: null, phone: '+4930123456' }),
    ).toEqual({
      email,
      phone: '+4930123456',
    });
  });

  it('stores a phone as given', () => {
    expect(stored({ phone: ' 0049 (0)30/123456 ' })).toEqual({ phone: '0049 (0)30/123456' });
  });

  it('treats names such as __proto__ as data', () => {
    const body = JSON.parse(
      `{"email":"${email}","__proto__":{"polluted":1},"constructor":{"prototype":{"x":1}},"toString":"t"}`,
    );
    const { extra } = stored(body, { email, other: 1 });
    expect(JSON.stringify(extra)).toBe(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"x":1}},"toString":"t","other":1}',
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('stores any JSON value in a custom field unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const sent = JSON.parse(JSON.stringify({ email, custom: value }));
        expect(stored(sent).extra).toEqual({ custom: sent.custom });
      }),
      { seed: 2 },
    );
  });
});

describe('rejects', () => {
  it.each([
    [undefined, [400, 'invalid_json', undefined]],
    [null, [422, 'invalid_body', undefined]],
    [[{ email }], [422, 'invalid_body', undefined]],
    ['text', [422, 'invalid_body', undefined]],
    [{}, [422, 'email_or_phone_required', undefined]],
    [{ first_name: 'Ada' }, [422, 'email_or_phone_required', undefined]],
    [{ email: '', phone: null }, [422, 'email_or_phone_required', undefined]],
    [{ email: 'ada' }, [422, 'invalid_email', 'email']],
    [{ email: 'ada', phone: '+4930123456' }, [422, 'invalid_email', 'email']],
    [{ email: 1 }, [422, 'invalid_field', 'email']],
    [{ phone: 'none' }, [422, 'invalid_phone', 'phone']],
    [{ phone: 4930123456 }, [422, 'invalid_field', 'phone']],
    [{ email, city: 3 }, [422, 'invalid_field', 'city']],
    [{ email, privacy_consent: true }, [422, 'invalid_field', 'privacy_consent']],
    [{ email, first_name: {} }, [422, 'invalid_field', 'first_name']],
    [{ email, bio: 'a\u0000b' }, [422, 'invalid_field', 'bio']],
    [{ email, visitor_token: 'no-uuid' }, [422, 'invalid_field', 'visitor_token']],
    [{ email, extra: [] }, [422, 'invalid_field', 'extra']],
    [{ email, data: 'x' }, [422, 'invalid_field', 'data']],
    [JSON.parse(`{"email":"${email}","big":1e999}`), [422, 'invalid_field', 'extra']],
  ])('%j', (body, expected) => expect(refusal(body)).toEqual(expected));

  it('allows five levels in extra, including its own', () => {
    expect(refusal({ email, custom: nested(4) })).toEqual(['not refused']);
    expect(refusal({ email, custom: nested(5) })).toEqual([422, 'too_deep', 'extra']);
    expect(refusal({ email, custom: [[[[1]]]] })).toEqual(['not refused']);
    expect(refusal({ email, custom: [[[[[]]]]] })).toEqual([422, 'too_deep', 'extra']);
    expect(refusal({ email, data: nested(6) })).toEqual([422, 'too_deep', 'data']);
    expect(refusal({ email, custom: JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) })).toEqual([
      422,
      'too_deep',
      'extra',
    ]);
  });

  it('allows a hundred keys, including existing ones', () => {
    expect(refusal({ email, ...keys(100) })).toEqual(['not refused']);
    expect(refusal({ email, ...keys(101) })).toEqual([422, 'too_many_fields', 'extra']);
    expect(refusal({ email, ...keys(60, 'a') }, { email, ...keys(41, 'b') })).toEqual([
      422,
      'too_many_fields',
      'extra',
    ]);
    expect(refusal({ email, ...keys(100) }, { email, ...keys(100) })).toEqual(['not refused']);
    expect(refusal({ email, data: keys(101) })).toEqual([422, 'too_many_fields', 'data']);
  });

  it('allows 128 KiB per contact', () => {
    const text = 'x'.repeat(60 * 1024);
    expect(refusal({ email, bio: text }, { email, a: text })).toEqual(['not refused']);
    expect(refusal({ email, bio: text }, { email, a: text }, { email, b: text })).toEqual([
      422,
      'contact_too_large',
      undefined,
    ]);
  });
});

describe('a contact', () => {
  it('may have 128 KiB, and not a byte more', () => {
    const empty = Buffer.byteLength(JSON.stringify(stored({ email, note: '' })));
    const room = 128 * 1024 - empty;
    expect(refusal({ email, note: 'x'.repeat(room) })).toEqual(['not refused']);
    expect(refusal({ email, note: 'x'.repeat(room + 1) })).toEqual([422, 'contact_too_large', undefined]);
    // A letter with an accent has two bytes.
    expect(refusal({ email, note: `${'x'.repeat(room - 1)}é` })).toEqual([422, 'contact_too_large', undefined]);
  });
});

describe('a form', () => {
  const answersOf = (answers: object) =>
    readForm(Buffer.from(JSON.stringify({ contact: { email }, visitor: 'v', answers }))).answers;

  it('brings 20 answers that are short lines; others take no place', () => {
    const answers = keys(21);
    expect(Object.keys(answersOf(answers))).toEqual(Object.keys(keys(20)));
    expect(Object.keys(answersOf({ long: 'x'.repeat(255), ...keys(20) }))).toHaveLength(20);
    expect(answersOf({ a: 'x'.repeat(254), b: 'x'.repeat(255) })).toEqual({ a: 'x'.repeat(254) });
  });

  it('has values of 254 characters', () => {
    const read = (name: string) => readForm(Buffer.from(JSON.stringify({ contact: { email, first_name: name } })));
    expect(read('x'.repeat(254)).contact.first_name).toHaveLength(254);
    expect(() => read('x'.repeat(255))).toThrow('must be a string of at most 254 characters');
  });
});

describe('a search', () => {
  it('is for five words, in 200 characters of each value', () => {
    expect(searchPatterns('a b c d e f')).toEqual(['%a%', '%b%', '%c%', '%d%', '%e%']);
    const { text } = searchRowOf(JSON.stringify({ name: `${'x'.repeat(200)}y`, email }));
    expect(text).toBe(`${'x'.repeat(200)}\n${email}`);
  });
});
