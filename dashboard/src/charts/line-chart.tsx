// A line chart over time, with the compared period behind it. A table next to it says the same to screen readers.

import { ticksOf } from '@funnel/report-files/ticks.ts';
import clsx from 'clsx';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { t } from '../language/t.ts';
import styles from './line-chart.module.css';
import {
  type Band,
  type Line,
  type LineChartData,
  labelEvery,
  linesOf,
  placeLabels,
  runsOf,
  type Scale,
} from './lines.ts';

/** Up to this many points are marked, and each stands in the middle of its part of the axis. */
const POINTS_WITH_MARKS_MAX = 3;
const TEXT_WIDTH = 7;
const LABEL_GAP = 16;
const LABEL_GAP_AT_ENDS = 12;
const TOP = 12;
const RIGHT = 16;
const BOTTOM = 28;
/** Of the labels of marks, above the lines. */
const ROW_HEIGHT = 16;
const LABEL_BASELINE = 12;

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

/** Where the values of an axis are drawn. */
interface Axis {
  readonly ticks: readonly number[];
  y(value: number): number;
}

function axisWidth(values: Line, { hasFractions, formatShort }: Scale): number {
  return Math.max(...ticksOf(values, hasFractions).map((tick) => formatShort(tick).length)) * TEXT_WIDTH + 12;
}

function axisOf(values: Line, { hasFractions }: Scale, plotTop: number, height: number): Axis {
  const ticks = ticksOf(values, hasFractions);
  const [bottom, top] = [ticks[0]!, ticks.at(-1)!];
  return {
    ticks,
    y: (value) => plotTop + ((top - value) / (top - bottom)) * height,
  };
}

