// Clients that write and read without a pause, each on a connection of its own, until the service refuses them.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The calls of a client, from number 0. */
export type Calls = (number: number) => Call;

export class BusyClient {
  readonly answers: HttpAnswer[] = [];
  readonly #calls: Calls;
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** Settles when it was refused, with why. */
  readonly refused: Promise<string>;

  constructor(url: string, calls: Calls) {
    this.#url = url;
    this.#calls = calls;
    this.refused = this.#keepCalling();
  }

  async #keepCalling(): Promise<string> {
    try {
      for (let number = 0; ; number++) this.answers.push(await this.#call(this.#calls(number)));
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? String(error);
    } finally {
      this.#agent.destroy();
    }
  }

  #call({ method, path, headers, body }: Call): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const outgoing = request(this.#url + path, { method, headers, agent: this.#agent }, (incoming) => {
        const { statusCode: status, headers: received } = incoming;
        text(incoming).then((content) => resolve({ status: status!, headers: received, text: content }), reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}
