// A service that reports are requested from.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { websitesToBuild } from '../src/core/engine/rollups/build-intervals.ts';
import { openDatabase } from '../src/core/foundation/database/open/open.ts';
import { freePort } from '../test/support/postgres-server.ts';
import { FUNNEL } from './measure-import.ts';
import { serviceEnvironment } from './service-environment.ts';

export interface ReportService {
  readonly databaseUrl: string;
  readonly port: number;
  /** Reads reports of website 1. */
  readonly token: string;
  readonly process: ChildProcess;
}

/** The database has its events already. */
export async function startReportService(
  databaseUrl: string,
  today: number,
  settings: NodeJS.ProcessEnv = {},
): Promise<ReportService> {
  const port = await freePort();
  const env = { ...serviceEnvironment(databaseUrl, port), ...settings };
  const created = execFileSync(FUNNEL, ['token', 'create', '--website', '1', '--scope', 'reports', '--json'], {
    env,
    encoding: 'utf8',
  });
  const served = spawn(FUNNEL, ['serve'], { env, stdio: 'ignore' });
  await until(() =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  await intervalsBuilt(databaseUrl, today);
  return { databaseUrl, port, token: JSON.parse(created).token, process: served };
}

/** The service builds them in the background, after the import. */
async function intervalsBuilt(databaseUrl: string, today: number): Promise<void> {
  const database = await openDatabase(databaseUrl);
  const start = performance.now();
  await until(async () => (await websitesToBuild(database, today)).length === 0);
  await database.close();
  console.log(`Intervals were built in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 50));
}

export async function ask({ port, token }: Pick<ReportService, 'port' | 'token'>, path: string): Promise<string> {
  const request = () => fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  // The service may have closed a kept connection while a peer was measured. Then this process learns it from its next request.
  const answer = await request().catch(request);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
