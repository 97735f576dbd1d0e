import { expect, test } from 'vitest';
import { parseTrustedProxies } from '../../../../../src/core/server/config/trusted-proxies.ts';

test.each([
  ['10.0.0.1', ['10.0.0.1', '::ffff:10.0.0.1'], ['10.0.0.2', '2001:db8::1', '', 'unknown', undefined]],
  ['10.0.0.0/8, 2001:db8::/32', ['10.255.0.1', '2001:db8:1::1'], ['11.0.0.1', '2001:db9::1']],
  ['10.0.0.0/255.255.0.0', ['10.0.255.1'], ['10.1.0.1']],
  ['loopback', ['127.0.0.9', '::1'], ['10.0.0.1']],
  ['uniquelocal,linklocal', ['192.168.1.1', 'fd00::1', '169.254.1.1', 'fe80::1%eth0'], ['127.0.0.1']],
] as const)('%s trusts these, and no others', (list, trusted, others) => {
  const isTrusted = parseTrustedProxies(list);
  expect(trusted.filter((address) => !isTrusted(address))).toEqual([]);
  expect(others.filter((address) => isTrusted(address))).toEqual([]);
});

test.each([
  '',
  'proxy',
  '10.0.0.0/33',
  '10.0.0.1/8/8',
  '10.0.0.0/255.0.255.0',
  '300.0.0.1',
  '42',
  '10.0.0.1,,10.0.0.2',
])('%j is refused, with the entry that is wrong', (list) => {
  expect(() => parseTrustedProxies(list)).toThrow(/is not an IP address or network/);
});
