import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RateLimit } from '../../../../src/core/contract/access/rate-limit.ts';
import { SuspectNetworks } from '../../../../src/core/contract/access/suspect-networks.ts';
import { TestClock } from '../../../support/test-clock.ts';

const MAX = 3;
const [SUSPECT, NEIGHBOUR, STRANGER] = ['2001:db8::1', '2001:db8::2', '192.0.2.1'];

function afterFailures(count: number) {
  const clock = new TestClock();
  const networks = new SuspectNetworks(new RateLimit({ max: MAX, perMs: 60_000 }, clock.now));
  for (let failed = 0; failed < count; failed++) networks.countFailure(SUSPECT);
  return { clock, networks };
}

/** Whether it is admitted before any timer. */
async function isAdmittedAtOnce(networks: SuspectNetworks, address: string, isGone?: () => boolean): Promise<boolean> {
  return Promise.race([networks.takeTurn(address, isGone).then(() => true), delay(0).then(() => false)]);
}

test('nobody waits before a network has failed too often', async () => {
  const { networks } = afterFailures(MAX - 1);
  expect(await isAdmittedAtOnce(networks, SUSPECT)).toBe(true);
});

test('then its requests come one after the other, those of its neighbours too, and others do not wait', async () => {
  const { networks } = afterFailures(MAX);
  const order: string[] = [];
  const turns = [SUSPECT, NEIGHBOUR, SUSPECT].map((address, index) =>
    networks.takeTurn(address).then(() => order.push(`${index}`)),
  );
  expect(await isAdmittedAtOnce(networks, STRANGER)).toBe(true);
  expect(order).toEqual([]);
  await turns[0];
  expect(order).toEqual(['0']);
  await Promise.all(turns);
  expect(order).toEqual(['0', '1', '2']);
});

test('whoever has disconnected keeps nobody waiting', async () => {
  const { networks } = afterFailures(MAX);
  const isGone = () => true;
  for (let count = 0; count < 10; count++) void networks.takeTurn(SUSPECT, isGone);
  // This one comes after all of them.
  expect(await isAdmittedAtOnce(networks, SUSPECT, isGone)).toBe(true);
});

test('a new minute begins anew', async () => {
  const { clock, networks } = afterFailures(MAX);
  clock.advance(60_000);
  expect(await isAdmittedAtOnce(networks, SUSPECT)).toBe(true);
});
