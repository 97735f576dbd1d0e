// What one website of a given size stores and costs.

import { INTERVAL_LENGTHS } from '../src/core/engine/rollups/intervals.ts';
import { ROUND_EVERY_MS } from '../src/core/engine/sweeps/sweep-websites.ts';
import { EVENT_ID_KEPT_MS } from '../src/core/intake/commit/drop-duplicates.ts';
import { type Assumptions, VISITED_TYPES } from './assumptions.ts';
import type { CommitCost, LogCost, LogFigures, Measured, SketchRow, StoredRow } from './measured.ts';

export type Engine = 'postgres' | 'sqlite';

/** They are deleted once a day. */
const ID_DAYS = (EVENT_ID_KEPT_MS + ROUND_EVERY_MS / 2) / 86_400_000;

const ELEMENTS = 4;

/** How many subjects a website has on each level: website, campaigns, variants, steps, elements. */
function subjectsPerLevel(eventsPerDay: number, assumed: Assumptions): number[] {
  const { eventsPerCampaign, campaignsMax, variants, steps, elements } = assumed;
  const campaigns = Math.min(campaignsMax, 1 + Math.floor(eventsPerDay / eventsPerCampaign));
  return [1, campaigns, campaigns * variants, campaigns * variants * steps, campaigns * variants * steps * elements];
}

export function subjectsOf(eventsPerDay: number, assumed: Assumptions): number {
  return subjectsPerLevel(eventsPerDay, assumed).reduce((sum, count) => sum + count);
}

/** What is stored of a website, in rows and bytes; indexes are part of the bytes. */
export interface Stored {
  /** Counters and sketches of days, and sketches of intervals, through the retention time. */
  readonly rollupRows: number;
  readonly rollupBytes: number;
  /** The event log, merged, through its own retention time. */
  readonly logBytes: number;
  /** Event ids, of seven to eight days. */
  readonly idRows: number;
  readonly idBytes: number;
  readonly idIndexBytes: number;
  readonly orderRows: number;
  /** Order ids, contacts, the catalog and the counts of arrivals. */
  readonly otherBytes: number;
  /** Of the counters and sketches of today, which every commit changes. */
  readonly todayBytes: number;
}

export function storedBy(eventsPerDay: number, engine: Engine, measured: Measured, assumed: Assumptions): Stored {
  const { retentionDays, eventLogDays, shareLogged, shareOfType, shareWithId, contactsPerSubscriber } = assumed;
  const bytesOf = (row: StoredRow) => measured.storage.figures.rows[row][engine].bytes;
  const day = dayOf(eventsPerDay, engine, measured, assumed);
  const idRows = eventsPerDay * shareWithId * ID_DAYS;
  const orderRows = eventsPerDay * shareOfType.order * retentionDays;
  return {
    rollupRows: (day.rows + day.intervalRows) * retentionDays,
    rollupBytes: (day.bytes + day.intervalBytes) * retentionDays,
    logBytes: logDayBytes(eventsPerDay, engine, measured.log.figures) * eventLogDays * shareLogged,
    idRows,
    idBytes: idRows * bytesOf('seenEvent'),
    idIndexBytes: idRows * measured.storage.figures.rows.seenEvent.postgres.indexBytes,
    orderRows,
    otherBytes:
      orderRows * bytesOf('seenOrder') +
      eventsPerDay * shareOfType.subscribe * contactsPerSubscriber * retentionDays * bytesOf('contact') +
      (subjectsOf(eventsPerDay, assumed) - 1) * bytesOf('subject') +
      bytesOf('website') +
      bytesOf('arrivals') * retentionDays,
    todayBytes: day.bytes,
  };
}

/** The rows of a day, and the rows of intervals that a day adds on average. */
export interface Day {
  readonly rows: number;
  readonly bytes: number;
  readonly intervalRows: number;
  readonly intervalBytes: number;
}

export function dayOf(eventsPerDay: number, engine: Engine, measured: Measured, assumed: Assumptions): Day {
  const { figures } = measured.storage;
  const day = { rows: 0, bytes: 0, intervalRows: 0, intervalBytes: 0 };
  for (const [level, subjects] of subjectsPerLevel(eventsPerDay, assumed).entries()) {
    // Views name a step, all other events an element.
    const types = level === ELEMENTS ? VISITED_TYPES.filter((type) => type !== 'view') : VISITED_TYPES;
    const counted = types.reduce((sum, type) => sum + assumed.shareOfType[type], assumed.shareOfType.order);
    const withEvents = subjects * chanceOfAny((eventsPerDay * counted) / subjects);
    day.rows += withEvents;
    day.bytes += withEvents * figures.rows.counters[engine].bytes;
    for (const type of types) {
      const events = (eventsPerDay * assumed.shareOfType[type]) / subjects;
      for (const length of [1, ...INTERVAL_LENGTHS]) {
        const rows = (subjects * chanceOfAny(events * length)) / length;
        const bytes = rows * sketchRowBytes(visitorsOf(events, length, assumed), engine, figures.sketchRows);
        day[length === 1 ? 'rows' : 'intervalRows'] += rows;
        day[length === 1 ? 'bytes' : 'intervalBytes'] += bytes;
      }
    }
  }
  return day;
}

/** That a subject which has so many events on average has any (Poisson). */
function chanceOfAny(events: number): number {
  return 1 - Math.exp(-events);
}

