// The command line: help for every command, and exit codes that scripts can rely on.
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import {
  type Command,
  CommandError,
  parseArguments,
  UsageError,
  usageOf,
} from '../../../../src/core/server/command/command.ts';
import { importCatalogCommand } from '../../../../src/core/server/commands/import-catalog.ts';
import { importEventsCommand } from '../../../../src/core/server/commands/import-events.ts';
import { serveCommand } from '../../../../src/core/server/commands/serve.ts';
import {
  ingestKeyCreateCommand,
  ingestKeyRevokeCommand,
} from '../../../../src/core/server/commands/websites/ingest-key.ts';
import { CommandLine, type Finished } from '../../../support/command-line.ts';
import { runCommand } from '../../../support/run-command.ts';

const COMMANDS_FOLDER = new URL('../../../../src/core/server/commands/', import.meta.url);

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
});

afterAll(() => cli.dispose());

async function allCommands(): Promise<Command[]> {
  const files = readdirSync(COMMANDS_FOLDER).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(files.map((name) => import(new URL(name, COMMANDS_FOLDER).href)));
  return modules
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, value]) => {
      return name.endsWith('Command') ? [value as Command] : [];
    });
}

describe('help', () => {
  test('lists every command and exits with 0', async () => {
    const { code, stdout, stderr } = await cli.run(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const commands = await allCommands();
    expect(commands.length).toBeGreaterThan(8);
    for (const { name, summary } of commands) {
      expect(stdout).toContain(`  ${name} `);
      expect(stdout).toContain(summary);
    }
  });

  test('prints the version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
    expect(await cli.call(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('every command has its own help', async () => {
    for (const command of await allCommands()) {
      expect(parseArguments(command, ['--help']).flag('help')).toBe(true);
      const usage = usageOf(command);
      expect(usage).toMatch(new RegExp(`^Usage: funnel ${command.name} `));
      for (const option of [...Object.keys(command.options ?? {}), 'json', 'help']) {
        expect(usage).toContain(`--${option} `);
      }
    }
  });

  test('of a command and of a group exits with 0', async () => {
    const [command, group] = await Promise.all([
      cli.call(['import', 'events', '--help']),
      cli.call(['import', '--help']),
    ]);
    expect(command).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('--strict') });
    expect(group).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('import events FILE') });
    expect(group.stdout).not.toContain('doctor');
  });
});

describe('a usage error', () => {
  test('exits with 2, prints the usage, and keeps standard output clean', async () => {
    const wrong = [
      ['import', 'visitors'],
      ['import', 'events', 'x', '--fast', '--json'],
    ];
    for (const { code, stdout, stderr } of await Promise.all(wrong.map((args) => cli.call(args)))) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('Usage: funnel');
    }
  });

  test('includes a missing command', async () => {
    expect(await cli.call([])).toMatchObject({ code: 2, stdout: expect.stringContaining('Usage: funnel') });
  });

  it.each<[string, Command, string[], string]>([
    ['an unknown option', importEventsCommand, ['x', '--fast'], 'unknown option --fast: see the options below'],
    [
      'a misspelled option',
      ingestKeyCreateCommand,
      ['--webiste=1'],
      'unknown option --webiste: did you mean --website?',
    ],
    ['an unknown short option', ingestKeyCreateCommand, ['-x'], 'unknown option -x: see the options below'],
    ['a missing argument', importEventsCommand, [], 'FILE'],
    ['too many arguments', importEventsCommand, ['a', 'b'], '"b"'],
    ['a value for a flag', importEventsCommand, ['x', '--strict=yes'], 'strict'],
    ['a missing option', ingestKeyCreateCommand, [], '--website'],
    ['an option without its value', ingestKeyCreateCommand, ['--website'], 'website'],
    ['an id that is a word', ingestKeyCreateCommand, ['--website', 'one'], '"one"'],
    ['the id 0', ingestKeyRevokeCommand, ['0'], '"0"'],
    ['a negative id', ingestKeyCreateCommand, ['--website=-1'], '"-1"'],
    ['a fractional id', ingestKeyRevokeCommand, ['1.5'], '"1.5"'],
    ['an id that is too large', ingestKeyRevokeCommand, ['99999999999999999999'], 'ID'],
    ['an unknown component', serveCommand, ['--only', 'rest,cache'], '"cache"'],
  ])('%s', async (_, command, argv, text) => {
    const attempt = runCommand(command, argv);
    await expect(attempt).rejects.toThrow(UsageError);
    await expect(attempt).rejects.toThrow(text);
  });
});

describe('failure', () => {
  let finished: Finished[];

  beforeAll(async () => {
    const misconfigured = new CommandLine({ PORT: 'eighty', DATABASE_URL: 'mysql://x' });
    finished = await Promise.all([cli.run(['import', 'events', 'nowhere', '--json']), misconfigured.call(['migrate'])]);
    misconfigured.dispose();
  });

  test('exits with 1, prints the reason, and keeps standard output clean', () => {
    for (const { code, stdout } of finished) expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const [missingFile, invalidConfiguration] = finished.map(({ stderr }) => stderr);
    expect(missingFile).toMatch(/Cannot read nowhere/);
    expect(missingFile).not.toContain('    at ');
    expect(invalidConfiguration).toContain('invalid configuration');
    expect(invalidConfiguration).toMatch(/PORT/);
    expect(invalidConfiguration).toMatch(/DATABASE_URL/);
  });

  it.each<[string, Command, string]>([
    ['events in a folder', importEventsCommand, '.'],
    ['events that are not gzip', importEventsCommand, 'broken.gz'],
    ['a catalog in a folder', importCatalogCommand, '.'],
    ['a catalog that is not gzip', importCatalogCommand, 'broken.gz'],
    ['a missing catalog', importCatalogCommand, 'nowhere.json'],
  ])('%s', async (_, command, name) => {
    cli.file('broken.gz', 'not gzip');
    const attempt = runCommand(command, [`${cli.folder}/${name}`], { DATABASE_URL: cli.databaseUrl });
    await expect(attempt).rejects.toThrow(CommandError);
    await expect(attempt).rejects.toThrow(`Cannot read ${cli.folder}`);
  });
});
