// npm run test:citus -- [OPTIONS] [FILES]: the tests of everything that stores and reads, on a Citus cluster of three nodes. It uses the
// cluster at TEST_CITUS_URL, or starts one from the installed binaries.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { citusArguments } from './citus-arguments.ts';
import { startCitus } from './citus-cluster.ts';

const WORKERS = 2;
const FOLDERS = [
  'foundation/database',
  'contract/access',
  'engine',
  'intake',
  'answers',
  'manage',
  'outreach',
  'server/api',
]
  .concat(['nodes', 'faults', 'server/commands/copy.test.ts'])
  .map((folder) => `test/${folder}`);

const given = process.env.TEST_CITUS_URL;
const cluster = given === undefined ? await startCitus(WORKERS) : undefined;
try {
  const env = { ...process.env, TEST_CITUS_URL: given ?? cluster!.url };
  const args = citusArguments(process.argv.slice(2), FOLDERS);
  const tests = spawn('node_modules/.bin/vitest', args, { stdio: 'inherit', env });
  const [code] = await once(tests, 'exit');
  process.exitCode = code ?? 1;
} finally {
  await cluster?.stop();
}
