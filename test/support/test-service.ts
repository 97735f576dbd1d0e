// The whole service on a fresh database, with a clock set by hand, asked over HTTP as its clients do.
import type { z } from 'zod';
import type { Scope } from '../../src/access/principal.ts';
import { createToken, type NewToken } from '../../src/access/tokens.ts';
import { type App, startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Engine } from '../../src/database/database.ts';
import { createIngestKey } from '../../src/ingestion/ingest-keys.ts';
import type { ReadOperation } from '../../src/operations/define-operation.ts';
import { ndjson, type SentEvent } from './events.ts';
import { createTestIngestion, type TestIngestion } from './test-ingestion.ts';

type ParameterValue = string | number | boolean;
export type Parameters = Readonly<Record<string, ParameterValue | readonly ParameterValue[] | undefined>>;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON, undefined where there is none. */
  readonly body: unknown;
}

export interface TestServiceOptions {
  readonly catalog?: unknown;
  readonly events?: readonly SentEvent[];
  /** What the clock says at first. */
  readonly now?: string;
}

export class TestService {
  readonly ingestion: TestIngestion;
  readonly #app: App;

  private constructor(ingestion: TestIngestion, app: App) {
    this.ingestion = ingestion;
    this.#app = app;
  }

  static async start(engine: Engine, { catalog, events = [], now }: TestServiceOptions = {}): Promise<TestService> {
    const ingestion = await createTestIngestion(engine, catalog);
    if (now) ingestion.clock.nowMs = Date.parse(now);
    const { accepted } = await ingestion.count(...events);
    if (accepted !== events.length) throw new Error(`only ${accepted} of ${events.length} events were accepted`);
    const config = readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: ingestion.url,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_MINUTE: '100000',
      // The days of the tests are fixed, and the collector has the clock of the machine.
      EVENTS_AGE_DAYS_MAX: '36500',
    });
    return new TestService(
      ingestion,
      await startApp(config, new Set(['rest', 'collect']), undefined, ingestion.clock.now),
    );
  }

  get address(): string {
    return this.#app.url;
  }

  async dispose(): Promise<void> {
    await this.#app.close();
    await this.ingestion.dispose();
  }

  async token(websiteIds: readonly number[], options: Partial<NewToken> = {}): Promise<string> {
    return (await this.createToken(websiteIds, options)).token;
  }

  createToken(websiteIds: readonly number[], options: Partial<NewToken> = {}) {
    const scopes: Scope[] = ['reports'];
    const token = { websiteIds, scopes, audience: 'rest' as const, ...options };
    return createToken(this.ingestion.database, token, this.ingestion.clock.now);
  }

  async request(path: string, init: RequestInit = {}): Promise<HttpAnswer> {
    const response = await fetch(this.address + path, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  }

  /** `path` is relative to the API's prefix; `pathOf` gives it. */
  get(path: string, token: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    return this.request(`/api/v1${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });
  }

  /** Whatever the answer is. */
  ask(report: Pick<ReadOperation, 'path'>, parameters: Parameters, token: string): Promise<HttpAnswer> {
    return this.get(pathOf(report, parameters), token);
  }

  /** The answer must be good, and exactly of the report's shape. */
  async report<Output extends z.ZodType>(
    report: Pick<ReadOperation<z.ZodObject, Output>, 'name' | 'path' | 'output'>,
    parameters: Parameters,
    token: string,
  ): Promise<z.output<Output>> {
    const { status, text, body } = await this.ask(report, parameters, token);
    if (status !== 200) throw new Error(`${report.name} answered ${status}: ${text}`);
    return report.output.parse(body);
  }

  async ingestKey(websiteId: number): Promise<string> {
    const key = await createIngestKey(this.ingestion.database, websiteId, this.ingestion.clock.now);
    return key!.key;
  }

  /** Returns when the collector has acknowledged them. */
  async collect(ingestKey: string, ...events: SentEvent[]): Promise<void> {
    const { status, text } = await this.request('/collect/events', {
      method: 'POST',
      headers: { authorization: `Bearer ${ingestKey}`, 'content-type': 'application/x-ndjson' },
      body: ndjson(events),
    });
    if (status !== 200) throw new Error(`the collector answered ${status}: ${text}`);
  }
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
