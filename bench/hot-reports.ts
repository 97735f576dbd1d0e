// Reports that are answered from memory, against their goals: beside a bare route, and beside another tenant who runs heavy
// lists without pause. The sides take turns, so that whatever else the machine does falls on both; medians count.
import { dayOfTimestampMs, isoOfDay } from '../src/core/engine/rollups/calendar.ts';
import type { LoadRequest } from './http-load.ts';
import { inTurns, median } from './in-turns.ts';
import { LoadClient } from './load-client.ts';
import { DAY_COUNT } from './reports-data.ts';
import { perSecond, verdict } from './table.ts';

const SECONDS = 2;
const CONNECTIONS = 16;
/** A second tenant asks for a report now and then; a closed loop on many connections would measure itself. */
const NEIGHBOR_CONNECTIONS = 2;
const HEAVY_CONNECTIONS = 8;
const HEAVY_LISTS = 20_000;
const P99_FACTOR_GOAL = 3;
export const HOT_FACTOR_MAX = 1.6;
/** Each report also waits for a look-up in the database. The goal was 45 % of the bare route's rate before. */
export const HOT_FACTOR_MAX_POSTGRES = 2.2;

interface HotReport {
  readonly servicePort: number;
  readonly barePort: number;
  readonly report: LoadRequest;
  /** The goal as a multiple of the bare route's processor time. */
  readonly factorMax: number;
}

/** The processor time decides. The rates stand beside it: on a shared machine they change by half within an hour. */
export async function hotAgainstBareRoute(client: LoadClient, hot: HotReport): Promise<string[][]> {
  const measure = (port: number) =>
    client.measureServer({ port, requests: [hot.report], connections: CONNECTIONS, seconds: SECONDS });
  // The first round warms up.
  await measure(hot.servicePort);
  await measure(hot.barePort);
  const [reports, bare] = await inTurns(
    () => measure(hot.servicePort),
    () => measure(hot.barePort),
  );
  const microseconds = [median(reports, 'processorMicroseconds'), median(bare, 'processorMicroseconds')] as const;
  const rates = [median(reports, 'perSecond'), median(bare, 'perSecond')] as const;
  const factor = microseconds[0] / microseconds[1];
  return [
    [
      'hot report / bare route, processor time',
      ...microseconds.map((each) => `${Math.round(each)} µs`),
      `${factor.toFixed(2)} x`,
      verdict(factor <= hot.factorMax, `<= ${hot.factorMax} x`),
    ],
    ['the same, rate', ...rates.map(perSecond), `${((rates[0] / rates[1]) * 100).toFixed(1)} %`, ''],
  ];
}

interface SecondTenant {
  readonly port: number;
  readonly report: LoadRequest;
  /** The headers of the tenant with the heavy lists. */
  readonly heavyHeaders: Readonly<Record<string, string>>;
}

export async function hotBesideHeavyLists(client: LoadClient, second: SecondTenant): Promise<string[]> {
  const { port, report, heavyHeaders } = second;
  const measure = () => client.call({ port, requests: [report], connections: NEIGHBOR_CONNECTIONS, seconds: SECONDS });
  using heavyClient = new LoadClient();
  let lists = 0;
  const measureBesideLists = async () => {
    const requests = Array.from({ length: HEAVY_LISTS }, () => heavyList(lists++, heavyHeaders));
    const heavy = heavyClient.call({ port, requests, connections: HEAVY_CONNECTIONS, seconds: SECONDS + 1 });
    const measured = await measure();
    await heavy;
    return measured;
  };
  const [beside, alone] = await inTurns(measureBesideLists, measure);
  const [p99Ms, aloneMs] = [median(beside, 'p99Ms'), median(alone, 'p99Ms')];
  const factor = p99Ms / aloneMs;
  const goal = verdict(factor <= P99_FACTOR_GOAL, `<= ${P99_FACTOR_GOAL} x`);
  const what = "p99 of a second tenant's hot reports, beside heavy lists / alone";
  return [what, `${p99Ms.toFixed(1)} ms`, `${aloneMs.toFixed(1)} ms`, `${factor.toFixed(1)} x`, goal];
}

/** Lists all campaigns over a year; no two lists are the same, so none is answered from memory. */
function heavyList(number: number, headers: Readonly<Record<string, string>>): LoadRequest {
  const lastDay = dayOfTimestampMs(Date.now()) - (number % DAY_COUNT);
  const firstDay = lastDay - DAY_COUNT - Math.floor(number / DAY_COUNT);
  const range = `range_start=${isoOfDay(firstDay)}&range_end=${isoOfDay(lastDay)}`;
  return { path: `/api/v1/reports/campaigns?timeframe=custom&${range}&sort=views`, headers };
}
