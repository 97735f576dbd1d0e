// Runs before each test file if TEST_TIMES names a file: adds a line with the processor time of the test file to it, in seconds. `worker`
// is that of the worker with its threads, `processes` that of the processes that it started and that have ended. For longest-first.ts.
import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const TICKS_PER_SECOND = 100;

const before = process.cpuUsage();
const beforeOfProcesses = processesSeconds();

// The hooks of the test file run before this one.
afterAll(() => {
  const { user, system } = process.cpuUsage(before);
  const { testPath } = expect.getState();
  const line = {
    file: testPath?.slice(testPath.lastIndexOf('/test/') + 1),
    worker: (user + system) / 1_000_000,
    processes: processesSeconds() - beforeOfProcesses,
  };
  appendFileSync(process.env.TEST_TIMES!, `${JSON.stringify(line)}\n`);
});

/** `cutime` and `cstime`: see proc_pid_stat(5). The name of the program, in parentheses, may have spaces. */
function processesSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').replace(/.*\) /s, '').split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}
