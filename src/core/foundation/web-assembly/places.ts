/** Arrays begin at multiples of the size of any number. */
const ALIGNED_BYTES = 8;

/** Places in the memory of an instance, one after the other. */
export class Places {
  end: number;

  constructor(first: number) {
    this.end = aligned(first);
  }

  /** The place of the next array, which has so many bytes. */
  take(bytes: number): number {
    const place = this.end;
    this.end += aligned(bytes);
    return place;
  }
}

function aligned(bytes: number): number {
  return ALIGNED_BYTES * Math.ceil(bytes / ALIGNED_BYTES);
}
