// The whole service on the demo data, for tests and pictures in a browser.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDemo } from '../../eval/build-demo.ts';
import { systemClock } from '../../src/clock.ts';
import type { Database } from '../../src/database/database.ts';
import { mergeLog } from '../support/event-log.ts';
import { runService } from '../support/run-service.ts';

export interface DemoService {
  readonly url: string;
  readonly databaseUrl: string;
  readonly database: Database;
  readonly login: { readonly email: string; readonly password: string };
  /** An operator's token, to ask the REST API what the page should show. */
  readonly token: string;
  close(): Promise<void>;
}

export async function startDemoService(build = buildDemo): Promise<DemoService> {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-browser-'));
  const { login, rest_token: token } = await build(folder);
  const databaseUrl = `sqlite:${join(folder, 'funnel.db')}`;
  const service = await runService(databaseUrl, {
    components: ['rest', 'mcp', 'auth', 'collect', 'dashboard'],
  });
  // As the jobs do, which don't run here. Otherwise every question would read a year of events as the import has left them.
  await mergeLog(service.database, { now: systemClock });
  return {
    url: service.config.baseUrl,
    databaseUrl,
    database: service.database,
    login,
    token,
    close: async () => {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
