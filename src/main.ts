// The command line: finds the command, reads its arguments, and turns what happens into output and an exit code.
import { CatalogError } from './catalog/import-catalog.ts';
import { systemClock } from './clock.ts';
import { backupCommand } from './commands/backup.ts';
import { type Command, CommandError, parseArguments, UsageError, usageOf } from './commands/command.ts';
import { copyCommand } from './commands/copy.ts';
import { demoCommand } from './commands/demo.ts';
import { doctorCommand } from './commands/doctor.ts';
import { importCatalogCommand } from './commands/import-catalog.ts';
import { importEventsCommand } from './commands/import-events.ts';
import { ingestKeyCreateCommand, ingestKeyRevokeCommand } from './commands/ingest-key.ts';
import { insightsRunCommand } from './commands/insights.ts';
import { migrateCommand } from './commands/migrate.ts';
import { serveCommand } from './commands/serve.ts';
import { tokenCreateCommand, tokenListCommand, tokenRevokeCommand } from './commands/token.ts';
import { userCreateCommand, userPasswordCommand } from './commands/user.ts';
import { ConfigError, readConfig } from './config.ts';
import { SchemaError } from './database/migrations.ts';

const COMMANDS: readonly Command[] = [
  serveCommand,
  demoCommand,
  migrateCommand,
  importCatalogCommand,
  importEventsCommand,
  userCreateCommand,
  userPasswordCommand,
  tokenCreateCommand,
  tokenListCommand,
  tokenRevokeCommand,
  ingestKeyCreateCommand,
  ingestKeyRevokeCommand,
  insightsRunCommand,
  backupCommand,
  copyCommand,
  doctorCommand,
];

const EXIT = { ok: 0, failed: 1, wrongUsage: 2 } as const;

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => argv[index] === word));
  if (!command) return withoutCommand(argv);
  try {
    const args = parseArguments(command, argv.slice(command.name.split(' ').length));
    if (args.flag('help')) {
      write(process.stdout, usageOf(command));
      return EXIT.ok;
    }
    const json = args.flag('json');
    await command.run(args, {
      config: readConfig(process.env),
      clock: systemClock,
      print: (document, text) => write(process.stdout, json ? JSON.stringify(document) : text()),
      say: (text) => write(process.stderr, text),
    });
    return EXIT.ok;
  } catch (error) {
    return explain(error, command);
  }
}

function withoutCommand(argv: readonly string[]): number {
  const wantsHelp = argv.length === 0 || argv.includes('--help') || argv[0] === 'help';
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${argv[0]} `));
  if (wantsHelp) {
    write(process.stdout, overview(group.length > 0 ? group : COMMANDS));
    return argv.length === 0 ? EXIT.wrongUsage : EXIT.ok;
  }
  write(process.stderr, `funnel: there is no command "${argv.slice(0, 2).join(' ')}"\n\n${overview(COMMANDS)}`);
  return EXIT.wrongUsage;
}

function overview(commands: readonly Command[]): string {
  const calls = commands.map(({ name, positionals = [] }) => [name, ...positionals].join(' '));
  const width = Math.max(...calls.map((call) => call.length));
  const lines = commands.map(({ summary }, index) => `  ${calls[index]!.padEnd(width)}  ${summary}`);
  return ['Usage: funnel COMMAND [options]', '', ...lines, '', '"funnel COMMAND --help" tells more.'].join('\n');
}

function explain(error: unknown, command: Command): number {
  if (error instanceof UsageError) {
    write(process.stderr, `funnel ${command.name}: ${error.message}\n\n${usageOf(command)}`);
    return EXIT.wrongUsage;
  }
  if (error instanceof ConfigError) write(process.stderr, `funnel: the environment is not right:\n${error.message}`);
  else if (error instanceof CommandError || error instanceof CatalogError || error instanceof SchemaError) {
    write(process.stderr, `funnel ${command.name}: ${error.message}`);
  } else {
    const message = error instanceof Error ? error.message : String(error);
    write(process.stderr, `funnel ${command.name}: ${message}`);
    if (process.env.LOG_LEVEL === 'debug') write(process.stderr, String((error as Error)?.stack));
  }
  return EXIT.failed;
}

function write(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${text}\n`);
}
