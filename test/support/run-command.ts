// Runs a command in this process, for tests of its errors and of both its outputs. `CommandLine.call` also gives the exit code.
import { Readable } from 'node:stream';
import { type Clock, systemClock } from '../../src/core/foundation/time/clock.ts';
import { type Command, parseArguments } from '../../src/core/server/command/command.ts';
import { readConfig } from '../../src/core/server/config/config.ts';
import { PARTS, SECTIONS } from './operations.ts';

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
  clock: Clock = systemClock,
): Promise<CommandResult> {
  let result: CommandResult = { document: undefined, text: '' };
  await command.run(parseArguments(command, argv), {
    config: readConfig(environment, SECTIONS),
    sections: SECTIONS,
    ignoredVariables: [],
    clock,
    loadParts: async () => PARTS,
    stdin: () => Readable.from([]),
    print: (document, text) => {
      result = { document, text: text() };
    },
    log: () => {},
  });
  return result;
}
