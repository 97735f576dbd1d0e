// The service on the demo account, in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../test/support/postgres-server.ts';
import { buildDemo, FUNNEL } from './build-demo.ts';

const READY_MS_MAX = 60_000;

export interface DemoService extends AsyncDisposable {
  readonly url: string;
  readonly restToken: string;
  readonly toolToken: string;
}

export async function startDemoService(build = buildDemo): Promise<DemoService> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-eval-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    BASE_URL: url,
    DATABASE_URL: `sqlite:${join(folder, 'funnel.db')}`,
    LOG_LEVEL: 'fatal',
  };
  const { rest_token: restToken, tool_token: toolToken } = await build(folder);
  const served = spawn(FUNNEL, ['serve', '--only', 'rest,mcp'], { env, stdio: 'ignore' });
  cleanup.defer(async () => {
    const exited = once(served, 'exit');
    if (served.kill('SIGTERM')) await exited;
  });
  await untilReady(url);
  const stack = cleanup.move();
  return { url, restToken, toolToken, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + READY_MS_MAX;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The service at ${url} did not become ready.`);
}
