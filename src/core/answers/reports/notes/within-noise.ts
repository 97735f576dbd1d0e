// A change that random variation explains is easily told as a rise or a fall. The rule is that of the dashboard's colors.
import { BREAKDOWN_METRICS, CHART_METRICS, type MetricName, type Metrics } from '@funnel/report-files/metrics.ts';
import { newsAmong } from '@funnel/report-files/noise.ts';
import { sentence, type Value } from '../../../../../languages/sentence.ts';
import type { ReadContext } from '../../../contract/operations/define-operation.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import type { Window } from '../../../engine/rollups/window.ts';
import type { Note } from '../note.ts';
import type { OpenReport } from '../open-report.ts';
import { readVariation } from '../read-variation.ts';

/** What is shown together, as one table of the dashboard. */
export interface ComparedRows {
  readonly names: readonly MetricName[];
  /** Without a name, it is what the report is about. */
  readonly rows: readonly { readonly name?: string; readonly metrics: Metrics }[];
}

interface ComparedSubject {
  readonly metrics: Metrics;
  readonly breakdown?: { readonly values: readonly { value: string; metrics: Metrics }[] } | undefined;
}

/** The tiles of a page, and where its visitors come from. */
export function comparedSubject({ metrics, breakdown }: ComparedSubject): ComparedRows[] {
  const values = breakdown?.values.map(({ value, metrics: ofValue }) => ({ name: value, metrics: ofValue })) ?? [];
  return [
    { names: CHART_METRICS, rows: [{ metrics }] },
    { names: BREAKDOWN_METRICS, rows: values },
  ];
}

/** A longer list would be more than the numbers. */
const NAMED_MAX = 10;

export async function withinNoise(
  report: OpenReport,
  context: Pick<ReadContext, 'database'>,
  compared: readonly ComparedRows[],
): Promise<Note[]> {
  const { previous, window, countType, builtThrough, firstEventDay, website, today } = report;
  const isShown = compared.some(({ rows }) => rows.some(({ metrics }) => metrics.changes));
  if (!previous || !isShown || firstEventDay === undefined || previous.firstDay < firstEventDay) return [];
  const of = { websiteId: website.id, firstEventDay, firstDay: window.firstDay, countType, builtThrough };
  const variation = await readVariation(context, of);
  const now = { ...window, lastDay: Math.max(window.firstDay, Math.min(window.lastDay, today)) };
  const periods = { now: rangeOf(now), before: rangeOf(previous), countType };
  return compared.flatMap(({ names, rows }) => {
    const isNews = newsAmong(
      rows.map(({ metrics }) => metrics),
      names,
      periods,
      variation,
    );
    const changes = rows.flatMap(({ name, metrics }) =>
      names
        .filter((metric) => metrics.changes?.[metric])
        .map((metric) => ({ name, metric, isNews: isNews(metrics, metric) })),
    );
    return noteOnChanges(changes);
  });
}

interface JudgedChange {
  readonly name: string | undefined;
  readonly metric: MetricName;
  readonly isNews: boolean | undefined;
}

export function noteOnChanges(changes: readonly JudgedChange[]): Note[] {
  const noise = changes.filter(({ isNews }) => isNews === false);
  if (noise.length === 0) return [];
  if (noise.every(({ name }) => name === undefined)) {
    return [note(sentence('withinNoise', { metrics: { all: noise.map(({ metric }) => metric) } }))];
  }
  const news = changes.filter(({ isNews }) => isNews);
  if (news.length === 0) return [note(sentence('allNoise'))];
  const named = news
    .slice(0, NAMED_MAX)
    .map(({ name, metric }): Value => sentence('changeOf', { metric, name: { name: name! } }));
  return [note(sentence('onlyNews', { changes: { list: named } }))];
}

function note(found: Note['sentences'][number]): Note {
  return { code: 'within_noise', sentences: [found] };
}

function rangeOf({ firstDay, lastDay }: Window) {
  return { start: isoOfDay(firstDay), end: isoOfDay(lastDay) };
}
