import { describe, expect, it } from 'vitest';
import { isEmailAddress } from '../../../../src/core/foundation/mail/email-address.ts';

describe('an email address', () => {
  it.each([
    'ada@example.com',
    'Ada.Lovelace+news@sub.example.co.uk',
    "o'hara_!#$%&*/^`{|}~-@example.com",
    'jürgen@exämple.de',
    '用户@例子.中国',
    'operator@localhost',
    `${'a'.repeat(242)}@example.com`,
  ])('may be %s', (text) => expect(isEmailAddress(text)).toBe(true));

  it.each([
    ...[
      '',
      'ada',
      'ada@',
      '@example.com',
      'ada@@example.com',
      'ada@example..com',
      'ada@example.com.',
      'ada@.example.com',
    ],
    ...[
      '<a@b.test>',
      'a@b.test>',
      '<a@b.test',
      'Ada <a@b.test>',
      'a@b.test,c@d.test',
      'a@b.test;c@d.test',
      '"a b"@b.test',
    ],
    ...['a(comment)@b.test', 'a@[127.0.0.1]', 'group:a@b.test', 'a\\@b.test'],
    ...[
      'a b@b.test',
      'a@b.test\r\nBcc: c@d.test',
      'a\u0000@b.test',
      'a\u202e@b.test',
      'a\u200b@b.test',
      'a\ud800@b.test',
    ],
    '=?utf-8?Q?a=40b.test=2C?=@c.test',
    `${'a'.repeat(243)}@example.com`,
  ])('is not %j', (text) => expect(isEmailAddress(text)).toBe(false));
});
