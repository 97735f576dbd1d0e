// Packages that only the long tests need. They would make every installation larger, so they are installed when they are first used.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** undefined: it can not be installed. Then what needs it is skipped with a warning, and fails in CI. */
export function installedPackage<Package>(name: string, version: string): Package | undefined {
  const folder = join(tmpdir(), `funnel-${name.replaceAll(/[@/]+/g, '-')}-${version}`);
  try {
    if (!existsSync(join(folder, 'node_modules', name, 'package.json'))) {
      console.log(`Installing ${name} ${version} into a temporary folder …`);
      const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`];
      execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    }
    return createRequire(join(folder, 'package.json'))(name) as Package;
  } catch (error) {
    if (process.env.CI) throw error;
    console.warn(`\n!!! SKIPPED: every test that needs ${name}. ${(error as Error).message}\n`);
    return undefined;
  }
}
