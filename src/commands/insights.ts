import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { LEASE, LEASE_MS, Lease } from '../database/lease.ts';
import { LanguageModel } from '../insights/language-model.ts';
import { DirectSnapshotBuilder } from '../insights/snapshot.ts';
import { lastCompleteWeek } from '../insights/week.ts';
import { type InsightsDependencies, type WrittenWeek, writeWeek } from '../insights/write-week.ts';
import { dayFromIso, isoOfDay, startOfWeek } from '../rollups/calendar.ts';
import { type Arguments, type Command, type CommandContext, CommandError, parseId, UsageError } from './command.ts';
import { ProgressBar } from './progress-bar.ts';
import { unknownWebsite } from './website.ts';
import { withDatabase } from './with-database.ts';

const LEASE_RETRY_MS = 500;
/** Long enough for the lease of a crashed run to expire. */
const LEASE_WAIT_MS_MAX = 2 * LEASE_MS;

export const insightsRunCommand: Command = {
  name: 'insights run',
  options: {
    week: {
      type: 'string',
      value: 'YYYY-MM-DD',
      help: 'any day of the week; default: the last complete week',
    },
    website: { type: 'string', multiple: true, value: 'ID', help: 'only this website; may be repeated; default: all' },
  },
  summary: 'Writes the weekly insights now, or updates them with late events.',
  details: 'The running service does this automatically, soon after Monday 00:00 UTC. Running it again is safe.',
  async run(args, context) {
    const monday = weekFrom(args, context.clock);
    const requestedIds = args.strings('website').map((id) => parseId(id, '--website'));
    const { websites, written } = await withDatabase(context, (database) =>
      runInsights(database, context, monday, requestedIds),
    );
    const week = isoOfDay(monday);
    context.print({ week, websites, written }, () => {
      return `Week of ${week}: ${written} of ${websites} snapshots written, ${websites - written} already up to date.`;
    });
  },
};

function weekFrom(args: Arguments, clock: Clock): number {
  const value = args.string('week');
  if (value === undefined) return lastCompleteWeek(clock);
  const day = dayFromIso(value);
  if (day === undefined) throw new UsageError(`--week must be a date since 1970, such as 2025-03-10, not "${value}"`);
  const monday = startOfWeek(day);
  if (monday > lastCompleteWeek(clock)) {
    throw new UsageError(
      `--week: the week of ${isoOfDay(monday)} is not over yet; the last complete one is ${isoOfDay(lastCompleteWeek(clock))}`,
    );
  }
  return monday;
}

/** Runs for all websites unless some are requested. Also used by `demo`. */
export async function runInsights(
  database: Database,
  context: CommandContext,
  monday: number,
  requestedIds: readonly number[] = [],
): Promise<{ websites: number; written: number }> {
  const websiteIds = await selectWebsites(database, requestedIds);
  const bar = new ProgressBar('websites');
  const dependencies = dependenciesOf(database, context, (left) => {
    const done = websiteIds.length - left;
    bar.update({ share: done / websiteIds.length, done });
  });
  const { written, failed } = await withLease(dependencies, (lease) =>
    writeWeek(dependencies, lease, monday, websiteIds),
  );
  bar.finish();
  if (failed > 0) throw new CommandError(`${failed} of ${websiteIds.length} snapshots could not be written`);
  return { websites: websiteIds.length, written };
}

async function selectWebsites(database: Database, requestedIds: readonly number[]): Promise<number[]> {
  const rows = await database.query<{ id: number }>('SELECT id FROM websites ORDER BY id');
  const existingIds = rows.map(({ id }) => id);
  if (requestedIds.length === 0) return existingIds;
  const missing = requestedIds.filter((id) => !existingIds.includes(id));
  if (missing.length > 0) throw unknownWebsite(`Website does not exist: ${missing.join(', ')}.`);
  return existingIds.filter((id) => requestedIds.includes(id));
}

function dependenciesOf(
  database: Database,
  { config, clock, log }: CommandContext,
  onProgress: (left: number) => void,
): InsightsDependencies {
  // Warnings and errors only: the progress bar and the printed result show the rest.
  const logger = pino(
    { level: config.logLevel === 'info' ? 'warn' : config.logLevel },
    { write: (line) => log(line.trimEnd()) },
  );
  return {
    database,
    builder: new DirectSnapshotBuilder(database, config.queryEventsMax),
    clock,
    logger,
    rewording: config.languageModel && new LanguageModel(config.languageModel, logger),
    observer: { snapshot: (_result, left) => onProgress(left), complete: () => {} },
  };
}

async function withLease(
  { database, clock }: InsightsDependencies,
  work: (lease: Lease) => Promise<WrittenWeek>,
): Promise<WrittenWeek> {
  const deadline = performance.now() + LEASE_WAIT_MS_MAX;
  for (;;) {
    const lease = await Lease.take(database, clock, LEASE.insights);
    if (lease) return work(lease).finally(() => lease.release());
    if (performance.now() > deadline) {
      throw new CommandError('Another run is writing insights. Try again when it has finished.');
    }
    await sleep(LEASE_RETRY_MS);
  }
}
