// Which web pages may use the tool server. A page that resolves its own name to this machine (DNS rebinding) is recognized by the
// Host header. Besides, every call needs a token in a header, which no browser adds by itself.
// Why: docs/decisions/tools.md, "Pages of other websites cannot reach a local tool server".
// Why: docs/decisions/tools.md, "Clients in web pages need CORS".
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { Problem } from '../../../foundation/problem/problem.ts';

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
  return ({ host, origin }) => {
    if (!validateHostHeader(host, hostnames).ok) {
      throw new Problem(403, `The Host header does not match the URL of the tool server, ${mcpUrl} (see MCP_URL).`);
    }
    if (origin !== undefined && !isLocalOrigin(origin) && (isLocal || !isSecureOrigin(origin))) {
      throw new Problem(403, 'Web pages of this origin cannot use the tool server.');
    }
  };
}

function isLocalOrigin(origin: string): boolean {
  return validateOriginHeader(origin, localhostAllowedOrigins()).ok;
}

/** Pages without encryption can be changed on the way; `null` is the origin of files and sandboxed frames. */
function isSecureOrigin(origin: string): boolean {
  return URL.parse(origin)?.origin === origin && origin.startsWith('https://');
}
