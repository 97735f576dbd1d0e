// The picture of docs/scale.md: at how many websites each limit is reached, on a logarithmic axis.
import { about, count } from './format.ts';
import type { Simulation } from './simulation.ts';
import { round, text } from './svg.ts';

const WIDTH = 960;
const LABELS_WIDTH = 430;
const ROW_HEIGHT = 26;
const TOP = 64;
const BOTTOM = 40;
/** The ends of the axis, as powers of ten. */
const [FIRST_POWER, LAST_POWER] = [2, 9];

export function chartOf({ limits, steps }: Simulation): string {
  const height = TOP + limits.length * ROW_HEIGHT + BOTTOM;
  const bars = limits.map(({ what, websites }, index) => {
    const y = TOP + index * ROW_HEIGHT;
    const end = xOf(websites ?? 10 ** LAST_POWER);
    return [
      text(LABELS_WIDTH - 12, y + 16, what, 'end'),
      `<rect x="${LABELS_WIDTH}" y="${y + 4}" width="${round(end - LABELS_WIDTH)}" height="16" rx="3" fill="#2f6fde"/>`,
      text(end + 6, y + 16, websites === undefined ? 'never' : about(websites), 'start'),
    ].join('\n');
  });
  const marks = steps.map(({ demand: { websites } }) => {
    const x = xOf(websites);
    return [
      `<line x1="${x}" y1="${TOP - 8}" x2="${x}" y2="${height - BOTTOM}" stroke="#c2410c" stroke-dasharray="4 3"/>`,
      text(x, TOP - 14, count(websites), 'middle'),
    ].join('\n');
  });
  const font = 'font-family="system-ui, sans-serif" font-size="13" fill="#1f2937"';
  const legend = 'Dashed: the three steps of this page. One machine of each kind, and the service as it is.';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" ${font}>
<title>At how many websites each limit is reached</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${text(16, 24, 'At how many websites each limit is reached (logarithmic)', 'start', 'font-size="16" font-weight="600"')}
${bars.join('\n')}
${marks.join('\n')}
${text(WIDTH / 2, height - 14, legend, 'middle', 'fill="#6b7280"')}
</svg>
`;
}

function xOf(websites: number): number {
  const share = (Math.log10(websites) - FIRST_POWER) / (LAST_POWER - FIRST_POWER);
  const room = WIDTH - LABELS_WIDTH - 90;
  return round(LABELS_WIDTH + Math.max(0.004, Math.min(1, share)) * room);
}
