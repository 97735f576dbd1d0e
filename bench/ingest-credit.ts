// What crediting orders costs the collector: the same events are collected for websites that credit no orders and for those that do, in
// turns. Three kinds of visitors are compared. When each visitor had a row of touches, new visitors cost several times as much as known
// ones:
//
// - The same ones in every request, each with one event.
// - New ones in every request, each with one event.
// - Those of the demo: a batch has the visits of a part of a day, nearly all of them whole, with about three events for each visitor, and
//   two of three visitors are new.
//
// In the first two, a batch has a conversion among five events, all others are views, and so are single events.
import { demoCatalog } from '../src/extensions/demo/catalog.ts';
import { demoEventChunks } from '../src/extensions/demo/events.ts';
import { RETURNING_SHARE } from '../src/extensions/demo/visitors.ts';
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

const DEMO_DAY = 20_000;
const DEMO_WEBSITE = 1;

/** The last events of the demo's first day, without orders, which count only once. They happen when they are sent. */
function demoEvents(eventCount: number): object[] {
  const { value: day } = demoEventChunks(DEMO_DAY).next();
  return String(day)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { website_id: number; type: string; at: string })
    .filter((event) => event.website_id === DEMO_WEBSITE && event.type !== 'order')
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(-eventCount)
    .map(({ at, ...event }) => event);
}

function demoCatalogWith(credit: object): object {
  const { accounts } = demoCatalog(DEMO_DAY);
  const withCredit = (website: object) => ({ ...website, event_log: false, ...credit });
  return { accounts: accounts.map((account) => ({ ...account, websites: account.websites.map(withCredit) })) };
}

const SENDERS = [
  {
    name: '',
    catalogWith: (credit: object) => ingestCatalog(undefined, { credit }),
    eventsOf: someConversions,
    loads: [...LOADS, ...LOADS.map((load) => ({ ...load, what: `${load.what}, new visitors`, newVisitorShare: 1 }))],
  },
  {
    name: '_demo',
    catalogWith: demoCatalogWith,
    eventsOf: demoEvents,
    loads: LOADS.filter(({ events }) => events > 1).map((load) => ({
      ...load,
      what: `${load.what}, visits of the demo`,
      newVisitorShare: 1 - RETURNING_SHARE,
    })),
  },
] as const;

const GOALS = { conversion: 0.9, view: 0.6 } as const;
const WINDOW_DAYS = 7;

export async function benchIngestCredit(folder: string, rounds: number): Promise<void> {
  const rows = [['', 'without', 'with', 'share', 'goal', 'processor time', 'with']];
  for (const creditBy of ['conversion', 'view'] as const) {
    for (const { name, catalogWith, eventsOf, loads } of SENDERS) {
      const catalogs = {
        [`uncredited_${creditBy}${name}`]: catalogWith({}),
        [`credited_${creditBy}${name}`]: catalogWith({ credit_window_days: WINDOW_DAYS, credit_by: creditBy }),
      };
      const sides = new TwoCatalogs(folder, catalogs, rounds);
      for (const { what, eventsPerSecond, processorTime } of await sides.collected(eventsOf, loads)) {
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
  }
  printTable(`Collector of websites that credit orders and that do not, SQLite; the median of ${rounds} runs`, rows);
}
