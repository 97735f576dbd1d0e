// Runs a command in this process: everything but the exit code, without waiting for a process to start.
import { type Command, parseArguments } from '../../src/commands/command.ts';
import { readConfig } from '../../src/config.ts';

export interface CommandResult {
  /** What --json would print. */
  readonly document: unknown;
  /** What people would read. */
  readonly text: string;
}

/** Throws what the command throws. */
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
