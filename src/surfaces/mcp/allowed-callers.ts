// Keeps web pages of others away: a page that has its own name resolved to this machine (DNS rebinding) is given away by
// the Host and Origin that its browser sends.
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { Problem } from '../../problem.ts';

interface RequestHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}

/** Gives a check that throws a problem of status 403. */
export function allowedCallers(mcpUrl: string): (headers: RequestHeaders) => void {
  const { hostname } = new URL(mcpUrl);
  const isLocal = localhostAllowedHostnames().includes(hostname);
  // By a local name only something on this very machine can ask: a health check, a proxy, a person.
  const hostnames = [hostname, ...localhostAllowedHostnames()];
  const origins = isLocal ? localhostAllowedOrigins() : [hostname];
  return ({ host, origin }) => {
    if (!validateHostHeader(host, hostnames).ok) {
      throw new Problem(403, `The tool server is ${mcpUrl}, and is not to be asked by another name (see MCP_URL).`);
    }
    if (!validateOriginHeader(origin, origins).ok) {
      throw new Problem(403, 'Pages of other websites can not use the tool server.');
    }
  };
}
