// A client of the REST API whose paths, parameters and answers are typed by the API's own definitions.
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.ts';

export type Paths = paths;
/** Answers are typed as JSON. For a CSV file, send `format: 'csv'` with `parseAs: 'text'`, `'blob'` or `'stream'`. */
export type FunnelClient = Client<paths, 'application/json' | 'application/problem+json'>;
/** Shapes by name: `Schemas['Contact']`. */
export type Schemas = components['schemas'];

export interface FunnelClientOptions {
  /** Where the service is, such as https://funnel.example.com; in a browser on the same host it may be left out. */
  readonly baseUrl?: string;
  readonly token?: string;
  readonly fetch?: (request: Request) => Promise<Response>;
}

export function createFunnelClient({ baseUrl, token, fetch }: FunnelClientOptions = {}): FunnelClient {
  return createClient<paths, 'application/json' | 'application/problem+json'>({
    ...(baseUrl !== undefined && { baseUrl }),
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    ...(fetch !== undefined && { fetch }),
  });
}
