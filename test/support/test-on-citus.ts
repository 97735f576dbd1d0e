// npm run test:citus -- [OPTIONS] [FILES]: the tests of everything that stores and reads, on a Citus cluster of three nodes. It uses the
// cluster at TEST_CITUS_URL, or starts one from the installed binaries.
import { CITUS_FOLDERS, citusArguments } from './citus-arguments.ts';
import { startCitus } from './citus-cluster.ts';
import { runWithServers, startProgram } from './run-with-servers.ts';

const WORKERS = 2;

const given = process.env.TEST_CITUS_URL;
const args = citusArguments(process.argv.slice(2), CITUS_FOLDERS);
process.exitCode = await runWithServers(
  async () => (given === undefined ? startCitus(WORKERS) : { url: given, stop: async () => {} }),
  ({ url }) => startProgram('node_modules/.bin/vitest', args, { ...process.env, TEST_CITUS_URL: url }),
);
