// The tool server on the demo account, in this process. Its clock stands still when the demo was built, so that every window is known.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runService } from '../test/support/run-service.ts';
import { TestClock } from '../test/support/test-clock.ts';
import { buildDemo } from './build-demo.ts';
import { Tools } from './tools.ts';

export interface DemoService extends AsyncDisposable {
  /** The extended tools are among them. */
  readonly tools: Tools;
  readonly builtAtMs: number;
}

export async function startDemoService(build = buildDemo): Promise<DemoService> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-eval-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { tool_token: token, built_at: builtAt } = await build(folder);
  const clock = new TestClock(builtAt);
  const service = await runService(`sqlite:${join(folder, 'funnel.db')}`, { components: ['mcp'], clock });
  cleanup.defer(() => service.close());
  const tools = await Tools.connect(`${service.url}/mcp?tools=extended`, token);
  cleanup.defer(() => tools.close());
  const stack = cleanup.move();
  return { tools, builtAtMs: Date.parse(builtAt), [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
