// The chart library and the canvas it draws on; loaded when the first chart is shown.
import { LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import styles from './line-chart.module.css';
import { type ChartColors, type LineChartData, lineOptions } from './line-options.ts';

register([LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

export default function LineCanvas({ data }: { readonly data: LineChartData }) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);

  useEffect(() => {
    const element = box.current!;
    const created = init(element);
    chart.current = created;
    const observer = new ResizeObserver(() => created.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      created.dispose();
    };
  }, []);

  useEffect(() => {
    chart.current?.setOption(lineOptions(data, colorsOf(box.current!)), { notMerge: true });
  }, [data]);

  return <div ref={box} className={styles.canvas} aria-hidden="true" />;
}

function colorsOf(element: HTMLElement): ChartColors {
  const color = (className: string | undefined) => {
    const probe = document.createElement('span');
    probe.className = className ?? '';
    element.append(probe);
    const value = getComputedStyle(probe).color;
    probe.remove();
    return value;
  };
  return {
    accent: color(styles.accentColor),
    muted: color(styles.mutedColor),
    line: color(styles.lineColor),
    surface: color(styles.surfaceColor),
    font: getComputedStyle(element).fontFamily,
  };
}
