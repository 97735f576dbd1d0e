// What a line chart draws, without its looks: the lines, the values at the axis, and which labels fit.

export interface LineChartData {
  /** The labels of the buckets: short ones for the axis, long ones for the tooltip. */
  readonly labels: readonly string[];
  readonly longLabels: readonly string[];
  /** null: it has not come yet. */
  readonly current: Line;
  /** Why a bucket has fewer days than the others, such as "so far"; undefined: it is complete. */
  readonly partial: readonly (string | undefined)[];
  /** The place of the bucket that is still filling up, if there is one. */
  readonly running?: number | undefined;
  readonly previous?: readonly PreviousPoint[] | undefined;
  /** What each bucket is expected to have. undefined: nothing is known. */
  readonly expected?: Band | undefined;
  /** Buckets that are marked with a vertical line. */
  readonly marks?: readonly Mark[] | undefined;
  /** Another metric of the same buckets. */
  readonly second?: SecondLine | undefined;
  readonly scale: Scale;
}

export interface Mark {
  /** The place of the bucket. */
  readonly place: number;
  /** What happened then. */
  readonly label: string;
}

/** How the values of a line are written. */
export interface Scale {
  /** The name of the line, where there are two. */
  readonly name: string;
  /** Rates need values between whole numbers at the axis. */
  readonly hasFractions: boolean;
  format(value: number): string;
  formatShort(value: number): string;
}

interface SecondLine {
  readonly values: Line;
  readonly scale: Scale;
  /** Whether the units differ. */
  readonly hasOwnAxis: boolean;
}

interface PreviousPoint {
  /** The label of the bucket, for the tooltip. */
  readonly label: string;
  readonly value: number | null;
  readonly isPartial: boolean;
}

/** The bounds between which each bucket is expected to be. */
export type Band = readonly ({ readonly low: number; readonly high: number } | undefined)[];

/** The value of each bucket; null where the line has a gap. */
export type Line = readonly (number | null)[];

export interface Lines {
  readonly complete: Line;
  /**
   * The dotted part of the line, to and from buckets that are partly in the period: a fall there means nothing. undefined: there are none.
   */
  readonly partial?: Line;
  readonly previous?: Line;
}

/** A chart of nothing: all is 0, now and before, and nothing is expected either. */
export function isEmptyChart({ current, previous = [], second, expected = [] }: LineChartData): boolean {
  const values = [...current, ...(second?.values ?? []), ...previous.map(({ value }) => value)];
  return values.every((value) => !value) && expected.every((usual) => !usual);
}

/** No line leads to the running bucket: it would look like a fall. It is a ring of its own. */
export function linesOf({
  current,
  partial,
  running,
  previous,
}: Pick<LineChartData, 'current' | 'partial' | 'running' | 'previous'>): Lines {
  const isPartial = (index: number) => index !== running && partial[index] !== undefined;
  const isBesidePartial = (index: number) =>
    index !== running && (isPartial(index - 1) || isPartial(index) || isPartial(index + 1));
  return {
    complete: current.map((value, index) => (index === running || isPartial(index) ? null : value)),
    ...(current.some((_, index) => isPartial(index)) && {
      partial: current.map((value, index) => (isBesidePartial(index) ? value : null)),
    }),
    ...(previous && { previous: previousLine(previous, current.length) }),
  };
}

export function placeOfRunning<Bucket>(
  buckets: readonly Bucket[],
  isRunning: (bucket: Bucket) => boolean | undefined,
): number | undefined {
  const place = buckets.findIndex(isRunning);
  return place < 0 ? undefined : place;
}

function previousLine(previous: readonly PreviousPoint[], length: number): Line {
  const points = Array.from({ length }, (_, index) => previous[index]);
  // A partial bucket would look like a fall, so it is left out, unless all buckets are partial.
  const hasWhole = points.some((point) => point?.isPartial === false);
  return points.map((point) => (!point || (hasWhole && point.isPartial) ? null : point.value));
}

/** The runs of values without a gap, as pairs of place and value. */
export function runsOf(line: Line): (readonly [place: number, value: number])[][] {
  const runs: (readonly [number, number])[][] = [];
  for (const [place, value] of line.entries()) {
    if (value === null) continue;
    if (place === 0 || line[place - 1] === null) runs.push([]);
    runs.at(-1)!.push([place, value]);
  }
  return runs;
}

/** How many buckets share one label, so that labels do not overlap. */
export function labelEvery(
  labels: readonly string[],
  labelWidth: (label: string) => number,
  bucketWidth: number,
): number {
  const widest = Math.max(...labels.map(labelWidth));
  return Math.max(1, Math.ceil(widest / bucketWidth));
}

/** A label beside the line of its mark. */
interface PlacedLabel extends Mark {
  /** 0 is the highest one. undefined: there is no room for it. */
  readonly row: number | undefined;
  /** Where the text begins. */
  readonly start: number;
  readonly text: string;
}

interface LabelSpace {
  readonly left: number;
  readonly right: number;
  /** Where the line of a mark is. */
  x(place: number): number;
  /** How wide a letter is. */
  readonly textWidth: number;
}

const LABEL_ROWS: readonly number[] = [0, 1, 2];
const BESIDE_LINE = 4;
/** A longer label is cut off: the list below the chart has all of it. */
const LABEL_PART_MAX = 0.6;

/** Labels that would overlap are in different rows. One that does not fit into these is only in the list below the chart. */
export function placeLabels(marks: readonly Mark[], { left, right, x, textWidth }: LabelSpace): PlacedLabel[] {
  const lettersMax = Math.max(1, Math.floor(((right - left) * LABEL_PART_MAX) / textWidth));
  const placed: (PlacedLabel & { readonly end: number })[] = [];
  for (const mark of marks.toSorted((one, other) => one.place - other.place)) {
    const letters = [...mark.label];
    const text = letters.length > lettersMax ? `${letters.slice(0, lettersMax - 1).join('')}…` : mark.label;
    const width = Math.min(letters.length, lettersMax) * textWidth;
    const beside = x(mark.place) + BESIDE_LINE;
    const start = beside + width <= right ? beside : Math.max(left, x(mark.place) - BESIDE_LINE - width);
    const end = start + width;
    const isFree = (row: number) =>
      placed.every(
        (label) => label.row !== row || label.end + BESIDE_LINE <= start || end + BESIDE_LINE <= label.start,
      );
    const row = LABEL_ROWS.find(isFree);
    placed.push({ ...mark, row, start, end, text });
  }
  return placed;
}
