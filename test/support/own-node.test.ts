import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('runs what tests start by the name `node`, whatever Node the machine has', () => {
  const version = execFileSync('node', ['--print', 'process.version'], { encoding: 'utf8' });
  expect(version.trim()).toBe(process.version);
});
