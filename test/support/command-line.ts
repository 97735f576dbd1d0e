// bin/funnel as a user runs it: in its own process and folder, with only the given environment.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

  /** By default on an SQLite file in the folder. */
  constructor(environment: Readonly<Record<string, string>> = {}) {
    this.#environment = {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: `sqlite:${join(this.folder, 'funnel.db')}`,
      PORT: '0',
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

  run(args: readonly string[], stdin = ''): Promise<Finished> {
    const running = this.start(args);
    running.writeInput(stdin);
    return running.finished;
  }

  start(args: readonly string[]): RunningCommand {
    return new RunningCommand(spawn(PROGRAM, args, { cwd: this.folder, env: this.#environment }));
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class RunningCommand {
  readonly finished: Promise<Finished>;
  readonly #process: ChildProcess;
  #stdout = '';
  #stderr = '';

  constructor(child: ChildProcess) {
    this.#process = child;
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
