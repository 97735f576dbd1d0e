// The dimensions of many events as numbers: each value is stored once, and a row for each event has their places. So whatever keeps or
// stores events looks up each value once, not for each event. Plain data can be sent to another thread.
import { byName, type DimensionValues, inOrder, STORED_DIMENSIONS, type StoredDimension } from './dimension.ts';

export const DIMENSION_COUNT = STORED_DIMENSIONS.length;

export interface DimensionRows {
  /** The values of each dimension, every one once, in the order of `STORED_DIMENSIONS`. */
  readonly values: readonly (readonly string[])[];
  /** A row has a number for each dimension: the place of its value, counted from 1; 0: there is none. The first row has no values. */
  readonly rows: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
}

/** What events have whose website does not keep them. */
export const NO_DIMENSIONS: DimensionRows = {
  values: STORED_DIMENSIONS.map(() => []),
  rows: new Uint16Array(DIMENSION_COUNT),
};

const CAPACITY_MIN = 16 * DIMENSION_COUNT;

/** Rows that are added one after the other. */
export class GrowingRows implements DimensionRows {
  readonly values: readonly (readonly string[])[];
  readonly lists = STORED_DIMENSIONS.map(() => new ValueList());
  #numbers = new Uint32Array(CAPACITY_MIN);
  #end = DIMENSION_COUNT;

  constructor() {
    this.values = this.lists.map(({ values }) => values);
  }

  get rows(): Uint32Array<ArrayBuffer> {
    return this.#numbers.subarray(0, this.#end);
  }

  /** Adds a row with these places, and returns its number. */
  add(places: Readonly<Record<StoredDimension, number>>): number {
    const at = this.#end;
    this.#end += DIMENSION_COUNT;
    if (this.#end > this.#numbers.length) this.#grow();
    const [numbers, added] = [this.#numbers, inOrder(places)];
    for (let i = 0; i < DIMENSION_COUNT; i++) numbers[at + i] = added[i]!;
    return at / DIMENSION_COUNT;
  }

  #grow(): void {
    const larger = new Uint32Array(this.#numbers.length * 2);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}

/** The values of a dimension, each once. */
export class ValueList {
  readonly values: string[] = [];
  readonly #places = new Map<string, number>();

  placeOf(value: string | undefined): number {
    if (value === undefined) return 0;
    const known = this.#places.get(value);
    if (known !== undefined) return known;
    const place = this.values.push(value);
    this.#places.set(value, place);
    return place;
  }
}

export function dimensionsAt({ values, rows }: DimensionRows, row: number): DimensionValues {
  const at = row * DIMENSION_COUNT;
  return byName((place) => values[place]![rows[at + place]! - 1]);
}

/** The same rows in as little memory as they need. */
export function packedRows({ values, rows }: DimensionRows): DimensionRows {
  const RowArray = values.every(({ length }) => length < 2 ** 16) ? Uint16Array : Uint32Array;
  return { values, rows: new RowArray(rows) };
}
