import { withoutPassword } from '../config.ts';
import type { Database } from '../database/database.ts';
import { PARTS, type Part } from '../parts.ts';
import { type Arguments, type Command, type CommandContext, UsageError } from './command.ts';

export const serveCommand: Command = {
  name: 'serve',
  options: { only: { type: 'string', value: 'PARTS', help: `just these parts, comma-separated: ${PARTS.join(',')}` } },
  summary: 'Runs the service. On SQLite it brings the database to the current schema first.',
  details: 'Configured by environment variables; "funnel doctor" prints them. Stops cleanly on SIGTERM or Ctrl-C.',
  async run(args, context) {
    await serveUntilStopped(context, partsFrom(args));
  },
};

function partsFrom(args: Arguments): Set<Part> {
  const only = args.text('only');
  if (only === undefined) return new Set(PARTS);
  const names = only.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!PARTS.includes(name as Part)) throw new UsageError(`--only: "${name}" is not one of ${PARTS.join(', ')}`);
  }
  return new Set(names as Part[]);
}

export async function serveUntilStopped(context: CommandContext, parts: Set<Part>): Promise<void> {
  // Only here: the server is most of the program, and other commands should not wait for it to load.
  const { startApp } = await import('../app.ts');
  const app = await startApp(context.config, parts);
  context.say(`Serving on ${app.url} (database: ${withoutPassword(context.config.databaseUrl)})`);
  if (await isEmpty(app.database)) {
    context.say(
      'The database is empty. For a demo account with more than a year of data, stop this and run: npm run demo',
    );
  }
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve(name));
  });
  context.say(`${signal}: finishing the requests under way`);
  await app.close();
}

async function isEmpty(database: Database): Promise<boolean> {
  return (await database.query('SELECT id FROM accounts LIMIT 1').catch(() => [{}])).length === 0;
}
