// The argument `metrics` of tools: a timeseries as columns and rows, with the chosen metrics alone. A point repeats the name of each
// metric, so a series by hour has more names than numbers. The REST API has no such argument: programs read points.
import { z } from 'zod';
import type { ReadOperation } from '../../../contract/operations/define-operation.ts';
import { argumentsOf, isArgument, parameter, parseInput } from '../../../contract/operations/parameters.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { decodeArguments } from '../../api/decode-values.ts';

const SERIES_METRICS = [
  'views',
  'conversions',
  'completions',
  'subscribes',
  'submissions',
  'orders',
  'revenue',
] as const;
type SeriesMetric = (typeof SERIES_METRICS)[number];

const seriesArguments = z.object({
  metrics: parameter(
    z
      .array(z.enum(SERIES_METRICS))
      .min(1)
      .refine((names) => new Set(names).size === names.length)
      .optional()
      .describe('With group_by: only these, as columns and rows, which is much shorter.'),
    'invalid_metrics',
    `must be a list of ${SERIES_METRICS.join(', ')}, each once, and needs group_by`,
  ),
});

/** What a tool takes: the parameters of its report, and this one if the report has a timeseries. */
export function argumentsOfTool({ input }: Pick<ReadOperation, 'input'>): z.ZodObject {
  const own = argumentsOf(input);
  return hasSeries(input) ? own.extend(seriesArguments.shape) : own;
}

export function isArgumentOfTool({ input }: Pick<ReadOperation, 'input'>, name: string): boolean {
  return isArgument(input, name) || (name === 'metrics' && hasSeries(input));
}

function hasSeries({ shape }: z.ZodObject): boolean {
  return 'group_by' in shape;
}

/** undefined: the series is as specified. Throws a problem of status 422. */
export function chosenMetrics(args: Readonly<Record<string, unknown>>): readonly SeriesMetric[] | undefined {
  if (args.metrics === undefined) return undefined;
  const { metrics } = parseInput(seriesArguments, decodeArguments(seriesArguments, { metrics: args.metrics }));
  if (args.group_by === undefined) {
    throw new Problem(422, 'metrics needs group_by.', { code: 'invalid_metrics', param: 'metrics' });
  }
  return metrics;
}

type Point = Readonly<Record<SeriesMetric, number>> & { readonly date: string };

interface ReportWithPoints {
  readonly data: { readonly timeseries: { readonly points: readonly Point[] } };
}

/** The JSON of a report whose points have become rows. */
export function withColumns(json: string, metrics: readonly SeriesMetric[]): string {
  const report = JSON.parse(json) as ReportWithPoints;
  const { points, ...series } = report.data.timeseries;
  const rows = points.map((point) => [point.date, ...metrics.map((name) => point[name])]);
  const timeseries = { ...series, columns: ['date', ...metrics], rows };
  return JSON.stringify({ ...report, data: { ...report.data, timeseries } });
}
