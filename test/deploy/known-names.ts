// What deployment files may name: the variables that the service reads, and the commands that there are.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describeConfig, readConfig } from '../../src/core/server/config/config.ts';
import { SECTIONS } from '../support/operations.ts';

export const VARIABLES: readonly string[] = Object.keys(describeConfig(readConfig({}), SECTIONS));

/** Read by the launcher, or by the libraries. */
const OF_NODE = ['NODE_ENV', 'NODE_COMPILE_CACHE'];
/** Read by the images of PostgreSQL and Citus. */
const OF_POSTGRES = [
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'POSTGRES_INITDB_ARGS',
  'PGUSER',
  'PGPASSWORD',
];

export const KNOWN_VARIABLES: ReadonlySet<string> = new Set([...VARIABLES, ...OF_NODE, ...OF_POSTGRES]);

/** As `bin/funnel --help` lists them, such as `import events`. */
export const COMMANDS: readonly string[] = [
  ...execFileSync('bin/funnel', ['--help'], { encoding: 'utf8' }).matchAll(/^ {2}([a-z]+(?:[ -][a-z]+)*)/gm),
].map(([, name]) => name!);

export function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}
