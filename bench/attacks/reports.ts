// Attacks with one token for reports or tools.
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { dayOfTimestampMs, isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import { VIEW_URI } from '../../src/core/server/surfaces/mcp/report-view.ts';
import { CAMPAIGN_COUNT } from '../reports-data.ts';
import {
  ATTACKER_ADDRESS,
  type Attack,
  type AttackRequest,
  keepSending,
  send,
  sendSteadily,
  type Target,
} from './attack.ts';

const CONCURRENT_REPORTS = 590;
const DAYS = 400;
const PAUSE_MS = 100;

export const REPORT_ATTACKS: readonly Attack[] = [
  {
    name: '590 concurrent reports of 400 days',
    run: async (target, signal) => {
      for (let number = 0; !signal.aborted; number += CONCURRENT_REPORTS) {
        const reports = Array.from({ length: CONCURRENT_REPORTS }, (_, index) => longReport(target, number + index));
        await Promise.all(reports.map((report) => send(target, report)));
        await delay(PAUSE_MS);
      }
    },
  },
  {
    name: 'reports of 400 days by clients that disconnect',
    run: async (target, signal) => {
      for (let number = 0; !signal.aborted; number++) {
        sendAndDisconnect(target, longReport(target, number));
        await delay(PAUSE_MS / 10);
      }
    },
  },
  {
    name: '32 concurrent tool calls with 80,000 arguments',
    run: (target, signal) => keepSending(target, signal, { concurrency: 32, next: () => toolCall(target, 80_000) }),
  },
  {
    name: 'heavy reports of one tenant',
    run: async (target, signal) => {
      const agent = new Agent({ keepAlive: true });
      await keepSending(target, signal, { concurrency: 16, agent, next: (number) => heavyReport(target, number) });
      agent.destroy();
    },
  },
  {
    name: 'MCP Apps documents',
    // One token may read as many by default.
    run: (target, signal) => sendSteadily(target, signal, { perSecond: 10, next: () => appDocument(target) }),
  },
];

/** All are different, so none is cached. */
export function heavyReport({ tokens }: Target, number: number): AttackRequest {
  const lastDay = dayOfTimestampMs(Date.now()) - (Math.floor(number / CAMPAIGN_COUNT) % 3_000);
  const range = `range_start=${isoOfDay(lastDay - DAYS + 1)}&range_end=${isoOfDay(lastDay)}`;
  const campaignId = 1 + (number % CAMPAIGN_COUNT);
  return {
    path: `/api/v1/reports/campaigns/${campaignId}?timeframe=custom&${range}&group_by=day&previous_period=true`,
    headers: { authorization: `Bearer ${tokens.rest}`, 'accept-encoding': 'gzip, br' },
  };
}

export function appDocument({ tokens }: Target): AttackRequest {
  return {
    path: '/mcp',
    headers: {
      authorization: `Bearer ${tokens.tools}`,
      'content-type': 'application/json',
      'accept-encoding': 'gzip, br',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: VIEW_URI } }),
  };
}

/** All are different, so none is cached. */
function longReport({ tokens }: Target, number: number): AttackRequest {
  const lastDay = dayOfTimestampMs(Date.now()) - (number % 3_000);
  const range = `range_start=${isoOfDay(lastDay - DAYS + 1)}&range_end=${isoOfDay(lastDay)}`;
  return {
    path: `/api/v1/reports/campaigns?timeframe=custom&${range}&sort=conversion_rate`,
    headers: { authorization: `Bearer ${tokens.rest}` },
  };
}

function sendAndDisconnect({ port }: Target, { path, headers }: AttackRequest): void {
  const sent = request({ port, host: '127.0.0.1', localAddress: ATTACKER_ADDRESS, path, headers });
  sent.on('error', () => {});
  sent.end();
  setTimeout(() => sent.destroy(), PAUSE_MS);
}

function toolCall({ tokens }: Target, argumentCount: number): AttackRequest {
  const args = Object.fromEntries(Array.from({ length: argumentCount }, (_, index) => [`a${index}`, 1]));
  const params = { name: 'list_websites', arguments: args };
  return {
    path: '/mcp',
    headers: { authorization: `Bearer ${tokens.tools}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}
