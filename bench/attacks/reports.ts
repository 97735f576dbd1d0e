// Attacks by whoever has one token for reports or tools.
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { dayOfTimestampMs, isoOfDay } from '../../src/rollups/calendar.ts';
import { ATTACKER_ADDRESS, type Attack, type AttackRequest, keepSending, send, type Target } from './attack.ts';

const REPORTS_AT_ONCE = 590;
const DAYS = 400;
const PAUSE_MS = 100;

export const REPORT_ATTACKS: readonly Attack[] = [
  {
    name: '590 different reports of 400 days at once',
    run: async (target, signal) => {
      for (let number = 0; !signal.aborted; number += REPORTS_AT_ONCE) {
        const reports = Array.from({ length: REPORTS_AT_ONCE }, (_, index) => longReport(target, number + index));
        await Promise.all(reports.map((report) => send(target, report)));
        await delay(PAUSE_MS);
      }
    },
  },
  {
    name: 'reports of 400 days for clients that hang up',
    run: async (target, signal) => {
      for (let number = 0; !signal.aborted; number++) {
        hangUp(target, longReport(target, number));
        await delay(PAUSE_MS / 10);
      }
    },
  },
  {
    name: '32 tool calls at once with 80,000 arguments each',
    run: (target, signal) => keepSending(target, signal, { atOnce: 32, next: () => toolCall(target, 80_000) }),
  },
];

/** No two are the same, so none is answered from memory. */
function longReport({ tokens }: Target, number: number): AttackRequest {
  const lastDay = dayOfTimestampMs(Date.now()) - (number % 3_000);
  const range = `range_start=${isoOfDay(lastDay - DAYS + 1)}&range_end=${isoOfDay(lastDay)}`;
  return {
    path: `/api/v1/reports/campaigns?timeframe=custom&${range}&sort=conversion_rate`,
    headers: { authorization: `Bearer ${tokens.rest}` },
  };
}

function hangUp({ port }: Target, { path, headers }: AttackRequest): void {
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
