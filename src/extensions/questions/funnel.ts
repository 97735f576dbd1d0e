import { fileDaysOf } from '@funnel/report-files/file-columns.ts';
import { funnelFile, funnelValuesFile } from '@funnel/report-files/tables/event-log.ts';
import type { Timeframe } from '@funnel/report-files/timeframe.ts';
import { z } from 'zod';
import type { Translate } from '../../../languages/translate.ts';
import { VALUES_MAX } from '../../core/answers/reports/breakdown.ts';
import { exampleReport } from '../../core/answers/reports/examples.ts';
import { changeBetween, percentOf, type Quotient } from '../../core/answers/reports/metrics.ts';
import { notesOf } from '../../core/answers/reports/notes/report-notes.ts';
import { checkWindow, openReport } from '../../core/answers/reports/open-report.ts';
import { reportParameters, timeParameters } from '../../core/answers/reports/parameters.ts';
import {
  change,
  count,
  notesField,
  percent,
  SAMPLE_RATE,
  SAMPLED,
  sampleRate,
  timeframe,
  VALUE,
  website,
} from '../../core/answers/reports/schemas.ts';
import { samplingOf } from '../../core/answers/reports/segment.ts';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import { SUBJECT_KIND } from '../../core/engine/catalog/subject.ts';
import { PAGE_VIEW } from '../../core/engine/event-log/format/log-event.ts';
import { askLog } from '../../core/engine/event-log/questions/ask-log.ts';
import { DIMENSIONS } from '../../core/foundation/dimensions/dimension.ts';
import { type AboutSubjects, aboutSubjects, aboutSubjectsField, wordsOfStep } from './about-subjects.ts';
import { funnelDefinition, MINUTES_DEFAULT, requireSubjects } from './funnel-definition.ts';
import { daysBeforeFiltered, type ParsedStep } from './funnel-step.ts';
import { funnel } from './log/funnel.ts';
import type { FunnelCounts } from './log/funnel-question.ts';

const MINUTE_SECONDS = 60;

const seconds = z.int().nonnegative();
const stepValues = {
  visitors: count.describe('Unique visitors who reached the step. They have also reached all steps before it.'),
  rate: percent.describe('Percent of the visitors of the first step.'),
  drop_off: percent.describe(
    'Percent of the visitors of the step before who did not reach this one; 0 for the first step.',
  ),
  seconds_since_step_before: z
    .strictObject({ lower_quartile: seconds, median: seconds, upper_quartile: seconds })
    .nullable()
    .describe(
      'A quarter, a half and three quarters of the visitors took at most so many seconds. ' +
        'null for the first step, and if nobody reached the step.',
    ),
};
const changes = z.strictObject({ visitors: change, rate: change, drop_off: change });
export const funnelStep = z.strictObject({
  step: z.string().describe('The step as it was sent.'),
  ...stepValues,
  previous: z.strictObject(stepValues).optional().describe('The same for the period that it is compared with.'),
  changes: changes.optional(),
});
const steps = z.array(funnelStep);

const { count_type: _, ...windowParameters } = reportParameters;

const ONLY_LOGGED = { param: 'step', missing: 'there are no funnels of it' };

const exampleSteps = [
  { step: 'view;campaign:10', visitors: 1200, rate: 100, drop_off: 0, seconds_since_step_before: null },
  {
    step: 'order',
    visitors: 90,
    rate: 7.5,
    drop_off: 92.5,
    seconds_since_step_before: { lower_quartile: 95, median: 240, upper_quartile: 3610 },
  },
];

