// What the event log costs the collector of a running service: the same events, with all dimensions, are sent to a website without the log
// and to one with it, in turns.
import { Random } from '../src/core/foundation/statistics/random.ts';
import { fieldsOf } from './dimension-data.ts';
import type { LoadRequest } from './http-load.ts';
import { inTurns, median } from './in-turns.ts';
import type { LoadClient } from './load-client.ts';
import { perSecond, printTable, verdict } from './table.ts';

const SHARE_GOAL = 0.75;
const STEPS = 20;
const VISITORS = 1_000_000;
const ROUNDS = 3;
const WARM_UP_SECONDS = 1;

export const LOGGED_LOADS = [
  { what: 'event log, one event', events: 1, connections: 64, variety: 20_000 },
  { what: 'event log, 1,000 events', events: 1_000, connections: 8, variety: 20 },
] as const;

/** Both have the same campaign. */
const WEBSITES = [
  { id: 11, name: 'without.example', event_log: false },
  { id: 12, name: 'with.example', event_log: true },
] as const;

export function websitesToCompare(createdAt: string): object[] {
  return WEBSITES.map((website) => ({
    ...website,
    created_at: createdAt,
    campaigns: [
      {
        id: website.id * 1_000,
        name: 'Campaign',
        cta_type: 'overlay',
        variants: [{ id: website.id * 1_000, steps: stepsOf(website.id).map((id) => ({ id })) }],
      },
    ],
  }));
}

function stepsOf(websiteId: number): number[] {
  return Array.from({ length: STEPS }, (_, index) => websiteId * 1_000 + index);
}

interface Target {
  readonly engineName: string;
  readonly port: number;
  readonly seconds: number;
  createKey(websiteId: number): string;
}

export async function benchLoadLog(
  client: LoadClient,
  loads: readonly (typeof LOGGED_LOADS)[number][],
  { engineName, port, seconds, createKey }: Target,
): Promise<void> {
  if (loads.length === 0) return;
  const keys = WEBSITES.map(({ id }) => createKey(id));
  const rows = [['', 'without the log', 'p99', 'with it', 'p99', 'share', 'goal']];
  for (const { what, events, connections, variety } of loads) {
    const plans = WEBSITES.map(({ id }, index) => ({
      port,
      connections,
      requests: Array.from({ length: variety }, (_, number) => requestOf(id, keys[index]!, events, number)),
    }));
    for (const plan of plans) await client.call({ ...plan, seconds: WARM_UP_SECONDS });
    const [measure, measureLogged] = plans.map((plan) => () => client.call({ ...plan, seconds }));
    const [without, logged] = await inTurns(measure!, measureLogged!, ROUNDS);
    const share = median(logged, 'perSecond') / median(without, 'perSecond');
    rows.push([
      what,
      ...[without, logged].flatMap((measured) => [
        perSecond(median(measured, 'perSecond') * events),
        `${median(measured, 'p99Ms').toFixed(1)} ms`,
      ]),
      `${(share * 100).toFixed(1)} %`,
      verdict(share >= SHARE_GOAL, `>= ${SHARE_GOAL * 100} %`),
    ]);
  }
  printTable(`Events with all dimensions on ${engineName}, medians of ${ROUNDS} times ${seconds} seconds`, rows);
}

function requestOf(websiteId: number, key: string, eventCount: number, number: number): LoadRequest {
  const random = new Random(number);
  const steps = stepsOf(websiteId);
  const lines = Array.from({ length: eventCount }, () => {
    const visitor = random.between(1, VISITORS);
    return JSON.stringify({
      type: 'view',
      website_id: websiteId,
      step_id: steps[random.between(0, STEPS - 1)],
      visitor: `visitor-${visitor}`,
      ...fieldsOf(visitor, visitor, random.between(1, VISITORS)),
    });
  });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
  return { path: '/collect/events', headers, body: `${lines.join('\n')}\n` };
}
