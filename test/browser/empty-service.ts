// The service on an empty database, with its setup link.
import { linkUrl } from '../../src/authorization-server/one-time-links.ts';
import { createSetupLink } from '../../src/authorization-server/setup-links.ts';
import { systemClock } from '../../src/clock.ts';
import { CommandLine } from '../support/command-line.ts';
import { createTestDatabase } from '../support/databases.ts';
import { freePort } from '../support/postgres-server.ts';
import { runService } from '../support/run-service.ts';
import { addSigningKey } from '../support/signing-key.ts';

export interface EmptyService {
  readonly url: string;
  readonly link: string;
  /** On its database. */
  readonly commands: CommandLine;
  stop(): Promise<void>;
}

/** As `npm start` runs it: a process that migrates its database and prints the link. By default on SQLite. */
export async function startEmptyProcess(databaseUrl?: string): Promise<EmptyService> {
  const port = String(await freePort());
  const commands = new CommandLine({ PORT: port, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
  // On PostgreSQL the operator does this.
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

/** In the process of the test, on SQLite: it takes a fifth of the processor time. */
export async function startEmptyService(env: Readonly<Record<string, string>> = {}): Promise<EmptyService> {
  const { url: databaseUrl, database, dispose } = await createTestDatabase('sqlite');
  await addSigningKey(database, systemClock);
  const service = await runService(databaseUrl, { components: ['rest', 'mcp', 'auth', 'collect', 'dashboard'], env });
  const { baseUrl, port } = service.config;
  const commands = new CommandLine({ ...env, DATABASE_URL: databaseUrl, PORT: String(port) });
  return {
    url: baseUrl,
    link: linkUrl(baseUrl, 'setup', (await createSetupLink(database, systemClock))!.secret),
    commands,
    stop: async () => {
      await service.close();
      await dispose();
      commands.dispose();
    },
  };
}
