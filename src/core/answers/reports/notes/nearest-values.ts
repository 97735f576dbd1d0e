// Which of the known values somebody may have meant.
import { editDistance } from '../../../foundation/text/nearest-name.ts';
import type { OtherNames } from './other-names.ts';

export interface KnownValue {
  readonly value: string;
  /** How often there is such a value: of equally near ones, the largest come first. */
  readonly count: number;
}

interface NearestOptions {
  readonly max: number;
  /** What else a value is called, such as Germany for DE. */
  readonly otherNames?: OtherNames | undefined;
}

interface NearestValues {
  readonly values: readonly string[];
  /** Whether they are near to the one that was asked for. If none is, they are the largest ones. */
  readonly areNear: boolean;
}

/** A longer value is not a typo, and comparing it would take long. */
const COMPARED_LENGTH_MAX = 50;
/** Visitors can invent any number of pages and tags, and comparing all of them would take a minute. The largest ones are compared. */
const COMPARED_VALUES_MAX = 2_000;
/** Shorter ones are the beginning of too many values. */
const PREFIX_LENGTH_MIN = 3;

const NO_NAMES: OtherNames = () => [];

export function nearestValues(asked: string, known: readonly KnownValue[], options: NearestOptions): NearestValues {
  const { max, otherNames = NO_NAMES } = options;
  const wanted = plain(asked);
  const largest = known.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const near = largest
    .slice(0, COMPARED_VALUES_MAX)
    .map(({ value }) => ({
      value,
      distance: Math.min(...[value, ...otherNames(value)].map((name) => distanceBetween(wanted, plain(name)))),
    }))
    .filter(({ distance }) => distance !== Number.POSITIVE_INFINITY)
    .sort((a, b) => a.distance - b.distance);
  const chosen = near.length > 0 ? near : largest;
  return { values: chosen.slice(0, max).map(({ value }) => value), areNear: near.length > 0 };
}

/** Case, accents and what stands between words make no difference: `Organic Search` is `organic_search`. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{P}\p{S}\s]+/gu, '')
    .toLowerCase();
}

/** 0: the same. Then typos come before a common beginning. Infinity: they have nothing to do with each other. */
function distanceBetween(wanted: string, name: string): number {
  if (wanted === name) return 0;
  const shorter = Math.min(wanted.length, name.length);
  const isPrefix = shorter >= PREFIX_LENGTH_MIN && (wanted.startsWith(name) || name.startsWith(wanted));
  return Math.min(typosBetween(wanted, name), isPrefix ? COMPARED_LENGTH_MAX : Number.POSITIVE_INFINITY);
}

function typosBetween(wanted: string, name: string): number {
  const longer = Math.max(wanted.length, name.length);
  const typosMax = Math.floor(longer / 4);
  if (longer > COMPARED_LENGTH_MAX || Math.abs(wanted.length - name.length) > typosMax) return Number.POSITIVE_INFINITY;
  const typos = editDistance(wanted, name);
  return typos <= typosMax ? typos : Number.POSITIVE_INFINITY;
}
