// The tables of what only kept events can answer: funnels, retention, paths and attribution.
import type { Translate } from '../../../../languages/translate.ts';
import type { CsvFile } from '../csv.ts';
import {
  changeLabel,
  currencyFileColumn,
  dayFileColumns,
  type FileColumn,
  type FileDays,
  fileOf,
  moneyDecimals,
  RATE_DECIMALS,
  sampleFileColumn,
} from '../file-columns.ts';
import { type Dimension, dimensionNames, type EventType, eventName, valueName } from '../names.ts';
import { nodesOf, type PathNode, pathTree, type ReportedPaths } from '../path-tree.ts';

interface FunnelStep {
  readonly step: string;
  readonly visitors: number;
  readonly rate: number;
  readonly drop_off: number;
  readonly seconds_since_step_before?:
    | Readonly<Record<'lower_quartile' | 'median' | 'upper_quartile', number>>
    | null
    | undefined;
  readonly changes?: Readonly<Partial<Record<'visitors' | 'rate' | 'drop_off', number | null>>> | undefined;
}

interface FunnelWords {
  /** Names a step that the API has written. */
  readonly nameOf: (step: string) => string;
  readonly days: FileDays;
  readonly withinMinutes: number;
  readonly sampleRate: number | undefined;
  readonly t: Translate;
}

interface StepRow extends FunnelStep {
  /** The first step has position 1. */
  readonly position: number;
}

function stepColumns<Row extends StepRow>({
  nameOf,
  days,
  withinMinutes,
  sampleRate,
  t,
}: FunnelWords): FileColumn<Row>[] {
  const changed = {
    visitors: t('definitions.visitors_name'),
    rate: t('definitions.share_of_first_step_name'),
    drop_off: t('definitions.drop_off_name'),
  };
  const quartiles = { lower_quartile: t('funnels.lowerQuartile'), upper_quartile: t('funnels.upperQuartile') };
  return [
    { name: 'name', label: t('common.step'), value: ({ step }) => nameOf(step) },
    { name: 'position', label: t('common.position'), value: ({ position }) => position },
    { name: 'step', label: t('funnels.stepInApi'), value: ({ step }) => step },
    { name: 'visitors', label: t('common.visitors'), value: ({ visitors }) => visitors },
    { name: 'rate', label: changed.rate, value: ({ rate }) => rate, decimals: RATE_DECIMALS },
    {
      ...{ name: 'drop_off', label: changed.drop_off, decimals: RATE_DECIMALS },
      value: ({ drop_off, position }) => (position === 1 ? undefined : drop_off),
    },
    {
      ...{ name: 'median_seconds', label: t('definitions.median_time_name') },
      value: ({ seconds_since_step_before: time }) => time?.median,
    },
    ...(Object.keys(quartiles) as (keyof typeof quartiles)[]).map((quartile) => ({
      name: `${quartile}_seconds`,
      label: quartiles[quartile],
      value: ({ seconds_since_step_before: time }: Row) => time?.[quartile],
    })),
    ...(Object.keys(changed) as (keyof typeof changed)[]).map((metric) => ({
      name: `${metric}_change`,
      label: changeLabel(changed[metric], t, metric !== 'visitors'),
      decimals: RATE_DECIMALS,
      value: ({ changes }: Row) => changes?.[metric],
    })),
    ...dayFileColumns<Row>(() => days, t),
    { name: 'within_minutes', label: t('funnels.withinMinutes'), value: () => withinMinutes },
    sampleFileColumn(sampleRate, t),
  ];
}

function rowsOf(steps: readonly FunnelStep[]): StepRow[] {
  return steps.map((step, index) => ({ ...step, position: index + 1 }));
}

export function funnelFile(steps: readonly FunnelStep[], words: FunnelWords): CsvFile {
  return fileOf(stepColumns(words), rowsOf(steps));
}

interface ByValue<Row> {
  readonly dimension: Dimension;
  readonly values: readonly (Row & { readonly value: string })[];
}

/** A row for each value and step. */
export function funnelValuesFile(
  { dimension, values }: ByValue<{ readonly steps: readonly FunnelStep[] }>,
  words: FunnelWords,
): CsvFile {
  const { t } = words;
  type Row = StepRow & { readonly value: string };
  const rows = values.flatMap(({ value, steps }) => rowsOf(steps).map((row) => ({ ...row, value })));
  const columns: FileColumn<Row>[] = [
    valueColumn<Row>(dimension, t),
    { name: 'dimension', label: t('report.dimension'), value: () => dimensionNames(t)[dimension] },
    ...stepColumns<Row>(words),
  ];
  return fileOf(columns, rows);
}

