// Reports from the event log, over HTTP and not cached, compared with the same questions to raw events in ClickHouse (where its package
// runs), DuckDB and PostgreSQL in the same run. Compare the ratios: the times depend on the machine. BENCH_EVENTS sets the number of
// events; if there are more than 5,000,000, the service also gets so many, to show what a sample of them costs.
//
// The service keeps days that it was asked about in memory, as the peers keep their tables. All questions of 30 days but the first one find
// nearly all their days there. What it takes without that is in a column of its own: questions about 30 days each that are not in memory
// any more, because others were asked about since.
//
// A plain report is also compared with that of the same website without a log, whose visitors are estimated.
//
// BENCH_FOLDER keeps the stored events and the installed peers for the next run of the same day, which then begins to measure at once.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOfTimestampMs, isoOfDay } from '../src/core/engine/rollups/calendar.ts';
import type { Window } from '../src/core/engine/rollups/window.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { startClickHouse } from './clickhouse.ts';
import { DAY_COUNT, fillEventLog } from './event-log-data.ts';
import { clickHousePeer, loadClickHouse, loadPostgres, openDuckDb, type Peer } from './event-log-peers.ts';
import {
  attribution,
  breakdown,
  type Counted,
  funnel,
  type LogBenchQuestion,
  paths,
  retention,
  visitors,
} from './event-log-questions.ts';
import { installDuckDb } from './install-peers.ts';
import { FUNNEL } from './measure-import.ts';
import { ask, median, type ReportService, startReportService, timeMs } from './report-service.ts';
import { serviceEnvironment } from './service-environment.ts';
import { printTable, verdict } from './table.ts';

const UNSAMPLED_EVENTS_MAX = 5_000_000;
const EVENT_COUNT = Number(process.env.BENCH_EVENTS ?? UNSAMPLED_EVENTS_MAX);
const ROUNDS = 5;
/** Questions of 30 days before each case, until its code is compiled: see docs/decisions/reports.md. The peers are asked once. */
const WARM_UPS = 20;
/** How many windows of 30 days, one after the other, are more than stay in memory. */
const FORGOTTEN_WINDOWS = 10;
const SAMPLE_GOAL = 1.3;

/** As `EXACT_EVENTS_MAX` is by default: a report of so many events is to take at most so long. */
const EXACT_EVENTS_MAX = 1_000_000;
const EXACT_MS_MAX = 50;

interface Case {
  readonly what: string;
  readonly question: LogBenchQuestion;
  /** A window has days of its own in each round, because the answer to the same one is cached. */
  readonly windowOf: (round: number) => Window;
  /** The goal as a share of the fastest peer's time. */
  readonly goal: number;
  /** It is asked about 30 days, so that others can be asked about that are not in memory. */
  readonly isShort: boolean;
}

const ONE_FILTER = { country: 'US' };
const THREE_FILTERS = { ...ONE_FILTER, os: 'iOS', utm_source: 'google' };
const FUNNEL_STEPS = ['view', 'conversion', 'submission', 'order'];

function casesOf(today: number): readonly Case[] {
  const logFrom = today - DAY_COUNT + 1;
  const month = { windowOf: (round: number) => daysUntil(today - round, 30), isShort: true };
  // The log begins with the first day, so these become shorter.
  const year = { windowOf: (round: number) => ({ firstDay: logFrom + round, lastDay: today }), isShort: false };
  // Visitors are followed for two weeks more: the events of about 30 days are read. All earlier ones are, so they are the first days.
  const firstWeeks = {
    windowOf: (round: number) => ({ firstDay: logFrom + (round % 8), lastDay: logFrom + 15 - Math.floor(round / 8) }),
    isShort: false,
  };
  return [
    { what: '30 days by device', question: breakdown({}), ...month, goal: 0.4 },
    { what: '30 days by device, one filter', question: breakdown(ONE_FILTER), ...month, goal: 0.4 },
    { what: '30 days by device, three filters', question: breakdown(THREE_FILTERS), ...month, goal: 0.4 },
    { what: '30 days, a funnel of four steps', question: funnel(FUNNEL_STEPS), ...month, goal: 0.4 },
    { what: '30 days, unique visitors', question: visitors(), ...month, goal: 0.5 },
    { what: '30 days, attribution by channel', question: attribution(), ...month, goal: 0.5 },
    { what: '30 days, retention by week', question: retention('week', 2, logFrom), ...firstWeeks, goal: 0.5 },
    { what: '30 days, paths of three events', question: paths(), ...month, goal: 0.5 },
    { what: '365 days by device', question: breakdown({}), ...year, goal: 0.6 },
    { what: '365 days, unique visitors', question: visitors(), ...year, goal: 0.5 },
    { what: '365 days, attribution by channel', question: attribution(), ...year, goal: 0.5 },
    { what: '365 days, retention by month', question: retention('month', 12, logFrom), ...year, goal: 0.5 },
    { what: '365 days, paths of three events', question: paths(), ...year, goal: 0.5 },
  ];
}

