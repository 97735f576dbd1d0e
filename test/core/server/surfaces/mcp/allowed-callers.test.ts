import { describe, expect, test } from 'vitest';
import { allowedCallers } from '../../../../../src/core/server/surfaces/mcp/allowed-callers.ts';

describe('a tool server with a public name', () => {
  const check = allowedCallers('https://reports.example.com/mcp');

  test.each([
    { host: 'reports.example.com' },
    { host: 'reports.example.com:443', origin: 'https://reports.example.com' },
    { host: 'localhost:8080' },
    // The token authorizes clients in a browser, wherever their page is from.
    { host: 'reports.example.com', origin: 'https://assistant.example' },
    { host: 'reports.example.com', origin: 'http://localhost:3000' },
  ])('accepts %o', (headers) => {
    expect(() => check(headers)).not.toThrow();
  });

  test.each([
    { host: 'example.com' },
    { host: 'evil.example' },
    {},
    // A page that has pointed its own name to this server.
    { host: 'evil.example', origin: 'https://evil.example' },
    { host: 'reports.example.com', origin: 'http://example.com' },
    { host: 'reports.example.com', origin: 'null' },
    { host: 'reports.example.com', origin: 'https://example.com/path' },
    { host: 'reports.example.com', origin: 'https://a.example https://b.example' },
    { host: 'reports.example.com', origin: 'chrome-extension://abc' },
  ])('rejects %o', (headers) => {
    expect(() => check(headers)).toThrow(expect.objectContaining({ status: 403 }));
  });
});

describe('a tool server on this machine', () => {
  const check = allowedCallers('http://localhost:8080/mcp');

  test.each([{ host: 'localhost:8080' }, { host: '127.0.0.1:8080', origin: 'http://localhost:3000' }])(
    'accepts %o',
    (headers) => expect(() => check(headers)).not.toThrow(),
  );

  test.each([
    { host: 'evil.example:8080' },
    { host: 'localhost:8080', origin: 'https://evil.example' },
    { host: 'localhost:8080', origin: 'http://localhost.evil.example' },
    { host: 'localhost:8080', origin: 'null' },
  ])('rejects %o', (headers) => {
    expect(() => check(headers)).toThrow(expect.objectContaining({ status: 403 }));
  });
});

test('the problem names the correct host', () => {
  const check = allowedCallers('http://localhost:8080/mcp');
  expect(() => check({ host: 'funnel:8080' })).toThrow('http://localhost:8080/mcp');
});
