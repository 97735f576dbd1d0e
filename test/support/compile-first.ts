// Global setup: fills the compile cache before the first run of a checkout. Node writes the cache when a process exits, so the workers
// of the test runner and every process that is killed would all compile the whole service on their own.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const LARGE = ['src/core/server/app/app.ts', 'src/core/server/surfaces/oauth/authorization-server.ts'];

export default function setup(): void {
  if (existsSync(process.env.NODE_COMPILE_CACHE!)) return;
  const urls = LARGE.map((file) => new URL(`../../${file}`, import.meta.url).href);
  const script = urls.map((url) => `import ${JSON.stringify(url)};`).join('');
  execFileSync(process.execPath, ['--input-type=module', '-e', script]);
}
