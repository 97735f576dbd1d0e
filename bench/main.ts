// npm run bench -- NAME runs a benchmark; without a name it lists them.

interface Bench {
  readonly about: string;
  run(words?: string): Promise<void>;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  ingest: {
    about:
      'file import compared with JSON.parse, collectors compared with a bare route and bare commits, both with the event log, with a ' +
      'time zone and with credit compared with none; add import, collector, log, zone or credit for those alone',
    run: async (words) => (await import('./ingest.ts')).benchIngest(words),
  },
  reports: {
    about:
      'reports compared with a bare route, raw events in PostgreSQL, DuckDB and ClickHouse, daily states in ClickHouse, and the hll ' +
      'extension, and with a time zone compared with UTC; add zone for that alone, or chart to draw the picture of the README; ' +
      'breakdowns and funnels are in event-log',
    run: async (words) => (await import('./reports.ts')).benchReports(words),
  },
  trace: {
    about: 'the way of an uncached report, hop by hop, and the processor time of a cached one, on both engines',
    run: async () => (await import('./trace.ts')).benchTrace(),
  },
  walk: {
    about:
      'how many files and folders a report, a tool call, an event, an order with its refund and an import pass, and in which order',
    run: async () => (await import('./walk.ts')).benchWalk(),
  },
  'event-log': {
    about:
      'breakdowns, filters, funnels, attribution, retention and paths compared with raw events in ClickHouse, DuckDB and PostgreSQL, and ' +
      'plain reports with the log and without; add words of the names of cases, with commas between them, to select these',
    run: async (words) => (await import('./event-log.ts')).benchEventLog(words),
  },
  export: {
    about: 'an export of 5,000,000 events beside a collector: how many a second, and whether its memory stays the same',
    run: async () => (await import('./export.ts')).benchExport(),
  },
  arrow: {
    about: 'columns of the event log compared with the same columns as Apache Arrow IPC: bytes, and the time to decode',
    run: async () => (await import('./arrow.ts')).benchArrow(),
  },
  tools: {
    about: 'tool calls compared with the same reports over REST, and with the SDK alone',
    run: async () => (await import('./tools.ts')).benchTools(),
  },
  overview: {
    about: 'what the overview of 200 websites asks for, cached and not, compared with 100 ms and 1 s',
    run: async () => (await import('./overview.ts')).benchOverview(),
  },
  contacts: {
    about: 'operations on a million contacts compared with a thousand',
    run: async () => (await import('./contacts.ts')).benchContacts(),
  },
  load: {
    about: 'throughput and response times of each kind of request compared with a bare route, on both engines',
    run: async (words) => (await import('./load.ts')).benchLoad(words),
  },
  citus: {
    about: 'a Citus cluster compared with plain PostgreSQL, and two nodes of the service with one',
    run: async () => (await import('./citus.ts')).benchCitus(),
  },
  lanes: {
    about: 'single events of many websites on Citus compared with PostgreSQL',
    run: async () => (await import('./lanes.ts')).benchLanes(),
  },
  versions: {
    about: 'processor time of requests compared with another version of the service, such as one without a mechanism',
    run: async (words) => (await import('./versions.ts')).benchVersions(words),
  },
  'invented-keys': {
    about: 'a million events, each with a new key, against a million with a known one',
    run: async () => (await import('./invented-keys.ts')).benchInventedKeys(),
  },
  'catalog-cache': {
    about:
      'how many events find their website in the cache of the catalog, compared with one that is emptied when full',
    run: async () => (await import('./catalog-cache.ts')).benchCatalogCache(),
  },
  capacity: {
    about:
      'the constants of the capacity model, saved to capacity/measured.json; add storage, commits, log, requests, jobs or citus',
    run: async (words) => (await import('./capacity/capacity.ts')).benchCapacity(words),
  },
  'main-thread': {
    about: 'how long each kind of request keeps the thread that answers all requests; add words to select kinds',
    run: async (words) => (await import('./main-thread.ts')).benchMainThread(words),
  },
  'small-machine': {
    about: 'what the service answers within 160 and 256 MiB of memory, with a million events stored (root on Linux)',
    run: async () => (await import('./small-machine.ts')).benchSmallMachine(),
  },
  neighbours: {
    about: "response times of a tenant during another tenant's attacks; add words to select attacks",
    run: async (words) => (await import('./neighbours.ts')).benchNeighbours(words),
  },
};

const [name = '', words] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench) await bench.run(words);
else {
  if (name !== '') console.error(`Unknown benchmark: ${name}`);
  console.log('Usage: npm run bench -- NAME\n');
  for (const [known, { about }] of Object.entries(BENCHES)) console.log(`  ${known.padEnd(13)} ${about}`);
  process.exitCode = name === '' ? 0 : 2;
}
