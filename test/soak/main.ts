// npm run test:soak -- [MINUTES] [--engine sqlite|postgres]: a real server under mixed load at a steady pace. It fails
// unless memory stays flat, nothing that was acknowledged is lost, and every answer is the expected one.
import { parseArgs } from 'node:util';
import { printTable } from '../../bench/table.ts';
import type { Engine } from '../../src/core/foundation/database/database.ts';
import { UsageError } from '../../src/core/server/command/command.ts';
import { ProgressBar } from '../../src/core/server/command/progress-bar.ts';
import { type Fifth, growth, percentile, takeSamples } from './samples.ts';
import { type SoakService, startService } from './service.ts';
import { type Counted, KINDS, type KindResult, PastTraffic, Traffic } from './traffic.ts';

const MINUTES_BY_DEFAULT = 5;
const FAILURES_SHOWN_MAX = 5;
const USAGE = `Usage: npm run test:soak -- [MINUTES] [--engine sqlite|postgres]

Runs a real server under mixed load: events one by one and in batches, reports hot and cold, contacts, tool calls, tokens
made and revoked, bad requests. Prints what it used and answered. Exit code 1 unless memory, files and handles stay where
they are over the second half, nothing that was acknowledged is lost, and no answer is unexpected.

  MINUTES    how long; ${MINUTES_BY_DEFAULT} by default
  --engine   sqlite (default) or postgres
  --help     this text`;

interface Options {
  readonly minutes: number;
  readonly engine: Engine;
}

/** undefined: only help is wanted. */
function readOptions(): Options | undefined {
  const { values, positionals } = parsedArguments();
  if (values.help) return undefined;
  const minutes = Number(positionals[0] ?? MINUTES_BY_DEFAULT);
  if (!(minutes > 0) || positionals.length > 1) throw new UsageError('MINUTES must be one number above 0');
  if (values.engine !== 'sqlite' && values.engine !== 'postgres')
    throw new UsageError('--engine must be sqlite or postgres');
  return { minutes, engine: values.engine };
}

function parsedArguments() {
  try {
    const options = { engine: { type: 'string', default: 'sqlite' }, help: { type: 'boolean' } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function soak({ minutes, engine }: Options): Promise<string[]> {
  await using cleanup = new AsyncDisposableStack();
  const past = new PastTraffic();
  const service = await startService(engine, past.lines(), cleanup);
  const traffic = new Traffic(service, past);
  const startedAt = performance.now();
  const until = startedAt + minutes * 60_000;
  const bar = new ProgressBar('calls');
  const [fifths, results] = await Promise.all([
    takeSamples(service, until, () => {
      const share = (performance.now() - startedAt) / (until - startedAt);
      bar.update({ share, done: traffic.answered });
    }),
    traffic.run(KINDS, until),
  ]);
  bar.finish();
  console.log(`${minutes} minutes on ${engine}`);
  printResults(results);
  printFifths(fifths);
  return [...growth(fifths), ...failuresOf(results), ...(await lost(traffic)), ...(await endOf(service))];
}

function failuresOf(results: ReadonlyMap<string, KindResult>): string[] {
  return [...results].flatMap(([name, { failures }]) => {
    const shown = failures.slice(0, FAILURES_SHOWN_MAX).map((failure) => `${name}: ${failure}`);
    return failures.length > shown.length ? [...shown, `${name}: ${failures.length} in all`] : shown;
  });
}

async function lost(traffic: Traffic): Promise<string[]> {
  const path = '/api/v1/reports/website?timeframe=all_time&count_type=total';
  const { metrics } = ((await traffic.get(path)) as { data: { metrics: Counted } }).data;
  const { views, conversions, orders, revenue } = metrics;
  const reported = JSON.stringify({ views, conversions, orders, revenue: Math.round(revenue * 100) });
  const acknowledged = JSON.stringify(traffic.counted);
  console.log(`\nacknowledged ${acknowledged}\nreported     ${reported}`);
  return acknowledged === reported ? [] : ['what is reported is not what was acknowledged'];
}

async function endOf(service: SoakService): Promise<string[]> {
  const { code, messages } = await service.stop();
  const errors = messages.split('\n').filter((line) => line.startsWith('{'));
  return [
    ...(code === 0 ? [] : [`it ended with ${code}`]),
    ...errors.slice(0, FAILURES_SHOWN_MAX).map((line) => `logged: ${line}`),
  ];
}

function printResults(results: ReadonlyMap<string, KindResult>): void {
  const rows = [...results].map(([name, { answered, milliseconds, failures }]) => [
    name,
    answered.toLocaleString('en-US'),
    String(failures.length),
    `${percentile(milliseconds, 0.5).toFixed(1)} ms`,
    `${percentile(milliseconds, 0.99).toFixed(1)} ms`,
  ]);
  printTable('What was asked', [['', 'answered', 'failed', 'p50', 'p99'], ...rows]);
}

function printFifths(fifths: readonly Fifth[]): void {
  const rows = fifths.map(({ median, left }, part) => [
    `fifth ${part + 1}`,
    `${median.rssMib.toFixed(0)} MiB`,
    `${left.rssMib.toFixed(0)} MiB`,
    `${median.heapMib.toFixed(0)} MiB`,
    `${left.heapMib.toFixed(0)} MiB`,
    String(median.files),
    String(median.handles),
    `${median.loopDelayMs.toFixed(1)} ms`,
  ]);
  const head = ['medians', 'memory', 'left', 'heap', 'left', 'open files', 'handles', 'event-loop delay p99'];
  printTable('What it used ("left": at the end of the fifth, after a garbage collection)', [head, ...rows]);
}

async function main(): Promise<number> {
  try {
    const options = readOptions();
    if (!options) console.log(USAGE);
    const failures = options ? await soak(options) : [];
    if (failures.length > 0) console.log(`\nFAILED:\n  ${failures.join('\n  ')}`);
    else if (options) console.log('\nPassed.');
    return failures.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${USAGE}`);
    return 2;
  }
}

process.exitCode = await main();