function Plot({ data, size }: { readonly data: LineChartData; readonly size: Size }) {
  const [pointed, setPointed] = useState<number>();
  const { scale, second, partial, running } = data;
  const lines = linesOf(data);
  const secondLines = second && linesOf({ current: second.values, partial, running });
  const onLeft = [
    ...data.current,
    ...(lines.previous ?? []),
    ...(data.expected ?? []).map((usual) => usual?.high ?? null),
    ...(second && !second.hasOwnAxis ? second.values : []),
  ];
  const left = axisWidth(onLeft, scale);
  const right = second?.hasOwnAxis ? axisWidth(second.values, second.scale) : RIGHT;
  const width = Math.max(1, size.width - left - right);
  const count = data.current.length;
  const hasMarks = count <= POINTS_WITH_MARKS_MAX;
  const bucketWidth = hasMarks ? width / count : width / (count - 1);
  const x = (place: number) => left + (hasMarks ? place + 0.5 : place) * bucketWidth;
  const labels = placeLabels(data.marks ?? [], { left, right: left + width, x, textWidth: TEXT_WIDTH });
  const top = TOP + ROW_HEIGHT * Math.max(0, ...labels.map(({ row = -1 }) => row + 1));
  const height = Math.max(1, size.height - top - BOTTOM);
  const axis = axisOf(onLeft, scale, top, height);
  const ownAxis = second?.hasOwnAxis ? axisOf(second.values, second.scale, top, height) : undefined;
  const secondAxis = ownAxis ?? axis;
  const path = (line: Line, { y }: Axis) =>
    runsOf(line)
      .map((run) => `M${run.map(([place, value]) => `${x(place)},${y(value)}`).join('L')}`)
      .join('');
  const area = (line: Line) =>
    runsOf(line)
      .map((run) => {
        const points = run.map(([place, value]) => `${x(place)},${axis.y(value)}`);
        return `M${x(run[0]![0])},${axis.y(0)}L${points.join('L')}L${x(run.at(-1)![0])},${axis.y(0)}Z`;
      })
      .join('');
  const bandPath = (band: Band) => {
    const ends = (end: 'low' | 'high') => runsOf(band.map((usual) => usual?.[end] ?? null));
    const [low, high] = [ends('low'), ends('high')];
    const at = ([place, value]: readonly [number, number]) => `${x(place)},${axis.y(value)}`;
    return high.map((run, index) => `M${[...run.map(at), ...low[index]!.toReversed().map(at)].join('L')}Z`).join('');
  };
  const every = labelEvery(data.labels, labelWidth, bucketWidth);
  const point = (event: PointerEvent) => {
    const start = event.currentTarget.getBoundingClientRect().left;
    const place = Math.round((event.clientX - start - x(0)) / bucketWidth);
    setPointed(Math.max(0, Math.min(count - 1, place)));
  };
  const shown = pointed !== undefined && pointed < count ? pointed : undefined;
  const marks = (line: Line, { y }: Axis, className: string | undefined) =>
    line.map((value, place) =>
      value !== null && (hasMarks || place === shown || place === running) ? (
        <circle
          key={data.longLabels[place]}
          className={clsx(className, place === running && styles.ring)}
          cx={x(place)}
          cy={y(value)}
          r="3.5"
        />
      ) : null,
    );
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
        {axis.ticks.map((tick) => (
          <g key={tick}>
            <line className={styles.grid} x1={left} x2={left + width} y1={axis.y(tick)} y2={axis.y(tick)} />
            <text
              className={ownAxis && styles.firstAxis}
              x={left - 8}
              y={axis.y(tick)}
              textAnchor="end"
              dominantBaseline="middle"
            >
              {scale.formatShort(tick)}
            </text>
          </g>
        ))}
        {ownAxis?.ticks.map((tick) => (
          <text
            key={tick}
            className={styles.secondAxis}
            x={left + width + 8}
            y={ownAxis.y(tick)}
            dominantBaseline="middle"
          >
            {second?.scale.formatShort(tick)}
          </text>
        ))}
        {data.labels.map((label, place) =>
          place % every === 0 ? (
            <text key={data.longLabels[place]} x={x(place)} y={size.height - 6} textAnchor={anchor(place, count)}>
              {label}
            </text>
          ) : null,
        )}
        {labels.map(({ place, label, row, start, text }) => (
          <g key={`${place} ${label}`}>
            <line
              className={styles.markedPlace}
              x1={x(place)}
              x2={x(place)}
              y1={row === undefined ? top : row * ROW_HEIGHT}
              y2={top + height}
            />
            {row !== undefined && (
              <text className={styles.markLabel} x={start} y={row * ROW_HEIGHT + LABEL_BASELINE} data-label="mark">
                {text}
              </text>
            )}
          </g>
        ))}
        {data.expected && <path className={styles.band} data-line="expected" d={bandPath(data.expected)} />}
        {lines.previous && <path className={styles.previousLine} d={path(lines.previous, axis)} />}
        {lines.partial && <path className={styles.partialArea} d={area(lines.partial)} />}
        {lines.partial && <path className={styles.partialLine} d={path(lines.partial, axis)} />}
        <path className={styles.area} d={area(lines.complete)} />
        <path className={styles.line} d={path(lines.complete, axis)} />
        {secondLines?.partial && (
          <path className={clsx(styles.partialLine, styles.second)} d={path(secondLines.partial, secondAxis)} />
        )}
        {secondLines && (
          <path
            className={clsx(styles.line, styles.second)}
            data-line="second"
            d={path(secondLines.complete, secondAxis)}
          />
        )}
        {shown !== undefined && (
          <line className={styles.pointer} x1={x(shown)} x2={x(shown)} y1={top} y2={top + height} />
        )}
        {marks(data.current, axis, styles.mark)}
        {second && marks(second.values, secondAxis, styles.secondMark)}
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

/**
 * The width includes the space to the next one. At the ends of the axis a label stands beside its place, and takes half of its width from
 * the next one.
 */
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
  const { second, scale } = data;
  const partial = data.partial[place];
  const before = data.previous?.[place];
  const usual = data.expected?.[place];
  const now = data.current[place] ?? null;
  const other = second?.values[place] ?? null;
  return (
    <>
      <div className={styles.title}>
        {data.longLabels[place]}
        {partial !== undefined && ` (${partial})`}
      </div>
      {(data.marks ?? [])
        .filter((mark) => mark.place === place)
        .map(({ label }) => (
          <div key={label}>{label}</div>
        ))}
      {now !== null && (
        <div className={styles.current}>
          {scale.format(now)} {second && <span className={styles.title}>{scale.name}</span>}
        </div>
      )}
      {usual && (
        <div className={styles.previous}>
          {t('charts.expectedFromTo', { low: scale.format(usual.low), high: scale.format(usual.high) })}
        </div>
      )}
      {second && other !== null && (
        <div className={clsx(styles.current, styles.secondValue)}>
          {second.scale.format(other)} <span className={styles.title}>{second.scale.name}</span>
        </div>
      )}
      {before && before.value !== null && (
        <div className={styles.previous}>
          {scale.format(before.value)}: {before.label}
        </div>
      )}
    </>
  );
}
