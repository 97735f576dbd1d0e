import { existsSync } from 'node:fs';

/** The tests of everything that stores and reads. */
export const CITUS_FOLDERS: readonly string[] = [
  ...['foundation/database', 'contract/access', 'engine', 'intake', 'answers', 'manage', 'server/api'].map(
    (folder) => `test/core/${folder}`,
  ),
  ...['test/core/server/commands/copy.test.ts', 'test/extensions', 'test/whole', 'test/nodes', 'test/faults'],
];

/** The arguments of the test runner: those that were given, and these folders unless files are among them. */
export function citusArguments(given: readonly string[], folders: readonly string[]): string[] {
  const isOption = (argument: string | undefined) => argument?.startsWith('-') ?? false;
  // What follows an option may be its value, such as the name after -t.
  const isFile = (argument: string, place: number) =>
    !isOption(argument) && (!isOption(given[place - 1]) || existsSync(argument));
  return ['run', ...given, ...(given.some(isFile) ? [] : folders)];
}
