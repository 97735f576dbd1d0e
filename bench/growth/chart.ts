// The picture of the README: what a report costs with more events, and with more days. Both axes are logarithmic.
import { round, text } from '../../capacity/svg.ts';

const WIDTH = 960;
const HEIGHT = 400;
const TOP = 92;
const BOTTOM = 64;
const PANEL_WIDTH = 360;
const PANELS_LEFT = [84, 560] as const;
const COLOURS = ['#2f6fde', '#c2410c', '#7c3aed', '#0f766e', '#6b7280'] as const;
const LEGEND_LEFT = 16;
const LEGEND_CHARACTER = 7;

export interface Point {
  readonly events: number;
  /** The days of a report that also has the period before. */
  readonly days: number;
  /** Medians in milliseconds, by name. The service comes first. */
  readonly ms: Readonly<Record<string, number>>;
}

interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly points: readonly Point[];
  xOf(point: Point): number;
}

/** `points` have at least two numbers of events for one number of days, and the other way round. */
export function drawGrowth(points: readonly Point[]): string {
  const events = Math.max(...points.map((point) => point.events));
  const days = mostFrequent(points.filter((point) => point.events !== events).map((point) => point.days));
  const panels: Panel[] = [
    {
      title: `More events (report of ${days} days)`,
      unit: 'events',
      points: points.filter((point) => point.days === days),
      xOf: (point) => point.events,
    },
    {
      title: `More days (${short(events)} events)`,
      unit: 'days of the report',
      points: points.filter((point) => point.events === events),
      xOf: (point) => point.days,
    },
  ];
  const names = Object.keys(points[0]!.ms);
  const powers = powersOf(points.flatMap((point) => Object.values(point.ms)));
  const font = 'font-family="system-ui, sans-serif" font-size="13" fill="#1f2937"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" ${font}>
<title>What an uncached report costs with more events and with more days</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
${text(16, 24, 'An uncached website report, in milliseconds (both axes are logarithmic)', 'start', 'font-size="16" font-weight="600"')}
${legendOf(names)}
${panels.map((panel, index) => drawPanel(panel, PANELS_LEFT[index]!, names, powers)).join('\n')}
</svg>
`;
}

function legendOf(names: readonly string[]): string {
  let left = LEGEND_LEFT;
  return names
    .map((name, index) => {
      const x = left;
      left += 48 + name.length * LEGEND_CHARACTER;
      const line = `<line x1="${x}" y1="45" x2="${x + 18}" y2="45" ${strokeOf(index)}/>`;
      return `${line}\n${text(x + 24, 49, name, 'start', index === 0 ? 'font-weight="600"' : '')}`;
    })
    .join('\n');
}

function drawPanel(
  { title, unit, points, xOf }: Panel,
  left: number,
  names: readonly string[],
  [first, last]: readonly [number, number],
): string {
  const sorted = points.toSorted((a, b) => xOf(a) - xOf(b));
  const [least, most] = [Math.log(xOf(sorted[0]!)), Math.log(xOf(sorted.at(-1)!))];
  const x = (point: Point) => left + 10 + ((Math.log(xOf(point)) - least) / (most - least)) * (PANEL_WIDTH - 40);
  const y = (ms: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (Math.log10(ms) - first) / (last - first));
  const grid = Array.from({ length: last - first + 1 }, (_, index) => first + index).map((power) => {
    const height = round(y(10 ** power));
    const line = `<line x1="${left}" y1="${height}" x2="${left + PANEL_WIDTH}" y2="${height}" stroke="#e5e7eb"/>`;
    return `${line}\n${text(left - 8, height + 4, (10 ** power).toLocaleString('en-US'), 'end', 'fill="#6b7280"')}`;
  });
  const ticks = sorted.map((point) =>
    text(x(point), HEIGHT - BOTTOM + 20, short(xOf(point)), 'middle', 'fill="#6b7280"'),
  );
  // The service comes last, so that nothing covers it.
  const lines = names
    .map((name, index) => {
      const measured = sorted.filter((point) => point.ms[name] !== undefined);
      const path = measured.map((point) => `${round(x(point))},${round(y(point.ms[name]!))}`);
      const dots = path.map((place) => place.split(',')).map(([cx, cy]) => dot(cx!, cy!, index));
      return `<polyline points="${path.join(' ')}" fill="none" ${strokeOf(index)}/>\n${dots.join('\n')}`;
    })
    .reverse();
  return [
    text(left, TOP - 16, title, 'start', 'font-weight="600"'),
    ...grid,
    ...ticks,
    text(left + PANEL_WIDTH / 2, HEIGHT - 18, unit, 'middle', 'fill="#6b7280"'),
    ...lines,
  ].join('\n');
}

function dot(cx: string, cy: string, index: number): string {
  return `<circle cx="${cx}" cy="${cy}" r="${index === 0 ? 4 : 3}" fill="${COLOURS[index]}"/>`;
}

function strokeOf(index: number): string {
  return `stroke="${COLOURS[index]}" stroke-width="${index === 0 ? 3.5 : 2}"`;
}

/** The powers of ten around the values. */
function powersOf(values: readonly number[]): [number, number] {
  return [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
}

function mostFrequent(values: readonly number[]): number {
  const times = (value: number) => values.filter((other) => other === value).length;
  return values.toSorted((a, b) => times(b) - times(a))[0]!;
}

function short(value: number): string {
  if (value >= 1_000_000) return `${value / 1_000_000} million`;
  return value.toLocaleString('en-US');
}
