// The service as `npm start` runs it: a process on an empty database, which prints a setup link.
import { CommandLine, type RunningCommand } from '../support/command-line.ts';
import { freePort } from '../support/postgres-server.ts';

export class EmptyService {
  readonly commands: CommandLine;
  readonly url: string;
  /** As it was printed. */
  readonly link: string;
  readonly #process: RunningCommand;

  private constructor(commands: CommandLine, port: number, link: string, process: RunningCommand) {
    this.commands = commands;
    this.url = `http://localhost:${port}`;
    this.link = link;
    this.#process = process;
  }

  /** By default on SQLite. */
  static async start(databaseUrl?: string, env: Readonly<Record<string, string>> = {}): Promise<EmptyService> {
    const port = Number(env.PORT ?? (await freePort()));
    const environment = { ...env, PORT: String(port), ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const commands = new CommandLine(environment);
    // On PostgreSQL the operator does this.
    await commands.run(['migrate']);
    const process = commands.start(['serve']);
    const [, link] = await process.said(/^ {2}(http:\/\/localhost:\d+\/setup#\S+)$/m);
    return new EmptyService(commands, port, link!, process);
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    await this.#process.finished;
    this.commands.dispose();
  }
}
