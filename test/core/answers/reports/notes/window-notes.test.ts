// What reports say about their days: each code where it applies, and nothing where nothing needs to be said.
import { describe, expect, test } from 'vitest';
import { sayNotes } from '../../../../../src/core/answers/reports/notes/say-notes.ts';
import { type NotedWindow, notesOnWindow } from '../../../../../src/core/answers/reports/notes/window-notes.ts';
import { dayFromIso } from '../../../../../src/core/engine/rollups/calendar.ts';

const day = (iso: string) => dayFromIso(iso)!;
const days = (first: string, last: string) => ({ firstDay: day(first), lastDay: day(last) });

/** A Wednesday, and a website since the beginning of the month. */
const TODAY = day('2026-11-18');
const BASE: NotedWindow = {
  timeframe: 'custom',
  window: days('2026-11-02', '2026-11-15'),
  previous: undefined,
  isComparisonAsked: false,
  today: TODAY,
  firstEventDay: day('2026-11-01'),
};

const codesOf = (asked: Partial<NotedWindow>) => notesOnWindow({ ...BASE, ...asked }).map(({ code }) => code);
const messageOf = (asked: Partial<NotedWindow>, language?: string) =>
  sayNotes({ language }, notesOnWindow({ ...BASE, ...asked })).notes?.[0]?.message;

test('nothing is said about days that are over and have events', () => {
  expect(codesOf({})).toEqual([]);
  expect(sayNotes({}, notesOnWindow(BASE))).toEqual({});
});

describe('days without events', () => {
  test.each<[string, Partial<NotedWindow>, string[]]>([
    ['all before the first day', { window: days('2026-10-01', '2026-10-31') }, ['before_first_day']],
    ['all after today', { window: days('2026-11-19', '2026-11-20') }, ['in_the_future']],
    ['today', { window: days('2026-11-18', '2026-11-18') }, []],
    ['of a website without events', { window: days('2026-10-01', '2026-10-31'), firstEventDay: undefined }, []],
  ])('%s', (_, asked, codes) => {
    expect(codesOf(asked)).toEqual(codes);
  });

  test('the message names the day, in the language of the reader', () => {
    const asked = { window: days('2026-10-01', '2026-10-31') };
    expect(messageOf(asked)).toBe(
      'All of these days are before 2026-11-01, the first day with events. Ask for days since then.',
    );
    expect(messageOf(asked, 'de')).toMatch(/^Alle diese Tage liegen vor dem 1\. November 2026/);
  });
});

describe('a comparison that was asked for but is not there', () => {
  test.each(['all_time', 'insights_week', 'custom'] as const)('%s', (timeframe) => {
    expect(codesOf({ timeframe, isComparisonAsked: true })).toEqual(['no_previous_period']);
    expect(codesOf({ timeframe })).toEqual([]);
  });
});

describe('days that have events only in part', () => {
  const earlier = { window: days('2026-10-20', '2026-11-15') };

  test('are named, unless all time was asked for', () => {
    expect(codesOf(earlier)).toEqual(['partly_covered']);
    expect(messageOf(earlier)).toContain('2026-11-01');
    expect(codesOf({ ...earlier, timeframe: 'all_time' })).toEqual([]);
  });

  test('also if they are only compared', () => {
    const compared = { isComparisonAsked: true, previous: days('2026-10-25', '2026-11-01') };
    expect(codesOf(compared)).toEqual(['partly_covered']);
    expect(codesOf({ ...compared, previous: days('2026-11-01', '2026-11-01') })).toEqual([]);
  });
});

describe('a period that is not over, beside one that is', () => {
  const compared = (first: string, last: string, asked: Partial<NotedWindow> = {}) =>
    codesOf({
      ...{ window: days(first, last), previous: days('2026-11-01', '2026-11-01'), isComparisonAsked: true },
      ...asked,
    });

  test('this week on a Wednesday', () => {
    expect(compared('2026-11-16', '2026-11-18')).toEqual(['period_not_over']);
    const asked = { window: days('2026-11-16', '2026-11-18'), previous: days('2026-11-13', '2026-11-15') };
    expect(messageOf({ ...asked, isComparisonAsked: true })).toBe(
      'This period is not over until the end of 2026-11-18, and is compared with one that is. ' +
        'Ask with compare=same_part to compare it with the same part of the period before, or ask for days that are over.',
    );
  });

  test('however many days are over: one that is not over decides', () => {
    expect(compared('2026-11-01', '2026-11-18')).toEqual(['period_not_over']);
    expect(compared('2025-11-19', '2026-11-18', { firstEventDay: day('2025-01-01') })).toEqual(['period_not_over']);
    // Days to come are not over either.
    expect(compared('2026-11-01', '2026-11-19')).toEqual(['period_not_over']);
    expect(compared('2026-11-01', '2026-11-17')).toEqual([]);
  });

  test('the message says how to compare the same part, where this can be asked for', () => {
    const asked = {
      ...{ window: days('2026-11-16', '2026-11-18'), previous: days('2026-11-13', '2026-11-15') },
      isComparisonAsked: true,
    };
    expect(messageOf({ ...asked, compare: 'year' })).toMatch(/ Ask with same_part=true, .*, or ask for days/);
    expect(messageOf({ ...asked, comparesWholeDays: true })).toMatch(/ Ask for days that are over\.$/);
  });

  test('nothing is said of the same part, nor if nothing is compared', () => {
    expect(compared('2026-11-16', '2026-11-18', { compare: 'same_part' })).toEqual([]);
    expect(compared('2026-11-16', '2026-11-18', { compare: 'year' })).toEqual(['period_not_over']);
    expect(compared('2026-11-16', '2026-11-18', { compare: 'year', same_part: true })).toEqual([]);
    expect(compared('2026-11-16', '2026-11-18', { isComparisonAsked: false })).toEqual([]);
  });
});
