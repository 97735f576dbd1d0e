// MCP Inspector, as people use it on a command line: lists the tools and calls each of them, on both engines.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOOL_OPERATIONS } from '../../../src/api/operations.ts';
import { TOOLS } from '../../../src/surfaces/mcp/tools.ts';
import { ENGINES } from '../../support/databases.ts';
import type { Parameters, TestService } from '../../support/test-service.ts';
import { startWithMonthsOfEvents } from './months-of-events.ts';

const INSPECTOR = resolve('node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

const ARGUMENTS: Readonly<Record<string, Parameters>> = {
  get_website_report: { previous_period: true },
  list_campaigns: { sort: 'views', per_page: 1 },
  get_campaign_report: { id: 10, group_by: 'week' },
  get_variant_report: { id: 100 },
  get_step_report: { id: 1000 },
  get_element_report: { id: 10000, timeframe: 'all_time' },
  get_account_performance: { website_ids: [1] },
};

describe.each(ENGINES)('%s', (engine) => {
  let service: TestService;
  let home: string;
  let tokens: { readonly rest: string; readonly tools: string };

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'funnel-inspector-'));
    service = await startWithMonthsOfEvents(engine);
    tokens = { rest: await service.token([1]), tools: await service.toolToken([1]) };
  });
  afterAll(async () => {
    await service.dispose();
    rmSync(home, { recursive: true, force: true });
  });

  /** Its output, as JSON and as text. */
  async function inspect(...args: string[]): Promise<{ readonly result: unknown; readonly remarks: string }> {
    const target = [
      '--cli',
      service.mcpUrl,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${tokens.tools}`,
    ];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [INSPECTOR, ...target, ...args], {
      env: { ...process.env, HOME: home },
      maxBuffer: 16 * 1024 * 1024,
    });
    return { result: JSON.parse(stdout), remarks: stderr };
  }

  test('lists the tools without warnings', async () => {
    const { result, remarks } = await inspect('--method', 'tools/list', '--strict');
    expect(result).toMatchObject({ tools: TOOLS });
    expect(remarks).not.toMatch(/warning|error: /i);
  });

  test('calls every tool, with the results of the REST API', async () => {
    const calls = TOOL_OPERATIONS.map(async (report) => {
      const parameters = ARGUMENTS[report.name] ?? {};
      const pairs = Object.entries(parameters).flatMap(([name, value]) => [
        '--tool-arg',
        `${name}=${JSON.stringify(value)}`,
      ]);
      const { result } = await inspect('--method', 'tools/call', '--tool-name', report.name, ...pairs);
      const expected = JSON.parse((await service.ask(report, parameters, tokens.rest)).text);
      expect(result, report.name).toMatchObject({ structuredContent: expected });
      expect(expected, report.name).not.toHaveProperty('status');
    });
    await Promise.all(calls);
  });
});
