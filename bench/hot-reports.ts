// Reports that are answered from memory, against their goals: beside a bare route, and beside another tenant who runs heavy
// lists without pause. The sides take turns, so that whatever else the machine does falls on both; medians count.
import { dayOfTimestampMs, isoOfDay } from '../src/engine/rollups/calendar.ts';
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

interface HotReports {
  readonly servicePort: number;
  readonly barePort: number;
  readonly report: LoadRequest;
  /** The goal as a share of the bare route's rate. */
  readonly shareGoal: number;
}

export async function hotAgainstBareRoute(client: LoadClient, hot: HotReports): Promise<string[]> {
  const measure = (port: number) =>
    client.call({ port, requests: [hot.report], connections: CONNECTIONS, seconds: SECONDS });
  const [reports, bare] = await inTurns(
    () => measure(hot.servicePort),
    () => measure(hot.barePort),
  );
  const [rate, bareRate] = [median(reports, 'perSecond'), median(bare, 'perSecond')];
  const share = rate / bareRate;
  const goal = verdict(share >= hot.shareGoal, `>= ${Math.round(hot.shareGoal * 100)} %`);
  return ['hot report / bare route', perSecond(rate), perSecond(bareRate), `${(share * 100).toFixed(1)} %`, goal];
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
