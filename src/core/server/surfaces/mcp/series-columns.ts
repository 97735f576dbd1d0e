// The arguments of tools about a timeseries. `metrics`: columns and rows, with the chosen metrics alone. A point repeats the name of each
// metric, so a series by hour has more names than numbers. `best_by`: the best points first, so that nobody has to read a year of days to
// find its best one. The REST API has no such arguments: programs read points.
import { z } from 'zod';
import type { ReadOperation } from '../../../contract/operations/define-operation.ts';
import {
  argumentsOf,
  isArgument,
  parameter,
  parameterWith,
  parseInput,
} from '../../../contract/operations/parameters.ts';
import type { ToolSet } from '../../../contract/operations/tool-set.ts';
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

const BEST_MAX = 10;

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
  best_by: parameterWith(
    z
      .enum(SERIES_METRICS)
      .optional()
      .describe(`With group_by: only the ${BEST_MAX} points with the most of it, the best first.`),
    {
      code: 'invalid_best_by',
      rule: `must be one of ${SERIES_METRICS.join(', ')}, and needs group_by`,
      tools: 'extended',
    },
  ),
});

/** What a tool takes: the parameters of its report, and these if the report has a timeseries. */
export function argumentsOfTool({ input }: Pick<ReadOperation, 'input'>, tools: ToolSet): z.ZodObject {
  const own = argumentsOf(input, tools);
  return hasSeries(input) ? own.extend(argumentsOf(seriesArguments, tools).shape) : own;
}

export function isArgumentOfTool({ input }: Pick<ReadOperation, 'input'>, name: string, tools: ToolSet): boolean {
  return isArgument(input, name, tools) || (hasSeries(input) && isArgument(seriesArguments, name, tools));
}

function hasSeries({ shape }: z.ZodObject): boolean {
  return 'group_by' in shape;
}

/** How a tool shows a timeseries. */
export type AskedSeries = z.output<typeof seriesArguments>;

/** undefined: as specified. Throws a problem of status 422. */
export function askedSeries(args: Readonly<Record<string, unknown>>): AskedSeries | undefined {
  const given = Object.entries(args).filter(([name]) => Object.hasOwn(seriesArguments.shape, name));
  const [param] = given.map(([name]) => name);
  if (param === undefined) return undefined;
  const asked = parseInput(seriesArguments, decodeArguments(seriesArguments, Object.fromEntries(given)));
  if (args.group_by === undefined) {
    throw new Problem(422, `${param} needs group_by.`, { code: `invalid_${param}`, param });
  }
  return asked;
}

type Point = Readonly<Record<SeriesMetric, number>> & { readonly date: string };

interface ReportWithPoints {
  readonly data: { readonly timeseries: { readonly points: readonly Point[] } };
}

/** The JSON of a report whose timeseries is as asked for. */
export function withSeries(json: string, { metrics, best_by: bestBy }: AskedSeries): string {
  const report = JSON.parse(json) as ReportWithPoints;
  const { points: all, ...series } = report.data.timeseries;
  const points = bestBy ? all.toSorted((a, b) => b[bestBy] - a[bestBy]).slice(0, BEST_MAX) : all;
  const timeseries = {
    ...series,
    ...(bestBy && { best_by: bestBy }),
    ...(metrics ? inColumns(points, metrics) : { points }),
  };
  return JSON.stringify({ ...report, data: { ...report.data, timeseries } });
}

function inColumns(points: readonly Point[], metrics: readonly SeriesMetric[]) {
  const rows = points.map((point) => [point.date, ...metrics.map((name) => point[name])]);
  return { columns: ['date', ...metrics], rows };
}
