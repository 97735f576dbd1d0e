// A connection that says whatever it is told, and nothing more.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function openConnection(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // That the other side ends it is expected of these.
  socket.on('error', () => {});
  return socket;
}

/** Everything before the body. */
export function headOf({ method = 'GET', path, headers = {} }: RawRequest): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}
