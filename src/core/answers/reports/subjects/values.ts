// The values of a dimension, to find the one that a filter needs.

import { z } from 'zod';
import { defineOperation } from '../../../contract/operations/define-operation.ts';
import { parameter, websiteParameter } from '../../../contract/operations/parameters.ts';
import { SUBJECT_KIND } from '../../../engine/catalog/subject.ts';
import { breakdown } from '../../../engine/event-log/breakdowns/breakdown.ts';
import { divideByValue } from '../../../engine/event-log/breakdowns/divide.ts';
import { askLog } from '../../../engine/event-log/questions/ask-log.ts';
import { DIMENSIONS, OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';
import { foldText } from '../../../foundation/text/fold-text.ts';
import { VALUES_MAX } from '../breakdown.ts';
import { exampleReport } from '../examples.ts';
import { notesOf } from '../notes/report-notes.ts';
import { checkWindow, OF_LOG_ALONE, openReport } from '../open-report.ts';
import { noteParameters, timeframeParameters } from '../parameters.ts';
import { count, notesField, SAMPLE_RATE, SAMPLED, sampleRate, timeframe, website } from '../schemas.ts';
import { samplingOf } from '../segment.ts';

const TEXT_LENGTH_MAX = 100;

export const valuesReport = defineOperation({
  name: 'list_values',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/website/values',
  isTool: 'extended',
  title: 'Values of a dimension',
  description:
    'The values that the events of a website have, most visitors first: what a filter can be. ' +
    `At most ${VALUES_MAX}; contains finds the others.`,
  scope: 'reports',
  website: 'chosen',
  readsEventLog: true,
  input: z.object({
    dimension: parameter(
      z.enum(DIMENSIONS).describe('Such as country.'),
      'invalid_dimension',
      `must be one of ${DIMENSIONS.join(', ')}`,
    ),
    contains: parameter(
      z.string().min(1).max(TEXT_LENGTH_MAX).optional().describe('Only values with this text in them, in any case.'),
      'invalid_contains',
      `must be a text of 1 to ${TEXT_LENGTH_MAX} characters`,
    ),
    ...websiteParameter,
    ...timeframeParameters,
    ...noteParameters,
  }),
  csv: { values: 'data.values' },
  output: z.strictObject({
    ...notesField,
    report: z.literal('values'),
    website,
    timeframe,
    sampled: z.boolean().describe(SAMPLED),
    sample_rate: sampleRate.describe(SAMPLE_RATE),
    data: z.strictObject({
      dimension: z.enum(DIMENSIONS),
      value_count: count.describe('How many values there are, also those that are not listed.'),
      values: z.array(
        z.strictObject({
          value: z.string().describe('(none): no value.'),
          visitors: count.describe('Unique visitors who saw something; one may have several values.'),
        }),
      ),
    }),
  }),
  example: {
    ...exampleReport('values', {
      dimension: 'country',
      value_count: 2,
      values: [
        { value: 'DE', visitors: 900 },
        { value: 'AT', visitors: 120 },
      ],
    }),
    sampled: false,
  },
  errors: { 422: ['events_not_kept'] },
  check: checkWindow,
  async read(query, context) {
    const { dimension, contains } = query;
    const asked = { ...query, ...OF_LOG_ALONE, break_down_by: dimension } as const;
    const report = await openReport(asked, context);
    const answer = await askLog(
      context.database,
      report.log!,
      breakdown({
        subjects: [{ kind: SUBJECT_KIND.website, id: report.website.id }],
        windows: [report.window],
        filters: [],
        countType: 'distinct',
        breakDown: { by: dimension, windows: 1, valuesMax: Number.POSITIVE_INFINITY },
        isScaled: true,
      }),
    );
    const options = { countType: 'distinct', isSampled: answer.sampled !== false } as const;
    const counts = divideByValue(answer.counts[0]![0]!, answer.subjects[0]![0]!, options);
    const wanted = foldText(contains ?? '');
    const values = Array.from(counts, ([value, { views }]) => ({ value, visitors: views }))
      .filter(({ value }) => value !== OTHER_VALUES && foldText(value).includes(wanted))
      .sort((a, b) => b.visitors - a.visitors || (a.value < b.value ? -1 : 1));
    return {
      ...(await notesOf(report, context)),
      report: 'values' as const,
      ...report.head,
      ...samplingOf(answer),
      data: { dimension, value_count: values.length, values: values.slice(0, VALUES_MAX) },
    };
  },
});
