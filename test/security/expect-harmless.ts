// What holds for every response to any request: it is not a server error, it has an id and the headers of every response,
// errors are problems, and nothing internal leaks.
import { expect } from 'vitest';

interface SeenAnswer {
  readonly status: number;
  header(name: string): string | undefined;
  readonly body: string;
}

/** Stack traces, SQL, file names, and names of libraries. Random tokens contain `HPE_` now and then: a code of an error is longer. */
const INSIDE =
  /node_modules|node:internal|<anonymous>|\.([cm]?[tj]s|sql):\d|file:\/\/|\/(home|root|work|tmp|usr|var)\/|\b(SELECT|INSERT|UPDATE|DELETE) .*\b(FROM|INTO|SET)\b|[Ss][Qq][Ll]ite|[Pp]ostgre|\bpg_[a-z]{3}|[Ff]astify|\b(FST|HPE|ERR)_[A-Z]{3}|TypeError|RangeError|SyntaxError/;

/** The dashboard's own files are excepted, because they contain such words. */
const FILE_TYPES = /^(text\/(javascript|css|html)|image\/)/;

export function expectHarmless({ status, header, body }: SeenAnswer, what: string): void {
  expect(status, what).toBeLessThan(500);
  expect(header('x-request-id'), what).toMatch(/^[0-9a-f-]{36}$/);
  expect(header('x-content-type-options'), what).toBe('nosniff');
  expect(header('referrer-policy'), what).toMatch(/^(no-referrer|same-origin)$/);
  expect(header('content-security-policy'), what).toMatch(/^default-src 'none';.*frame-ancestors '(none|self)'/);
  expect(header('cache-control'), what).toBeTypeOf('string');
  const type = header('content-type') ?? '';
  if (status < 400 && FILE_TYPES.test(type)) return;
  expect(body, what).not.toMatch(INSIDE);
  if (status >= 400 && type.includes('json'))
    expectErrorShape(status, type, JSON.parse(body === '' ? '{}' : body), what);
}

function expectErrorShape(status: number, type: string, body: Record<string, unknown>, what: string): void {
  if (Object.keys(body).length === 0) return;
  if (type.startsWith('application/problem+json')) {
    expect(body, what).toMatchObject({ type: 'about:blank', title: expect.any(String), detail: expect.any(String) });
    expect(body.status, what).toBe(status);
    expect(
      Object.keys(body).filter((key) => !PROBLEM_KEYS.has(key)),
      what,
    ).toEqual([]);
  } else if ('jsonrpc' in body) {
    expect(body.error, what).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
  } else expect(body.error, what).toMatch(/^[a-z_]+$/);
}

const PROBLEM_KEYS: ReadonlySet<string> = new Set(['type', 'title', 'status', 'detail', 'code', 'param']);
