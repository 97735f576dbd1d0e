import { describe, expect, test } from 'vitest';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { UTC, zoneOf } from '../../../../src/core/foundation/time/zone.ts';
import { lookAtSilence } from '../../../../src/extensions/changes/alerts/silence.ts';
import { afterSilence, newWatch, type Watch } from '../../../../src/extensions/changes/alerts/watch.ts';
import { saidAlert } from '../../../support/said.ts';

const MONDAY = dayFromIso('2025-03-10')!;

/** Judged through Sunday; its events arrive at once. */
function watchOf(expected: number | readonly number[], more: Partial<Watch> = {}): Watch {
  return {
    judgedDay: MONDAY - 1,
    expected: typeof expected === 'number' ? Array<number>(7).fill(expected) : expected,
    open: [],
    usualSilence: { hours: 0, forgottenDay: 0 },
    ...more,
  };
}

function lookAt(now: string, watch: Watch, lastDay = MONDAY - 1, zone = UTC) {
  return lookAtSilence(watch, { websiteId: 7, lastDay, now: new Date(now), zone });
}

describe('events have stopped', () => {
  test("hours count from the website's midnight on", () => {
    const [watch, sydney] = [watchOf(1_000), zoneOf('Australia/Sydney')];
    expect(lookAt('2025-03-09T18:20:00Z', watch, MONDAY - 1, sydney)).toBeUndefined();
    const found = lookAt('2025-03-09T19:20:00Z', watch, MONDAY - 1, sydney);
    expect(saidAlert(found!.alert!)).toMatchObject({ day: MONDAY, title: expect.stringContaining('for 6 hours') });
  });

  test('after six hours without any on a busy website, and that is said once', () => {
    const watch = watchOf(1_000);
    expect(lookAt('2025-03-10T05:20:00Z', watch)).toBeUndefined();
    const found = lookAt('2025-03-10T06:20:00Z', watch)!;
    expect(saidAlert(found.alert!)).toMatchObject({
      kind: 'events_stopped',
      day: MONDAY,
      title: 'No events have arrived for 6 hours: the last ones were on 2025-03-09.',
      text: expect.stringContaining('about 1,000 visitors'),
      path: '/websites/7/live',
    });
    expect(lookAt('2025-03-10T07:20:00Z', found.watch)).toBeUndefined();
  });

  test('on a website with few visitors later, and never where hardly any are expected', () => {
    expect(lookAt('2025-03-10T23:20:00Z', watchOf(30))?.alert).toBeUndefined();
    expect(lookAt('2025-03-11T00:20:00Z', watchOf(30))?.alert).toBeDefined();
    expect(lookAt('2025-03-14T00:20:00Z', watchOf(10))).toBeUndefined();
  });

  test('a quiet weekend is not silence', () => {
    const [saturday, sunday] = [MONDAY + 5, MONDAY + 6];
    const watch = watchOf([1_000, 1_000, 0, 0, 1_000, 1_000, 1_000], { judgedDay: saturday - 3 });
    expect(lookAt('2025-03-16T23:20:00Z', watch, saturday - 1)).toBeUndefined();
    expect(lookAt('2025-03-17T06:20:00Z', watch, sunday - 2)?.alert).toMatchObject({ day: MONDAY + 7 });
  });
});

describe('a website whose events arrive late', () => {
  test('is new: two days of silence are needed until it is known better', () => {
    const watch = watchOf(1_000, newWatch(MONDAY));
    expect(lookAt('2025-03-11T23:20:00Z', watch)?.alert).toBeUndefined();
    expect(lookAt('2025-03-12T00:20:00Z', watch)?.alert).toBeDefined();
  });

  test('once a day: that silence is learned, and only a longer one is news', () => {
    const known = lookAt('2025-03-11T06:20:00Z', watchOf(1_000, newWatch(MONDAY)))!.watch;
    expect(known.silence).toEqual({ lastDay: MONDAY - 1, hours: 30 });
    const later = { ...known, ...afterSilence(known, MONDAY, MONDAY + 1), silence: undefined };
    expect(later.usualSilence.hours).toBe(30);
    const watch = { ...watchOf(1_000), usualSilence: later.usualSilence };
    expect(lookAt('2025-03-12T11:20:00Z', watch)?.alert).toBeUndefined();
    expect(lookAt('2025-03-12T12:20:00Z', watch)?.alert).toBeDefined();
  });

  test('an alert that was wrong makes the next one need twice the time', () => {
    const alerted = lookAt('2025-03-10T06:20:00Z', watchOf(1_000))!.watch;
    const { open, usualSilence } = afterSilence(alerted, MONDAY, MONDAY);
    expect(open).toEqual(['drop']);
    const next = watchOf(1_000, { open, usualSilence, judgedDay: MONDAY });
    expect(lookAt('2025-03-11T11:20:00Z', next, MONDAY)?.alert).toBeUndefined();
    expect(lookAt('2025-03-11T12:20:00Z', next, MONDAY)?.alert).toBeDefined();
  });

  test('a silence that goes on is not over because a day is judged', () => {
    const alerted = lookAt('2025-03-10T06:20:00Z', watchOf(1_000))!.watch;
    expect(afterSilence(alerted, MONDAY - 1, MONDAY).open).toContain('events_stopped');
  });
});