function valueColumn<Row extends { readonly value: string }>(dimension: Dimension, t: Translate): FileColumn<Row> {
  return {
    name: 'value',
    label: dimensionNames(t)[dimension],
    value: ({ value }) => valueName({ dimension, value }, t),
  };
}

interface Cohort {
  readonly start: string;
  readonly visitors: number;
  readonly returned: readonly (number | null)[];
}

interface CohortWords {
  readonly by: 'week' | 'month';
  readonly first: EventType;
  readonly then: EventType;
  /** Periods that have begun: the later ones are empty. */
  readonly periods: number;
  readonly sampleRate: number | undefined;
  readonly t: Translate;
}

export function begunPeriods(cohorts: readonly Pick<Cohort, 'returned'>[]): number {
  return Math.max(0, ...cohorts.map(({ returned }) => returned.findLastIndex((count) => count !== null) + 1));
}

/** Files have counts, of cohorts of any size. */
function cohortColumns<Row extends Cohort>({
  by,
  first,
  then,
  periods,
  sampleRate,
  t,
}: CohortWords): FileColumn<Row>[] {
  return [
    { name: 'start', label: t('retention.firstIn', { by }), value: ({ start }) => start },
    { name: 'visitors', label: t('common.visitors'), value: ({ visitors }) => visitors },
    ...Array.from({ length: periods }, (_, period) => ({
      name: `returned_${period}`,
      label: periodName(by, period, t),
      value: ({ returned }: Row) => returned[period],
    })),
    { name: 'first', label: t('retention.beginWith'), value: () => eventName(first, t) },
    { name: 'then', label: t('retention.comeBackWith'), value: () => eventName(then, t) },
    sampleFileColumn(sampleRate, t),
  ];
}

/** The first one is the period that a cohort begins in. */
export function periodName(by: 'week' | 'month', number: number, t: Translate): string {
  return number === 0
    ? t('retention.samePeriod', { by })
    : t('retention.laterPeriod', { by, number: new Intl.NumberFormat(t.locale).format(number) });
}

export function cohortsFile(cohorts: readonly Cohort[], words: CohortWords): CsvFile {
  return fileOf(cohortColumns(words), cohorts);
}

export function cohortValuesFile(
  { dimension, values }: ByValue<{ readonly cohorts: readonly Cohort[] }>,
  words: CohortWords,
): CsvFile {
  type Row = Cohort & { readonly value: string };
  const rows = values.flatMap(({ value, cohorts }) => cohorts.map((cohort) => ({ value, ...cohort })));
  return fileOf<Row>([valueColumn(dimension, words.t), ...cohortColumns<Row>(words)], rows);
}

interface Buyers {
  readonly days: number;
  readonly buyers: number;
  readonly repeat_buyers: number;
  readonly repeat_rate: number | null;
  readonly revenue: number;
  readonly revenue_per_buyer: number | null;
}

interface MoneyWords {
  readonly currency: string;
  readonly sampleRate: number | undefined;
  readonly t: Translate;
}

export function buyersFile(buyers: readonly Buyers[], { currency, sampleRate, t }: MoneyWords): CsvFile {
  const columns: FileColumn<Buyers>[] = [
    { name: 'days', label: t('retention.afterFirstOrder'), value: ({ days }) => days },
    { name: 'buyers', label: t('definitions.buyers_name'), value: (row) => row.buyers },
    { name: 'repeat_buyers', label: t('definitions.repeat_buyers_name'), value: (row) => row.repeat_buyers },
    { name: 'repeat_rate', label: t('retention.repeatRateInPercent'), value: (row) => row.repeat_rate },
    { name: 'revenue', label: t('definitions.revenue_name'), value: ({ revenue }) => revenue },
    {
      ...{ name: 'revenue_per_buyer', label: t('definitions.revenue_per_buyer_name') },
      value: (row) => row.revenue_per_buyer,
      decimals: RATE_DECIMALS,
    },
    currencyFileColumn(currency, t),
    sampleFileColumn(sampleRate, t),
  ];
  return fileOf(columns, buyers);
}

/** How many events of a path are followed, at most. */
const DEPTH_MAX = 4;

interface PathWords {
  readonly nameOf: (step: string) => string;
  readonly sampleRate: number | undefined;
  readonly t: Translate;
}

