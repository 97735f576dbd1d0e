import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterQuietHours,
  isTimeZone,
  type QuietHours,
} from '../../../src/extensions/notifications/subscriptions/quiet-hours.ts';

const MINUTE_MS = 60_000;
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Africa/Casablanca',
];

function delayed(now: string, quietHours: QuietHours): string {
  return afterQuietHours(new Date(now), quietHours).toISOString();
}

const BERLIN_NIGHT = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };

describe('quiet hours', () => {
  test.each([
    ['before they begin', '2026-01-10T20:59:59Z', '2026-01-10T20:59:59.000Z'],
    ['at their first minute', '2026-01-10T21:00:00Z', '2026-01-11T06:00:00.000Z'],
    ['within a minute', '2026-01-10T21:00:31Z', '2026-01-11T06:00:00.000Z'],
    ['after midnight', '2026-01-11T03:17:42Z', '2026-01-11T06:00:00.000Z'],
    ['at their last minute', '2026-01-11T05:59:59Z', '2026-01-11T06:00:00.000Z'],
    ['when they are over', '2026-01-11T06:00:00Z', '2026-01-11T06:00:00.000Z'],
    ['in the short night of March', '2026-03-28T23:30:00Z', '2026-03-29T05:00:00.000Z'],
    ['in the long night of October', '2026-10-24T21:30:00Z', '2026-10-25T06:00:00.000Z'],
  ])('%s', (_name, now, expected) => {
    expect(delayed(now, BERLIN_NIGHT)).toBe(expected);
  });

  test('end with the gap when the clocks jump over their end', () => {
    const quietHours = { from: '23:00', to: '02:30', timeZone: 'Europe/Berlin' };
    expect(delayed('2026-03-28T23:30:00Z', quietHours)).toBe('2026-03-29T01:00:00.000Z');
  });

  test('come again when the clocks are set back into them', () => {
    const quietHours = { from: '23:00', to: '02:30', timeZone: 'Europe/Berlin' };
    expect(delayed('2026-10-25T00:45:00Z', quietHours)).toBe('2026-10-25T00:45:00.000Z');
    expect(delayed('2026-10-25T01:10:00Z', quietHours)).toBe('2026-10-25T01:30:00.000Z');
  });

  test('by day, and none at all', () => {
    const siesta = { from: '13:00', to: '15:00', timeZone: 'UTC' };
    expect(delayed('2026-06-01T12:59:00Z', siesta)).toBe('2026-06-01T12:59:00.000Z');
    expect(delayed('2026-06-01T14:00:00Z', siesta)).toBe('2026-06-01T15:00:00.000Z');
    const now = new Date('2026-06-01T14:00:00Z');
    expect(afterQuietHours(now, null)).toBe(now);
  });

  const quietHours = fc
    .record({ from: fc.nat(1439), to: fc.nat(1439), timeZone: fc.constantFrom(...ZONES) })
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, timeZone }) => ({ from: timeOf(from), to: timeOf(to), timeZone }));
  /** Around changes of the clocks as often as anywhere. */
  const now = fc
    .record({
      start: fc.oneof(
        fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'),
        fc.constantFrom('2026-01-01', '2026-06-15', '2028-02-29'),
      ),
      seconds: fc.integer({ min: -2 * 86_400, max: 2 * 86_400 }),
    })
    .map(({ start, seconds }) => new Date(Date.parse(start) + seconds * 1000));

  test('the result is the first minute that is not quiet', () => {
    fc.assert(
      fc.property(now, quietHours, (time, quiet) => {
        const isQuiet = quietByText(quiet);
        const result = afterQuietHours(time, quiet);
        expect(isQuiet(result)).toBe(false);
        if (!isQuiet(time)) {
          expect(result).toBe(time);
          return;
        }
        expect(result.getTime() % MINUTE_MS).toBe(0);
        for (let before = result.getTime() - MINUTE_MS; before > time.getTime(); before -= MINUTE_MS) {
          if (!isQuiet(new Date(before))) throw new Error(`${new Date(before).toISOString()} was not quiet`);
        }
      }),
      { numRuns: 40 },
    );
  });
});

test('a time zone that is not known counts as UTC', () => {
  const quietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Nowhere' };
  expect(afterQuietHours(new Date('2026-11-16T23:00:00Z'), quietHours)).toEqual(new Date('2026-11-17T07:00:00Z'));
});

test('time zones are those that have a name', () => {
  for (const zone of [...ZONES, 'Etc/GMT+5', 'America/Argentina/Buenos_Aires']) expect(isTimeZone(zone)).toBe(true);
  for (const zone of ['', '+01:00', 'Europe/Nowhere', '../../etc', 'Europe/Berlin\n', 'x'.repeat(500)]) {
    expect(isTimeZone(zone)).toBe(false);
  }
});

test('a name that is made to be slow is refused at once', () => {
  // A regular expression that backtracks would take years for it, and block the whole process.
  const name = `A${'-'.repeat(90)}!`;
  expect(runInNewContext('isTimeZone(name)', { isTimeZone, name }, { timeout: 5_000 })).toBe(false);
});

function timeOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Another way: compares local times as text. */
function quietByText({ from, to, timeZone }: QuietHours): (time: Date) => boolean {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' });
  return (time) => {
    const local = format.format(time);
    return from < to ? local >= from && local < to : local >= from || local < to;
  };
}
