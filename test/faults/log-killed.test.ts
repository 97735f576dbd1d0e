import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** Nothing else gets a turn on the only thread of Node's pool, and the process is gone in the moment after the line. */
const SCRIPT = `
  import { pbkdf2 } from 'node:crypto';
  import { createLogger } from './src/core/server/app/logger.ts';
  pbkdf2('', '', 2 ** 31 - 1, 1, 'sha512', () => {});
  createLogger({ logLevel: 'error' }).error('last words');
  process.kill(process.pid, 'SIGKILL');
`;

test('a log line is written before the service goes on: one that is killed loses none', async () => {
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', SCRIPT];
  const child = spawn(process.execPath, options, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [log, [, signal]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(signal).toBe('SIGKILL');
  expect(log).toContain('last words');
});
