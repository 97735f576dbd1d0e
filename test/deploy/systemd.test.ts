// The unit for systemd: what it starts, what it sets, and how little it may do.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stopMsMax } from '../../src/core/server/commands/serve.ts';
import { readConfig } from '../../src/core/server/config/config.ts';
import { DRAIN_MS_MAX, LAST_ANSWERS_MS, LAST_DRAIN_MS } from '../../src/core/server/surfaces/http/drain-times.ts';
import { COMMANDS, KNOWN_VARIABLES, textOf } from './known-names.ts';

const UNIT = textOf('deploy/funnel.service');
const PROGRAM_FOLDER = '/opt/funnel';
const CHECKER = '/usr/bin/systemd-analyze';
const GRACE_SECONDS = readConfig({}).shutdownGraceSeconds;
const STOP_SECONDS_MAX = stopMsMax(GRACE_SECONDS * 1000) / 1000;

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
  // A machine without a free processor needs twice the time.
  expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(2 * STOP_SECONDS_MAX);
  expect(valuesOf('Restart')).toEqual(['on-failure']);
});

const stoppingIn = (document: string) => /^## Stopping\n((?:(?!## ).*\n)*)/m.exec(textOf(document))![1]!;

test('the documents say how long it stops', () => {
  const stopping = stoppingIn('docs/operation.md');
  expect(stopping).toContain(`\`SHUTDOWN_GRACE_SECONDS\` (${GRACE_SECONDS})`);
  expect(stopping).toContain(`${(DRAIN_MS_MAX - LAST_ANSWERS_MS) / 1000} seconds after the signal`);
  expect(stopping).toContain(`at least ${(LAST_DRAIN_MS - LAST_ANSWERS_MS) / 1000} seconds after the grace period`);
  expect(stopping).toContain(`ends with 1 after ${STOP_SECONDS_MAX} seconds`);
  expect(stoppingIn('docs/reliability.md')).toContain(`exits with 0 after at most ${DRAIN_MS_MAX / 1000} s`);
  expect(stoppingIn('docs/reliability.md')).toContain(`exits with 1 after ${STOP_SECONDS_MAX} s`);
});

test('the documents say when it is killed: as late as Compose does', () => {
  const [seconds] = valuesOf('TimeoutStopSec');
  expect(stoppingIn('docs/operation.md')).toContain(`after ${seconds} seconds`);
  expect(textOf('docs/deployment.md')).toContain(`Wait ${seconds} seconds before you kill it`);
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
