// The options of the chart library for a line chart. Texts and colors come from the page.
import type { EChartsCoreOption } from 'echarts/core';
import styles from './line-chart.module.css';

export interface LineChartData {
  /** Of the buckets: short ones for the axis, long ones for the tooltip. */
  readonly labels: readonly string[];
  readonly longLabels: readonly string[];
  readonly current: readonly number[];
  readonly previous?: readonly number[] | undefined;
  /** The last bucket is still filling up. */
  readonly lastIsPartial: boolean;
  format(value: number): string;
  formatShort(value: number): string;
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
  return [
    {
      type: 'line',
      name: 'Previous',
      data: current.map((_, index) => previous[index] ?? null),
      symbol: 'none',
      lineStyle: { color: muted, width: 1.5, type: [4, 4], opacity: 0.8 },
      itemStyle: { color: muted },
      z: 1,
    },
  ];
}

/** The last segment is dotted while its bucket is still filling up: a fall there means nothing yet. */
function currentLines({ current, lastIsPartial }: LineChartData, colors: ChartColors) {
  const last = current.length - 1;
  const isSplit = lastIsPartial && last > 0;
  const symbol = { symbol: 'circle', symbolSize: 6, showSymbol: current.length <= POINTS_WITH_MARKS_MAX };
  const style = { itemStyle: { color: colors.accent } };
  const complete = {
    type: 'line',
    name: 'Current',
    data: isSplit ? current.map((value, index) => (index === last ? null : value)) : current,
    ...symbol,
    ...style,
    lineStyle: { color: colors.accent, width: 2 },
    areaStyle: { color: colors.accent, opacity: 0.08 },
    z: 3,
  };
  if (!isSplit) return [complete];
  const partial = {
    type: 'line',
    name: 'So far',
    data: current.map((value, index) => (index >= last - 1 ? value : null)),
    ...symbol,
    ...style,
    lineStyle: { color: colors.accent, width: 2, type: [2, 4] },
    areaStyle: { color: colors.accent, opacity: 0.04 },
    z: 2,
  };
  return [complete, partial];
}

/** Built from elements: the content security policy does not allow inline styles. */
function tooltip(data: LineChartData, index: number): HTMLElement {
  const box = document.createElement('div');
  box.className = styles.tooltip ?? '';
  const isPartial = data.lastIsPartial && index === data.current.length - 1;
  box.append(
    line(styles.title, (data.longLabels[index] ?? '') + (isPartial ? ' (so far)' : '')),
    line(styles.current, data.format(data.current[index] ?? 0)),
  );
  const before = data.previous?.[index];
  if (before !== undefined) box.append(line(styles.previous, `${data.format(before)} in the previous period`));
  return box;
}

function line(className: string | undefined, text: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className ?? '';
  element.textContent = text;
  return element;
}
