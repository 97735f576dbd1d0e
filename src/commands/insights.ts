import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { LanguageModel } from '../insights/language-model.ts';
import { LEASE_MS, Lease } from '../insights/lease.ts';
import { DirectSnapshotBuilder } from '../insights/snapshot.ts';
import { lastCompleteWeek } from '../insights/week.ts';
import { type InsightsParts, type WrittenWeek, writeWeek } from '../insights/write-week.ts';
import { dayFromIso, isoOfDay, startOfWeek } from '../rollups/calendar.ts';
import { type Arguments, type Command, type CommandContext, CommandError, parseId, UsageError } from './command.ts';
import { ProgressBar } from './progress-bar.ts';
import { withDatabase } from './with-database.ts';

const LEASE_RETRY_MS = 500;
/** Long enough for a run that died to be given up; a run that lives takes its time. */
const LEASE_WAIT_MS_MAX = 2 * LEASE_MS;

export const insightsRunCommand: Command = {
  name: 'insights run',
  options: {
    week: {
      type: 'string',
      value: 'YYYY-MM-DD',
      help: 'any day of the week to write; default: the last complete week',
    },
    website: { type: 'string', multiple: true, value: 'ID', help: 'only this website; may be repeated; default: all' },
  },
  summary: 'Writes the weekly insights snapshot now, or brings it up to date with events that came late.',
  details: 'The running service does this by itself, soon after Monday 00:00 UTC. Running it again is harmless.',
  async run(args, context) {
    const monday = weekFrom(args, context.clock);
    const wanted = args.texts('website').map((text) => parseId(text, '--website'));
    const { websites, written } = await withDatabase(context, (database) =>
      runInsights(database, context, monday, wanted),
    );
    const week = isoOfDay(monday);
    context.print({ week, websites, written }, () => {
      const same = websites > written ? `; ${websites - written} were up to date` : '';
      return `Week of ${week}: ${written} of ${websites} snapshots written${same}.`;
    });
  },
};

function weekFrom(args: Arguments, clock: Clock): number {
  const text = args.text('week');
  if (text === undefined) return lastCompleteWeek(clock);
  const day = dayFromIso(text);
  if (day === undefined) throw new UsageError(`--week must be a date such as 2025-03-10, not "${text}"`);
  const monday = startOfWeek(day);
  if (monday > lastCompleteWeek(clock)) {
    throw new UsageError(
      `--week: the week of ${isoOfDay(monday)} is not over yet; the last complete one is ${isoOfDay(lastCompleteWeek(clock))}`,
    );
  }
  return monday;
}

/** Also for `demo`: without a list, every website. */
export async function runInsights(
  database: Database,
  context: CommandContext,
  monday: number,
  wanted: readonly number[] = [],
): Promise<{ websites: number; written: number }> {
  const websiteIds = await chosenWebsites(database, wanted);
  const bar = new ProgressBar('websites');
  const parts = partsOf(database, context, (left) => {
    const done = websiteIds.length - left;
    bar.update({ share: done / websiteIds.length, done });
  });
  const { written, failed } = await underLease(parts, (lease) => writeWeek(parts, lease, monday, websiteIds));
  bar.finish();
  if (failed > 0) throw new CommandError(`${failed} of ${websiteIds.length} snapshots could not be written`);
  return { websites: websiteIds.length, written };
}

async function chosenWebsites(database: Database, wanted: readonly number[]): Promise<number[]> {
  const rows = await database.query<{ id: number }>('SELECT id FROM websites ORDER BY id');
  const known = rows.map(({ id }) => id);
  if (wanted.length === 0) return known;
  const missing = wanted.filter((id) => !known.includes(id));
  if (missing.length > 0) throw new CommandError(`There is no website ${missing.join(', ')}.`);
  return known.filter((id) => wanted.includes(id));
}

function partsOf(
  database: Database,
  { config, clock, say }: CommandContext,
  onProgress: (left: number) => void,
): InsightsParts {
  // Only what went wrong: the result is printed, and a bar shows the progress.
  const logger = pino(
    { level: config.logLevel === 'info' ? 'warn' : config.logLevel },
    { write: (line) => say(line.trimEnd()) },
  );
  return {
    database,
    builder: new DirectSnapshotBuilder(database),
    clock,
    logger,
    rewording: config.languageModel && new LanguageModel(config.languageModel, logger),
    observer: { snapshot: (_result, left) => onProgress(left), complete: () => {} },
  };
}

async function underLease(
  { database, clock }: InsightsParts,
  work: (lease: Lease) => Promise<WrittenWeek>,
): Promise<WrittenWeek> {
  const deadline = performance.now() + LEASE_WAIT_MS_MAX;
  for (;;) {
    const lease = await Lease.take(database, clock);
    if (lease) return work(lease).finally(() => lease.release());
    if (performance.now() > deadline) {
      throw new CommandError('Another run writes insights right now. Try again when it is done.');
    }
    await sleep(LEASE_RETRY_MS);
  }
}
