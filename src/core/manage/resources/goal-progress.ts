import { z } from 'zod';
import { type MonthOfGoals, readGoalProgress } from '../../answers/alerts/goal-progress.ts';
import type { KeepingContext } from '../../answers/reports/open-log.ts';
import { readWebsite } from '../../answers/reports/open-report.ts';
import { website } from '../../answers/reports/schemas.ts';
import { type ChosenWebsite, defineOperation, type ReadContext } from '../../contract/operations/define-operation.ts';
import { exampleWebsite } from '../../contract/operations/examples.ts';
import { websiteParameter } from '../../contract/operations/parameters.ts';
import { id } from '../../contract/operations/schemas.ts';
import type { Zone } from '../../foundation/time/zone.ts';
import { goalMetric } from './goal-operations.ts';

export const goalFields = {
  name: z.string(),
  metric: goalMetric,
  target: z.number(),
  reached: z.number().describe('In this month so far.'),
  share: z.number().describe('Percent of the target.'),
  over: z.number().describe('Percent of the month that is over.'),
  pace: z
    .number()
    .nullable()
    .describe('Percent of what the target asks for until now; 100: on track. null: the month has just begun.'),
  forecast: z
    .strictObject({ value: z.number(), low: z.number(), high: z.number() })
    .nullable()
    .describe('At the end of the month; 9 of 10 are from low to high. null: four weeks are not known yet.'),
};

export const goalsReport = defineOperation({
  name: 'get_goals',
  tag: 'Goals',
  method: 'GET',
  path: '/api/v1/reports/website/goals',
  title: 'Goals of the month',
  description:
    'How far the goals of a website are in this month, and what they will reach, from its own weekdays, hours and trend.',
  scope: 'reports',
  website: 'chosen',
  readsEventLog: true,
  input: z.object(websiteParameter),
  csv: { goals: 'data.goals' },
  output: z.strictObject({
    report: z.literal('goals'),
    website,
    data: z.strictObject({
      goals: z.array(
        z.strictObject({ id, campaign_id: id.nullable().describe('null: the whole website.'), ...goalFields }),
      ),
    }),
  }),
  example: {
    report: 'goals',
    website: exampleWebsite,
    data: {
      goals: [
        {
          ...{ id: 9, name: 'Newsletter', metric: 'subscribes', campaign_id: null, target: 1000 },
          ...{ reached: 520, share: 52, over: 48.39, pace: 107.47, forecast: { value: 1080, low: 1010, high: 1155 } },
        },
      ],
    },
  },
  async read(_query, context) {
    const row = await readWebsite(context, context.websiteId);
    if (!row) throw new Error(`a token is bound to website ${context.websiteId}, which does not exist`);
    const goals = progressOf(await readMonth(context, row.zone));
    return {
      report: 'goals' as const,
      website: { id: row.id, name: row.name, currency: row.currency },
      data: { goals },
    };
  },
});

type Context = ReadContext & ChosenWebsite & KeepingContext;

export function readMonth(context: Context, zone: Zone): Promise<MonthOfGoals> {
  const { database, websiteId, currentMinuteMs } = context;
  return readGoalProgress(database, { websiteId, zone, nowMs: currentMinuteMs(), bounds: context });
}

export function progressOf({ over, goals }: MonthOfGoals) {
  return goals.map(({ goal: { id: goalId, name, metric, campaign_id, target }, reached, forecast }) => ({
    ...{ id: goalId, name, metric, campaign_id, target, reached },
    share: percentOf(reached, target),
    over: percentOf(over, 1),
    pace: over === 0 ? null : percentOf(reached, target * over),
    forecast: forecast
      ? { value: rounded(forecast.value), low: rounded(forecast.low), high: rounded(forecast.high) }
      : null,
  }));
}

function rounded(value: number): number {
  return Math.round(value);
}

function percentOf(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 100;
}
