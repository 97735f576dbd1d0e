import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const MODULE = new URL('./run-with-servers.ts', import.meta.url).href;

/** The servers say when they are stopped, and the command ends by a signal alone. */
const PROGRAM = `
  import { runWithServers, startProgram } from '${MODULE}';
  const stop = async () => console.log('stopped');
  const start = async () => {
    if (process.argv[1] === 'starting') {
      console.log('ready');
      const alive = setInterval(() => {}, 1000);
      await new Promise((resolve) => process.once('SIGTERM', resolve));
      clearInterval(alive);
    }
    return { stop };
  };
  const waiting = "console.log('ready'); setInterval(() => {}, 1000)";
  process.exitCode = await runWithServers(start, () => startProgram(process.execPath, ['-e', waiting], process.env));
`;

test.each([
  ['SIGINT', 'running', 130],
  ['SIGTERM', 'running', 143],
  ['SIGTERM', 'starting', 143],
] as const)('%s stops the servers while the command is %s', async (signal, state, code) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, state]);
  let said = '';
  child.stdout.on('data', (piece) => {
    said += piece;
  });
  const ended = once(child, 'close');
  await expect.poll(() => said).toContain('ready');
  child.kill(signal);
  expect([await ended, said]).toEqual([[code, null], 'ready\nstopped\n']);
});
