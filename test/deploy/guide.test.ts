// docs/deployment.md names commands, files and variables: all of them exist.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS, KNOWN_VARIABLES, textOf } from './known-names.ts';

const GUIDE = textOf('docs/deployment.md');

test('its commands are commands', () => {
  const called = [...GUIDE.matchAll(/bin\/funnel ([a-z]+(?: [a-z]+)?)/g)].map(([, words]) => words!);
  expect(called.length).toBeGreaterThan(8);
  for (const words of called) {
    const isCommand = COMMANDS.includes(words) || COMMANDS.includes(words.split(' ')[0]!);
    expect(isCommand, `funnel ${words}`).toBe(true);
  }
});

test('its files are in the repository', () => {
  const files = [...GUIDE.matchAll(/(?<![\w/])(deploy\/[\w./-]+[\w]|Dockerfile)/g)].map(([, path]) => path!);
  const made = 'deploy/funnel.env';
  expect(files).toContain(made);
  for (const path of files.filter((path) => path !== made)) expect(existsSync(path), path).toBe(true);
});

test('its variables are variables', () => {
  const names = [...GUIDE.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(4);
  for (const name of names) expect(KNOWN_VARIABLES).toContain(name);
});

test('its load balancer waits long enough for a check, and for a node to come back', () => {
  const [, without] = /^### Without an interruption\n(.*?)^## /ms.exec(GUIDE)!;
  expect(without).toContain('timeout of 4 seconds');
  expect(without).toContain('wait another 6 seconds');
});
