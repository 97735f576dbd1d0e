// Watches a simulated website hour by hour, as the job does.
import type { AlertKind } from '../../../../src/core/answers/alerts/alert.ts';
import { HISTORY_DAYS, type JudgedCount, judgeLastDays } from '../../../../src/core/answers/alerts/rhythm.ts';
import type { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { UTC } from '../../../../src/core/foundation/time/zone.ts';
import { judgeCounts, type NamedCount } from '../../../../src/extensions/changes/alerts/judge-day.ts';
import { lookAtSilence } from '../../../../src/extensions/changes/alerts/silence.ts';
import {
  afterSilence,
  expectedNextDays,
  type KnownBefore,
  newWatch,
  type Watch,
} from '../../../../src/extensions/changes/alerts/watch.ts';
import {
  JUDGED_COUNTS,
  type JudgedCountName,
  type WebsiteDays,
} from '../../../../src/extensions/changes/alerts/website-days.ts';
import { daysToJudge } from '../../../../src/extensions/changes/alerts/websites-to-look-at.ts';
import { DAY_MS, HOUR_MS } from '../../../support/test-clock.ts';

export interface FoundAlert {
  readonly kind: AlertKind;
  /** When it was found, in hours since the start of the first watched day. */
  readonly hour: number;
}

/** The job runs at 20 past. */
const MINUTES_PAST = 20;
const FIRST_DAY = 20_000;
/** How much less comes at night, UTC, than on average. */
const NIGHT_DIP = 0.8;

interface Watching {
  /** After this hour, counted from the start of the first watched day, nothing arrives. */
  readonly stopHour?: number;
}

/** The first `HISTORY_DAYS` days are history, and the job watches the rest. */
export function watchWebsite(days: WebsiteDays, random: Random, { stopHour }: Watching = {}): FoundAlert[] {
  const arriving = stopHour === undefined ? days : stopped(days, stopHour);
  const watched = days.viewers.length - HISTORY_DAYS;
  const judged = judgedDays(arriving, watched);
  const found: FoundAlert[] = [];
  let lastDay = FIRST_DAY - 1;
  // It has been watched for some time.
  let before: KnownBefore = { ...newWatch(FIRST_DAY), usualSilence: { hours: 0, forgottenDay: 0 } };
  let watch: Watch | undefined;
  for (let day = 0; day < watched; day++) {
    const firstHour = hourOfFirstEvent(arriving.viewers[HISTORY_DAYS + day]!, random);
    for (let hour = 0; hour < 24; hour++) {
      const now = new Date((FIRST_DAY + day) * DAY_MS + hour * HOUR_MS + MINUTES_PAST * 60_000);
      if (hour >= firstHour && lastDay < FIRST_DAY + day) lastDay = FIRST_DAY + day;
      const known = watch ?? watchAfter(FIRST_DAY - 1, arriving, before);
      const pending = daysToJudge({ lastDay, watch: known }, FIRST_DAY + day);
      if (pending.length > 0) {
        before = afterSilence(known, lastDay, FIRST_DAY + day);
        for (const dayToJudge of pending) {
          const result = judgeCounts(judged[dayToJudge - FIRST_DAY]!, {
            websiteId: 1,
            day: dayToJudge,
            open: before.open,
          });
          before = { ...before, open: result.open };
          watch = watchAfter(dayToJudge, arriving, before);
          for (const { kind } of result.alerts) found.push({ kind, hour: day * 24 + hour });
        }
      } else if (hour < firstHour) {
        const result = lookAtSilence(known, { websiteId: 1, lastDay, now, zone: UTC });
        watch = result?.watch ?? known;
        if (result?.alert) found.push({ kind: result.alert.kind, hour: day * 24 + hour });
      }
    }
  }
  return found;
}

/** Computes the expectation only if it is asked for, because most days are not silent. */
function watchAfter(day: number, days: WebsiteDays, before: KnownBefore): Watch {
  let expected: number[] | undefined;
  return {
    ...before,
    judgedDay: day,
    get expected() {
      expected ??= expectedNextDays(through(days, day - FIRST_DAY + HISTORY_DAYS));
      return expected;
    },
  };
}

function through(days: WebsiteDays, index: number): WebsiteDays {
  return mapCounts(days, (counts) => counts.slice(Math.max(0, index - HISTORY_DAYS), index + 1));
}

function judgedDays(days: WebsiteDays, count: number): NamedCount[][] {
  const byName = JUDGED_COUNTS.map((name) => judgeLastDays(days[name], count).map((one) => named(name, one)));
  return Array.from({ length: count }, (_, day) => byName.flatMap((judged) => judged[day]!));
}

function named(name: JudgedCountName, judged: JudgedCount | undefined): NamedCount[] {
  return judged ? [{ name, ...judged }] : [];
}

function stopped(days: WebsiteDays, stopHour: number): WebsiteDays {
  const stopDay = HISTORY_DAYS + Math.floor(stopHour / 24);
  const share = shareBy(stopHour % 24);
  return mapCounts(days, (counts) =>
    counts.map((count, day) => (day < stopDay ? count : day === stopDay ? Math.floor(count * share) : 0)),
  );
}

function mapCounts(days: WebsiteDays, change: (counts: readonly number[]) => number[]): WebsiteDays {
  return { viewers: change(days.viewers), converters: change(days.converters), orders: change(days.orders) };
}

/** The share of a day's visitors that has come by this hour. */
function shareBy(hour: number): number {
  const part = hour / 24;
  return part - (NIGHT_DIP * Math.sin(2 * Math.PI * part)) / (2 * Math.PI);
}

/** 24: none that day. */
function hourOfFirstEvent(visitors: number, random: Random): number {
  if (visitors === 0) return 24;
  const share = 1 - (1 - random.next()) ** (1 / visitors);
  let hour = 0;
  while (shareBy(hour + 1) < share) hour++;
  return hour;
}
