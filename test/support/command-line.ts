// The command line in a folder of its own, with only the given environment: as a process, or without starting one.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { COMPOSITION } from '../../src/composition.ts';
import { runCommandLine } from '../../src/core/server/commands/command-line.ts';
import { buildIfChanged } from './build-if-changed.ts';
import { machineEnvironment } from './machine-environment.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/funnel', import.meta.url));

export interface Finished {
  /** null: terminated by a signal. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class CommandLine {
  readonly folder = mkdtempSync(join(tmpdir(), 'funnel-cli-'));
  readonly #environment: Record<string, string>;

  /** The default is an SQLite file in the folder. */
  constructor(environment: Readonly<Record<string, string>> = {}) {
    this.#environment = {
      ...machineEnvironment(),
      DATABASE_URL: `sqlite:${join(this.folder, 'funnel.db')}`,
      PORT: '0',
      SHUTDOWN_GRACE_SECONDS: '0',
      ...environment,
    };
  }

  get databaseUrl(): string {
    return this.#environment.DATABASE_URL!;
  }

  /** Writes a file into the folder and returns its path. */
  file(name: string, content: string | Uint8Array): string {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  /**
   * In this process: everything from the arguments to the exit code, for a tenth of the processor time. Paths must be absolute. Not for
   * commands that run until they are stopped, and not where other processes or signals are the point.
   */
  async call(args: readonly string[], stdin: string | AsyncIterable<Buffer> = ''): Promise<Finished> {
    const written = { stdout: '', stderr: '' };
    const output = (name: keyof typeof written) => ({
      write: (text: string) => {
        written[name] += text;
      },
    });
    const own = {
      env: this.#environment,
      stdin: Readable.from(typeof stdin === 'string' ? textPieces(stdin) : stdin),
      stdout: output('stdout'),
      stderr: output('stderr'),
    };
    const code = await runCommandLine(args, own, COMPOSITION);
    return { code, ...written };
  }

  /** Runs it as a process. */
  run(args: readonly string[], stdin = ''): Promise<Finished> {
    const running = this.start(args);
    running.writeInput(stdin);
    return running.finished;
  }

  start(args: readonly string[]): RunningCommand {
    buildIfChanged('server');
    return new RunningCommand(spawn(PROGRAM, args, { cwd: this.folder, env: this.#environment }));
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function textPieces(text: string): Buffer[] {
  return text === '' ? [] : [Buffer.from(text)];
}

export class RunningCommand {
  readonly finished: Promise<Finished>;
  readonly #process: ChildProcess;
  #stdout = '';
  #stderr = '';

  constructor(child: ChildProcess) {
    this.#process = child;
    // A test that runs out of time ends nothing.
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    child.stdout!.on('data', (piece) => {
      this.#stdout += piece;
    });
    child.stderr!.on('data', (piece) => {
      this.#stderr += piece;
    });
    this.finished = new Promise((resolve) => {
      child.on('close', (code) => resolve({ code, stdout: this.#stdout, stderr: this.#stderr }));
    });
  }

  writeInput(text: string): void {
    // A command that does not read its input may have exited.
    this.#process.stdin!.on('error', () => {});
    this.#process.stdin!.end(text);
  }

  /** The first match in its standard error. Throws if it exits without one. */
  async said(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#stderr);
      if (match) return match;
      const ended = await Promise.race([
        new Promise((resolve) => this.#process.stderr!.once('data', () => resolve(false))),
        this.finished.then(() => true),
      ]);
      if (ended && !pattern.test(this.#stderr)) throw new Error(`It ended without ${pattern}:\n${this.#stderr}`);
    }
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }
}
