// The whole service with some months of counted events, asked through the tool server as its clients do.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createToken, type NewToken, revokeToken } from '../../../src/access/tokens.ts';
import { type App, startApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import type { Engine } from '../../../src/database/database.ts';
import type { ReadOperation } from '../../../src/operations/define-operation.ts';
import type { Part } from '../../../src/parts.ts';
import { dayFromIso, isoOfDay } from '../../../src/rollups/calendar.ts';
import type { SentEvent } from '../../support/events.ts';
import { RandomStream } from '../../support/random-events.ts';
import { SAMPLE_CATALOG } from '../../support/sample-catalog.ts';
import { createTestIngestion, type TestIngestion } from '../../support/test-ingestion.ts';
import { type Parameters, pathOf } from '../../support/test-service.ts';

/** One client of each generation: with and without the introduction that 2026-07-28 did away with. */
export const ERAS = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof ERAS)[number];

const EVENTS = 4_000;
const FIRST_DATE = '2024-11-20';
const SNAPSHOT = {
  week: '2025-03-03',
  performance_snapshot: { performance: { revenue: 1234.5, viewers: 678 } },
  ai_recommendations: { items: ['Show the popup later: most visitors close it at once.'] },
};

export interface ToolServiceOptions {
  readonly parts?: readonly Part[];
  readonly env?: Readonly<Record<string, string>>;
}

export class ToolService {
  readonly #ingestion: TestIngestion;
  readonly #app: App;

  private constructor(ingestion: TestIngestion, app: App) {
    this.#ingestion = ingestion;
    this.#app = app;
  }

  static async start(engine: Engine, options: ToolServiceOptions = {}): Promise<ToolService> {
    const ingestion = await createTestIngestion(engine);
    await ingestion.count(...randomEvents());
    await ingestion.database.transaction((tx) =>
      tx.insertMany({
        into: 'insights_snapshots',
        columns: ['website_id', 'week', 'snapshot', 'created_at'],
        rows: [[1, dayFromIso(SNAPSHOT.week)!, JSON.stringify(SNAPSHOT), '2025-03-10T00:00:00Z']],
      }),
    );
    return ToolService.over(ingestion, options);
  }

  /** Over whatever was counted there. */
  static async over(ingestion: TestIngestion, { parts = ['rest', 'mcp'], env }: ToolServiceOptions = {}) {
    const config = readConfig({
      PORT: '0',
      DATABASE_URL: ingestion.url,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_MINUTE: '100000',
      ...env,
    });
    return new ToolService(ingestion, await startApp(config, new Set(parts), undefined, ingestion.clock.now));
  }

  get address(): string {
    return this.#app.url;
  }

  get mcpAddress(): string {
    return `${this.#app.url}/mcp`;
  }

  async dispose(): Promise<void> {
    await this.#app.close();
    await this.#ingestion.dispose();
  }

  async token(websiteIds: readonly number[], options: Partial<NewToken> = {}): Promise<string> {
    return (await this.createToken(websiteIds, options)).token;
  }

  createToken(websiteIds: readonly number[], options: Partial<NewToken> = {}) {
    const token = { websiteIds, scopes: ['reports' as const], audience: 'tools' as const, ...options };
    return createToken(this.#ingestion.database, token, this.#ingestion.clock.now);
  }

  revoke(tokenId: number): Promise<boolean> {
    return revokeToken(this.#ingestion.database, tokenId, this.#ingestion.clock.now);
  }

  /** Whatever the REST API answers, as text. */
  async rest(report: ReadOperation, parameters: Parameters, token: string): Promise<string> {
    const path = `/api/v1${pathOf(report, parameters)}`;
    const response = await fetch(this.address + path, { headers: { authorization: `Bearer ${token}` } });
    return response.text();
  }

  connect(era: Era, token: string): Promise<Client> {
    return connectClient(this.mcpAddress, era, token);
  }

  /** One message, as bare as can be. */
  post(body: unknown, token: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(this.mcpAddress, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }
}

export async function connectClient(address: string, era: Era, token: string): Promise<Client> {
  const mode = era === '2026-07-28' ? { pin: era } : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
  return client;
}

function randomEvents(): SentEvent[] {
  const firstDay = dayFromIso(FIRST_DATE)!;
  const dates = Array.from({ length: 110 }, (_, offset) => isoOfDay(firstDay + offset));
  const stream = new RandomStream(SAMPLE_CATALOG, { seed: 5, visitors: 300, dates });
  return Array.from({ length: EVENTS }, () => stream.next())
    .filter(({ rejection }) => rejection === undefined)
    .map(({ event }) => ({ ...event }));
}
