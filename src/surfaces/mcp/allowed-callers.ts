// Rejects requests from foreign web pages. A page that resolves its own name to this machine (DNS rebinding) is recognized
// by the Host and Origin headers that the browser sends.
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

/** Returns a check that throws a problem of status 403. */
export function allowedCallers(mcpUrl: string): (headers: RequestHeaders) => void {
  const { hostname } = new URL(mcpUrl);
  const isLocal = localhostAllowedHostnames().includes(hostname);
  // Local names are allowed too: only a client on this machine can use them, such as a health check or a proxy.
  const hostnames = [hostname, ...localhostAllowedHostnames()];
  const origins = isLocal ? localhostAllowedOrigins() : [hostname];
  return ({ host, origin }) => {
    if (!validateHostHeader(host, hostnames).ok) {
      throw new Problem(403, `The Host header does not match the URL of the tool server, ${mcpUrl} (see MCP_URL).`);
    }
    if (!validateOriginHeader(origin, origins).ok) {
      throw new Problem(403, 'Web pages of other origins cannot use the tool server.');
    }
  };
}
