// A line chart over time, with the compared period behind it. A table next to it says the same to screen readers.
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import styles from './line-chart.module.css';
import { type Line, type LineChartData, labelEvery, linesOf, runsOf, ticksOf } from './lines.ts';

/** Up to this many points are marked, and each stands in the middle of its part of the axis. */
const POINTS_WITH_MARKS_MAX = 3;
const TEXT_WIDTH = 7;
const LABEL_GAP = 16;
const LABEL_GAP_AT_ENDS = 4;
const TOP = 12;
const RIGHT = 16;
const BOTTOM = 28;

interface Size {
  readonly width: number;
  readonly height: number;
}

export function LineChart({ data }: { readonly data: LineChartData }) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setSize(entry!.contentRect));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={box} className={styles.box} aria-hidden="true" data-chart="line">
      {size && size.width > 0 && <Plot data={data} size={size} />}
    </div>
  );
}

function Plot({ data, size }: { readonly data: LineChartData; readonly size: Size }) {
  const [pointed, setPointed] = useState<number>();
  const lines = linesOf(data);
  const ticks = ticksOf([...data.current, ...(lines.previous ?? [])]);
  const [bottom, top] = [ticks[0]!, ticks.at(-1)!];
  const left = Math.max(...ticks.map((tick) => data.formatShort(tick).length)) * TEXT_WIDTH + 12;
  const width = Math.max(1, size.width - left - RIGHT);
  const height = Math.max(1, size.height - TOP - BOTTOM);
  const count = data.current.length;
  const hasMarks = count <= POINTS_WITH_MARKS_MAX;
  const bucketWidth = hasMarks ? width / count : width / (count - 1);
  const x = (place: number) => left + (hasMarks ? place + 0.5 : place) * bucketWidth;
  const y = (value: number) => TOP + ((top - value) / (top - bottom)) * height;
  const path = (line: Line) =>
    runsOf(line)
      .map((run) => `M${run.map(([place, value]) => `${x(place)},${y(value)}`).join('L')}`)
      .join('');
  const area = (line: Line) =>
    runsOf(line)
      .map((run) => {
        const points = run.map(([place, value]) => `${x(place)},${y(value)}`);
        return `M${x(run[0]![0])},${y(0)}L${points.join('L')}L${x(run.at(-1)![0])},${y(0)}Z`;
      })
      .join('');
  const every = labelEvery(data.labels, labelWidth, bucketWidth);
  const point = (event: PointerEvent) => {
    const start = event.currentTarget.getBoundingClientRect().left;
    const place = Math.round((event.clientX - start - x(0)) / bucketWidth);
    setPointed(Math.max(0, Math.min(count - 1, place)));
  };
  const shown = pointed !== undefined && pointed < count ? pointed : undefined;
  return (
    <>
      <svg
        className={styles.plot}
        aria-hidden="true"
        width={size.width}
        height={size.height}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={styles.grid} x1={left} x2={left + width} y1={y(tick)} y2={y(tick)} />
            <text x={left - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
              {data.formatShort(tick)}
            </text>
          </g>
        ))}
        {data.labels.map((label, place) =>
          place % every === 0 ? (
            <text key={data.longLabels[place]} x={x(place)} y={size.height - 6} textAnchor={anchor(place, count)}>
              {label}
            </text>
          ) : null,
        )}
        {data.markedPlace !== undefined && (
          <line
            className={styles.markedPlace}
            x1={x(data.markedPlace)}
            x2={x(data.markedPlace)}
            y1={TOP}
            y2={TOP + height}
          />
        )}
        {lines.previous && <path className={styles.previousLine} d={path(lines.previous)} />}
        {lines.partial && <path className={styles.partialArea} d={area(lines.partial)} />}
        {lines.partial && <path className={styles.partialLine} d={path(lines.partial)} />}
        <path className={styles.area} d={area(lines.complete)} />
        <path className={styles.line} d={path(lines.complete)} />
        {shown !== undefined && (
          <line className={styles.pointer} x1={x(shown)} x2={x(shown)} y1={TOP} y2={TOP + height} />
        )}
        {data.current.map((value, place) =>
          value !== null && (hasMarks || place === shown) ? (
            <circle key={data.longLabels[place]} className={styles.mark} cx={x(place)} cy={y(value)} r="3.5" />
          ) : null,
        )}
      </svg>
      {shown !== undefined && (
        <div
          className={styles.tooltip}
          style={x(shown) < size.width / 2 ? { left: x(shown) + 12 } : { right: size.width - x(shown) + 12 }}
        >
          <Tooltip data={data} place={shown} />
        </div>
      )}
    </>
  );
}

/** With the space to the next one. At the ends of the axis a label stands beside its place, and takes half of its width from the next one. */
function labelWidth(label: string): number {
  const width = label.length * TEXT_WIDTH;
  return Math.max(width + LABEL_GAP, 1.5 * width + LABEL_GAP_AT_ENDS);
}

/** Labels at the ends of the axis don't extend beyond it. */
function anchor(place: number, count: number): 'start' | 'middle' | 'end' {
  if (count <= POINTS_WITH_MARKS_MAX) return 'middle';
  if (place === 0) return 'start';
  return place === count - 1 ? 'end' : 'middle';
}

function Tooltip({ data, place }: { readonly data: LineChartData; readonly place: number }) {
  const partial = data.partial[place];
  const before = data.previous?.[place];
  const now = data.current[place];
  return (
    <>
      <div className={styles.title}>
        {data.longLabels[place]}
        {partial !== undefined && ` (${partial})`}
      </div>
      {now !== null && now !== undefined && <div className={styles.current}>{data.format(now)}</div>}
      {before && (
        <div className={styles.previous}>
          {data.format(before.value)}: {before.label}
        </div>
      )}
    </>
  );
}
