// The service on an empty database, with its setup link, in the process of a test.

import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { linkUrl } from '../../src/core/manage/authorization-server/links/one-time-links.ts';
import { createSetupLink } from '../../src/core/manage/authorization-server/links/setup-links.ts';
import { CommandLine } from '../support/command-line.ts';
import { createTestDatabase } from '../support/databases.ts';
import { runService } from '../support/run-service.ts';
import { addSigningKey } from '../support/signing-key.ts';
import type { EmptyService } from './empty-process.ts';

/** Runs on SQLite, which takes a fifth of the processor time. */
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