/** The visitors of a subject that has any, in so many days. */
function visitorsOf(eventsPerDay: number, days: number, assumed: Assumptions): number {
  return Math.max(1, (eventsPerDay / assumed.eventsPerVisitor) * days ** assumed.newVisitorsExponent);
}

/** Bytes of a row, between the measured numbers of visitors by interpolation. */
export function sketchRowBytes(visitors: number, engine: Engine, rows: readonly SketchRow[]): number {
  const after = rows.findIndex((row) => row.visitors >= visitors);
  if (after <= 0) return rows.at(after)![engine].bytes;
  const [low, high] = [rows[after - 1]!, rows[after]!];
  const share = (visitors - low.visitors) / (high.visitors - low.visitors);
  return low[engine].bytes + (high[engine].bytes - low[engine].bytes) * share;
}

/**
 * Bytes of the event log of a day, between the measured days by interpolation; beyond them, each event takes as much as on the largest one.
 */
export function logDayBytes(eventsPerDay: number, engine: Engine, { days }: LogFigures): number {
  const [smallest, largest] = [days[0]!, days.at(-1)!];
  if (eventsPerDay <= smallest.events) return smallest[engine] * chanceOfAny(eventsPerDay);
  if (eventsPerDay >= largest.events) return (largest[engine] * eventsPerDay) / largest.events;
  const after = days.findIndex(({ events }) => events >= eventsPerDay);
  const [low, high] = [days[after - 1]!, days[after]!];
  const share = (eventsPerDay - low.events) / (high.events - low.events);
  return low[engine] + (high[engine] - low[engine]) * share;
}

/** What an event costs, in microseconds of a processor and bytes of WAL. */
interface EventCost {
  /** The cost of the event log alone. The other costs of the service don't depend on the size of the website. */
  readonly logServiceMicroseconds: number;
  readonly databaseMicroseconds: number;
  readonly walBytes: number;
  /** Events of the website in a commit. The statements of a commit are paid once for all of them. */
  readonly eventsPerCommit: number;
}

/** At the busiest time, at the end of a day, when its sketches are largest. */
export function eventCost(eventsPerDay: number, measured: Measured, assumed: Assumptions): EventCost {
  const perSecond = (eventsPerDay * assumed.peakFactor) / 86_400;
  const eventsPerCommit = Math.max(1, perSecond * assumed.commitSeconds);
  const [, campaigns] = subjectsPerLevel(eventsPerDay, assumed);
  // The measured websites have one campaign. With more of them, the events of a commit are spread over more rows.
  const eventsPerCampaign = Math.max(1, eventsPerCommit / campaigns!);
  const fullness = fullnessOf(eventsPerDay, measured, assumed);
  const logged = (figure: LogFigure) => assumed.shareLogged * logFigure(figure, eventsPerCommit, measured.log.figures);
  const perEvent = (figure: 'databaseMicroseconds' | 'walBytes') =>
    commitFigure(figure, eventsPerCampaign, fullness, measured.commits.figures.costs) / eventsPerCampaign +
    logged(figure);
  return {
    logServiceMicroseconds: logged('serviceMicroseconds'),
    databaseMicroseconds: perEvent('databaseMicroseconds'),
    walBytes: perEvent('walBytes'),
    eventsPerCommit,
  };
}

type LogFigure = 'serviceMicroseconds' | 'databaseMicroseconds' | 'walBytes';

/** What the event log adds to an event: its part of the commit, and of merging. */
function logFigure(figure: LogFigure, eventsPerCommit: number, { commits, merging }: LogFigures): number {
  return onLine(figure, eventsPerCommit, commits) / eventsPerCommit + merging[figure] / merging.events;
}

/** How large the sketches are that an event changes, one on each level: 0 like the small measured ones, 1 like the full ones. */
function fullnessOf(eventsPerDay: number, measured: Measured, assumed: Assumptions): number {
  const { sketchRows } = measured.storage.figures;
  const [small, full] = [sketchRowBytes(10, 'postgres', sketchRows), sketchRows.at(-1)!.postgres.bytes];
  const levels = subjectsPerLevel(eventsPerDay, assumed).map((subjects) => {
    const events = (eventsPerDay * assumed.shareOfType.view) / subjects;
    const bytes = sketchRowBytes(visitorsOf(events, 1, assumed), 'postgres', sketchRows);
    return Math.min(1, Math.max(0, (bytes - small) / (full - small)));
  });
  return levels.reduce((sum, level) => sum + level) / levels.length;
}

function commitFigure(
  figure: 'databaseMicroseconds' | 'walBytes',
  events: number,
  fullness: number,
  costs: readonly CommitCost[],
): number {
  const [small, full] = (['small', 'full'] as const).map((sketches) => {
    return onLine(
      figure,
      events,
      costs.filter((cost) => cost.sketches === sketches),
    );
  });
  return small! + (full! - small!) * fullness;
}

/** Returns the point on the line through two neighbours; beyond the largest commit, through the last two. */
function onLine(figure: LogFigure, events: number, costs: readonly LogCost[]): number {
  const after = costs.findIndex((cost) => cost.events >= events);
  const index = after < 0 ? costs.length - 1 : Math.max(1, after);
  const [low, high] = [costs[index - 1]!, costs[index]!];
  return low[figure] + ((high[figure] - low[figure]) * (events - low.events)) / (high.events - low.events);
}