function daysUntil(lastDay: number, days: number): Window {
  return { firstDay: lastDay - days + 1, lastDay };
}

/** `words`: only cases whose names have one of them, and nothing else. */
export async function benchEventLog(words = ''): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const today = dayOfTimestampMs(Date.now());
  const prepared = preparedFolder(folder, today);
  const [duckDb, clickHouse] = [await installDuckDb(prepared), await startClickHouse(prepared)];
  if (clickHouse) cleanup.defer(clickHouse.close);
  const isChosen = ({ what }: Case) => words === '' || words.split(',').some((word) => what.includes(word));
  const cases = casesOf(today).filter(isChosen);
  const postgres = cases.some(({ question }) => question.sql.postgres) ? await startPostgres() : undefined;
  if (postgres) cleanup.defer(postgres.stop);
  const csvPath = join(prepared, 'events.csv');
  const urlOf = (name: string) => `sqlite:${join(prepared, `${name}.db`)}`;
  const fill = (name: string, eventCount: number, csv?: string) =>
    once(prepared, `Storing ${eventCount.toLocaleString('en-US')} events of ${name}.db`, () =>
      fillEventLog(urlOf(name), { eventCount }, today, csv),
    );
  const start = async (name: string, exactEventsMax = EXACT_EVENTS_MAX): Promise<ReportService> => {
    const service = await startReportService(urlOf(name), today, { EXACT_EVENTS_MAX: String(exactEventsMax) });
    cleanup.defer(() => void service.process.kill('SIGTERM'));
    return service;
  };
  await fill('exact', Math.min(EVENT_COUNT, UNSAMPLED_EVENTS_MAX), csvPath);
  if (words === '') copyFileSync(join(prepared, 'exact.db'), join(prepared, 'without.db'));
  // The peers count all visitors, so the service does, too.
  const exact = await start('exact', UNSAMPLED_EVENTS_MAX);
  const duckDbPeer = await openDuckDb(duckDb, prepared);
  await once(prepared, 'Loading DuckDB', () => duckDbPeer.load(csvPath));
  if (clickHouse) await once(prepared, 'Loading ClickHouse', () => loadClickHouse(clickHouse, csvPath));
  const peers = [
    ...(clickHouse ? [clickHousePeer(clickHouse)] : []),
    duckDbPeer,
    ...(postgres ? [await loadPostgres(postgres.url, csvPath)] : []),
  ];
  for (const peer of peers) cleanup.defer(peer.close);
  const rows: string[][] = [];
  for (const one of cases) {
    console.log(one.what);
    const [what, own, ...others] = await measureCase(one, exact, peers);
    const forgotten = one.isShort ? milliseconds(await measureForgotten(one, exact, today)) : '';
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
  if (words !== '') return;
  const settings = ['website', 'settings', '--website', '1', '--event-log', 'off'];
  execFileSync(FUNNEL, settings, { env: serviceEnvironment(urlOf('without'), 0), stdio: 'ignore' });
  await benchPlainReports(await start('exact'), await start('without'), today);
  if (EVENT_COUNT <= UNSAMPLED_EVENTS_MAX) return;
  await fill('large', EVENT_COUNT);
  await benchSample(exact, await start('large'), today);
}

/** Does what has not been done in this folder. */
async function once(folder: string, what: string, work: () => Promise<void>): Promise<void> {
  const mark = join(folder, `${what}.done`);
  if (existsSync(mark)) return;
  console.log(`${what} …`);
  await work();
  writeFileSync(mark, '');
}

