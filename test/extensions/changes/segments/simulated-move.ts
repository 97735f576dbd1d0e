// Moves of made-up websites, counted visitor by visitor: operating system and browser go with the device, the source with the channel, and
// everything else is independent. Nothing is stored, so that thousands of moves are cheap.

import type { Dimension } from '../../../../src/core/foundation/dimensions/dimension.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import type { Counted, CountedSegment, Part } from '../../../../src/extensions/changes/segments/explain-move.ts';

export type Values = Readonly<Partial<Record<Dimension, string>>>;
/** The weights of a list add up to 100. */
type Choice = readonly [weight: number, values: Values];

const SOFTWARE: readonly Choice[] = [
  [30, { device: 'mobile', os: 'iOS', browser: 'Safari' }],
  [5, { device: 'mobile', os: 'iOS', browser: 'Chrome' }],
  [20, { device: 'mobile', os: 'Android', browser: 'Chrome' }],
  [20, { device: 'desktop', os: 'Windows', browser: 'Chrome' }],
  [8, { device: 'desktop', os: 'Windows', browser: 'Edge' }],
  [9, { device: 'desktop', os: 'macOS', browser: 'Safari' }],
  [4, { device: 'desktop', os: 'Linux', browser: 'Firefox' }],
  [4, { device: 'tablet', os: 'iOS', browser: 'Safari' }],
];
const SOURCES: readonly Choice[] = [
  [30, { channel: 'direct' }],
  [24, { channel: 'organic_search', referrer: 'google.com' }],
  [4, { channel: 'organic_search', referrer: 'bing.com' }],
  [14, { channel: 'paid_social', utm_source: 'facebook' }],
  [6, { channel: 'paid_social', utm_source: 'tiktok' }],
  [12, { channel: 'paid_search', utm_source: 'google' }],
  [10, { channel: 'email', utm_source: 'newsletter' }],
];
const COUNTRIES: readonly Choice[] = ['US', 'GB', 'DE', 'CA', 'AU'].map((country, index) => [
  [45, 22, 16, 11, 6][index]!,
  { country },
]);
const PAGES: readonly Choice[] = [40, 25, 15, 10, 6, 4].map((weight, index) => [weight, { page: `/${index}` }]);
const CHOICES = [SOFTWARE, SOURCES, COUNTRIES, PAGES];
const WINDOWS = 5;

export interface SimulatedMove {
  /** Visitors of a window in which nothing happens. */
  readonly visitors: number;
  /** The share of them who convert: the move is one of this rate. undefined: it is one of the visitors. */
  readonly rate?: number;
  /** How much the weight of each value varies from window to window, relative. */
  readonly swing: number;
  /** A factor on the visitors, or on the rate, of the last window. */
  factor(values: Values): number;
  /** The same of the windows before; default: 1. */
  factorBefore?(values: Values): number;
  /** The largest factor on the visitors; default: 1. */
  readonly factorMax?: number;
  /** A factor on the visitors of the last window, if the move is one of the rate. */
  mix?(values: Values): number;
}

export interface CountedMove {
  readonly whole: Part;
  readonly segments: readonly CountedSegment[];
}

export function simulateMove(move: SimulatedMove, seed: number): CountedMove {
  const random = new Random(seed);
  const kinds = KINDS.map(({ values, slots }) => ({ values, slots, chance: 0, hitChance: 0 }));
  const tally = SLOTS.map(() => Array.from({ length: WINDOWS }, () => ({ hits: 0, trials: 0 })));
  // So many times the usual visitors are simulated, and some of them come. Larger swings of several values at once are cut off.
  const most = (move.factorMax ?? 1) * Math.exp(4 * move.swing);
  for (let window = 0; window < WINDOWS; window++) {
    const isNow = window === 0;
    const swings = SLOTS.map(() => (move.swing === 0 ? 1 : Math.exp(move.swing * random.normal())));
    for (const kind of kinds) {
      const factor = (isNow ? move.factor : move.factorBefore)?.(kind.values) ?? 1;
      const swing = kind.slots.reduce((product, slot) => product * swings[slot]!, 1);
      const comes = move.rate === undefined ? factor : isNow ? (move.mix?.(kind.values) ?? 1) : 1;
      kind.chance = (comes * swing) / most;
      kind.hitChance = move.rate === undefined ? 1 : move.rate * factor;
    }
    for (let left = random.arrivals(move.visitors * most); left > 0; left--) {
      const { slots, chance, hitChance } = kinds[pickKind(random)]!;
      if (!random.chance(chance)) continue;
      const isHit = hitChance === 1 || random.chance(hitChance);
      for (const slot of [WHOLE, ...slots]) {
        const counted = tally[slot]![window]!;
        counted.trials++;
        if (isHit) counted.hits++;
      }
    }
  }
  return asMove(move, tally);
}

const WHOLE = 0;

interface Kind {
  readonly values: Values;
  /** The places of its values in `SLOTS`. */
  readonly slots: readonly number[];
}

/** Everything, then every value as DIMENSION:VALUE. */
const SLOTS = [
  'everything',
  ...new Set(CHOICES.flat().flatMap(([, values]) => Object.entries(values).map(([name, value]) => `${name}:${value}`))),
];

/** Every combination of values. */
const KINDS = CHOICES.reduce<readonly Values[]>(
  (all, choices) => all.flatMap((one) => choices.map(([, values]) => ({ ...one, ...values }))),
  [{}],
).map((values): Kind => {
  const slots = Object.entries(values).map(([name, value]) => SLOTS.indexOf(`${name}:${value}`));
  return { values, slots };
});

function pickKind(random: Random): number {
  return CHOICES.reduce((place, choices) => place * choices.length + picked(choices, random), 0);
}

function picked(choices: readonly Choice[], random: Random): number {
  let ticket = random.next() * 100;
  const found = choices.findIndex(([weight]) => {
    ticket -= weight;
    return ticket < 0;
  });
  return Math.max(0, found);
}

function asMove({ rate, visitors }: SimulatedMove, tally: readonly Counted[][]): CountedMove {
  const isRate = rate !== undefined;
  // Of a count, the trials are the hits of all segments, and now those that are expected.
  const withTrials = (counts: readonly Counted[]): Counted[] =>
    counts.map(({ hits, trials }, window) => {
      const usual = window === 0 ? visitors : tally[WHOLE]![window]!.hits;
      return { hits, trials: isRate ? trials : usual };
    });
  const part = (counts: readonly Counted[]): Part => ({ now: counts[0]!, before: counts.slice(1) });
  const all = withTrials(tally[WHOLE]!);
  const segments = SLOTS.slice(1).map((key, index): CountedSegment => {
    const [dimension, value] = key.split(':') as [Dimension, string];
    const own = withTrials(tally[index + 1]!);
    const others = all.map(({ hits, trials }, window) => ({
      hits: hits - own[window]!.hits,
      trials: isRate ? trials - own[window]!.trials : trials,
    }));
    return { dimension, value, own: part(own), others: part(others) };
  });
  return { whole: part(all), segments };
}
