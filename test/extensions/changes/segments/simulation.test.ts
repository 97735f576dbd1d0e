// What naming a segment promises, by simulation: a wrong one is named in at most 5 % of the moves. The rule was chosen with other seeds.
// `npm run simulate -- moves` simulates many more moves than the suite.
import { afterAll, expect, test, vi } from 'vitest';
import type { Dimension } from '../../../../src/core/foundation/dimensions/dimension.ts';
import { explainMove } from '../../../../src/extensions/changes/segments/explain-move.ts';
import { IS_LONG } from '../../../support/long.ts';
import { type SimulatedMove, simulateMove, type Values } from './simulated-move.ts';

const MOVES = Number(process.env.SIMULATED_MOVES ?? (IS_LONG ? 5 : 3));
const FIRST_SEED = 4_217_000;
const WRONG_SHARE_MAX = 0.05;
/** Thousands of moves take long on a busy machine. */
vi.setConfig({ testTimeout: 900_000 });
afterAll(() => vi.resetConfig());

/** Hits of a usual window; and how much the share of each value swings from window to window. */
const SHAPES = [
  { hits: 300, swing: 0 },
  { hits: 1_000, swing: 0.05 },
];
interface Cause {
  readonly factor: SimulatedMove['factor'];
  readonly factorMax?: number;
  /** DIMENSION:VALUE. Empty: no single segment is the cause. */
  readonly right: readonly string[];
}

/** How often a right or a wrong segment is named, of one move for each shape and seed. */
interface Named {
  readonly moves: number;
  readonly right: number;
  readonly wrong: number;
}

function nameSegments(what: string, { right, ...move }: Cause, rate?: number): Named {
  return together(
    SHAPES.map(({ hits, swing }) => {
      const ofRate = rate !== undefined && { rate, visitors: hits / rate, factorMax: 1 };
      const named = explainMoves({ ...move, swing, visitors: hits, ...ofRate });
      const rightly = named.filter((segment) => right.includes(segment)).length;
      const percent = (count: number) => `${((100 * count) / MOVES).toFixed(1)} %`;
      const kind = `${rate === undefined ? 'count' : 'rate'}, ${hits} hits, shares swing by ${100 * swing} %`;
      const wrongly = named.length - rightly;
      process.stdout.write(`${what} (${kind}): right ${percent(rightly)}, wrong ${percent(wrongly)}, of ${MOVES}\n`);
      return { moves: MOVES, right: rightly, wrong: wrongly };
    }),
  );
}

/** The segments that are named, as DIMENSION:VALUE. */
function explainMoves(move: SimulatedMove): string[] {
  return Array.from({ length: MOVES }, (_, index) => {
    const { whole, segments } = simulateMove(move, FIRST_SEED + index);
    const named = explainMove(whole, segments);
    return named ? [`${named.dimension}:${named.value}`] : [];
  }).flat();
}

function together(results: readonly Named[]): Named {
  const sum = (name: keyof Named) => results.reduce((total, one) => total + one[name], 0);
  return { moves: sum('moves'), right: sum('right'), wrong: sum('wrong') };
}

const KINDS: readonly (readonly [string, number | undefined])[] = [
  ['a count', undefined],
  ['a rate', 0.2],
];

const SHARED_CAUSES: Readonly<Record<string, Cause['factor']>> = {
  'nothing happened': () => 1,
  'all fall by 40 %': () => 0.6,
  'two fall': ({ country, channel }) => (country === 'US' ? 0.4 : 1) * (channel === 'organic_search' ? 0.2 : 1),
  'one falls by 60 %, the others by 25 %': ({ country }) => (country === 'US' ? 0.4 : 0.75),
};

test.each(KINDS)('%s that moved for no single reason: a segment is named in at most 5 % of the cases', (_, rate) => {
  const causes = Object.entries(SHARED_CAUSES);
  const { moves, wrong } = together(causes.map(([name, factor]) => nameSegments(name, { factor, right: [] }, rate)));
  expect(wrong / moves).toBeLessThanOrEqual(WRONG_SHARE_MAX);
});

test('a rate that fell because fewer visitors of a better segment came: no segment has changed', () => {
  const factor = ({ device }: Values) => (device === 'mobile' ? 0.25 : 1);
  const mix = ({ device }: Values) => (device === 'mobile' ? 1 : 0.3);
  const named = explainMoves({ visitors: 3_000, rate: 0.4, swing: 0, factor, factorBefore: factor, mix });
  expect(named.length / MOVES).toBeLessThanOrEqual(WRONG_SHARE_MAX);
});

function only(dimension: Dimension, value: string, factor: number, alias?: string): Cause {
  return {
    factor: (values: Values) => (values[dimension] === value ? factor : 1),
    factorMax: Math.max(1, factor),
    right: [`${dimension}:${value}`, ...(alias === undefined ? [] : [alias])],
  };
}

const CAUSES: Readonly<Record<string, Cause>> = {
  'a device loses 60 %': only('device', 'mobile', 0.4),
  'an operating system loses 70 %': only('os', 'iOS', 0.3),
  'a browser loses 70 %': only('browser', 'Safari', 0.3),
  'a source is gone': only('utm_source', 'facebook', 0),
  'a channel loses 90 %': only('channel', 'organic_search', 0.1),
  'a country loses 60 %': only('country', 'US', 0.4),
  'a page loses 80 %': only('page', '/0', 0.2),
  // All visitors of the channel have the same source.
  'a channel has four times as many': only('channel', 'email', 4, 'utm_source:newsletter'),
};

test.each(KINDS)('%s that one segment moved: it is named in most cases, another one in at most 5 %', (_, rate) => {
  const results = Object.entries(CAUSES).map(([name, cause]) => nameSegments(name, cause, rate));
  const { moves, right, wrong } = together(results);
  expect(wrong / moves).toBeLessThanOrEqual(WRONG_SHARE_MAX);
  expect(right / moves).toBeGreaterThan(0.5);
});
