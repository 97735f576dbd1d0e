// The URLs that tokens are for.
import type { Audience } from '../../contract/access/principal.ts';
import { API_PREFIX } from '../api/operations.ts';
import type { Config } from '../config/config.ts';

export function resourceUrlsOf({ baseUrl, mcpUrl }: Config): Record<Audience, string> {
  return { rest: `${baseUrl}${API_PREFIX}`, tools: mcpUrl };
}
