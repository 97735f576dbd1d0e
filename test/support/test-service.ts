// The whole service on a fresh database, called over HTTP and MCP as its clients do. Every test that needs a running
// service in its own process starts it here. Presets for kinds of tests call `start`.
import type { Client } from '@modelcontextprotocol/client';
import type { z } from 'zod';
import { createToken, type NewToken, revokeToken } from '../../src/core/contract/access/tokens.ts';
import type { ReadOperation } from '../../src/core/contract/operations/define-operation.ts';
import type { Database, Engine } from '../../src/core/foundation/database/database.ts';
import { createIngestKey, createPublicKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import type { Config } from '../../src/core/server/config/config.ts';
import { ndjson, type SentEvent } from './events.ts';
import { connectMcpClient, type Era } from './mcp-client.ts';
import { type RunningService, type RunOptions, runService } from './run-service.ts';
import { addSigningKey } from './signing-key.ts';
import type { TestClock } from './test-clock.ts';
import { createTestIngestion, type TestIngestion } from './test-ingestion.ts';

export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

type ParameterValue = string | number | boolean;
export type Parameters = Readonly<Record<string, ParameterValue | readonly ParameterValue[] | undefined>>;

export interface HttpAnswer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON; undefined if it is not JSON. */
  readonly body: Body;
}

export type JsonAnswer = HttpAnswer<Record<string, unknown>>;

export interface TestServiceOptions extends RunOptions {
  /** Default: the sample catalog. */
  readonly catalog?: unknown;
  /** Counted before the service starts. */
  readonly events?: readonly SentEvent[];
}

export class TestService {
  readonly ingestion: TestIngestion;
  readonly #running: RunningService;

  private constructor(ingestion: TestIngestion, running: RunningService) {
    this.ingestion = ingestion;
    this.#running = running;
  }

  static async start(engine: Engine, options: TestServiceOptions = {}): Promise<TestService> {
    const { catalog, events = [], clock } = options;
    const ingestion = await createTestIngestion(engine, catalog, clock);
    if (events.length > 0) {
      const { accepted } = await ingestion.count(...events);
      if (accepted !== events.length) throw new Error(`only ${accepted} of ${events.length} events were accepted`);
    }
    return TestService.over(ingestion, options);
  }

  /** On an existing database, which `dispose` deletes. */
  static async over(ingestion: TestIngestion, options: RunOptions = {}): Promise<TestService> {
    if (options.components?.includes('auth')) await addSigningKey(ingestion.database, ingestion.clock.now);
    return new TestService(ingestion, await runService(ingestion.url, { clock: ingestion.clock, ...options }));
  }

  /** Where it listens. */
  get url(): string {
    return this.#running.url;
  }

  /** Its public URL. */
  get baseUrl(): string {
    return this.config.baseUrl;
  }

  get mcpUrl(): string {
    return `${this.url}/mcp`;
  }

  get config(): Config {
    return this.#running.config;
  }

  /** Not the connection of the service: writes come from outside, as from a command. */
  get database(): Database {
    return this.ingestion.database;
  }

  get clock(): TestClock {
    return this.ingestion.clock;
  }

  logs(): string {
    return this.#running.logs();
  }

  async dispose(): Promise<void> {
    await this.#running.close();
    await this.ingestion.dispose();
  }

  /** Makes a token for the REST API, unless the options say otherwise. */
  async token(websiteIds: readonly number[], options: Partial<NewToken> = {}): Promise<string> {
    return (await this.createToken(websiteIds, options)).token;
  }

  toolToken(websiteIds: readonly number[], options: Partial<NewToken> = {}): Promise<string> {
    return this.token(websiteIds, { audience: 'tools', ...options });
  }

  createToken(websiteIds: readonly number[], options: Partial<NewToken> = {}) {
    return createToken(
      this.database,
      { websiteIds, scopes: ['reports'], audience: 'rest', ...options },
      this.clock.now,
    );
  }

