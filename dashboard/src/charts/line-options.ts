// From points to what the chart library draws. Texts and colours come from the page.
import type { EChartsCoreOption } from 'echarts/core';

export interface LineChartData {
  /** The buckets' labels, on the axis and in full. */
  readonly labels: readonly string[];
  readonly longLabels: readonly string[];
  readonly current: readonly number[];
  readonly previous?: readonly number[] | undefined;
  /** Where the last bucket is not over yet. */
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

/** The last, unfinished stretch is drawn apart: a fall there only says that the day is young. */
function currentLines({ current, lastIsPartial }: LineChartData, colors: ChartColors) {
  const last = current.length - 1;
  const isSplit = lastIsPartial && last > 0;
  const symbol = { symbol: 'circle', symbolSize: 6, showSymbol: current.length <= POINTS_WITH_MARKS_MAX };
  const style = { itemStyle: { color: colors.accent } };
  const finished = {
    type: 'line',
    name: 'Current',
    data: isSplit ? current.map((value, index) => (index === last ? null : value)) : current,
    ...symbol,
    ...style,
    lineStyle: { color: colors.accent, width: 2 },
    areaStyle: { color: colors.accent, opacity: 0.08 },
    z: 3,
  };
  if (!isSplit) return [finished];
  const unfinished = {
    type: 'line',
    name: 'Unfinished',
    data: current.map((value, index) => (index >= last - 1 ? value : null)),
    ...symbol,
    ...style,
    lineStyle: { color: colors.accent, width: 2, type: [2, 4] },
    areaStyle: { color: colors.accent, opacity: 0.04 },
    z: 2,
  };
  return [finished, unfinished];
}

/** Elements and not markup: the content security policy lets no style through that comes as text. */
function tooltip(data: LineChartData, index: number): HTMLElement {
  const box = document.createElement('div');
  box.className = 'chart-tooltip';
  const isUnfinished = data.lastIsPartial && index === data.current.length - 1;
  box.append(
    line('chart-tooltip-title', (data.longLabels[index] ?? '') + (isUnfinished ? ' (not over yet)' : '')),
    line('chart-tooltip-current', data.format(data.current[index] ?? 0)),
  );
  const before = data.previous?.[index];
  if (before !== undefined) box.append(line('chart-tooltip-previous', `${data.format(before)} in the period before`));
  return box;
}

function line(className: string, text: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.textContent = text;
  return element;
}
