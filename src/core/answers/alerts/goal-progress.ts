// How far the goals of a website are in a month, and what they will have reached when it is over.
import { type Sentence, sentence, type Value } from '../../../../languages/sentence.ts';
import { SUBJECT_KIND } from '../../engine/catalog/subject.ts';
import { hours } from '../../engine/event-log/breakdowns/hours.ts';
import { askLog } from '../../engine/event-log/questions/ask-log.ts';
import {
  chooseUniqueVisitors,
  type ExactBounds,
  readUniqueCounts,
} from '../../engine/event-log/questions/unique-visitors.ts';
import { firstLoggedDay } from '../../engine/event-log/storage/read-runs.ts';
import { firstDayOfMonth, monthOfDay } from '../../engine/rollups/calendar.ts';
import type { Counts } from '../../engine/rollups/counts.ts';
import { REVENUE_SCALE } from '../../engine/rollups/metric.ts';
import { readCounts } from '../../engine/rollups/read-counts.ts';
import { readFirstDays } from '../../engine/rollups/read-first-days.ts';
import type { Window } from '../../engine/rollups/window.ts';
import type { Database } from '../../foundation/database/database.ts';
import { hoursOf } from '../../foundation/time/hours.ts';
import type { Zone } from '../../foundation/time/zone.ts';
import { FORECAST_DAYS, type Forecast, forecastMonth } from './forecast.ts';
import { HOURLY_HISTORY_DAYS } from './rhythm.ts';

export const GOAL_METRICS = ['views', 'conversions', 'completions', 'subscribes', 'orders', 'revenue'] as const;

export interface GoalFields {
  readonly name: string;
  readonly metric: (typeof GOAL_METRICS)[number];
  /** The target of a month. That of revenue is in the currency of the website. */
  readonly target: number;
  /** null: of the whole website. */
  readonly campaign_id: number | null;
}

interface Goal extends GoalFields {
  readonly id: number;
}

export interface GoalProgress {
  readonly goal: Goal;
  /** What there is in this month until now. */
  readonly reached: number;
  /** undefined: the website is not known for long enough. */
  readonly forecast: Forecast | undefined;
}

export interface MonthOfGoals {
  /** The part of the month that is over, from 0 to 1. */
  readonly over: number;
  readonly goals: readonly GoalProgress[];
}

interface AskedMonth {
  readonly websiteId: number;
  readonly zone: Zone;
  readonly nowMs: number;
  /** The last day that counts as reached. Default: the day of `nowMs`. */
  readonly lastDay?: number;
  readonly bounds: ExactBounds;
}

type Reader = Pick<Database, 'query'>;

/** They are in the order of their names. */
async function readGoals(database: Reader, websiteId: number): Promise<Goal[]> {
  const rows = await database.query<{ id: number; name: string; definition: string }>(
    "SELECT id, name, definition FROM saved_records WHERE website_id = $1 AND kind = 'goal'",
    [websiteId],
  );
  const goals = rows.map(({ id, name, definition }) => ({ ...(JSON.parse(definition) as GoalFields), id, name }));
  return goals.sort((one, other) => one.name.localeCompare(other.name, 'en') || one.id - other.id);
}

export async function readGoalProgress(database: Reader, asked: AskedMonth): Promise<MonthOfGoals> {
  const { websiteId, zone, nowMs } = asked;
  const goals = await readGoals(database, websiteId);
  const over = monthOver(zone, nowMs);
  if (goals.length === 0) return { over, goals: [] };
  const today = zone.dayAt(nowMs);
  const firstDay = (await readFirstDays(database, [websiteId])).get(websiteId) ?? today;
  const month = {
    today,
    lastDay: asked.lastDay ?? today,
    firstDay,
    leftToday: await readLeftToday(database, asked, today),
  };
  const bySubject = Map.groupBy(goals, (goal) => goal.campaign_id);
  const progress = new Map<Goal, GoalProgress>();
  for (const [campaignId, some] of bySubject) {
    const read = await readSubject(database, asked, month, campaignId);
    for (const goal of some) progress.set(goal, { goal, ...read(goal.metric) });
  }
  return { over, goals: goals.map((goal) => progress.get(goal)!) };
}

/** What a digest says about a goal. */
export function goalSentence(
  { goal: { name, metric, target }, reached, forecast }: GoalProgress,
  currency: string,
): Sentence {
  const amount = (value: number): Value => (metric === 'revenue' ? { money: Math.round(value), currency } : value);
  const soFar = { name: { name }, reached: amount(reached), target: amount(target) };
  if (!forecast) return sentence('goalSoFar', soFar);
  const { value, low, high } = forecast;
  return sentence('goalOnCourse', { ...soFar, forecast: amount(value), low: amount(low), high: amount(high) });
}

/** Counted in real time, so a month in which clocks change is as long as it is. */
export function monthOver(zone: Zone, nowMs: number): number {
  const month = monthOfDay(zone.dayAt(nowMs));
  const [start, end] = [month, month + 1].map((of) => zone.startOfDay(firstDayOfMonth(of)));
  return Math.min(1, Math.max(0, (nowMs - start!) / (end! - start!)));
}

interface Month {
  readonly today: number;
  readonly lastDay: number;
  /** The first day with events. */
  readonly firstDay: number;
  readonly leftToday: number;
}

