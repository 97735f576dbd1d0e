// npm run bench -- NAME runs one measurement; without a name it lists them.

interface Bench {
  readonly about: string;
  run(words?: string): Promise<void>;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  ingest: {
    about: 'file import against bare JSON.parse, collector against a bare route and bare commits',
    run: async () => (await import('./ingest.ts')).benchIngest(),
  },
  reports: {
    about: 'reports against a bare route, raw events in PostgreSQL and DuckDB, and the hll extension',
    run: async () => (await import('./reports.ts')).benchReports(),
  },
  tools: {
    about: 'tool calls against the same reports over REST, and against the SDK alone',
    run: async () => (await import('./tools.ts')).benchTools(),
  },
  contacts: {
    about: 'operations on a million contacts against the same on a thousand',
    run: async () => (await import('./contacts.ts')).benchContacts(),
  },
  load: {
    about:
      'requests a second and how long they take, each kind against a bare route with the same answer, on both engines',
    run: async (words) => (await import('./load.ts')).benchLoad(words),
  },
  neighbours: {
    about: "a tenant's requests beside each attack by another one, and without",
    run: async (words) => (await import('./neighbours.ts')).benchNeighbours(words),
  },
};

const [name = '', words] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench) await bench.run(words);
else {
  if (name !== '') console.error(`There is no bench "${name}".`);
  console.log('Usage: npm run bench -- NAME\n');
  for (const [known, { about }] of Object.entries(BENCHES)) console.log(`  ${known.padEnd(10)} ${about}`);
  process.exitCode = name === '' ? 0 : 2;
}
