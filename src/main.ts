// The command line: finds the command, reads its arguments, and turns what happens into output and an exit code.
import { systemClock } from './clock.ts';
import { type Command, parseArguments, UsageError, usageOf } from './commands/command.ts';
import { ConfigError, readConfig } from './config.ts';

/** By name, in the order of the help. Each is loaded when it is called: most need little of the program. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  'import catalog': async () => (await import('./commands/import-catalog.ts')).importCatalogCommand,
  'import events': async () => (await import('./commands/import-events.ts')).importEventsCommand,
  'user create': async () => (await import('./commands/user.ts')).userCreateCommand,
  'user password': async () => (await import('./commands/user.ts')).userPasswordCommand,
  'token create': async () => (await import('./commands/token.ts')).tokenCreateCommand,
  'token list': async () => (await import('./commands/token.ts')).tokenListCommand,
  'token revoke': async () => (await import('./commands/token.ts')).tokenRevokeCommand,
  'ingest-key create': async () => (await import('./commands/ingest-key.ts')).ingestKeyCreateCommand,
  'ingest-key list': async () => (await import('./commands/ingest-key.ts')).ingestKeyListCommand,
  'ingest-key revoke': async () => (await import('./commands/ingest-key.ts')).ingestKeyRevokeCommand,
  'insights run': async () => (await import('./commands/insights.ts')).insightsRunCommand,
  'forget contact': async () => (await import('./commands/forget.ts')).forgetContactCommand,
  'forget visitor': async () => (await import('./commands/forget.ts')).forgetVisitorCommand,
  'forget day': async () => (await import('./commands/forget.ts')).forgetDayCommand,
  'forget website': async () => (await import('./commands/forget.ts')).forgetWebsiteCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  copy: async () => (await import('./commands/copy.ts')).copyCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
};

const EXIT = { ok: 0, failed: 1, wrongUsage: 2 } as const;

/** What the program writes (databases, their logs, backups) is for its own user alone. */
const OWNER_ONLY = 0o077;

process.umask(OWNER_ONLY);
process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  const name = Object.keys(COMMANDS).find((words) => words.split(' ').every((word, index) => argv[index] === word));
  if (name === undefined) return argv[0] === '--version' ? tellVersion() : withoutCommand(argv);
  const command = await COMMANDS[name]!();
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

async function tellVersion(): Promise<number> {
  const { default: description } = await import('../package.json', { with: { type: 'json' } });
  write(process.stdout, description.version);
  return EXIT.ok;
}

async function withoutCommand(argv: readonly string[]): Promise<number> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const wantsHelp = argv.length === 0 || argv.includes('--help') || argv[0] === 'help';
  const group = commands.filter(({ name }) => name.startsWith(`${argv[0]} `));
  if (wantsHelp) {
    write(process.stdout, overview(group.length > 0 ? group : commands));
    return argv.length === 0 ? EXIT.wrongUsage : EXIT.ok;
  }
  write(process.stderr, `funnel: there is no command "${argv.slice(0, 2).join(' ')}"\n\n${overview(commands)}`);
  return EXIT.wrongUsage;
}

function overview(commands: readonly Command[]): string {
  const calls = commands.map(({ name, positionals = [] }) => [name, ...positionals].join(' '));
  const width = Math.max(...calls.map((call) => call.length));
  const lines = commands.map(({ summary }, index) => `  ${calls[index]!.padEnd(width)}  ${summary}`);
  return [
    'Usage: funnel COMMAND [options]',
    '',
    ...lines,
    '',
    '"funnel COMMAND --help" tells more, "funnel --version" which version this is.',
  ].join('\n');
}

function explain(error: unknown, command: Command): number {
  if (error instanceof UsageError) {
    write(process.stderr, `funnel ${command.name}: ${error.message}\n\n${usageOf(command)}`);
    return EXIT.wrongUsage;
  }
  if (error instanceof ConfigError) write(process.stderr, `funnel: the environment is not right:\n${error.message}`);
  else write(process.stderr, `funnel ${command.name}: ${error instanceof Error ? error.message : String(error)}`);
  if (process.env.LOG_LEVEL === 'debug') write(process.stderr, String((error as Error)?.stack));
  return EXIT.failed;
}

function write(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${text}\n`);
}
