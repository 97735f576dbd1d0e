// Runs a command while servers run. Whatever ends it, a signal too, the servers are stopped before this process ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface Servers {
  stop(): Promise<void>;
}

/** Returns the exit code. `command` gets the servers that `start` has started. */
export async function runWithServers<Started extends Servers>(
  start: () => Promise<Started>,
  command: (servers: Started) => ChildProcess,
): Promise<number> {
  let endedBy: (typeof SIGNALS)[number] | undefined;
  let running: ChildProcess | undefined;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // The second one is for a command that does not end by the first.
      running?.kill(endedBy === undefined ? signal : 'SIGKILL');
      endedBy ??= signal;
    });
  }
  const servers = await start();
  try {
    if (endedBy !== undefined) return codeOf(endedBy);
    running = command(servers);
    const [code] = await once(running, 'exit');
    return endedBy === undefined ? (code ?? 1) : codeOf(endedBy);
  } finally {
    await servers.stop();
  }
}

function codeOf(signal: (typeof SIGNALS)[number]): number {
  return 128 + constants.signals[signal];
}

/** Starts a program that uses the terminal of this one. */
export function startProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(program, args, { stdio: 'inherit', env });
}