async function readSubject(
  database: Reader,
  { websiteId, bounds }: AskedMonth,
  { today, lastDay, firstDay, leftToday }: Month,
  campaignId: number | null,
) {
  const kind = campaignId === null ? SUBJECT_KIND.website : SUBJECT_KIND.campaign;
  const id = campaignId ?? websiteId;
  const number = monthOfDay(today);
  const [start, lastStart] = [firstDayOfMonth(number), firstDayOfMonth(number - 1)];
  const last = { firstDay: lastStart, lastDay: start - 1 };
  const lastPart = { firstDay: lastStart, lastDay: Math.min(start - 1, lastStart + lastDay - start) };
  const now = { firstDay: start, lastDay };
  const days = daysOf({ firstDay: Math.max(firstDay, Math.min(lastStart, today - FORECAST_DAYS)), lastDay: today });
  const subject = { websiteId, kind, subjectIds: [id], countType: 'distinct' } as const;
  const unique = await chooseUniqueVisitors(database, [{ websiteId, windows: [now] }], bounds);
  const [[reached], known] = await Promise.all([
    readUniqueCounts(database, unique, [{ ...subject, windows: [now] }]),
    readCounts(database, { ...subject, windows: [last, lastPart, ...days] }),
  ]);
  const [ofLast, ofPart, ...daily] = known.get(id)!;
  const ofNow = reached!.get(id)![0]!;
  return (metric: GoalFields['metric']): Omit<GoalProgress, 'goal'> => {
    const amountOf = (counts: Counts) => (metric === 'revenue' ? counts.revenue / REVENUE_SCALE : counts[metric]);
    const sumIn = ({ firstDay: from, lastDay: to }: Window) =>
      days.reduce((sum, day, index) => {
        const isIn = day.firstDay >= from && day.firstDay <= to;
        return isIn ? sum + amountOf(daily[index]!) : sum;
      }, 0);
    const lasted =
      firstDay <= lastStart
        ? { visitors: amountOf(ofLast!) - amountOf(ofPart!), sum: sumIn(last) - sumIn(lastPart) }
        : { visitors: amountOf(ofNow), sum: sumIn(now) };
    const value = amountOf(ofNow);
    return {
      reached: value,
      forecast: forecastMonth({
        reached: value,
        before: daily.slice(0, -1).map(amountOf),
        leftToday,
        daysToCome: firstDayOfMonth(number + 1) - 1 - today,
        newShare: metric === 'orders' || metric === 'revenue' ? 1 : newShareOf(lasted),
      }),
    };
  };
}

/** The share of a day's visitors who have not come before in the month, from the rest of the last one. */
function newShareOf({ visitors, sum }: { readonly visitors: number; readonly sum: number }): number {
  return sum > 0 ? Math.min(1, Math.max(0, visitors / sum)) : 1;
}

/** The part of today's events that is still to come: by the hours of the last weeks, if events are kept, or else by time. */
async function readLeftToday(database: Reader, { websiteId, zone, nowMs, bounds }: AskedMonth, today: number) {
  const window = { firstDay: today - HOURLY_HISTORY_DAYS, lastDay: today - 1 };
  const loggedFrom = await firstLoggedDay(database, websiteId);
  const isKept = loggedFrom !== undefined && loggedFrom <= window.firstDay;
  const weights = isKept ? await readHourWeights(database, { websiteId, zone, bounds, window }) : undefined;
  return leftOfDay(zone, nowMs, weights);
}

/** `weights`: what each hour of the clock has. Default: all the same. */
export function leftOfDay(zone: Zone, nowMs: number, weights: readonly number[] = []): number {
  const today = zone.dayAt(nowMs);
  const hours = hoursOf(zone, today, today).map(({ date, startMs, endMs }) => {
    const weight = (weights[Number(date.slice(11, 13))] ?? 1) * (endMs - startMs);
    return { weight, left: weight * Math.min(1, Math.max(0, (endMs - nowMs) / (endMs - startMs))) };
  });
  const all = hours.reduce((sum, { weight }) => sum + weight, 0);
  return all > 0 ? hours.reduce((sum, { left }) => sum + left, 0) / all : 0;
}

async function readHourWeights(
  database: Reader,
  { websiteId, zone, bounds, window }: Omit<AskedMonth, 'nowMs' | 'lastDay'> & { readonly window: Window },
): Promise<number[] | undefined> {
  const clockHours = hoursOf(zone, window.firstDay, window.lastDay);
  const log = { websiteId, firstDay: window.firstDay, eventsMax: bounds.queryEventsMax, keptRuns: bounds.keptRuns };
  const answer = await askLog(
    database,
    log,
    hours({
      subject: { kind: SUBJECT_KIND.website, id: websiteId },
      window,
      filters: [],
      hours: {
        starts: clockHours.map(({ startMs }) => startMs / 1_000),
        ends: clockHours.map(({ endMs }) => endMs / 1_000),
      },
    }),
  );
  const { values } = answer.subjects[0]![0]!;
  const weights = Array.from({ length: 24 }, () => 0);
  for (const [index, { date }] of clockHours.entries()) {
    weights[Number(date.slice(11, 13))]! += values.get(String(index))?.total.views ?? 0;
  }
  return weights.some((weight) => weight > 0) ? weights : undefined;
}

function daysOf({ firstDay, lastDay }: Window): Window[] {
  return Array.from({ length: Math.max(0, lastDay - firstDay + 1) }, (_, index) => ({
    firstDay: firstDay + index,
    lastDay: firstDay + index,
  }));
}
