// Who may open how many connections: nobody can take those that others need.
import { expect, test } from 'vitest';
import { OpenConnections } from '../../../../../src/core/server/surfaces/http/open-connections.ts';

const CONNECTIONS_MAX = 5_000;
const PER_ADDRESS_MAX = 1_000;

function limited() {
  const connections = new OpenConnections({ connectionsMax: CONNECTIONS_MAX, perAddressMax: PER_ADDRESS_MAX });
  /** As many as it gets, of this many. */
  const openMany = (address: string, count: number) =>
    Array.from({ length: count }, () => connections.open(address)).filter((close) => close !== undefined);
  return { connections, openMany };
}

test('six addresses of one network hold a fifth of all connections, and leave the others to everybody else', () => {
  const { openMany } = limited();
  const held = [1, 2, 3, 4, 5, 6].map((host) => openMany(`203.0.113.${host}`, PER_ADDRESS_MAX).length);
  expect(held).toEqual([1_000, 0, 0, 0, 0, 0]);
  expect(openMany('198.51.100.1', 200)).toHaveLength(200);
});

test('six addresses of different networks leave room, too', () => {
  const { openMany } = limited();
  const addresses = [1, 2, 3, 4, 5, 6].map((network) => `203.0.${network}.1`);
  const held = addresses.map((address) => openMany(address, PER_ADDRESS_MAX).length);
  expect(held).toEqual([1_000, 800, 640, 512, 410, 328]);
  expect(openMany('198.51.100.1', 200)).toHaveLength(200);
});

test('if thirty networks take what they can get, a new one still gets a connection', () => {
  const { openMany } = limited();
  for (let network = 0; network < 30; network++) openMany(`10.0.${network}.1`, CONNECTIONS_MAX);
  expect(openMany('198.51.100.1', 1)).toHaveLength(1);
});

test('the addresses of an IPv6 /48 network are one network, and IPv4 addresses in IPv6 ones are those of their network', () => {
  const { openMany } = limited();
  for (let part = 0; part < 10; part++) openMany(`2001:db8:1:${part}::1`, PER_ADDRESS_MAX);
  expect(openMany('2001:db8:1:ffff::1', 1)).toEqual([]);
  expect(openMany('2001:db8:2::1', 1)).toHaveLength(1);
  openMany('203.0.113.1', PER_ADDRESS_MAX);
  openMany('::ffff:203.0.113.2', PER_ADDRESS_MAX);
  expect(openMany('203.0.113.3', 1)).toEqual([]);
  expect(openMany('fe80::1%eth0', 1)).toHaveLength(1);
});

test('what was closed is free again, and a trusted proxy has no limit of its own', () => {
  const { connections, openMany } = limited();
  const held = openMany('203.0.113.1', PER_ADDRESS_MAX + 1);
  expect(held).toHaveLength(PER_ADDRESS_MAX);
  held[0]!();
  expect(openMany('203.0.113.1', 2)).toHaveLength(1);
  const proxied = Array.from({ length: 2 * PER_ADDRESS_MAX }, () => connections.openTrusted());
  for (const close of proxied) close();
  expect(openMany('203.0.114.1', PER_ADDRESS_MAX)).toHaveLength(800);
});
