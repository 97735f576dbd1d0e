// Uncached reports of one tenant on many connections: with two processors for the service and its database compared with one. The sides
// take turns. Needs Linux. On a machine with two processors, the client takes a part of them.
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dayOfTimestampMs, isoOfDay } from '../src/core/engine/rollups/calendar.ts';
import type { LoadRequest } from './http-load.ts';
import { inTurns, median } from './in-turns.ts';
import type { LoadClient } from './load-client.ts';
import { perSecond } from './table.ts';

const SECONDS = 2;
const CONNECTIONS = 16;
const REQUESTS = 20_000;
const DAYS = 30;
const WINDOW_ENDS = 300;

interface ColdReports {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The processes of the service and of its database. */
  processIds(): Promise<readonly number[]>;
}

/** undefined: this machine can't show it. */
export async function coldByProcessors(client: LoadClient, cold: ColdReports): Promise<string[] | undefined> {
  const all = availableParallelism();
  if (process.platform !== 'linux' || all < 2) return undefined;
  let number = 0;
  const measure = async (processors: string) => {
    for (const id of await cold.processIds()) execFileSync('taskset', ['-acp', processors, String(id)]);
    const requests = Array.from({ length: REQUESTS }, () => coldReport(number++, cold.headers));
    return client.call({ port: cold.port, requests, connections: CONNECTIONS, seconds: SECONDS });
  };
  // The first ones also compile.
  await measure('0,1');
  const [two, one] = await inTurns(
    () => measure('0,1'),
    () => measure('0'),
  );
  const [rate, rateOfOne] = [median(two, 'perSecond'), median(one, 'perSecond')];
  const what = `cold reports from ${CONNECTIONS} connections, two processors / one`;
  return [what, perSecond(rate), perSecond(rateOfOne), `${(rate / rateOfOne).toFixed(2)} x`, ''];
}

/** No two are the same, and none is like those of the other measurements, so none is answered from memory. */
function coldReport(number: number, headers: Readonly<Record<string, string>>): LoadRequest {
  const lastDay = dayOfTimestampMs(Date.now()) - (number % WINDOW_ENDS);
  const firstDay = lastDay - DAYS - Math.floor(number / WINDOW_ENDS);
  const range = `range_start=${isoOfDay(firstDay)}&range_end=${isoOfDay(lastDay)}`;
  return { path: `/api/v1/reports/website?timeframe=custom&${range}`, headers };
}
