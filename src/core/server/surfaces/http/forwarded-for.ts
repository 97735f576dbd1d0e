// Removes ports from the addresses in X-Forwarded-For before anything asks for the address of a request.
// Why: docs/decisions/http.md, "Ports are dropped from X-Forwarded-For".
import type { FastifyInstance } from 'fastify';

const HEADER = 'x-forwarded-for';
const IPV4_WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d*$/;
const IPV6_IN_BRACKETS = /^\[([^\]]+)\](?::\d*)?$/;

/**
 * Some proxies add the port of the client: `192.0.2.1:50123`, `[2001:db8::1]:50123`. It differs for each connection. With
 * it, each connection would be a new client for limits and a new visitor, and a trusted proxy that is named with its port would be taken
 * for the client.
 */
export function dropForwardedPorts(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const forwardedFor = headers[HEADER];
    // Node joins several headers of this name with commas.
    if (typeof forwardedFor === 'string') headers[HEADER] = forwardedFor.split(',').map(withoutPort).join(',');
    done();
  });
}

function withoutPort(entry: string): string {
  const address = entry.trim();
  const [, bare] = IPV4_WITH_PORT.exec(address) ?? IPV6_IN_BRACKETS.exec(address) ?? [];
  return bare ?? address;
}
