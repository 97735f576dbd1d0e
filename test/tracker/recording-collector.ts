// Stands where the service stands for a page: serves the tracker and takes its events, but fails when a test wants it to.
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { readConfig } from '../../src/core/server/config/config.ts';
import { createHttpServer } from '../../src/core/server/surfaces/http/server.ts';
import { addTracker } from '../../src/core/server/surfaces/tracker/routes.ts';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { waitUntil } from '../support/wait-until.ts';

export interface SentEvent {
  readonly type: string;
  readonly id: string;
  readonly at: string;
  readonly [field: string]: unknown;
}

export interface Batch {
  readonly key: string;
  readonly visitor?: string;
  readonly automated?: boolean;
  /** The page of most events. */
  readonly page?: string;
  readonly events: readonly SentEvent[];
}

export interface Received {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly batch: Batch;
}

/** undefined: the connection is cut. */
export type Answer = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown };

const ACCEPTED: Answer = { status: 200, body: { accepted: 1, duplicates: 0, rejected: [] } };

export class RecordingCollector {
  /** A new one for each test: requests outlive their pages, and must not be taken for those of the next test. */
  key = 'pub_0';
  readonly received: Received[] = [];
  /** Asked for every batch, before it counts as received. */
  respond: (batch: Batch) => Answer | undefined = () => ACCEPTED;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<RecordingCollector> {
    buildIfChanged('tracker');
    const tracker = createHttpServer(pino({ level: 'silent' }));
    addTracker(tracker, readConfig({}));
    await tracker.ready();
    const server = createServer();
    const collector = new RecordingCollector(server);
    server.on('request', (request, response) => {
      if (request.url === '/e') void collector.#collect(request, response);
      else tracker.routing(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  get url(): string {
    const { port } = this.#server.address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  forget(): void {
    this.received.length = 0;
    this.respond = () => ACCEPTED;
  }

  /** Makes it ready for the next test. */
  reset(): void {
    this.key = `pub_${Number(this.key.slice(4)) + 1}`;
    this.forget();
  }

  async #collect(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const batch = request.method === 'POST' ? (JSON.parse(body) as Batch) : { key: '', events: [] };
    const isLate = request.method === 'POST' && batch.key !== this.key;
    const answer = isLate ? ACCEPTED : this.respond(batch);
    if (!isLate) this.received.push({ method: request.method!, headers: request.headers, batch });
    if (answer) {
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        'access-control-allow-origin': request.headers.origin ?? '*',
        'access-control-expose-headers': 'retry-after',
        ...answer.headers,
      });
      response.end(JSON.stringify(answer.body ?? {}));
    } else request.socket.destroy();
  }

  async until(condition: (collector: RecordingCollector) => boolean): Promise<void> {
    await waitUntil('the collector has what the test expects', () => condition(this));
  }

  /** Each event as often as it was sent. */
  get sent(): SentEvent[] {
    return this.received.flatMap(({ batch }) => batch.events);
  }

  /**
   * As the service counts: an id once. A request that the end of its page cuts off may be repeated although it arrived, so
   * tests that close a page or leave it look at this. The events stand in the order in which the page made them, because two
   * requests of one page may overtake each other.
   */
  get events(): SentEvent[] {
    const byId = new Map<string, SentEvent>();
    for (const event of this.sent) if (!byId.has(event.id)) byId.set(event.id, event);
    return [...byId.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  }

  /** The page of each event: most events leave it to their batch. */
  get pages(): ReadonlyMap<string, unknown> {
    return new Map(
      this.received.flatMap(({ batch }) => batch.events.map(({ id, page = batch.page }) => [id, page] as const)),
    );
  }

  /** The same in words, such as `view spring/a/1`, sorted. */
  get counted(): string[] {
    return this.events.map(describeEvent).sort();
  }
}

function describeEvent(event: SentEvent): string {
  const levels = ['campaign', 'variant', 'step', 'element'];
  const subject = levels.flatMap((level) => event[level] ?? event[`${level}_id`] ?? []);
  return [event.type, subject.join('/')].join(' ').trim();
}
