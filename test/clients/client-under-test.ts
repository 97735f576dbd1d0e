// What the table of clients does with each of them.
import type { RememberingProvider } from '../core/server/surfaces/mcp/remembering-provider.ts';

export const STEPS = ['register', 'log in', 'list', 'call', 'refresh in parallel', 'revoke'] as const;
export type Step = (typeof STEPS)[number];

/** One session of a client at the tool server, or at the REST API. */
export interface ClientSession {
  /** Finds the authorization server and registers; returns the URL to which the person is sent. */
  register(): Promise<URL>;
  /** Is called with the URL to which the person came back. */
  logIn(callback: URL): Promise<void>;
  /** The names of the tools, or of the websites over REST. */
  list(): Promise<readonly string[]>;
  /** The websites that the token is good for. */
  call(): Promise<readonly number[]>;
  /** The same several times at once, when the access token has expired. */
  callInParallel(): Promise<readonly (readonly number[])[]>;
  /** Ends everything that came from the refresh token. */
  revoke(): Promise<void>;
  close(): Promise<void>;
}

export interface ClientUnderTest {
  readonly name: string;
  /** The version that is installed. */
  readonly version: string;
  /** The protocol that it speaks, or REST. */
  readonly generation: string;
  open(service: { readonly baseUrl: string; readonly mcpUrl: string }): ClientSession;
}

export const REDIRECT_URI = 'http://127.0.0.1:9/back';

export async function revokeRefreshToken(baseUrl: string, provider: RememberingProvider): Promise<void> {
  const { refresh_token: token } = provider.tokens()!;
  const { client_id: clientId } = provider.clientInformation()!;
  const body = new URLSearchParams({ token: token!, client_id: clientId });
  const response = await fetch(`${baseUrl}/oauth/revoke`, { method: 'POST', body });
  if (!response.ok) throw new Error(`the revocation was answered with ${response.status}`);
}
