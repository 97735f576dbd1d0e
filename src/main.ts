// The command line: finds the command, parses its arguments, runs it and sets the exit code.
import { systemClock } from './clock.ts';
import { type Command, parseArguments, UsageError, usageOf } from './commands/command.ts';
import { ConfigError, readConfig } from './config.ts';

/** By name, in the order shown in the help. Each command is imported only when it is called, so that it starts fast. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  'setup-link': async () => (await import('./commands/setup-link.ts')).setupLinkCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  'import catalog': async () => (await import('./commands/import-catalog.ts')).importCatalogCommand,
  'import events': async () => (await import('./commands/import-events.ts')).importEventsCommand,
  'user create': async () => (await import('./commands/user.ts')).userCreateCommand,
  'user password': async () => (await import('./commands/user.ts')).userPasswordCommand,
  'user list': async () => (await import('./commands/user-roles.ts')).userListCommand,
  'user grant': async () => (await import('./commands/user-roles.ts')).userGrantCommand,
  'user revoke': async () => (await import('./commands/user-roles.ts')).userRevokeCommand,
  'user delete': async () => (await import('./commands/user-roles.ts')).userDeleteCommand,
  'user reset-link': async () => (await import('./commands/user-reset-link.ts')).userResetLinkCommand,
  'user unlink': async () => (await import('./commands/user-unlink.ts')).userUnlinkCommand,
  'token create': async () => (await import('./commands/token.ts')).tokenCreateCommand,
  'token list': async () => (await import('./commands/token.ts')).tokenListCommand,
  'token revoke': async () => (await import('./commands/token.ts')).tokenRevokeCommand,
  'ingest-key create': async () => (await import('./commands/ingest-key.ts')).ingestKeyCreateCommand,
  'ingest-key list': async () => (await import('./commands/ingest-key.ts')).ingestKeyListCommand,
  'ingest-key revoke': async () => (await import('./commands/ingest-key.ts')).ingestKeyRevokeCommand,
  'website list': async () => (await import('./commands/website.ts')).websiteListCommand,
  'website settings': async () => (await import('./commands/website.ts')).websiteSettingsCommand,
  'webhook create': async () => (await import('./commands/webhook.ts')).webhookCreateCommand,
  'webhook list': async () => (await import('./commands/webhook.ts')).webhookListCommand,
  'webhook revoke': async () => (await import('./commands/webhook.ts')).webhookRevokeCommand,
  'insights run': async () => (await import('./commands/insights.ts')).insightsRunCommand,
  'forget contact': async () => (await import('./commands/forget.ts')).forgetContactCommand,
  'forget visitor': async () => (await import('./commands/forget.ts')).forgetVisitorCommand,
  'forget day': async () => (await import('./commands/forget.ts')).forgetDayCommand,
  'forget website': async () => (await import('./commands/forget.ts')).forgetWebsiteCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  copy: async () => (await import('./commands/copy.ts')).copyCommand,
  doctor: async () => (await import('./commands/doctor/doctor.ts')).doctorCommand,
};

const EXIT_CODE = { ok: 0, failed: 1, usage: 2 } as const;

/** Files that the program creates (databases, their logs, backups) are readable by their owner only. */
const OWNER_ONLY_UMASK = 0o077;

process.umask(OWNER_ONLY_UMASK);
process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  const name = Object.keys(COMMANDS).find((words) => words.split(' ').every((word, index) => argv[index] === word));
  if (name === undefined) return argv[0] === '--version' ? printVersion() : printOverview(argv);
  const command = await COMMANDS[name]!();
  try {
    const args = parseArguments(command, argv.slice(command.name.split(' ').length));
    if (args.flag('help')) {
      write(process.stdout, usageOf(command));
      return EXIT_CODE.ok;
    }
    const json = args.flag('json');
    await command.run(args, {
      config: readConfig(process.env),
      clock: systemClock,
      print: (document, text) => write(process.stdout, json ? JSON.stringify(document) : text()),
      log: (text) => write(process.stderr, text),
    });
    return EXIT_CODE.ok;
  } catch (error) {
    return reportError(error, command);
  }
}

async function printVersion(): Promise<number> {
  const { default: manifest } = await import('../package.json', { with: { type: 'json' } });
  write(process.stdout, manifest.version);
  return EXIT_CODE.ok;
}

async function printOverview(argv: readonly string[]): Promise<number> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const wantsHelp = argv.length === 0 || argv.includes('--help') || argv[0] === 'help';
  const group = commands.filter(({ name }) => name.startsWith(`${argv[0]} `));
  if (wantsHelp) {
    write(process.stdout, overview(group.length > 0 ? group : commands));
    return argv.length === 0 ? EXIT_CODE.usage : EXIT_CODE.ok;
  }
  write(process.stderr, `funnel: unknown command "${argv.slice(0, 2).join(' ')}"\n\n${overview(commands)}`);
  return EXIT_CODE.usage;
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
    'Run "funnel COMMAND --help" for the options of a command, "funnel --version" for the version.',
  ].join('\n');
}

function reportError(error: unknown, command: Command): number {
  if (error instanceof UsageError) {
    write(process.stderr, `funnel ${command.name}: ${error.message}\n\n${usageOf(command)}`);
    return EXIT_CODE.usage;
  }
  if (error instanceof ConfigError) write(process.stderr, `funnel: invalid configuration:\n${error.message}`);
  else write(process.stderr, `funnel ${command.name}: ${error instanceof Error ? error.message : String(error)}`);
  if (process.env.LOG_LEVEL === 'debug') write(process.stderr, String((error as Error)?.stack));
  return EXIT_CODE.failed;
}

function write(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${text}\n`);
}
