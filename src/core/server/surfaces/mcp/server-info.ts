import type { CacheHint, Implementation } from '@modelcontextprotocol/server';

/** How the tool server names itself to clients. */
export const SERVER_INFO: Implementation = { name: 'funnel-reports', title: 'Funnel reports', version: '1.0.0' };

/** The hint of results that are the same for all callers until the next release. */
export const UNTIL_NEXT_RELEASE: CacheHint = { ttlMs: 10 * 60 * 1000, cacheScope: 'public' };
