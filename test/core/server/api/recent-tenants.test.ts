// Whether a tenant has the service to itself.
import { beforeEach, expect, test } from 'vitest';
import { RecentTenants } from '../../../../src/core/server/api/recent-tenants.ts';

let nowMs: number;
let recent: RecentTenants;

beforeEach(() => {
  nowMs = 0;
  recent = new RecentTenants(() => new Date(nowMs));
});

function askAt(atMs: number, tenant: string): void {
  nowMs = atMs;
  recent.noteAsked(tenant);
}

test('a tenant is alone if nobody else has asked', () => {
  expect(recent.isAlone('a')).toBe(true);
  askAt(0, 'a');
  askAt(1, 'a');
  expect(recent.isAlone('a')).toBe(true);
  expect(recent.isAlone('b')).toBe(false);
});

test('a tenant is alone again 10 seconds after another one has asked', () => {
  askAt(0, 'b');
  askAt(5_000, 'a');
  nowMs = 9_999;
  expect(recent.isAlone('a')).toBe(false);
  nowMs = 10_000;
  expect(recent.isAlone('a')).toBe(true);
});

test('each of two tenants that ask in turn has the other one', () => {
  for (let turn = 0; turn < 10; turn++) askAt(turn * 9_000, turn % 2 === 0 ? 'a' : 'b');
  expect([recent.isAlone('a'), recent.isAlone('b')]).toEqual([false, false]);
});

test('of many tenants, none is alone', () => {
  for (const tenant of 'abcc') askAt(0, tenant);
  for (const tenant of 'abc') expect(recent.isAlone(tenant)).toBe(false);
});

test('somebody who has several accounts is not their own neighbour', () => {
  askAt(0, '1,2');
  expect([recent.isAlone('1'), recent.isAlone('2')]).toEqual([true, true]);
});

test('a clock that is set back does not keep a tenant from being alone', () => {
  askAt(3_600_000, 'b');
  askAt(0, 'a');
  expect(recent.isAlone('a')).toBe(true);
});
