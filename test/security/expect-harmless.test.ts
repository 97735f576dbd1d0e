import { describe, expect, it } from 'vitest';
import { expectHarmless } from './expect-harmless.ts';

const HEADERS: Readonly<Record<string, string>> = {
  'x-request-id': '0190c5a5-7f5e-7d0e-9b2a-3c8f4a1d2e6b',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'content-type': 'application/json',
};

function check(body: string): void {
  expectHarmless({ status: 200, header: (name) => HEADERS[name], body }, body);
}

describe('a harmless response', () => {
  it.each(['fat_5HmP_gHPE_Ug1e_SG_ztFbefPkozaY-3ib1oGHQ12tM', 'fat_aFST_b-ERR_1pg_2'])(
    'may have the token %s',
    (token) => {
      expect(() => check(JSON.stringify({ token }))).not.toThrow();
    },
  );

  it.each([
    'HPE_INVALID_METHOD',
    'FST_ERR_CTP_EMPTY_JSON_BODY',
    'code: ERR_HTTP_HEADERS_SENT',
    'relation "pg_class" does not exist',
    'SELECT secret FROM tokens',
    'at send (/home/app/main.ts:3:1)',
  ])('does not contain %s', (detail) => {
    expect(() => check(JSON.stringify({ detail }))).toThrow(/not to match/);
  });
});
