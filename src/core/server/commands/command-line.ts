// Finds the command, parses its arguments, runs it and returns the exit code.
import type { Readable } from 'node:stream';
import { systemClock } from '../../foundation/time/clock.ts';
import { type Command, type CommandList, parseArguments, UsageError, usageOf } from '../command/command.ts';
import { type Composition, configurationOf, loadHalves } from '../command/extension.ts';
import { ConfigError, ignoredVariables, readConfig } from '../config/config.ts';

const COMMANDS: CommandList = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  'setup-link': async () => (await import('./users/setup-link.ts')).setupLinkCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  'import catalog': async () => (await import('./import-catalog.ts')).importCatalogCommand,
  'import events': async () => (await import('./import-events.ts')).importEventsCommand,
  'user create': async () => (await import('./users/user.ts')).userCreateCommand,
  'user password': async () => (await import('./users/user.ts')).userPasswordCommand,
  'user list': async () => (await import('./users/user-roles.ts')).userListCommand,
  'user grant': async () => (await import('./users/user-roles.ts')).userGrantCommand,
  'user revoke': async () => (await import('./users/user-roles.ts')).userRevokeCommand,
  'user delete': async () => (await import('./users/user-roles.ts')).userDeleteCommand,
  'user reset-link': async () => (await import('./users/user-reset-link.ts')).userResetLinkCommand,
  'token create': async () => (await import('./websites/token.ts')).tokenCreateCommand,
  'token list': async () => (await import('./websites/token.ts')).tokenListCommand,
  'token revoke': async () => (await import('./websites/token.ts')).tokenRevokeCommand,
  'ingest-key create': async () => (await import('./websites/ingest-key.ts')).ingestKeyCreateCommand,
  'ingest-key list': async () => (await import('./websites/ingest-key.ts')).ingestKeyListCommand,
  'ingest-key revoke': async () => (await import('./websites/ingest-key.ts')).ingestKeyRevokeCommand,
  'website list': async () => (await import('./websites/website.ts')).websiteListCommand,
  'website settings': async () => (await import('./websites/website.ts')).websiteSettingsCommand,
  'website rates': async () => (await import('./websites/website-rates.ts')).websiteRatesCommand,
  'insights run': async () => (await import('./insights.ts')).insightsRunCommand,
  'forget contact': async () => (await import('./forget.ts')).forgetContactCommand,
  'forget visitor': async () => (await import('./forget.ts')).forgetVisitorCommand,
  'forget day': async () => (await import('./forget.ts')).forgetDayCommand,
  'forget website': async () => (await import('./forget.ts')).forgetWebsiteCommand,
  listings: async () => (await import('./listings.ts')).listingsCommand,
  backup: async () => (await import('./backup/backup.ts')).backupCommand,
  restore: async () => (await import('./backup/restore.ts')).restoreCommand,
  copy: async () => (await import('./copy.ts')).copyCommand,
  doctor: async () => (await import('./doctor/doctor.ts')).doctorCommand,
};

const EXIT_CODE = { ok: 0, failed: 1, usage: 2 } as const;

/** What a command reads and writes; `process` is one. */
export interface CommandProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
}

interface Output {
  write(text: string): unknown;
}

export async function runCommandLine(
  argv: readonly string[],
  own: CommandProcess,
  { extensions, scripts }: Composition,
): Promise<number> {
  const list = Object.assign({}, COMMANDS, ...extensions.map(({ commands }) => commands)) as CommandList;
  const name = Object.keys(list).find((words) => words.split(' ').every((word, index) => argv[index] === word));
  if (name === undefined) return argv[0] === '--version' ? printVersion(own) : printOverview(list, argv, own);
  const command = await list[name]!();
  try {
    const args = parseArguments(command, argv.slice(command.name.split(' ').length));
    if (args.flag('help')) {
      write(own.stdout, usageOf(command));
      return EXIT_CODE.ok;
    }
    const json = args.flag('json');
    const sections = configurationOf(extensions);
    await command.run(args, {
      config: readConfig(own.env, sections),
      sections,
      ignoredVariables: ignoredVariables(own.env, sections),
      clock: systemClock,
      loadParts: async () => ({ halves: await loadHalves(extensions), scripts }),
      stdin: () => own.stdin,
      print: (document, text) => write(own.stdout, json ? JSON.stringify(document) : text()),
      log: (text) => write(own.stderr, text),
    });
    return EXIT_CODE.ok;
  } catch (error) {
    return reportError(error, command, own);
  }
}

async function printVersion({ stdout }: CommandProcess): Promise<number> {
  const { default: manifest } = await import('../../../../package.json', { with: { type: 'json' } });
  write(stdout, manifest.version);
  return EXIT_CODE.ok;
}

async function printOverview(
  list: CommandList,
  argv: readonly string[],
  { stdout, stderr }: CommandProcess,
): Promise<number> {
  const commands = await Promise.all(Object.values(list).map((load) => load()));
  const wantsHelp = argv.length === 0 || argv.includes('--help') || argv[0] === 'help';
  const group = commands.filter(({ name }) => name.startsWith(`${argv[0]} `));
  if (wantsHelp) {
    write(stdout, overview(group.length > 0 ? group : commands));
    return argv.length === 0 ? EXIT_CODE.usage : EXIT_CODE.ok;
  }
  write(stderr, `funnel: unknown command "${argv.slice(0, 2).join(' ')}"\n\n${overview(commands)}`);
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

function reportError(error: unknown, command: Command, { env, stderr }: CommandProcess): number {
  if (error instanceof UsageError) {
    write(stderr, `funnel ${command.name}: ${error.message}\n\n${usageOf(command)}`);
    return EXIT_CODE.usage;
  }
  if (error instanceof ConfigError) write(stderr, `funnel: invalid configuration:\n${error.message}`);
  else write(stderr, `funnel ${command.name}: ${error instanceof Error ? error.message : String(error)}`);
  if (env.LOG_LEVEL === 'debug') write(stderr, String((error as Error)?.stack));
  return EXIT_CODE.failed;
}

function write(stream: Output, text: string): void {
  stream.write(`${text}\n`);
}