export const funnelReport = defineOperation({
  name: 'get_funnel',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/funnel',
  isTool: 'extended',
  title: 'Funnel report',
  description:
    'Visitors who take the given steps in order, from the kept events of a website: ' +
    'how many reach each step, where they are lost, and how long they take. ' +
    'All steps of a visitor are within the window of the report, and the last one at most within_minutes after the first.',
  scope: 'reports',
  website: 'chosen',
  readsEventLog: true,
  loggedDaysBefore: ({ step = [] }) => daysBeforeFiltered(step),
  input: z.object({ ...funnelDefinition, ...timeParameters, ...windowParameters }),
  csv: {
    breakdown: {
      fileOf: (report, { t }) =>
        report.data.breakdown && funnelValuesFile(report.data.breakdown, funnelWords(report, t)),
    },
    steps: { fileOf: (report, { t }) => funnelFile(report.data.steps, funnelWords(report, t)) },
  },
  csvAsks: { notes: true },
  csvCompares: true,
  output: z.strictObject({
    ...notesField,
    ...aboutSubjectsField,
    report: z.literal('funnel'),
    website,
    timeframe,
    sampled: z.boolean().describe(SAMPLED),
    sample_rate: sampleRate.describe(SAMPLE_RATE),
    data: z.strictObject({
      within_minutes: z.int(),
      steps,
      breakdown: z
        .strictObject({
          dimension: z.enum(DIMENSIONS),
          values: z.array(z.strictObject({ value: z.string().describe(VALUE), steps })),
        })
        .optional()
        .describe(
          "The funnel by the value that the visitor's first step has: " +
            `at most ${VALUES_MAX} values, those with the most visitors first, then (other). Only with break_down_by.`,
        ),
    }),
  }),
  example: {
    ...exampleReport('funnel', {
      within_minutes: MINUTES_DEFAULT,
      steps: exampleSteps,
      breakdown: { dimension: 'device', values: [{ value: 'mobile', steps: exampleSteps }] },
    }),
    sampled: false,
  },
  errors: { 422: ['events_not_kept', 'unknown_subject'] },
  check: checkWindow,
  async read(query, context) {
    const report = await openReport({ ...query, count_type: 'distinct', onlyLogged: ONLY_LOGGED }, context);
    await requireSubjects(context.database, context.websiteId, query.step);
    const self = { kind: SUBJECT_KIND.website, id: report.website.id };
    const answer = await askLog(
      context.database,
      report.log!,
      funnel({
        steps: query.step.map(({ type, subject = self, filters }) => ({ type, subject, filters })),
        withinSeconds: query.within_minutes * MINUTE_SECONDS,
        windows: report.previous ? [report.window, report.previous] : [report.window],
        timeSpan: report.timeSpan,
        isEstimated: report.uniqueVisitors.exceeded !== undefined,
        ...(query.break_down_by && { breakDown: { by: query.break_down_by, valuesMax: VALUES_MAX } }),
      }),
    );
    const stepsOf = (windows: readonly FunnelCounts[]) => withComparison(query.step, windows);
    const values = answer.values.map(({ value, windows }) => ({ value, steps: stepsOf(windows) }));
    const notes = await notesOf(report, context, {
      isEmpty: answer.windows[0]!.visitors.includes(0),
      filters: query.step.flatMap(({ filters }) => filters),
      countsPageViews: query.step.some(({ type }) => type === PAGE_VIEW),
    });
    return {
      ...notes,
      ...(await aboutSubjects(
        query,
        context.database,
        report.website.id,
        query.step.map(({ text }) => text),
      )),
      report: 'funnel' as const,
      ...report.head,
      ...samplingOf(answer),
      data: {
        within_minutes: query.within_minutes,
        steps: stepsOf(answer.windows),
        ...(query.break_down_by && { breakdown: { dimension: query.break_down_by, values } }),
      },
    };
  },
});

interface Answer extends AboutSubjects {
  readonly timeframe: Timeframe;
  readonly sample_rate?: number | undefined;
  readonly data: { readonly within_minutes: number };
}

function funnelWords({ about, timeframe, sample_rate, data }: Answer, t: Translate) {
  const nameOf = (text: string) => wordsOfStep(text, t, { about });
  const days = fileDaysOf(timeframe);
  return { nameOf, days, withinMinutes: data.within_minutes, sampleRate: sample_rate, t };
}

function withComparison(asked: readonly ParsedStep[], [current, previous]: readonly FunnelCounts[]) {
  return asked.map(({ text }, step) => ({
    step: text,
    ...valuesOf(current!, step),
    ...(previous && { previous: valuesOf(previous, step), changes: changesOf(current!, previous, step) }),
  }));
}

function valuesOf({ visitors, times }: FunnelCounts, step: number) {
  const time = times[step];
  const [lost, before] = lostAt(visitors, step);
  return {
    visitors: visitors[step]!,
    rate: percentOf(visitors[step]!, visitors[0]!),
    drop_off: percentOf(lost, before),
    seconds_since_step_before: time
      ? { lower_quartile: time.lower, median: time.median, upper_quartile: time.upper }
      : null,
  };
}

function changesOf({ visitors: current }: FunnelCounts, { visitors: previous }: FunnelCounts, step: number) {
  const rateOf = (visitors: readonly number[]) => quotient(visitors[step]!, visitors[0]!);
  const dropOffOf = (visitors: readonly number[]) => quotient(...lostAt(visitors, step));
  return {
    visitors: changeBetween([current[step]!, 1], [previous[step]!, 1]),
    rate: changeBetween(rateOf(current), rateOf(previous)),
    drop_off: changeBetween(dropOffOf(current), dropOffOf(previous)),
  };
}

/** How many visitors of the step before are lost, and how many it has. */
function lostAt(visitors: readonly number[], step: number): readonly [lost: number, before: number] {
  const before = visitors[step - 1] ?? visitors[0]!;
  return [before - visitors[step]!, before];
}

function quotient(part: number, whole: number): Quotient {
  return whole === 0 ? [0, 1] : [part, whole];
}
