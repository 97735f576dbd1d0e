// Builds the demo account in a folder, with `bin/funnel demo`.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const FUNNEL = fileURLToPath(new URL('../bin/funnel', import.meta.url));

export interface BuiltDemo {
  /** Its events end at this instant. */
  readonly built_at: string;
  readonly login: { readonly email: string; readonly password: string };
  readonly rest_token: string;
  readonly tool_token: string;
}

export type BuildDemo = (folder: string) => Promise<BuiltDemo>;

export const buildDemo: BuildDemo = (folder) => printedBy(FUNNEL, ['demo', '--keep', folder, '--no-serve', '--json']);

export async function printedBy(program: string, args: readonly string[]): Promise<BuiltDemo> {
  // The test runner sets a BASE_URL of its own, which means something else.
  const { stdout } = await promisify(execFile)(program, args, { env: { ...process.env, BASE_URL: '' } });
  return JSON.parse(stdout);
}
