// The dimensions of many events as numbers: each value is stored once, and a row for each event has their places. So whatever keeps or stores
// events looks up each value once, not for each event. Plain data can be sent to another thread.
import { type DimensionValues, STORED_DIMENSIONS } from './dimension.ts';

export const DIMENSION_COUNT = STORED_DIMENSIONS.length;

export interface DimensionRows {
  /** In the order of `STORED_DIMENSIONS`: the values of each, every one once. */
  readonly values: readonly (readonly string[])[];
  /** A row has a number for each dimension: the place of its value, counted from 1; 0: there is none. The first row has no values. */
  readonly rows: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
}

/** Of events whose website does not keep them. */
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

  /** Adds a row with these places, in the order of `STORED_DIMENSIONS`, and returns its number. Written out, because a list of them takes longer. */
  add(
    channel: number,
    utmSource: number,
    utmMedium: number,
    utmCampaign: number,
    referrer: number,
    device: number,
    browser: number,
    os: number,
    country: number,
    page: number,
  ): number {
    const at = this.#end;
    this.#end += DIMENSION_COUNT;
    if (this.#end > this.#numbers.length) this.#grow();
    const numbers = this.#numbers;
    numbers[at] = channel;
    numbers[at + 1] = utmSource;
    numbers[at + 2] = utmMedium;
    numbers[at + 3] = utmCampaign;
    numbers[at + 4] = referrer;
    numbers[at + 5] = device;
    numbers[at + 6] = browser;
    numbers[at + 7] = os;
    numbers[at + 8] = country;
    numbers[at + 9] = page;
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

/** Written out, because an object that gets its properties one by one takes ten times as long. */
export function dimensionsAt({ values, rows }: DimensionRows, row: number): DimensionValues {
  const at = row * DIMENSION_COUNT;
  return {
    channel: values[0]![rows[at]! - 1],
    utm_source: values[1]![rows[at + 1]! - 1],
    utm_medium: values[2]![rows[at + 2]! - 1],
    utm_campaign: values[3]![rows[at + 3]! - 1],
    referrer: values[4]![rows[at + 4]! - 1],
    device: values[5]![rows[at + 5]! - 1],
    browser: values[6]![rows[at + 6]! - 1],
    os: values[7]![rows[at + 7]! - 1],
    country: values[8]![rows[at + 8]! - 1],
    page: values[9]![rows[at + 9]! - 1],
  };
}

/** The same rows in as little memory as they need. */
export function packedRows({ values, rows }: DimensionRows): DimensionRows {
  const RowArray = values.every(({ length }) => length < 2 ** 16) ? Uint16Array : Uint32Array;
  return { values, rows: new RowArray(rows) };
}
