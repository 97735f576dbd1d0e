// Reports from the event log, over HTTP and not cached, compared with the same questions to raw events in ClickHouse (where its package
// runs), DuckDB and PostgreSQL in the same run. Compare the ratios: the times depend on the machine. BENCH_EVENTS sets the number of
// events; if there are more than 5,000,000, the service also gets so many, to show what a sample of them costs.
//
// The service keeps days that it was asked about in memory, as the peers keep their tables. All questions of 30 days but the first one find
// nearly all their days there. What it takes without that is in a column of its own: questions about 30 days each that are not in memory
// any more, because others were asked about since.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOfTimestampMs, isoOfDay } from '../src/engine/rollups/calendar.ts';
import type { Window } from '../src/engine/rollups/window.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { startClickHouse } from './clickhouse.ts';
import { DAY_COUNT, fillEventLog } from './event-log-data.ts';
import {
  FUNNEL_DAYS,
  loadClickHouse,
  loadDuckDb,
  loadPostgres,
  type Peer,
  type RawQuestion,
} from './event-log-peers.ts';
import { installDuckDb } from './install-peers.ts';
import { ask, median, type ReportService, startReportService, timeMs } from './report-service.ts';
import { printTable, verdict } from './table.ts';

const UNSAMPLED_EVENTS_MAX = 5_000_000;
const EVENT_COUNT = Number(process.env.BENCH_EVENTS ?? UNSAMPLED_EVENTS_MAX);
const ROUNDS = 5;
/** Questions of 30 days before each case, until its code is compiled: see docs/decisions/reports.md. The peers are asked once. */
const WARM_UPS = 20;
/** How many windows of 30 days, one after the other, are more than stay in memory. */
const FORGOTTEN_WINDOWS = 10;
const SAMPLE_GOAL = 1.3;

interface Case {
  readonly what: string;
  readonly days: number;
  readonly filters: RawQuestion['filters'];
  readonly funnel?: readonly string[];
  /** The goal as a share of the fastest peer's time. */
  readonly goal: number;
}

const ONE_FILTER = { country: 'US' };
const CASES: readonly Case[] = [
  { what: '30 days by device', days: 30, filters: {}, goal: 0.4 },
  { what: '30 days by device, one filter', days: 30, filters: ONE_FILTER, goal: 0.4 },
  {
    what: '30 days by device, three filters',
    days: 30,
    filters: { ...ONE_FILTER, os: 'iOS', utm_source: 'google' },
    goal: 0.4,
  },
  {
    what: '30 days, a funnel of four steps',
    days: 30,
    filters: {},
    funnel: ['view', 'conversion', 'submission', 'order'],
    goal: 0.4,
  },
  { what: '365 days by device', days: DAY_COUNT, filters: {}, goal: 0.6 },
];

export async function benchEventLog(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const [duckDb, clickHouse] = [await installDuckDb(folder), await startClickHouse(folder)];
  if (clickHouse) cleanup.defer(clickHouse.close);
  const postgres = await startPostgres();
  cleanup.defer(postgres.stop);
  const today = dayOfTimestampMs(Date.now());
  const csvPath = join(folder, 'events.csv');
  const start = async (name: string, eventCount: number, csv?: string): Promise<ReportService> => {
    console.log(`Storing ${eventCount.toLocaleString('en-US')} events …`);
    const url = `sqlite:${join(folder, `${name}.db`)}`;
    await fillEventLog(url, eventCount, today, csv);
    const service = await startReportService(url, today);
    cleanup.defer(() => void service.process.kill('SIGTERM'));
    return service;
  };
  const exact = await start('exact', Math.min(EVENT_COUNT, UNSAMPLED_EVENTS_MAX), csvPath);
  console.log('Loading the peers …');
  const peers = [
    ...(clickHouse ? [await loadClickHouse(clickHouse, csvPath)] : []),
    await loadDuckDb(duckDb, folder, csvPath),
    await loadPostgres(postgres.url, csvPath),
  ];
  for (const peer of peers) cleanup.defer(peer.close);
  rmSync(csvPath);
  const rows: string[][] = [];
  for (const one of CASES) {
    const [what, own, ...others] = await measureCase(one, exact, peers, today);
    const forgotten = one.days === DAY_COUNT ? '' : milliseconds(await measureForgotten(one, exact, today));
    rows.push([what!, own!, forgotten, ...others]);
  }
  const head = [
    '',
    'service',
    'days not in memory',
    ...peers.map(({ name }) => name),
    'service / fastest peer',
    'goal',
  ];
  printTable(`Reports from the event log, not cached; medians of ${ROUNDS} requests`, [head, ...rows]);
  if (EVENT_COUNT > UNSAMPLED_EVENTS_MAX) await benchSample(exact, await start('large', EVENT_COUNT), today);
}

