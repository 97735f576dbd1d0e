// Uncached website reports compared with raw events in PostgreSQL, DuckDB and ClickHouse, and with daily states in ClickHouse: with more
// events and with more days.
import { isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import type { Window } from '../../src/core/engine/rollups/window.ts';
import type { RawEvents } from '../baselines.ts';
import { ask, median, type ReportService, timeMs } from '../report-service.ts';
import { DAY_COUNT } from '../reports-data.ts';
import { printTable, type Row } from '../table.ts';
import type { Point } from './chart.ts';

const COLD_REQUESTS = 40;
/** How many requests precede these: code that has just been started is compiled while it runs. */
const COLD_WARM_UP = 200;
const RAW_QUERIES = 5;
/** A peer is not asked again after this time: some need minutes for 50,000,000 events. */
const PEER_MS = 20_000;
const REPORT_DAYS = 30;
/** Other lengths of reports, over all events. */
const MORE_DAYS = [7, 90, DAY_COUNT];
const OWN_NAME = 'this service';

export interface Service extends ReportService {
  readonly name: string;
  readonly eventCount: number;
  readonly eventsPath: string;
}

/** A service, and the peers with the same events. */
export interface Compared {
  readonly service: Service;
  readonly peers: readonly RawEvents[];
}

/** A window of `days` days and the one before it, as in a website report with its previous period. */
function windowsEnding(lastDay: number, days: number): Window[] {
  const current = { firstDay: lastDay - days + 1, lastDay };
  return [current, { firstDay: current.firstDay - days, lastDay: current.firstDay - 1 }];
}

function reportPath({ firstDay, lastDay }: Window): string {
  const range = `range_start=${isoOfDay(firstDay)}&range_end=${isoOfDay(lastDay)}`;
  return `/api/v1/reports/website?timeframe=custom&${range}&previous_period=true`;
}

interface ColdCase {
  readonly service: Service;
  readonly days: number;
}

/** Medians in milliseconds. Each request has a different window, so that none is cached. The cases take turns. */
export async function coldMedians(today: number, cases: readonly ColdCase[]): Promise<number[]> {
  const times = cases.map((): number[] => []);
  for (let back = COLD_REQUESTS + COLD_WARM_UP - 1; back >= 0; back--) {
    for (const [index, { service, days }] of cases.entries()) {
      const [window] = windowsEnding(today - back, days);
      const ms = await timeMs(() => ask(service, reportPath(window!)));
      if (back < COLD_REQUESTS) times[index]!.push(ms);
    }
  }
  return times.map(median);
}

/** How many times as long a peer takes, by the beginning of its name. */
const PEER_GOALS = { PostgreSQL: 350, DuckDB: 90, ClickHouse: 25 } as const;
const STATES_GOAL = 20;

function goalFor(peer: string): number {
  if (peer.endsWith('states')) return STATES_GOAL;
  return Object.entries(PEER_GOALS).find(([name]) => peer.startsWith(name))![1];
}

/** Has points with more events, and with more days over the most events. */
export async function coldPoints(today: number, compared: readonly Compared[]): Promise<Point[]> {
  const cases = [
    ...compared.map((side) => ({ ...side, days: REPORT_DAYS })),
    ...MORE_DAYS.map((days) => ({ ...compared.at(-1)!, days })),
  ];
  const own = await coldMedians(today, cases);
  const points: Point[] = [];
  for (const [index, { service, peers, days }] of cases.entries()) {
    const ms: Record<string, number> = { [OWN_NAME]: own[index]! };
    for (const peer of peers)
      ms[peer.name] = await peerMedian((back) => peer.query(windowsEnding(today - back, days)), RAW_QUERIES);
    points.push({ events: service.eventCount, days, ms });
  }
  return points;
}

/** The time in milliseconds. The first query warms up. */
export async function peerMedian(query: (back: number) => Promise<unknown>, most: number): Promise<number> {
  const times: number[] = [];
  const start = performance.now();
  for (let back = 0; back <= most && (times.length < 2 || performance.now() - start < PEER_MS); back++) {
    times.push(await timeMs(() => query(back)));
  }
  return median(times.slice(1));
}

export function printGrowth(points: readonly Point[]): void {
  const names = Object.keys(points[0]!.ms);
  printTable('An uncached report, ms', [
    ['events, days', ...names],
    ...points.map(({ events, days, ms }) => [
      `${events.toLocaleString('en-US')}, ${days}`,
      ...names.map((name) => ms[name]!.toFixed(1)),
    ]),
  ]);
}

export function coldRows(points: readonly Point[]): Row[] {
  const most = Math.max(...points.map((point) => point.events));
  const find = (events: number, days: number) =>
    points.find((point) => point.events === events && point.days === days)!;
  const { [OWN_NAME]: cold, ...peers } = find(most, REPORT_DAYS).ms;
  const rows: Row[] = [{ what: 'website report, cold, 30 days, p50', value: `${cold!.toFixed(2)} ms` }];
  for (const [peer, ms] of Object.entries(peers)) {
    const factor = ms / cold!;
    const goal = goalFor(peer);
    rows.push({ what: `${peer}, p50`, value: `${ms.toFixed(1)} ms` });
    rows.push({
      what: `${peer} / cold report`,
      value: `${factor.toFixed(1)} x`,
      goal: `>= ${goal} x`,
      met: factor >= goal,
    });
  }
  const byDays = find(most, DAY_COUNT).ms[OWN_NAME]! / cold!;
  const byEvents = cold! / find(most / 10, REPORT_DAYS).ms[OWN_NAME]!;
  rows.push({
    what: '365 days / 30 days, cold',
    value: `${byDays.toFixed(2)} x`,
    goal: '<= 1.1 x',
    met: byDays <= 1.1,
  });
  rows.push({
    what: 'ten times the events, cold',
    value: `${byEvents.toFixed(2)} x`,
    goal: '<= 1.1 x',
    met: byEvents <= 1.1,
  });
  return rows;
}
