// The changes of a CSV file since other days, which the caller names. So a file has what a page of the dashboard shows, which knows the
// days that are worth comparing: without a day that is not over, or with the same part of a day.
import { COMPARED_LISTS, compareReports } from '@funnel/report-files/comparison.ts';
import type { DayRange } from '@funnel/report-files/days.ts';
import type { Point } from '@funnel/report-files/metrics.ts';
import { rangeOf, type Timeframe } from '@funnel/report-files/timeframe.ts';
import type { FastifyRequest } from 'fastify';
import { PAGE_SIZE_MAX } from '../../../answers/reports/parameters.ts';
import type { AnyOperation } from '../../../contract/operations/define-operation.ts';
import { dayFromIso } from '../../../engine/rollups/calendar.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import type { SentValues } from '../../api/parse-input.ts';
import type { Pages, ReadPage } from './csv-response.ts';
import type { Format } from './representation.ts';
import { answerParameters } from './request-parameters.ts';

/** What each of them says, in the reference. */
export const COMPARE_PARAMETERS = {
  compare_start:
    'The first day that a CSV file is compared with, YYYY-MM-DD: it then has the changes since these days.',
  compare_end: 'The last day that a CSV file is compared with.',
  compare_until: 'HH:MM: of the last compared day, only what happened before. The website has to keep its events.',
  compare_through: 'The last day of the period that counts in the changes, where it goes on.',
} as const;
type Name = keyof typeof COMPARE_PARAMETERS;

interface ComparedDays {
  readonly before: DayRange;
  readonly until: string | undefined;
  readonly through: string | undefined;
}

/** undefined: nothing is compared. Throws a problem of status 422. */
export function comparedDaysOf(request: Pick<FastifyRequest, 'url'>, format: Format): ComparedDays | undefined {
  const sent = answerParameters(request);
  const names = (Object.keys(COMPARE_PARAMETERS) as Name[]).filter((name) => sent[name] !== undefined);
  if (names.length === 0) return undefined;
  if (format !== 'csv') throw invalid(names[0]!, 'is for CSV files: add format=csv');
  const dayIn = (name: Name) => {
    const day = sent[name];
    if (typeof day === 'string' && dayFromIso(day) !== undefined) return day;
    throw invalid(name, 'must be a date, such as 2026-01-31');
  };
  const before = { start: dayIn('compare_start'), end: dayIn('compare_end') };
  if (before.start > before.end) throw invalid('compare_start', 'must not be after compare_end');
  const { compare_until: until } = sent;
  if (until !== undefined && !(typeof until === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(until))) {
    throw invalid('compare_until', 'must be a time of the day, such as 09:30');
  }
  return { before, until, through: sent.compare_through === undefined ? undefined : dayIn('compare_through') };
}

function invalid(param: Name, rule: string): Problem {
  return new Problem(422, `${param} ${rule}.`, { code: 'invalid_compare', param });
}

/** A report, as far as it is compared. */
interface Report {
  readonly timeframe: Timeframe;
  readonly data: { readonly timeseries?: { readonly points: readonly Point[] } };
}

/** The pages with the changes. Each page that this needs counts as a request. */
export async function comparedPages(
  { nextPage }: Pick<AnyOperation, 'nextPage'>,
  pages: Pages,
  days: ComparedDays | undefined,
): Promise<Pages> {
  if (!days) return pages;
  const { before, until, through } = days;
  const readDays = (range: DayRange, others: SentValues = {}) =>
    readReport(pages, nextPage, { ...customRange(range), ...NOT_COMPARED, ...others });
  const { start } = rangeOf((pages.first.answer as Report).timeframe);
  const earlier = await readDays(before, { until });
  const counted = through === undefined ? undefined : await readDays({ start, end: through });
  const compared = (page: ReadPage): ReadPage => {
    const report = page.answer as Report;
    const { data, ...rest } = compareReports(report, earlier, counted ?? report);
    const series = data.timeseries && { ...data.timeseries, before: earlier.data.timeseries?.points };
    const timeframe = { ...report.timeframe, comparedDays: before, comparedThrough: through, comparedUntil: until };
    return {
      query: page.query,
      next: page.next,
      answer: { ...rest, timeframe, data: { ...data, ...(series && { timeseries: series }) } },
    };
  };
  return {
    ...pages,
    first: compared(pages.first),
    read: async (principal, changes) => compared(await pages.read(principal, changes)),
  };
}

const NOT_COMPARED = { previous_period: undefined, compare: undefined };

function customRange({ start, end }: DayRange) {
  return { timeframe: 'custom', range_start: start, range_end: end };
}

/** All its pages as one: on other days, the rows are in another order. */
async function readReport(
  { admit, read }: Pages,
  nextPage: AnyOperation['nextPage'],
  asked: SentValues,
): Promise<Report> {
  let report: Report | undefined;
  for (let next: SentValues | undefined = nextPage ? { page: 1, per_page: PAGE_SIZE_MAX } : {}; next; ) {
    const { answer } = await read(await admit(), { ...asked, ...next });
    report = report ? joined(report, answer as Report) : (answer as Report);
    const after: SentValues | undefined = nextPage?.(answer);
    next = after && { ...after, per_page: PAGE_SIZE_MAX };
  }
  return report!;
}

type Lists = Readonly<Partial<Record<(typeof COMPARED_LISTS)[number], readonly unknown[]>>>;

function joined(report: Report, page: Report): Report {
  const [first, second] = [report.data, page.data] as [Lists, Lists];
  const lists = COMPARED_LISTS.flatMap((name) => {
    const [rows, more] = [first[name], second[name]];
    return rows && more ? [[name, [...rows, ...more]] as const] : [];
  });
  return { ...report, data: { ...report.data, ...Object.fromEntries(lists) } };
}
