// The interface of a command, and the argument parsing and help that all commands share.
import type { Readable } from 'node:stream';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { nearestName } from '../../foundation/text/nearest-name.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import type { Config, ConfigSection } from '../config/config.ts';
import type { ServiceParts } from '../extension/server-half.ts';

interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** The placeholder in the help, such as DAYS. */
  readonly value?: string;
  readonly help: string;
}

export interface Command {
  /** What is typed, such as `import events`. */
  readonly name: string;
  /** Their names, such as FILE. */
  readonly positionals?: readonly string[];
  readonly options?: Readonly<Record<string, CommandOption>>;
  readonly summary: string;
  readonly details?: string;
  run(args: Arguments, context: CommandContext): Promise<void>;
}

/** Commands by name, in the order shown in the help. Each is imported only when it is called, so that it starts fast. */
export type CommandList = Readonly<Record<string, () => Promise<Command>>>;

export interface CommandContext {
  readonly config: Config;
  /** The parts of the configuration that extensions have. */
  readonly sections: readonly ConfigSection[];
  /** Variables of the environment that have no effect, and why. */
  readonly ignoredVariables: readonly string[];
  readonly clock: Clock;
  /** Loads what the service is made of besides its core. */
  loadParts(): Promise<ServiceParts>;
  /** Standard input. */
  stdin(): Readable;
  /** Prints the document as JSON with --json, otherwise the text. */
  print(document: unknown, text: () => string): void;
  /** Prints a message to standard error, which keeps standard output clean for programs. */
  log(text: string): void;
}

/** The command was called incorrectly: exit code 2, with the usage. */
export class UsageError extends Error {}

/** The command failed: exit code 1, with this message only. */
export class CommandError extends Error {}

export class Arguments {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #positionals: ReadonlyMap<string, string>;

  constructor(values: Readonly<Record<string, unknown>>, positionals: ReadonlyMap<string, string>) {
    this.#values = values;
    this.#positionals = positionals;
  }

  positional(name: string): string {
    return this.#positionals.get(name)!;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  string(name: string): string | undefined {
    return this.#values[name] as string | undefined;
  }

  strings(name: string): string[] {
    return (this.#values[name] as string[] | undefined) ?? [];
  }

  requiredId(name: string): number {
    const value = this.string(name);
    if (value === undefined) throw new UsageError(`--${name} is required`);
    return parseId(value, `--${name}`);
  }
}

export function parseId(value: string, name: string): number {
  const id = Number(value);
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(id) || id === 0) {
    throw new UsageError(`${name} must be a positive integer, not "${value}"`);
  }
  return id;
}

const COMMON_OPTIONS: Readonly<Record<string, CommandOption>> = {
  json: { type: 'boolean', help: 'print one JSON document to standard output' },
  help: { type: 'boolean', help: 'show this help' },
};

export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const names = command.positionals ?? [];
  const options = { ...command.options, ...COMMON_OPTIONS };
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple }]) => [name, { type, multiple: multiple ?? false }]),
  );
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...argv], options: config, allowPositionals: true });
  } catch (error) {
    throw new UsageError(explainWrongOption(error as NodeJS.ErrnoException, argv, Object.keys(options)));
  }
  const { values, positionals } = parsed;
  if (values.help !== true) {
    if (positionals.length < names.length) throw new UsageError(`${names[positionals.length]} is missing`);
    if (positionals.length > names.length) throw new UsageError(`unexpected argument "${positionals[names.length]}"`);
  }
  return new Arguments(values, new Map(names.map((name, index) => [name, positionals[index] ?? ''])));
}

function explainWrongOption(
  { code, message }: NodeJS.ErrnoException,
  argv: readonly string[],
  known: string[],
): string {
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return message;
  const isKnown = (name: string) => known.includes(name);
  const written = argv.filter((word) => word.startsWith('-')).map((word) => word.split('=', 1)[0]!);
  const wrong = written.find((word) => !isKnown(word.replace(/^--/, ''))) ?? '';
  const nearest = nearestName(wrong.replace(/^-+/, ''), known);
  return `unknown option ${wrong}: ${nearest === undefined ? 'see the options below' : `did you mean --${nearest}?`}`;
}

export function usageOf(command: Command): string {
  const options = { ...command.options, ...COMMON_OPTIONS };
  const left = Object.entries(options).map(([name, option]) => `--${name}${option.value ? ` ${option.value}` : ''}`);
  const width = Math.max(...left.map((column) => column.length));
  const lines = Object.values(options).map((option, index) => `  ${left[index]!.padEnd(width)}  ${option.help}`);
  const head = ['funnel', command.name, ...(command.positionals ?? []), '[options]'].join(' ');
  return [`Usage: ${head}`, '', command.summary, ...(command.details ? ['', command.details] : []), '', ...lines].join(
    '\n',
  );
}
