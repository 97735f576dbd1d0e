// The unit for systemd: what it starts, what it sets, and how little it may do.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS, KNOWN_VARIABLES, textOf } from './known-names.ts';

const UNIT = textOf('deploy/funnel.service');
const PROGRAM_FOLDER = '/opt/funnel';
const CHECKER = '/usr/bin/systemd-analyze';
/** Requests under way are waited for that long. */
const DRAIN_SECONDS_MAX = 10;

function valuesOf(name: string): string[] {
  return [...UNIT.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
}

test('it starts the service, as somebody who is not root', () => {
  const [program, ...command] = valuesOf('ExecStart')[0]!.split(' ');
  expect(program).toBe(`${PROGRAM_FOLDER}/bin/funnel`);
  expect(COMMANDS).toContain(command.join(' '));
  expect(valuesOf('User')).toEqual(['funnel']);
});

test('it sets variables that somebody reads, and writes where it may', () => {
  const variables = new Map(valuesOf('Environment').map((pair) => pair.split(/=(.*)/, 2) as [string, string]));
  for (const name of variables.keys()) expect(KNOWN_VARIABLES).toContain(name);
  expect(variables.get('DATABASE_URL')).toBe(`sqlite:/var/lib/${valuesOf('StateDirectory')}/funnel.db`);
  expect(variables.get('NODE_COMPILE_CACHE')).toBe(`/var/cache/${valuesOf('CacheDirectory')}`);
});

test('it waits longer than the service takes to stop, and starts it again when it fails', () => {
  expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(DRAIN_SECONDS_MAX);
  expect(valuesOf('Restart')).toEqual(['on-failure']);
});

test('the documents say when it is killed: as late as Compose does', () => {
  const [seconds] = valuesOf('TimeoutStopSec');
  const [, stopping] = /^## Stopping\n(.*)/ms.exec(textOf('docs/operation.md'))!;
  expect(stopping).toContain(`after ${seconds} seconds`);
  for (const engine of ['sqlite', 'postgres', 'citus'])
    expect(textOf(`deploy/compose.${engine}.yaml`)).toContain(`stop_grace_period: ${seconds}s\n`);
});

test.each([
  ['ProtectSystem', 'strict'],
  ['ProtectHome', 'yes'],
  ['PrivateTmp', 'yes'],
  ['NoNewPrivileges', 'yes'],
  ['CapabilityBoundingSet', ''],
  ['RestrictNamespaces', 'yes'],
  ['SystemCallFilter', '@system-service'],
  // The compiler of JavaScript needs it.
  ['MemoryDenyWriteExecute', 'no'],
])('%s is "%s"', (name, value) => {
  expect(valuesOf(name)).toEqual([value]);
});

// Not everybody has systemd, and the checks above hold without it.
test.runIf(existsSync(CHECKER))('systemd itself has nothing to remark', () => {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-unit-'));
  const path = join(folder, 'funnel.service');
  writeFileSync(path, UNIT.replaceAll(PROGRAM_FOLDER, process.cwd()));
  try {
    expect(execFileSync(CHECKER, ['verify', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
