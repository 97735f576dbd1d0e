import { describe, expect, test } from 'vitest';
import { allowedCallers } from '../../../src/surfaces/mcp/allowed-callers.ts';

describe('a tool server with a public name', () => {
  const check = allowedCallers('https://reports.example.com/mcp');

  test.each([
    { host: 'reports.example.com' },
    { host: 'reports.example.com:443', origin: 'https://reports.example.com' },
    { host: 'localhost:8080' },
  ])('accepts %o', (headers) => {
    expect(() => check(headers)).not.toThrow();
  });

  test.each([
    { host: 'example.com' },
    { host: 'evil.example' },
    {},
    { host: 'reports.example.com', origin: 'http://localhost:3000' },
    { host: 'reports.example.com', origin: 'https://example.com' },
    { host: 'reports.example.com', origin: 'https://reports.example.com.evil.example' },
  ])('rejects %o', (headers) => {
    expect(() => check(headers)).toThrow(expect.objectContaining({ status: 403 }));
  });
});

test('the problem names the correct host', () => {
  const check = allowedCallers('http://localhost:8080/mcp');
  expect(() => check({ host: 'funnel:8080' })).toThrow('http://localhost:8080/mcp');
});
