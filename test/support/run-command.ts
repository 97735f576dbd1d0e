// Runs a command in this process: everything except the exit code, without starting a process.
import { type Command, parseArguments } from '../../src/commands/command.ts';
import { readConfig } from '../../src/config.ts';

interface CommandResult {
  /** The output with --json. */
  readonly document: unknown;
  /** The output without --json. */
  readonly text: string;
}

/** Rethrows the errors of the command. */
export async function runCommand(
  command: Command,
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  let result: CommandResult = { document: undefined, text: '' };
  await command.run(parseArguments(command, argv), {
    config: readConfig(environment),
    clock: () => new Date(),
    print: (document, text) => {
      result = { document, text: text() };
    },
    log: () => {},
  });
  return result;
}