  revokeToken(id: number): Promise<boolean> {
    return revokeToken(this.database, id, this.clock.now);
  }

  async request(path: string, init: RequestInit = {}): Promise<HttpAnswer> {
    return answerOf(await fetch(this.url + path, init));
  }

  /** `path` is relative to the API's prefix, see `pathOf`. */
  get(path: string, token: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    return this.request(`/api/v1${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });
  }

  /** Also returns errors. */
  ask(report: Pick<ReadOperation, 'path'>, parameters: Parameters, token: string): Promise<HttpAnswer> {
    return this.get(pathOf(report, parameters), token);
  }

  /** The response must be successful and match the report's schema. */
  async report<Output extends z.ZodType>(
    report: Pick<ReadOperation<z.ZodObject, Output>, 'name' | 'path' | 'output'>,
    parameters: Parameters,
    token: string,
  ): Promise<z.output<Output>> {
    const { status, text, body } = await this.ask(report, parameters, token);
    if (status !== 200) throw new Error(`${report.name} answered ${status}: ${text}`);
    return report.output.parse(body);
  }

  async publicKey(websiteId: number, ...origins: string[]): Promise<string> {
    return (await createPublicKey(this.database, { websiteId, origins }, this.clock.now))!.key;
  }

  /** As a page of this origin sends it; a header of '' is left out. */
  async collectFromBrowser(
    origin: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<JsonAnswer> {
    const all = { origin, 'user-agent': BROWSER, 'content-type': 'text/plain;charset=UTF-8', ...headers };
    const sent = Object.entries(all).filter(([, value]) => value !== '');
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return jsonAnswerOf(await fetch(`${this.url}/e`, { method: 'POST', body: text, headers: sent }));
  }

  /** A form, as the tracker sends it. */
  async collectContact(
    origin: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<JsonAnswer> {
    const sent = { origin, 'user-agent': BROWSER, 'content-type': 'text/plain;charset=UTF-8', ...headers };
    return jsonAnswerOf(
      await fetch(`${this.url}/e/contact`, { method: 'POST', body: JSON.stringify(body), headers: sent }),
    );
  }

  async ingestKey(websiteId: number): Promise<string> {
    return (await createIngestKey(this.database, websiteId, this.clock.now))!.key;
  }

  /** Sends NDJSON with the key, unless the options say otherwise. A header of '' is left out. */
  async collect(
    ingestKey: string,
    body: NonNullable<RequestInit['body']>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<JsonAnswer> {
    const all = { authorization: `Bearer ${ingestKey}`, 'content-type': 'application/x-ndjson', ...headers };
    const sent = Object.entries(all).filter(([, value]) => value !== '');
    return jsonAnswerOf(await fetch(`${this.url}/collect/events`, { method: 'POST', body, headers: sent }));
  }

  /** Returns when the collector has acknowledged them. */
  async collectEvents(ingestKey: string, ...events: SentEvent[]): Promise<void> {
    const { status, text } = await this.collect(ingestKey, ndjson(events));
    if (status !== 200) throw new Error(`the collector answered ${status}: ${text}`);
  }

  connectMcp(era: Era, token: string): Promise<Client> {
    return connectMcpClient(this.mcpUrl, era, token);
  }

  /** One plain message to the tool server. */
  postMcp(body: unknown, token: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(this.mcpUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }
}

export async function answerOf(response: Response): Promise<HttpAnswer> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
}

/** Throws if the body is not JSON. */
export async function jsonAnswerOf(response: Response): Promise<JsonAnswer> {
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, body: JSON.parse(text) };
}

export function pathOf(report: Pick<ReadOperation, 'path'>, parameters: Parameters): string {
  const path = report.path.replace('/api/v1', '').replace('{id}', String(parameters.id));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || (name === 'id' && report.path.includes('{id}'))) continue;
    for (const one of [value].flat()) query.append(name, String(one));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
