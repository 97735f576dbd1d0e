// The tools, as an assistant uses them, with what a conversation costs.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const CHARACTERS_PER_TOKEN = 4;

export interface ToolCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  /** What a model reads. */
  readonly text: string;
}

/** The tools of one conversation. */
export class Tools {
  readonly #connection: { readonly client: Client; list?: ReturnType<Client['listTools']> };
  readonly calls: ToolCall[] = [];

  private constructor(connection: { readonly client: Client }) {
    this.#connection = connection;
  }

  static async connect(mcpUrl: string, token: string): Promise<Tools> {
    const client = new Client({ name: 'eval', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit }));
    return new Tools({ client });
  }

  /** Returns tools with the same connection, for the next conversation. */
  another(): Tools {
    return new Tools(this.#connection);
  }

  get instructions(): string {
    return this.#connection.client.getInstructions() ?? '';
  }

  get tokens(): number {
    return Math.round(this.calls.reduce((sum, { text }) => sum + text.length, 0) / CHARACTERS_PER_TOKEN);
  }

  async list() {
    this.#connection.list ??= this.#connection.client.listTools();
    return (await this.#connection.list).tools;
  }

  /** Errors are texts too. */
  async call(tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolCall> {
    const { content, isError = false } = await this.#connection.client.callTool({ name: tool, arguments: { ...args } });
    const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    const call = { tool, args, isError, text };
    this.calls.push(call);
    return call;
  }

  close(): Promise<void> {
    return this.#connection.client.close();
  }
}
