// The options of the chart library for a line chart. Texts and colors come from the page.
import type { EChartsCoreOption } from 'echarts/core';
import styles from './line-chart.module.css';

export interface LineChartData {
  /** Of the buckets: short ones for the axis, long ones for the tooltip. */
  readonly labels: readonly string[];
  readonly longLabels: readonly string[];
  readonly current: readonly number[];
  /** Why a bucket has fewer days than the others, such as "so far"; undefined: it is complete. */
  readonly partial: readonly (string | undefined)[];
  readonly previous?: readonly PreviousPoint[] | undefined;
  format(value: number): string;
  formatShort(value: number): string;
}

interface PreviousPoint {
  /** Of the bucket, for the tooltip. */
  readonly label: string;
  readonly value: number;
  readonly isPartial: boolean;
}

export interface ChartColors {
  readonly accent: string;
  readonly muted: string;
  readonly line: string;
  readonly surface: string;
  readonly font: string;
}

const POINTS_WITH_MARKS_MAX = 3;

export function lineOptions(data: LineChartData, colors: ChartColors): EChartsCoreOption {
  const text = { color: colors.muted, fontFamily: colors.font, fontSize: 12 };
  return {
    animation: false,
    grid: { left: 4, right: 16, top: 16, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: data.labels,
      boundaryGap: data.labels.length <= POINTS_WITH_MARKS_MAX,
      axisLine: { lineStyle: { color: colors.line } },
      axisTick: { show: false },
      axisLabel: { ...text, hideOverlap: true, margin: 12 },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      minInterval: 1,
      axisLabel: { ...text, formatter: data.formatShort },
      splitLine: { lineStyle: { color: colors.line } },
    },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: colors.muted, type: 'solid', width: 1 } },
      backgroundColor: colors.surface,
      borderColor: colors.line,
      padding: 0,
      formatter: (items: readonly { dataIndex: number }[]) => tooltip(data, items[0]?.dataIndex ?? 0),
    },
    series: [...previousLine(data, colors), ...currentLines(data, colors)],
  };
}

function previousLine({ previous, current }: LineChartData, { muted }: ChartColors) {
  if (!previous) return [];
  const isWhole = (index: number) => previous[index]?.isPartial === false;
  // Cut off, a bucket would look like a fall. If all are, they are all there is to see.
  const hasWhole = current.some((_, index) => isWhole(index));
  return [
    {
      type: 'line',
      name: 'Previous',
      data: current.map((_, index) => (hasWhole && !isWhole(index) ? null : (previous[index]?.value ?? null))),
      symbol: 'none',
      lineStyle: { color: muted, width: 1.5, type: [4, 4], opacity: 0.8 },
      itemStyle: { color: muted },
      z: 1,
    },
  ];
}

/** The way to a partial bucket is dotted: a fall there means nothing. */
function currentLines({ current, partial }: LineChartData, colors: ChartColors) {
  const isPartial = (index: number) => partial[index] !== undefined;
  const isBesidePartial = (index: number) => isPartial(index - 1) || isPartial(index) || isPartial(index + 1);
  const symbol = { symbol: 'circle', symbolSize: 6, showSymbol: current.length <= POINTS_WITH_MARKS_MAX };
  const style = { itemStyle: { color: colors.accent } };
  const complete = {
    type: 'line',
    name: 'Complete',
    data: current.map((value, index) => (isPartial(index) ? null : value)),
    ...symbol,
    ...style,
    lineStyle: { color: colors.accent, width: 2 },
    areaStyle: { color: colors.accent, opacity: 0.08 },
    z: 3,
  };
  if (!current.some((_, index) => isPartial(index))) return [complete];
  const dotted = {
    type: 'line',
    name: 'Partial',
    data: current.map((value, index) => (isBesidePartial(index) ? value : null)),
    ...symbol,
    ...style,
    lineStyle: { color: colors.accent, width: 2, type: [2, 4] },
    areaStyle: { color: colors.accent, opacity: 0.04 },
    z: 2,
  };
  return [complete, dotted];
}

/** Built from elements: the content security policy does not allow inline styles. */
function tooltip(data: LineChartData, index: number): HTMLElement {
  const box = document.createElement('div');
  box.className = styles.tooltip ?? '';
  const partial = data.partial[index];
  box.append(
    line(styles.title, (data.longLabels[index] ?? '') + (partial === undefined ? '' : ` (${partial})`)),
    line(styles.current, data.format(data.current[index] ?? 0)),
  );
  const before = data.previous?.[index];
  if (before) box.append(line(styles.previous, `${data.format(before.value)}: ${before.label}`));
  return box;
}

function line(className: string | undefined, text: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className ?? '';
  element.textContent = text;
  return element;
}
