import type { Implementation } from '@modelcontextprotocol/server';

/** How the tool server names itself to clients. */
export const SERVER_INFO: Implementation = { name: 'funnel-reports', title: 'Funnel reports', version: '1.0.0' };
