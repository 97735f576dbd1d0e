import { expect, test } from 'vitest';
import {
  describeAllowedHost,
  isAllowedHost,
  parseAllowedHost,
} from '../../../../src/core/foundation/fetch/allowed-hosts.ts';

test.each([
  ['chat.example', 'https://chat.example/hook', true],
  ['chat.example', 'http://chat.example:8065/hook', true],
  ['chat.example', 'https://a.chat.example/hook', false],
  ['chat.example', 'https://chat.example.evil.example/', false],
  ['Chat.Example:8443', 'https://chat.example:8443/', true],
  ['chat.example:8443', 'https://chat.example/', false],
  ['chat.example:443', 'https://chat.example/', true],
  ['chat.example:443', 'http://chat.example/', false],
  ['chat.example:80', 'http://chat.example/', true],
  ['10.0.0.5:9000', 'http://10.0.0.5:9000/', true],
  ['10.0.0.5:9000', 'http://10.0.0.6:9000/', false],
  ['[::1]:9000', 'http://[::1]:9000/', true],
  [' chat.example ', 'https://chat.example/', true],
])('%s and %s: %s', (entry, url, isAllowed) => {
  expect(isAllowedHost([parseAllowedHost(entry)!], new URL(url))).toBe(isAllowed);
});

test.each([
  '',
  'https://chat.example',
  'chat.example/hook',
  'user@chat.example',
  'chat.example:99999',
  'a b',
  '::1',
  '*',
])('%j is no host', (entry) => {
  expect(parseAllowedHost(entry)).toBeUndefined();
});

test('is shown as it was written', () => {
  expect(['a.example', 'a.example:1', '[::1]:2'].map((entry) => describeAllowedHost(parseAllowedHost(entry)!))).toEqual(
    [...['a.example', 'a.example:1', '[::1]:2']],
  );
});
