// A small seeded random generator, with the distributions that the demo needs.

const WORD = 2 ** 32;
const GOLDEN_STEP = 0x9e3779b9;

/** A one-to-one hash of 32-bit integers. */
export function scramble(value: number): number {
  let word = value | 0;
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}

/** A seed from a name, so that different names have different random numbers. */
export function seedOf(name: string): number {
  return [...name].reduce((seed, character) => scramble(seed + character.codePointAt(0)!), 0);
}

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = scramble(seed);
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.#state = (this.#state + GOLDEN_STEP) | 0;
    return scramble(this.#state) / WORD;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** Mean 0, standard deviation 1 (Box-Muller; 1 - next() keeps the logarithm finite). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  logNormal(median: number, sigma: number): number {
    return median * Math.exp(sigma * this.normal());
  }

  /** The normal approximation of a Poisson count. */
  arrivals(mean: number): number {
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
  }

  /** Picks from a list whose most popular item comes first. Of four items, the first is picked about half the time. */
  popular<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() ** 2 * items.length)]!;
  }
}

/**
 * Hits at a given rate, evenly spread: n tries give n x rate hits, plus or minus very few. Independent coin tosses would
 * make one in twenty undecided experiments look decided. This way the planned experiments end as planned on any day.
 */
export class EvenOdds {
  #position: number;

  constructor(random: Random) {
    this.#position = random.next();
  }

  hit(rate: number): boolean {
    this.#position = (this.#position + GOLDEN_STEP / WORD) % 1;
    return this.#position < rate;
  }
}