/** A row for each node, with the steps that lead to it. The first one is the step that was asked for. */
export function pathsFile(paths: ReportedPaths, { nameOf, sampleRate, t }: PathWords): CsvFile {
  const ended = paths.from === undefined ? t('paths.nothingBefore') : t('paths.ended');
  const textAt = (place: number) => (node: PathNode) => {
    const step = node.steps[place];
    if (step !== undefined) return nameOf(step);
    if (place > node.steps.length) return undefined;
    if (node.kind === 'ended') return ended;
    return node.kind === 'others' ? t('paths.otherSteps') : undefined;
  };
  const columns: FileColumn<PathNode>[] = [
    ...Array.from({ length: 1 + DEPTH_MAX }, (_, place) => ({
      name: `step_${place}`,
      label: place === 0 ? t('paths.chosenStep') : t('paths.stepNumber', { number: place }),
      value: textAt(place),
    })),
    { name: 'visitors', label: t('common.visitors'), value: ({ visitors }) => visitors },
    { name: 'within_minutes', label: t('funnels.withinMinutes'), value: () => paths.within_minutes },
    sampleFileColumn(sampleRate, t),
  ];
  return fileOf(columns, nodesOf(pathTree(paths, 0)));
}

const MODELS = {
  stored: 'definitions.as_counted_name',
  last: 'definitions.last_touch_name',
  first: 'definitions.first_touch_name',
  linear: 'definitions.equal_parts_name',
  any: 'definitions.any_touch_name',
} as const;
type ModelName = keyof typeof MODELS;

interface Credit {
  readonly orders: number;
  readonly revenue: number;
  readonly conversions?: number | undefined;
}
type Credits = Readonly<Partial<Record<ModelName, Credit | undefined>>>;

function modelColumns<Row extends Credits>(currency: string, t: Translate): FileColumn<Row>[] {
  return [
    ...(Object.keys(MODELS) as ModelName[]).flatMap((name): FileColumn<Row>[] => {
      const model = t(MODELS[name]);
      return [
        {
          ...{ name: `${name}_revenue`, label: model, decimals: moneyDecimals(currency) },
          value: (row) => row[name]?.revenue,
        },
        // Some models credit parts of orders.
        {
          ...{ name: `${name}_orders`, label: t('attribution.ordersByModel', { model }), decimals: RATE_DECIMALS },
          value: (row) => row[name]?.orders,
        },
        {
          ...{ name: `${name}_conversions`, decimals: RATE_DECIMALS },
          label: t('attribution.conversionsByModel', { model }),
          value: (row) => row[name]?.conversions,
        },
      ];
    }),
    currencyFileColumn(currency, t),
  ];
}

type CampaignCredits = Credits & { readonly id: number | null; readonly name: string | null };

/** Some orders have no campaign. */
export function campaignCreditsFile(rows: readonly CampaignCredits[], currency: string, t: Translate): CsvFile {
  const columns: FileColumn<CampaignCredits>[] = [
    {
      ...{ name: 'name', label: t('common.campaign') },
      value: ({ id, name }) => (id === null ? t('attribution.noCampaign') : name),
    },
    { name: 'id', label: 'ID', value: ({ id }) => id },
    ...modelColumns<CampaignCredits>(currency, t),
  ];
  return fileOf(columns, rows);
}

type ValueCredits = Credits & {
  readonly value: string;
  readonly cost?: number | null | undefined;
  readonly cost_per_order?: number | null | undefined;
  readonly return_on_spend?: number | null | undefined;
};

export function valueCreditsFile(
  rows: readonly ValueCredits[],
  { dimension, currency, t }: { readonly dimension: Dimension; readonly currency: string; readonly t: Translate },
): CsvFile {
  const money = { decimals: moneyDecimals(currency) };
  const columns: FileColumn<ValueCredits>[] = [
    valueColumn(dimension, t),
    ...modelColumns<ValueCredits>(currency, t),
    ...(rows.some(({ cost }) => cost !== undefined)
      ? [
          { name: 'cost', label: t('definitions.cost_name'), value: ({ cost }: ValueCredits) => cost, ...money },
          {
            ...{ name: 'cost_per_order', label: t('definitions.cost_per_order_name'), ...money },
            value: (row: ValueCredits) => row.cost_per_order,
          },
          {
            ...{ name: 'return_on_spend', label: t('definitions.return_on_spend_name'), decimals: RATE_DECIMALS },
            value: (row: ValueCredits) => row.return_on_spend,
          },
        ]
      : []),
  ];
  return fileOf(columns, rows);
}
