// The chance behind the demo data: a small seeded generator and the few distributions that the demo needs.

const WORD = 2 ** 32;
const GOLDEN_STEP = 0x9e3779b9;

/** Scatters a 32-bit integer over all 32-bit integers, one to one: different numbers stay different. */
export function scramble(value: number): number {
  let word = value | 0;
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
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

  /** How many independent arrivals a day brings: the normal approximation of a Poisson count. */
  arrivals(mean: number): number {
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
  }

  /** Picks from a list that names its most popular item first; of four, the first gets about half. */
  popular<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() ** 2 * items.length)]!;
  }
}

/**
 * Hits at a given rate like a coin, but evenly spread: n tries give n x rate hits, give or take very few. Independent
 * tosses would make one of twenty undecided experiments look decided; this keeps the planted stories true on any day.
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
