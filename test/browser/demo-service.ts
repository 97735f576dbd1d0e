// The whole service on the demo data, for tests and pictures in a browser.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDemo } from '../../eval/build-demo.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { runService } from '../support/run-service.ts';
import { TestClock } from '../support/test-clock.ts';

const HALF_HOUR_MS = 30 * 60_000;

export interface DemoService {
  readonly url: string;
  readonly databaseUrl: string;
  readonly database: Database;
  /** Of the service, of the browser and of the tests. */
  readonly clock: TestClock;
  readonly login: { readonly email: string; readonly password: string };
  /** An operator's token, to ask the REST API what the page should show. */
  readonly token: string;
  close(): Promise<void>;
}

export async function startDemoService(
  build = buildDemo,
  env: Readonly<Record<string, string>> = {},
): Promise<DemoService> {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-browser-'));
  const { login, rest_token: token } = await build(folder);
  const databaseUrl = `sqlite:${join(folder, 'funnel.db')}`;
  const clock = new TestClock();
  const service = await runService(databaseUrl, {
    components: ['rest', 'mcp', 'auth', 'collect', 'dashboard'],
    clock,
    env,
  });
  clock.nowMs = halfHourOf(await builtAtMs(service.database, login.email));
  return {
    url: service.config.baseUrl,
    databaseUrl,
    database: service.database,
    clock,
    login,
    token,
    close: async () => {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The demo ends on that day. */
async function builtAtMs(database: Database, email: string): Promise<number> {
  const [user] = await database.query<{ created_at: string }>('SELECT created_at FROM users WHERE email = $1', [email]);
  return Date.parse(user!.created_at);
}

/** Its start: from there on, half an hour is left until the next midnight of any time zone. */
function halfHourOf(ms: number): number {
  return ms - (ms % HALF_HOUR_MS);
}