/** Days and numbers of events decide what is stored. */
function preparedFolder(temporary: string, today: number): string {
  const { BENCH_FOLDER: kept } = process.env;
  if (kept === undefined) return temporary;
  const folder = join(kept, `${isoOfDay(today)}-${EVENT_COUNT}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function measureCase(
  { what, question, windowOf, goal }: Case,
  service: ReportService,
  peers: readonly Peer[],
): Promise<string[]> {
  const own: number[] = [];
  const ofPeers = peers.map((): number[] => []);
  const isLong = spanOf(windowOf(0)) > 30;
  for (let round = ROUNDS + 1; round <= ROUNDS + (isLong ? 1 : WARM_UPS); round++) {
    await ask(service, pathOf(question, windowOf(round)));
  }
  // The first round shows that all answer the same, and warms up the peers. Then they take turns, so that other load on the machine affects
  // all.
  for (let round = 0; round <= ROUNDS; round++) {
    const window = windowOf(round);
    let answer = '';
    const ownMs = await timeMs(async () => {
      answer = await ask(service, pathOf(question, window));
    });
    if (round > 0) own.push(ownMs);
    for (const [index, peer] of peers.entries()) {
      let counted: Counted | undefined;
      const ms = await timeMs(async () => {
        counted = await peer.ask(question, window);
      });
      if (!counted) continue;
      if (round === 0) requireSame(what, question, answer, peer, counted);
      else ofPeers[index]!.push(ms);
    }
  }
  const medians = ofPeers.map((times) => (times.length > 0 ? median(times) : undefined));
  const share = median(own) / Math.min(...medians.filter((ms) => ms !== undefined));
  const times = [median(own), ...medians].map((ms) => (ms === undefined ? '' : milliseconds(ms)));
  return [what, ...times, `${share.toFixed(2)} x`, verdict(share <= goal, `<= ${goal} x`)];
}

/**
 * Asks about days that are not in memory: each question is about other days than those before. The code is compiled as above, in two rounds
 * of all windows.
 */
async function measureForgotten({ question }: Case, service: ReportService, today: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3 * FORGOTTEN_WINDOWS; round++) {
    const later = Math.floor(round / FORGOTTEN_WINDOWS);
    const window = daysUntil(today - ROUNDS - WARM_UPS - 30 * (round % FORGOTTEN_WINDOWS) - later, 30);
    times.push(await timeMs(() => ask(service, pathOf(question, window))));
  }
  return median(times.slice(-FORGOTTEN_WINDOWS));
}

function spanOf({ firstDay, lastDay }: Window): number {
  return lastDay - firstDay + 1;
}

function pathOf({ path }: LogBenchQuestion, { firstDay, lastDay }: Window): string {
  const range = `timeframe=custom&range_start=${isoOfDay(firstDay)}&range_end=${isoOfDay(lastDay)}`;
  return `/api/v1/reports/${path}${range}`;
}

/** A fast wrong answer would be worth nothing. Some peers follow fewer visitors through a funnel: see `sqlFunnel`. */
function requireSame(what: string, question: LogBenchQuestion, answer: string, peer: Peer, expected: Counted): void {
  const counted = question.ofAnswer(JSON.parse(answer).data);
  const { isSame = (own: number, other: number) => own === other } = question;
  for (const [name, count] of Object.entries(counted)) {
    if (isSame(count, expected[name] ?? 0, peer.followsAll)) continue;
    throw new Error(`${what}: ${name} is ${count}, in ${peer.name} ${expected[name]}`);
  }
}

/** The same website with its log and without: what counting visitors costs, compared with estimating them. */
async function benchPlainReports(withLog: ReportService, without: ReportService, today: number): Promise<void> {
  const events = Math.min(EVENT_COUNT, UNSAMPLED_EVENTS_MAX);
  const rows: string[][] = [];
  for (const wanted of [400_000, EXACT_EVENTS_MAX, UNSAMPLED_EVENTS_MAX]) {
    const days = Math.min(DAY_COUNT - WARM_UPS - ROUNDS, Math.floor((wanted / events) * DAY_COUNT));
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
      const path = pathOf(visitors(), daysUntil(today - round, days));
      for (const [index, service] of [withLog, without].entries()) {
        const ms = await timeMs(() => ask(service, path));
        if (round >= WARM_UPS) times[index]!.push(ms);
      }
    }
    const [logMs, withoutMs] = times.map(median) as [number, number];
    const counted = Math.round((days / DAY_COUNT) * events);
    const isExact = counted <= EXACT_EVENTS_MAX;
    const name = `${days} days, ${counted.toLocaleString('en-US')} events, ${isExact ? 'exact' : 'estimated'}`;
    const goal = isExact ? verdict(logMs <= EXACT_MS_MAX, `<= ${EXACT_MS_MAX} ms`) : '';
    rows.push([name, milliseconds(logMs), milliseconds(withoutMs), `${(logMs / withoutMs).toFixed(2)} x`, goal]);
  }
  const head = ['', 'with the log', 'without', 'with / without', 'goal'];
  printTable(`Plain reports, not cached; medians of ${ROUNDS} requests`, [head, ...rows]);
}

async function benchSample(exact: ReportService, large: ReportService, today: number): Promise<void> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const path = pathOf(breakdown({}), daysUntil(today, DAY_COUNT - ROUNDS - 1 - round));
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
