// npm run simulate -- scale: prints what websites need, by the measured constants and the assumptions of this folder.
import { parseArgs } from 'node:util';
import { type Assumptions, DEFAULT_ASSUMPTIONS } from './assumptions.ts';
import { updateDocument } from './document.ts';
import { readMeasured } from './measured.ts';
import { DEFAULT_SEED, DEFAULT_STEPS, simulate } from './simulation.ts';
import { resultTables, textOf } from './tables.ts';

const USAGE = `Usage: npm run simulate -- scale [options]

Says what an installation needs for many websites: processors, disk, memory, network, and which limit is reached first.
Measured constants are in capacity/measured.json (npm run bench -- capacity), assumptions in capacity/assumptions.ts.

  --websites N              how many websites; may be repeated; default ${DEFAULT_STEPS.join(', ')}
  --events-per-website N    events a day of the average website; default ${DEFAULT_ASSUMPTIONS.eventsPerWebsiteDay}
  --exponent S              of Zipf's law: how much larger the large websites are; default ${DEFAULT_ASSUMPTIONS.zipfExponent}
  --peak N                  events of the busiest hour compared with the average one; default ${DEFAULT_ASSUMPTIONS.peakFactor}
  --catalog-cache N         CATALOG_CACHE_SUBJECTS; default ${DEFAULT_ASSUMPTIONS.catalogCacheSubjects}
  --retention-days N        default ${DEFAULT_ASSUMPTIONS.retentionDays}
  --cores N                 of a node; default ${DEFAULT_ASSUMPTIONS.node.cores}
  --seed N                  of the simulated shards; default ${DEFAULT_SEED}
  --json                    all results as one JSON document
  --update                  writes the tables and the picture of docs/scale.md, with the defaults
  --help                    this text`;

const OPTIONS = {
  websites: { type: 'string', multiple: true },
  'events-per-website': { type: 'string' },
  exponent: { type: 'string' },
  peak: { type: 'string' },
  'catalog-cache': { type: 'string' },
  'retention-days': { type: 'string' },
  cores: { type: 'string' },
  seed: { type: 'string' },
  json: { type: 'boolean' },
  update: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

class UsageError extends Error {}

process.exitCode = main(process.argv.slice(2));

function main(args: string[]): number {
  try {
    run(parse(args));
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${USAGE}`);
    return 2;
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function run(options: ReturnType<typeof parse>): void {
  if (options.help) console.log(USAGE);
  else if (options.update) updateDocument();
  else print(options);
}

function print(options: ReturnType<typeof parse>): void {
  const steps = options.websites?.map((text) => positive('--websites', text)) ?? DEFAULT_STEPS;
  const seed = options.seed === undefined ? DEFAULT_SEED : positive('--seed', options.seed);
  const simulation = simulate({ assumed: assumedBy(options), steps, seed }, readMeasured());
  if (options.json) console.log(JSON.stringify(simulation, null, 2));
  else for (const table of resultTables(simulation)) console.log(textOf(table));
}

function assumedBy(options: ReturnType<typeof parse>): Assumptions {
  const given = (
    name: 'events-per-website' | 'exponent' | 'peak' | 'catalog-cache' | 'retention-days' | 'cores',
    otherwise: number,
  ) => {
    const text = options[name];
    return text === undefined ? otherwise : positive(`--${name}`, text);
  };
  const { node, ...others } = DEFAULT_ASSUMPTIONS;
  return {
    ...others,
    eventsPerWebsiteDay: given('events-per-website', others.eventsPerWebsiteDay),
    zipfExponent: given('exponent', others.zipfExponent),
    peakFactor: given('peak', others.peakFactor),
    catalogCacheSubjects: given('catalog-cache', others.catalogCacheSubjects),
    retentionDays: given('retention-days', others.retentionDays),
    node: { ...node, cores: given('cores', node.cores) },
  };
}

function positive(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new UsageError(`${option} must be a number above 0, not "${text}"`);
  return value;
}
