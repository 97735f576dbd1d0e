// The whole service on the demo data, for tests and pictures in a browser.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Database } from '../../src/database/database.ts';
import { runService } from '../support/run-service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

export interface DemoService {
  readonly url: string;
  readonly database: Database;
  readonly login: { readonly email: string; readonly password: string };
  /** An operator's token, to ask the REST API what the page should show. */
  readonly token: string;
  close(): Promise<void>;
}

export async function startDemoService(): Promise<DemoService> {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-browser-'));
  // The test runner sets a BASE_URL of its own, which means something else.
  const env = { ...process.env, BASE_URL: '' };
  const { stdout } = await run(join(ROOT, 'bin/funnel'), ['demo', '--keep', folder, '--no-serve', '--json'], { env });
  const { login, rest_token: token } = JSON.parse(stdout) as { login: DemoService['login']; rest_token: string };
  const service = await runService(`sqlite:${join(folder, 'funnel.db')}`, {
    components: ['rest', 'mcp', 'auth', 'collect', 'dashboard'],
  });
  return {
    url: service.config.baseUrl,
    database: service.database,
    login,
    token,
    close: async () => {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
