// The command line as a real process, which can be killed without a warning; and without one, for what is run again after a kill.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { CommandLine } from '../support/command-line.ts';
import { machineEnvironment } from '../support/machine-environment.ts';

const FUNNEL = fileURLToPath(new URL('../../bin/funnel', import.meta.url));
const SERVING = /^Serving on (\S+)/m;

export class FunnelProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  #output = '';
  #messages = '';

  /** `program`: another one than the command line, for what only the jobs of the service do. */
  constructor(
    args: readonly string[],
    databaseUrl: string,
    variables: Readonly<Record<string, string>> = {},
    program = FUNNEL,
  ) {
    if (program === FUNNEL) buildIfChanged('server');
    // Not the whole environment: the test runner has variables, such as BASE_URL, that mean something to the service.
    // The days of the events are fixed.
    const own = {
      DATABASE_URL: databaseUrl,
      PORT: '0',
      LOG_LEVEL: 'error',
      EVENTS_AGE_DAYS_MAX: '36500',
      SHUTDOWN_GRACE_SECONDS: '0',
    };
    const { NODE_COMPILE_CACHE } = process.env;
    const env = { ...machineEnvironment(), NODE_COMPILE_CACHE, ...own, ...variables };
    // The launcher becomes the service: it ends by exec.
    this.#child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#exited = once(this.#child, 'close');
    // A test that runs out of time disposes of nothing.
    const kill = () => this.#child.kill('SIGKILL');
    process.once('exit', kill);
    this.#child.once('exit', () => process.off('exit', kill));
    this.#child.stdout?.on('data', (text) => {
      this.#output += text;
    });
    this.#child.stderr?.on('data', (text) => {
      this.#messages += text;
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** What it has written to standard error. */
  get messages(): string {
    return this.#messages;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Its address, when it serves. */
  async address(): Promise<string> {
    for (;;) {
      const [, address] = SERVING.exec(this.#messages) ?? [];
      if (address) return address;
      if (!this.isRunning) throw new Error(`it ended before it served:\n${this.#messages}`);
      await Promise.race([once(this.#child.stderr!, 'data'), this.#exited]);
    }
  }

  /** kill -9, and nothing of it is left when this resolves. It may have ended before, but not have failed. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
    if (this.#child.signalCode !== 'SIGKILL') await this.finish();
  }

  /** A test that fails leaves nothing running, and says what it failed of if the process did first. */
  async [Symbol.asyncDispose](): Promise<void> {
    const ending = this.#child.exitCode || this.#child.signalCode;
    if (ending && ending !== 'SIGKILL') console.error(`it ended with ${ending}:\n${this.#messages.slice(-5_000)}`);
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.finish();
  }

  /** Its standard output, when it has ended well. */
  async finish(): Promise<string> {
    await this.#exited;
    if (this.#child.exitCode !== 0) {
      throw new Error(`it failed with ${this.#child.exitCode ?? this.#child.signalCode}:\n${this.#messages}`);
    }
    return this.#output;
  }
}

/** Runs a command to its end, without a process for it, and gives the JSON document that it prints. */
export async function runFunnel<Result>(
  args: readonly string[],
  databaseUrl: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const own = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', EVENTS_AGE_DAYS_MAX: '36500' };
  const commandLine = new CommandLine({ ...own, ...variables });
  try {
    const { code, stdout, stderr } = await commandLine.call([...args, '--json']);
    if (code !== 0) throw new Error(`${args.join(' ')} failed with ${code}:\n${stderr}`);
    return JSON.parse(stdout);
  } finally {
    commandLine.dispose();
  }
}
