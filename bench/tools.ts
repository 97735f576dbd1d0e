// The cost of a tool call compared with the same report over REST, and with the SDK alone and a fixed response. The first
// ratio is the cost of the protocol, the second shows how much of it is ours.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMcpHandler, fromJsonSchema, type JsonSchemaType, McpServer } from '@modelcontextprotocol/server';
import Fastify, { type FastifyInstance } from 'fastify';
import { dayOfTimestampMs, isoOfDay } from '../src/core/engine/rollups/calendar.ts';
import { INSTRUCTIONS } from '../src/core/server/surfaces/mcp/instructions.ts';
import { TOOLS } from '../test/support/operations.ts';
import { freePort } from '../test/support/postgres-server.ts';
import { type LoadPlan, measureLoad } from './http-load.ts';
import { catalog, DAY_COUNT, writeEvents } from './reports-data.ts';
import { serviceEnvironment } from './service-environment.ts';

const FUNNEL = fileURLToPath(new URL('../bin/funnel', import.meta.url));
const EVENT_COUNT = 100_000;
const ROUNDS = 3;
const LOAD = { connections: 16, seconds: 3 };
const VERSION = '2026-07-28';
const WHAT_WIDTH = 46;
/** A rule of thumb for English and JSON. */
const CHARACTERS_PER_TOKEN = 4;

export interface Call {
  readonly tool: string;
  readonly path: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const CALLS: readonly Call[] = [
  { tool: 'get_website_report', path: '/api/v1/reports/website?previous_period=true', args: { previous_period: true } },
  {
    tool: 'list_campaigns',
    path: '/api/v1/reports/campaigns?per_page=50&previous_period=true',
    args: { per_page: 50, previous_period: true },
  },
];

interface Service {
  readonly port: number;
  readonly tokens: { readonly rest: string; readonly tools: string };
  readonly process: ChildProcess;
}

export async function benchTools(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const service = await startService(folder);
  cleanup.defer(() => void service.process.kill('SIGTERM'));
  printSizes();
  for (const call of CALLS) await measureCall(service, call);
}

/** What an assistant has to read before its first call. */
function printSizes(): void {
  const withoutOutputs = TOOLS.map(({ outputSchema: _, ...tool }) => tool);
  console.log('list of tools');
  printRow('with the schemas of results', sizeOf(JSON.stringify(TOOLS)));
  printRow('without', sizeOf(JSON.stringify(withoutOutputs)));
  printRow('instructions', sizeOf(INSTRUCTIONS));
}

function sizeOf(text: string): string {
  const [characters, tokens] = [text.length, Math.round(text.length / CHARACTERS_PER_TOKEN)];
  return `${characters.toLocaleString('en')} characters, ${tokens.toLocaleString('en')} tokens`;
}

async function measureCall({ port, tokens }: Service, call: Call): Promise<void> {
  const rest = { ...LOAD, port, path: call.path, headers: { authorization: `Bearer ${tokens.rest}` } };
  const json = await (await fetch(`http://127.0.0.1:${port}${call.path}`, { headers: rest.headers })).text();
  const alone = sdkAlone(call.tool, JSON.parse(json));
  const sdkPort = await freePort();
  await alone.listen({ port: sdkPort, host: '127.0.0.1' });
  const plans = {
    REST: rest,
    'tool, before 2026-07-28': toolPlan(port, tokens.tools, call, 'legacy'),
    'tool, 2026-07-28': toolPlan(port, tokens.tools, call, 'modern'),
    'SDK alone, 2026-07-28': toolPlan(sdkPort, tokens.tools, call, 'modern'),
  };
  const perSecond = await inTurns(plans);
  await alone.close();
  const { body = '', headers } = plans['tool, 2026-07-28'];
  const result = await (await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers, body })).text();
  console.log(call.tool);
  printRow('REST answer', sizeOf(json));
  printRow('tool result, text and structured', sizeOf(result));
  for (const [what, rate] of Object.entries(perSecond)) printRow(what, `${Math.round(rate)} requests/s`);
  const ours = perSecond['tool, 2026-07-28'];
  printRow('tool / REST', percent(ours / perSecond.REST));
  printRow('tool / SDK alone', percent(ours / perSecond['SDK alone, 2026-07-28']));
}

/** They take turns, so that other load on the machine affects all of them. */
async function inTurns<Name extends string>(plans: Readonly<Record<Name, LoadPlan>>): Promise<Record<Name, number>> {
  const entries = Object.entries(plans) as [Name, LoadPlan][];
  const rates = new Map<Name, number[]>(entries.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, plan] of entries) rates.get(name)!.push(await measureLoad(plan));
  }
  return Object.fromEntries([...rates].map(([name, values]) => [name, median(values)])) as Record<Name, number>;
}

export function toolPlan(port: number, token: string, { tool, args }: Call, era: 'legacy' | 'modern'): LoadPlan {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: tool, arguments: args, ...(era === 'modern' && { _meta: meta }) };
  const modernHeaders = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': tool };
  return {
    ...LOAD,
    port,
    path: '/mcp',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(era === 'modern' && modernHeaders),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}

/** A server as in the SDK examples, with a fixed response: no tokens, no checks, no reports. */
function sdkAlone(tool: string, answer: Record<string, unknown>): FastifyInstance {
  const found = TOOLS.find(({ name }) => name === tool)!;
  const inputSchema = fromJsonSchema(found.inputSchema as JsonSchemaType);
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'alone', version: '1' });
    server.registerTool(tool, { inputSchema }, async () => ({
      content: [{ type: 'text', text: JSON.stringify(answer) }],
      structuredContent: answer,
    }));
    return server;
  });
  const app = Fastify();
  app.post('/mcp', async (request, reply) => {
    const headers = new Headers(request.headers as Record<string, string>);
    const web = new Request('http://127.0.0.1/mcp', { method: 'POST', headers });
    const response = await handler.fetch(web, { parsedBody: request.body });
    return reply
      .code(response.status)
      .headers(Object.fromEntries(response.headers))
      .send(await response.text());
  });
  return app;
}

async function startService(folder: string): Promise<Service> {
  const port = await freePort();
  const databaseUrl = `sqlite:${join(folder, 'funnel.db')}`;
  const env = serviceEnvironment(databaseUrl, port);
  const funnel = (...args: string[]) => execFileSync(FUNNEL, args, { env, encoding: 'utf8' });
  const today = dayOfTimestampMs(Date.now());
  const [catalogPath, eventsPath] = [join(folder, 'catalog.json'), join(folder, 'events.ndjson')];
  writeFileSync(catalogPath, JSON.stringify(catalog(`${isoOfDay(today - DAY_COUNT)}T00:00:00Z`)));
  await writeEvents(eventsPath, EVENT_COUNT, today);
  funnel('import', 'catalog', catalogPath);
  funnel('import', 'events', eventsPath);
  const tokenFor = (audience: string): string => {
    const options = ['--website', '1', '--scope', 'reports', '--for', audience, '--json'];
    return JSON.parse(funnel('token', 'create', ...options)).token;
  };
  const tokens = { rest: tokenFor('rest'), tools: tokenFor('tools') };
  const served = spawn(FUNNEL, ['serve', '--only', 'rest,mcp'], { env, stdio: 'ignore' });
  while (!(await isReady(port))) await new Promise((resolve) => setTimeout(resolve, 50));
  return { port, tokens, process: served };
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  return answer?.ok ?? false;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function printRow(what: string, value: string): void {
  console.log(`  ${what.padEnd(WHAT_WIDTH)}  ${value.padStart(18)}`);
}
