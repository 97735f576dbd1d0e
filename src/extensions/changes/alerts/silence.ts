// Whether the events of a website have stopped. Days are all that is stored, so silence is counted from midnight on, in
// hours; time on days when few visitors are expected does not begin one.
// Why: docs/decisions/insights.md, "Silence is learned".
import { sentence } from '../../../../languages/sentence.ts';
import type { NewAlert } from '../../../core/answers/alerts/alert.ts';
import { EXPECTED_MIN } from '../../../core/answers/alerts/rhythm.ts';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import type { Zone } from '../../../core/foundation/time/zone.ts';
import { expectedOn, SILENCE_HOURS_MIN, usualSilenceHours, type Watch } from './watch.ts';

const HOUR_MS = 3_600_000;
const HOURS_PER_DAY = 24;
/** A silence must be so many times longer than usual. */
const TIMES_USUAL = 2;
/** Hours of a day that is not over are worth at least this part of the average hour, wherever the visitors live. */
const NIGHT_SHARE = 0.25;
/** A usual silence that is seen again in time is not forgotten. */
const REMIND_DAYS = 14;

export interface Silence {
  readonly websiteId: number;
  /** The last day with events. */
  readonly lastDay: number;
  readonly now: Date;
  /** The time zone of the website's days. */
  readonly zone: Zone;
}

/** undefined: nothing is to be remembered. */
export function lookAtSilence(
  watch: Watch,
  { websiteId, lastDay, now, zone }: Silence,
): { readonly watch: Watch; readonly alert?: NewAlert } | undefined {
  if (watch.open.includes('events_stopped')) return undefined;
  const today = zone.dayAt(now.getTime());
  const firstSilent = firstBusyDay(watch, lastDay + 1, today);
  if (firstSilent === undefined) return undefined;
  const hoursSince = (day: number) => Math.floor((now.getTime() - zone.startOfDay(day)) / HOUR_MS);
  const hours = hoursSince(firstSilent);
  const usual = usualSilenceHours(watch.usualSilence, today);
  if (hours < SILENCE_HOURS_MIN) return undefined;
  const missed = missedBy(watch, firstSilent, today, hoursSince(today));
  if (hours >= TIMES_USUAL * usual && missed >= EXPECTED_MIN) {
    const open = [...new Set([...watch.open, 'events_stopped', 'drop'] as const)];
    return {
      watch: { ...watch, open, silence: { lastDay, hours } },
      alert: eventsStopped(websiteId, { lastDay, today, hours, expected: expectedOn(watch, firstSilent) }),
    };
  }
  const isForgottenSoon = watch.usualSilence.forgottenDay - today < REMIND_DAYS;
  if (hours <= usual && !(isForgottenSoon && hours * TIMES_USUAL > usual)) return undefined;
  return { watch: { ...watch, silence: { lastDay, hours } } };
}

function firstBusyDay(watch: Watch, from: number, today: number): number | undefined {
  for (let day = Math.max(from, watch.judgedDay + 1); day <= today; day++) {
    if (expectedOn(watch, day) >= EXPECTED_MIN) return day;
  }
  return undefined;
}

function missedBy(watch: Watch, firstSilent: number, today: number, hoursOfToday: number): number {
  let missed = (expectedOn(watch, today) * NIGHT_SHARE * hoursOfToday) / HOURS_PER_DAY;
  for (let day = firstSilent; day < today; day++) missed += expectedOn(watch, day);
  return missed;
}

interface Stopped {
  readonly lastDay: number;
  readonly today: number;
  readonly hours: number;
  readonly expected: number;
}

function eventsStopped(websiteId: number, { lastDay, today, hours, expected }: Stopped): NewAlert {
  return {
    kind: 'events_stopped',
    cause: `events_stopped:${lastDay}`,
    day: today,
    title: sentence('eventsStopped', { hours, day: { day: isoOfDay(lastDay) } }),
    text: [sentence('checkEvents', { visitors: expected })],
    path: `/websites/${websiteId}/live`,
  };
}
