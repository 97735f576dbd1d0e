// Where answers come from: the tools, as an assistant uses them, and the REST API, to check the answers in another way.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { paths } from '../packages/api-client/src/schema.ts';

const CHARACTERS_PER_TOKEN = 4;

type Body<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Json } } } };
}
  ? Json
  : never;

/** What the tools answer: the same as the REST API. */
interface ToolReports {
  readonly get_account_performance: Body<'/api/v1/reports/account/performance'>;
  readonly get_website_report: Body<'/api/v1/reports/website'>;
  readonly get_website_insights: Body<'/api/v1/reports/website/insights'>;
  readonly list_campaigns: Body<'/api/v1/reports/campaigns'>;
  readonly list_experiments: Body<'/api/v1/reports/experiments'>;
  readonly get_campaign_report: Body<'/api/v1/reports/campaigns/{id}'>;
  readonly get_variant_report: Body<'/api/v1/reports/variants/{id}'>;
  readonly get_step_report: Body<'/api/v1/reports/steps/{id}'>;
  readonly get_element_report: Body<'/api/v1/reports/elements/{id}'>;
}

export type Report<Name extends keyof ToolReports> = ToolReports[Name]['data'];

/** The path of a report with an id, or without one. */
type RestReport<Path extends string> =
  Path extends `${infer Kind extends 'campaigns' | 'variants' | 'steps' | 'elements'}/${number}`
    ? Body<`/api/v1/reports/${Kind}/{id}`>
    : `/api/v1/reports/${Path}` extends infer Known extends keyof paths
      ? Body<Known>
      : never;

export type Arguments = Readonly<Record<string, string | number | boolean>>;

/** The tools of one conversation, with what its calls cost. */
export class Tools {
  readonly #client: Client;
  calls = 0;
  tokens = 0;
  milliseconds = 0;
  /** What a model would have read. */
  texts: string[] = [];

  private constructor(client: Client) {
    this.#client = client;
  }

  static async connect(mcpUrl: string, token: string): Promise<Tools> {
    const client = new Client({ name: 'eval', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit }));
    return new Tools(client);
  }

  /** With the same connection, for the next question. */
  another(): Tools {
    return new Tools(this.#client);
  }

  get instructions(): string {
    return this.#client.getInstructions() ?? '';
  }

  async list() {
    return (await this.#client.listTools()).tools;
  }

  /** The text of a result; errors are texts too. */
  async callForText(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
    const startedAt = performance.now();
    const { content } = await this.#client.callTool({ name, arguments: { ...args } });
    this.milliseconds += performance.now() - startedAt;
    const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    this.calls++;
    this.tokens += text.length / CHARACTERS_PER_TOKEN;
    this.texts.push(text);
    return text;
  }

  async call<Name extends keyof ToolReports>(name: Name, args: Arguments = {}): Promise<ToolReports[Name]> {
    const report = JSON.parse(await this.callForText(name, args));
    if (report.status) throw new Error(`${name}: ${report.detail}`);
    return report;
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

export class Rest {
  readonly #baseUrl: string;
  readonly #token: string;

  constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl;
    this.#token = token;
  }

  async get<Path extends string>(path: Path, query: Arguments = {}): Promise<RestReport<Path>> {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
    const url = `${this.#baseUrl}/api/v1/reports/${path}?${parameters}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${this.#token}` } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as RestReport<Path>;
  }

  /** The reports of all campaigns of a website, one by one. */
  async campaigns(websiteId: number, query: Arguments = {}): Promise<Report<'get_campaign_report'>[]> {
    const { data } = await this.get('campaigns', { website_id: websiteId, per_page: 50 });
    return Promise.all(
      data.campaigns.map(async ({ id }) => {
        const report = await this.get(`campaigns/${id}` as const, { website_id: websiteId, ...query });
        return report.data;
      }),
    );
  }
}
