// What a process of a test needs of the machine's environment: the programs, the time zone, and the clock of Debian's `faketime`.
const NAMES = /^(PATH|TZ|LD_PRELOAD|FAKETIME\w*|DONT_FAKE_MONOTONIC|NO_FAKE_STAT)$/;

export function machineEnvironment(): Record<string, string> {
  const variables = Object.entries(process.env).filter(([name]) => NAMES.test(name));
  return Object.fromEntries(variables as [string, string][]);
}
