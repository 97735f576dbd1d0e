// What crediting orders costs the collector: the same events are collected for websites that credit no orders and for those that do, in turns. A batch
// has a conversion among five events, all others are views, and so are single events. Each event of a batch has another visitor. The requests are
// about the same visitors, or each about new ones: the worst case, because each touch is then a new row.
import { collectorEvents, ingestCatalog } from './ingest-data.ts';
import { perSecond, printTable, verdict } from './table.ts';
import { LOADS, percent, shareOf, TwoCatalogs } from './two-catalogs.ts';

const VIEWS_PER_CONVERSION = 4;

function someConversions(eventCount: number): object[] {
  return collectorEvents(eventCount).map((event, index) => {
    const isConversion = index % (VIEWS_PER_CONVERSION + 1) === VIEWS_PER_CONVERSION;
    return isConversion ? { ...event, type: 'conversion' } : event;
  });
}

const WITH_NEW_VISITORS = LOADS.map((load) => ({ ...load, what: `${load.what}, new visitors`, newVisitors: true }));
const GOALS = { conversion: 0.9, view: 0.6 } as const;
const WINDOW_DAYS = 7;

export async function benchIngestCredit(folder: string, rounds: number): Promise<void> {
  const rows = [['', 'without', 'with', 'share', 'goal', 'processor time', 'with']];
  for (const creditBy of ['conversion', 'view'] as const) {
    const credit = { credit_window_days: WINDOW_DAYS, credit_by: creditBy };
    const catalogs = {
      [`uncredited_${creditBy}`]: ingestCatalog(),
      [`credited_${creditBy}`]: ingestCatalog(undefined, { credit }),
    };
    const sides = new TwoCatalogs(folder, catalogs, rounds);
    for (const { what, eventsPerSecond, processorTime } of await sides.collected(someConversions, [
      ...LOADS,
      ...WITH_NEW_VISITORS,
    ])) {
      const share = shareOf(eventsPerSecond);
      const goal = GOALS[creditBy];
      rows.push([
        `credit_by=${creditBy}, ${what}`,
        ...eventsPerSecond.map(perSecond),
        percent(share),
        verdict(share >= goal, `>= ${percent(goal)}`),
        ...processorTime.map((microseconds) => `${microseconds.toFixed(1)} µs an event`),
      ]);
    }
  }
  printTable(`Collector of websites that credit orders and that do not, SQLite; the median of ${rounds} runs`, rows);
}
