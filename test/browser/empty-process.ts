// The service on an empty database, with its setup link, in a process of its own. The script that takes screenshots uses it, too: nothing
// here may import vitest.
import { CommandLine } from '../support/command-line.ts';
import { freePort } from '../support/postgres-server.ts';

export interface EmptyService {
  readonly url: string;
  readonly link: string;
  /** Run on its database. */
  readonly commands: CommandLine;
  stop(): Promise<void>;
}

/** As `npm start` runs it: a process that migrates its database and prints the link. By default on SQLite. */
export async function startEmptyProcess(databaseUrl?: string): Promise<EmptyService> {
  const port = String(await freePort());
  const commands = new CommandLine({ PORT: port, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
  // On PostgreSQL, the operator does this.
  await commands.call(['migrate']);
  const process = commands.start(['serve']);
  const [, link] = await process.said(/^ {2}(http:\/\/localhost:\d+\/setup#\S+)$/m);
  return {
    url: `http://localhost:${port}`,
    link: link!,
    commands,
    stop: async () => {
      process.kill('SIGTERM');
      await process.finished;
      commands.dispose();
    },
  };
}
