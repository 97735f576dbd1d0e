// Measures the constants of the capacity model (docs/scale.md) and saves them to capacity/measured.json.
import { arch, availableParallelism, loadavg } from 'node:os';
import { type Measured, type Part, saveMeasured } from '../../capacity/measured.ts';
import { tryCitus } from './citus-trial.ts';
import { measureCommits } from './commits.ts';
import { measureJobs } from './jobs.ts';
import { measureLog } from './log.ts';
import { measureRequests } from './requests.ts';
import { measureStorage } from './storage.ts';

const MEASUREMENTS: { readonly [Name in keyof Measured]: () => Promise<Measured[Name]['figures']> } = {
  storage: measureStorage,
  commits: measureCommits,
  log: measureLog,
  requests: measureRequests,
  jobs: measureJobs,
};

/** One of the measurements, or all of them. `citus` tries a cluster, and has no figures to save. */
export async function benchCapacity(name?: string): Promise<void> {
  if (name === 'citus') return tryCitus();
  const chosen = Object.entries(MEASUREMENTS).filter(([known]) => name === undefined || known === name);
  if (chosen.length === 0)
    throw new Error(`Unknown measurement: ${name}. There are ${Object.keys(MEASUREMENTS).join(', ')}, citus.`);
  for (const [known, measure] of chosen) {
    const load = loadavg()[0]!;
    const part: Part<unknown> = {
      command: `npm run bench -- capacity ${known}`,
      measured: `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores (${arch()}), load ${load.toFixed(1)} before`,
      figures: await measure(),
    };
    saveMeasured({ [known]: part });
  }
  console.log(
    '\nSaved to capacity/measured.json. Update the tables of docs/scale.md: npm run simulate -- scale --update',
  );
}
