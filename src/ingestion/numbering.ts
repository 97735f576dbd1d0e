// Numbers different things from 0, in the order in which they are first met.
export class Numbering<Thing> {
  readonly #numbers = new Map<Thing, number>();

  numberOf(thing: Thing): number {
    let number = this.#numbers.get(thing);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(thing, number);
    }
    return number;
  }

  /** By their numbers. */
  all(): Thing[] {
    return [...this.#numbers.keys()];
  }
}
