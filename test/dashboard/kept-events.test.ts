// Reports that need kept events are read as far as these go.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notKeptIn, readIfKept, readKept } from '../../dashboard/src/api/kept-events.ts';
import { ApiProblem } from '../../dashboard/src/api/problem.ts';
import { requireLoggedDays } from '../../src/core/answers/reports/open-log.ts';
import { dayFromIso } from '../../src/core/engine/rollups/calendar.ts';
import type { Problem } from '../../src/core/foundation/problem/problem.ts';

const TODAY = '2026-03-31';
const SINCE = '2026-03-10';
const NO_LOG = new ApiProblem(422, 'Website 1 does not keep its events.', 'events_not_kept', 'break_down_by');

interface Query {
  readonly timeframe: string;
  readonly range_start?: string;
  readonly range_end?: string;
}

/** What the service says about a window if it keeps events since `SINCE`. */
function refuse(query: Query, firstDay: string): void {
  const windowFrom = (day: string) => ({ firstDay: dayFromIso(day)!, lastDay: dayFromIso(day)! });
  const log = { websiteId: 1, firstDay: dayFromIso(SINCE)!, eventsMax: 1 };
  try {
    requireLoggedDays(log, query, { window: windowFrom(firstDay) });
  } catch (thrown) {
    const { status, message, options } = thrown as Problem;
    throw new ApiProblem(status, message, options.code, options.param);
  }
}

describe('a report that needs kept events', () => {
  const read = vi.fn();
  beforeEach(() => {
    read.mockReset().mockResolvedValue({ data: 'numbers' });
  });

  it('is read once if all of its days are kept', async () => {
    const query = { timeframe: 'last_7_days' };
    expect(await readKept(query, read, TODAY)).toEqual({ data: 'numbers' });
    expect(read.mock.calls).toEqual([[query]]);
  });

  it.each<[string, Query, string, Query]>([
    [
      'from the first kept day on',
      { timeframe: 'last_30_days' },
      '2026-02-20',
      { timeframe: 'custom', range_start: SINCE, range_end: TODAY },
    ],
    [
      'to the end of the range',
      { timeframe: 'custom', range_start: '2026-03-01', range_end: '2026-03-20' },
      '2026-03-01',
      { timeframe: 'custom', range_start: SINCE, range_end: '2026-03-20' },
    ],
  ])('is read %s', async (_, query, firstDay, expected) => {
    read.mockImplementationOnce(async () => refuse(query, firstDay));
    expect(await readKept(query, read, TODAY)).toEqual({ data: 'numbers', keptSince: SINCE });
    expect(read.mock.calls[1]).toEqual([expected]);
  });

  it('is read to the end of a timeframe that is over', async () => {
    const query = { timeframe: 'last_month' };
    read.mockImplementationOnce(async () => refuse(query, '2026-03-01'));
    await readKept(query, read, '2026-04-02');
    expect(read.mock.calls[1]).toEqual([{ timeframe: 'custom', range_start: SINCE, range_end: '2026-03-31' }]);
  });

  it('fails if none of its days is kept, or the website keeps none at all', async () => {
    const query = { timeframe: 'custom', range_start: '2026-03-01', range_end: '2026-03-09' };
    read.mockImplementation(async () => refuse(query, '2026-03-01'));
    const failed = await readKept(query, read, TODAY).catch((error: unknown) => error);
    expect(notKeptIn(failed)).toEqual({ since: SINCE });
    let reads = 0;
    const refused = readKept(
      query,
      async () => {
        reads++;
        throw NO_LOG;
      },
      TODAY,
    );
    await expect(refused).rejects.toBe(NO_LOG);
    expect(notKeptIn(NO_LOG)).toEqual({ since: undefined });
    expect(reads).toBe(1);
  });

  it('is left out of a comparison if it is not kept; other errors are errors', async () => {
    const before = (async () => refuse({ timeframe: 'custom' }, '2026-03-01') ?? {})();
    expect(await readIfKept(before)).toEqual({ notKeptBefore: SINCE });
    const report = { data: 'numbers' };
    expect(await readIfKept(Promise.resolve(report))).toBe(report);
    const other = new ApiProblem(503, 'Busy.');
    await expect(readIfKept(Promise.reject(other))).rejects.toBe(other);
    expect(notKeptIn(other)).toBeUndefined();
  });
});
