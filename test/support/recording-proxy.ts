// Stands between the service and PostgreSQL, and records the statements of all its threads as they go over the wire, with the
// notices that PostgreSQL answers. See "Message Formats" in the documentation of PostgreSQL.
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface RecordedStatement {
  /** All statements of its transaction, this one included. */
  readonly transaction: readonly RecordedStatement[];
  readonly sql: string;
  readonly params: readonly (string | null)[];
  /** Each with its fields by their codes: M is the message, D the detail. */
  readonly notices: Readonly<Record<string, string>>[];
}

export class RecordingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #statements: RecordedStatement[] = [];

  private constructor(target: URL) {
    this.#server = createServer((client) => {
      const server = connect(Number(target.port), target.hostname);
      this.#record(client, server);
      for (const socket of [client, server]) {
        this.#sockets.add(socket);
        socket.on('error', () => {});
      }
      client.pipe(server);
      server.pipe(client);
    });
  }

  static async start(targetUrl: string): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(new URL(targetUrl));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** Returns the URL of the target, but through here. */
  urlOf(targetUrl: string): string {
    const { port } = this.#server.address() as { port: number };
    return Object.assign(new URL(targetUrl), { port: String(port) }).href;
  }

  /** Takes what was recorded since the last call. */
  take(): RecordedStatement[] {
    const taken = this.#statements;
    this.#statements = [];
    return taken;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #record(client: Socket, server: Socket): void {
    /** By name; the one without a name has an empty one. */
    const prepared = new Map<string, string>();
    let transaction: RecordedStatement[] = [];
    let current: RecordedStatement | undefined;
    const begin = (text: string, params: readonly (string | null)[]) => {
      const isInTransaction = transaction[0]?.sql.startsWith('BEGIN') && !/^(COMMIT|ROLLBACK)/.test(current?.sql ?? '');
      if (!isInTransaction) transaction = [];
      current = { transaction, sql: text, params, notices: [] };
      transaction.push(current);
      this.#statements.push(current);
    };
    // The first message of a client has no type.
    client.on(
      'data',
      messages(false, (type, body) => {
        if (type === 'Q') begin(textAt(body, 0).text, []);
        if (type === 'P') {
          const name = textAt(body, 0);
          prepared.set(name.text, textAt(body, name.end).text);
        }
        if (type === 'B') begin(prepared.get(textAt(body, textAt(body, 0).end).text) ?? '', parametersOf(body));
      }),
    );
    server.on(
      'data',
      messages(true, (type, body) => {
        if (type === 'N') current?.notices.push(fieldsOf(body));
      }),
    );
  }
}

/** Cuts a stream into messages: type, length, body. */
function messages(hasTypeAtStart: boolean, onMessage: (type: string, body: Buffer) => void): (piece: Buffer) => void {
  let rest = Buffer.alloc(0);
  let typeLength = hasTypeAtStart ? 1 : 0;
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= typeLength + 4) {
      const end = typeLength + rest.readUInt32BE(typeLength);
      if (rest.length < end) return;
      onMessage(rest.toString('latin1', 0, typeLength), rest.subarray(typeLength + 4, end));
      rest = rest.subarray(end);
      typeLength = 1;
    }
  };
}

function textAt(body: Buffer, start: number): { text: string; end: number } {
  const end = body.indexOf(0, start);
  return { text: body.toString('utf8', start, end), end: end + 1 };
}

/** The parameters of a Bind message. Binary values, such as sketches, are given as PostgreSQL writes bytes. */
function parametersOf(body: Buffer): (string | null)[] {
  let at = textAt(body, textAt(body, 0).end).end;
  const formats = Array.from({ length: body.readUInt16BE(at) }, (_, index) => body.readUInt16BE(at + 2 + 2 * index));
  at += 2 + 2 * formats.length;
  const count = body.readUInt16BE(at);
  at += 2;
  const params: (string | null)[] = [];
  for (let index = 0; index < count; index++) {
    const length = body.readInt32BE(at);
    at += 4;
    const isBinary = (formats.length === 1 ? formats[0] : formats[index]) === 1;
    const value = body.subarray(at, at + Math.max(0, length));
    params.push(length < 0 ? null : isBinary ? `\\x${value.toString('hex')}` : value.toString('utf8'));
    at += value.length;
  }
  return params;
}

function fieldsOf(body: Buffer): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 0; body[at] !== 0; ) {
    const { text, end } = textAt(body, at + 1);
    fields[String.fromCharCode(body[at]!)] = text;
    at = end;
  }
  return fields;
}
