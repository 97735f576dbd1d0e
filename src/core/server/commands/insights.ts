import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { DirectSnapshotBuilder, type SnapshotBuilder } from '../../answers/insights/snapshot.ts';
import { lastCompleteWeek } from '../../answers/insights/week.ts';
import { type InsightsDependencies, type WrittenWeek, writeWeek } from '../../answers/insights/write-week.ts';
import { readZones } from '../../engine/catalog/website-zones.ts';
import type { ExactBounds } from '../../engine/event-log/questions/unique-visitors.ts';
import { dayFromIso, isoOfDay, startOfWeek } from '../../engine/rollups/calendar.ts';
import type { Database } from '../../foundation/database/database.ts';
import { LEASE_MS, Lease } from '../../foundation/database/lease.ts';
import { UTC, type Zone } from '../../foundation/time/zone.ts';
import {
  type Arguments,
  type Command,
  type CommandContext,
  CommandError,
  parseId,
  UsageError,
} from '../command/command.ts';
import { ProgressBar } from '../command/progress-bar.ts';
import { withDatabase } from '../command/with-database.ts';
import { unknownWebsite } from './websites/website.ts';

const LEASE_RETRY_MS = 500;
const WEBSITES_PER_QUERY_MAX = 500;
const FAILED_NAMED_MAX = 10;
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
  details:
    'The running service does this automatically, soon after Monday 00:00 in the time zone of the website. Running it again is safe.',
  async run(args, context) {
    const requestedWeek = weekFrom(args);
    const requestedIds = args.strings('website').map((id) => parseId(id, '--website'));
    const { monday, websites, written } = await withDatabase(context, (database) =>
      runInsights(database, context, requestedIds, requestedWeek),
    );
    const week = isoOfDay(monday);
    context.print({ week, websites, written }, () => {
      return `Week of ${week}: ${written} of ${websites} snapshots written, ${websites - written} already up to date.`;
    });
  },
};

/** undefined: none is given. */
function weekFrom(args: Arguments): number | undefined {
  const value = args.string('week');
  if (value === undefined) return undefined;
  const day = dayFromIso(value);
  if (day === undefined) throw new UsageError(`--week must be a date, such as 2025-03-10, not "${value}"`);
  return startOfWeek(day);
}

/** The requested week, if it is over in the time zones of all websites; else the last one that is. */
async function completeWeek(
  database: Database,
  websiteIds: readonly number[],
  now: Date,
  requested: number | undefined,
): Promise<number> {
  const zones = await zonesOf(database, websiteIds);
  const last = Math.min(...zones.map((zone) => lastCompleteWeek(now, zone)));
  if (requested === undefined) return last;
  if (requested <= last) return requested;
  throw new UsageError(
    `--week: the week of ${isoOfDay(requested)} is not over yet; the last complete one is ${isoOfDay(last)}`,
  );
}

/** Each of them once; UTC if there are no websites. */
async function zonesOf(database: Database, websiteIds: readonly number[]): Promise<Zone[]> {
  const zones = new Set<Zone>();
  for (let start = 0; start < websiteIds.length; start += WEBSITES_PER_QUERY_MAX) {
    const ids = websiteIds.slice(start, start + WEBSITES_PER_QUERY_MAX);
    const zoneOf = await readZones(database, ids);
    for (const id of ids) zones.add(zoneOf(id).zone);
  }
  return zones.size === 0 ? [UTC] : [...zones];
}

/** Runs for all websites unless some are requested, and for the last week that is over on all of them. `demo` uses it, too. */
export async function runInsights(
  database: Database,
  context: CommandContext,
  requestedIds: readonly number[] = [],
  requestedWeek?: number,
  bounds: ExactBounds = context.config,
): Promise<{ monday: number; websites: number; written: number }> {
  const websiteIds = await selectWebsites(database, requestedIds);
  const monday = await completeWeek(database, websiteIds, context.clock(), requestedWeek);
  const bar = new ProgressBar('websites');
  const { halves } = await context.loadParts();
  const readItems = halves.flatMap(({ weekItems }) => weekItems ?? []);
  const builder = new DirectSnapshotBuilder(database, readItems, bounds);
  const dependencies = dependenciesOf(database, context, builder, (left) => {
    const done = websiteIds.length - left;
    bar.update({ share: done / websiteIds.length, done });
  });
  const { written, failed, failedIds } = await withLease(dependencies, (lease) =>
    writeWeek(dependencies, lease, monday, websiteIds),
  );
  bar.finish();
  if (failed > 0) {
    const some = failedIds.slice(0, FAILED_NAMED_MAX).join(', ');
    const ids = `${some}${failed > FAILED_NAMED_MAX ? ' …' : ''}`;
    throw new CommandError(`${failed} of ${websiteIds.length} snapshots could not be written. Websites: ${ids}`);
  }
  return { monday, websites: websiteIds.length, written };
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
  builder: SnapshotBuilder,
  onProgress: (left: number) => void,
): InsightsDependencies {
  // Warnings and errors only: the progress bar and the printed result show the rest.
  const logger = pino(
    { level: config.logLevel === 'info' ? 'warn' : config.logLevel },
    { write: (line) => log(line.trimEnd()) },
  );
  return {
    database,
    builder,
    clock,
    logger,
    observer: { snapshot: (_result, left) => onProgress(left), complete: () => {} },
  };
}

async function withLease(
  { database, clock }: InsightsDependencies,
  work: (lease: Lease) => Promise<WrittenWeek>,
): Promise<WrittenWeek> {
  const deadline = performance.now() + LEASE_WAIT_MS_MAX;
  for (;;) {
    const lease = await Lease.take(database, clock, 'insights');
    if (lease) return work(lease).finally(() => lease.release());
    if (performance.now() > deadline) {
      throw new CommandError('Another run is writing insights. Try again when it has finished.');
    }
    await sleep(LEASE_RETRY_MS);
  }
}