async function measureCase(
  one: Case,
  service: ReportService,
  peers: readonly Peer[],
  today: number,
): Promise<string[]> {
  const own: number[] = [];
  const ofPeers = peers.map((): number[] => []);
  if (one.days < DAY_COUNT) {
    for (let round = ROUNDS + 1; round <= ROUNDS + WARM_UPS; round++) {
      await ask(service, pathOf({ ...one, window: windowOf(one.days, round, today), funnel: one.funnel }));
    }
  }
  // The first round shows that all answer the same, and warms up the peers. Then they take turns, so that other load on the machine affects
  // all.
  for (let round = 0; round <= ROUNDS; round++) {
    const question = { window: windowOf(one.days, round, today), filters: one.filters, funnel: one.funnel };
    let answer = '';
    const ownMs = await timeMs(async () => {
      answer = await ask(service, pathOf(question));
    });
    if (round > 0) own.push(ownMs);
    for (const [index, peer] of peers.entries()) {
      if (round === 0) requireSame(one.what, answer, peer, await peer.ask(question));
      else ofPeers[index]!.push(await timeMs(() => peer.ask(question)));
    }
  }
  const medians = ofPeers.map(median);
  const share = median(own) / Math.min(...medians);
  const goal = verdict(share <= one.goal, `<= ${one.goal} x`);
  return [one.what, ...[median(own), ...medians].map(milliseconds), `${share.toFixed(2)} x`, goal];
}

/**
 * Asks about days that are not in memory: each question is about other days than those before. The code is compiled as above, in two rounds
 * of all windows.
 */
async function measureForgotten(
  { days, filters, funnel }: Case,
  service: ReportService,
  today: number,
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3 * FORGOTTEN_WINDOWS; round++) {
    const later = Math.floor(round / FORGOTTEN_WINDOWS);
    const lastDay = today - ROUNDS - WARM_UPS - days * (round % FORGOTTEN_WINDOWS) - later;
    const window = { firstDay: lastDay - days + 1, lastDay };
    times.push(await timeMs(() => ask(service, pathOf({ window, filters, funnel }))));
  }
  return median(times.slice(-FORGOTTEN_WINDOWS));
}

/** The same window is cached, so each round has another one. The log begins with the first day, so the longest ones become shorter. */
function windowOf(days: number, round: number, today: number): Window {
  if (days === DAY_COUNT) return { firstDay: today - DAY_COUNT + 1 + round, lastDay: today };
  return { firstDay: today - round - days + 1, lastDay: today - round };
}

function pathOf({ window, filters, funnel }: RawQuestion): string {
  const parameters = new URLSearchParams({
    timeframe: 'custom',
    range_start: isoOfDay(window.firstDay),
    range_end: isoOfDay(window.lastDay),
  });
  for (const [dimension, value] of Object.entries(filters)) parameters.append('filter', `${dimension}:${value}`);
  for (const step of funnel ?? []) parameters.append('step', step);
  if (funnel) parameters.set('within_minutes', String(FUNNEL_DAYS * 24 * 60));
  else parameters.set('break_down_by', 'device');
  return `/api/v1/reports/${funnel ? 'funnel' : 'website'}?${parameters}`;
}

interface BreakdownAnswer {
  readonly data: { readonly breakdown: { readonly values: readonly { value: string; metrics: { views: number } }[] } };
}

interface FunnelAnswer {
  readonly data: { readonly steps: readonly { step: string; visitors: number }[] };
}

/** A fast wrong answer would be worth nothing. Some peers follow fewer visitors through a funnel: see `sqlFunnel`. */
function requireSame(what: string, answer: string, peer: Peer, expected: Readonly<Record<string, number>>): void {
  const { data } = JSON.parse(answer) as BreakdownAnswer | FunnelAnswer;
  const counted =
    'breakdown' in data
      ? data.breakdown.values.map(({ value, metrics }) => [value, metrics.views] as const)
      : data.steps.map(({ step, visitors }) => [step, visitors] as const);
  const isSame = counted.every(([name, count]) => {
    const other = expected[name] ?? 0;
    return other === count || ('steps' in data && !peer.followsAll && other <= count);
  });
  if (!isSame) {
    throw new Error(
      `${what}: ${JSON.stringify(Object.fromEntries(counted))}, ${peer.name}: ${JSON.stringify(expected)}`,
    );
  }
}

async function benchSample(exact: ReportService, large: ReportService, today: number): Promise<void> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const window = windowOf(DAY_COUNT, ROUNDS + 1 + round, today);
    const path = pathOf({ window, filters: {}, funnel: undefined });
    for (const [index, service] of [exact, large].entries()) {
      const ms = await timeMs(() => ask(service, path));
      if (round > 0) times[index]!.push(ms);
    }
  }
  const [exactMs, largeMs] = times.map(median) as [number, number];
  const ratio = largeMs / exactMs;
  printTable('A sample compared with all events, 365 days by device', [
    ['', 'time', 'compared', 'goal'],
    [`${UNSAMPLED_EVENTS_MAX.toLocaleString('en-US')} events, exact`, milliseconds(exactMs), '', ''],
    [
      `${EVENT_COUNT.toLocaleString('en-US')} events, sampled`,
      milliseconds(largeMs),
      `${ratio.toFixed(2)} x`,
      verdict(ratio <= SAMPLE_GOAL, `<= ${SAMPLE_GOAL} x`),
    ],
  ]);
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}
