// The dimensions of many events as numbers: each value is stored once, and a row for each event has their places. So whatever keeps or stores
// events looks up each value once, not for each event. Plain data can be sent to another thread.
import { type DimensionValues, STORED_DIMENSIONS } from './dimension.ts';

export const DIMENSION_COUNT = STORED_DIMENSIONS.length;

export interface DimensionRows {
  /** In the order of `STORED_DIMENSIONS`: the values of each, every one once. */
  readonly values: readonly (readonly string[])[];
  /** A row has a number for each dimension: the place of its value, counted from 1; 0: there is none. The first row has no values. */
  readonly rows: readonly number[] | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
}

/** Of events whose website does not keep them. */
export const NO_DIMENSIONS: DimensionRows = {
  values: STORED_DIMENSIONS.map(() => []),
  rows: STORED_DIMENSIONS.map(() => 0),
};

/** Rows that are added one after the other. */
export class GrowingRows implements DimensionRows {
  readonly values: readonly (readonly string[])[];
  readonly rows: number[] = STORED_DIMENSIONS.map(() => 0);
  readonly lists = STORED_DIMENSIONS.map(() => new ValueList());

  constructor() {
    this.values = this.lists.map(({ values }) => values);
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
export function packedRows({
  values,
  rows,
}: DimensionRows): DimensionRows & { readonly rows: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> } {
  const RowArray = values.every(({ length }) => length < 2 ** 16) ? Uint16Array : Uint32Array;
  return { values, rows: new RowArray(rows) };
}
