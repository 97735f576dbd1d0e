// Limits the memory for request bodies in the collector, in total and per website. Bytes are counted as they arrive: a
// Content-Length without data reserves nothing.
import { Problem } from '../problem.ts';

/** One website can't use up the collector for the others. */
const WEBSITE_SHARE = 1 / 2;

export interface BodyQueueOptions {
  readonly bytesMax: number;
  /** A website may always hold one body of this size. */
  readonly bodyBytesMax: number;
}

/** In place of a website, for bodies whose sender is not known yet. All of them together have the share of one. */
export const STRANGERS = 0;

/** The body of one request, with a reference count. Its memory counts until every holder has released it. */
export interface HeldBody {
  /** Throws a problem if there is no room for these bytes. */
  grow(bytes: number): void;
  /** Counts it as this website's from now on. Throws a problem if the website has no room for it. */
  moveTo(websiteId: number): void;
  /** Adds a holder. */
  hold(): void;
  release(): void;
}

export class BodyQueue {
  readonly #bytesMax: number;
  readonly #websiteBytesMax: number;
  readonly #byWebsite = new Map<number, number>();
  #bytes = 0;

  constructor({ bytesMax, bodyBytesMax }: BodyQueueOptions) {
    this.#bytesMax = bytesMax;
    this.#websiteBytesMax = Math.max(bodyBytesMax, Math.floor(bytesMax * WEBSITE_SHARE));
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Throws if there is no room for another body, before anything is read. */
  open(websiteId: number): HeldBody {
    this.#checkRoom(websiteId, 1);
    let owner = websiteId;
    let held = 0;
    let holders = 1;
    return {
      grow: (bytes) => {
        this.#checkRoom(owner, bytes);
        this.#add(owner, bytes);
        held += bytes;
      },
      moveTo: (newOwner) => {
        if (newOwner === owner) return;
        this.#checkShare(newOwner, held);
        this.#add(owner, -held);
        this.#add(newOwner, held);
        owner = newOwner;
      },
      hold: () => {
        holders++;
      },
      release: () => {
        if (--holders > 0) return;
        this.#add(owner, -held);
        held = 0;
      },
    };
  }

  #checkRoom(websiteId: number, bytes: number): void {
    if (this.#bytes + bytes > this.#bytesMax) throw busy();
    this.#checkShare(websiteId, bytes);
  }

  #checkShare(websiteId: number, bytes: number): void {
    if ((this.#byWebsite.get(websiteId) ?? 0) + bytes <= this.#websiteBytesMax) return;
    throw websiteId === STRANGERS ? busy() : tooMuchAtOnce(this.#websiteBytesMax);
  }

  #add(websiteId: number, bytes: number): void {
    this.#bytes += bytes;
    const ofWebsite = (this.#byWebsite.get(websiteId) ?? 0) + bytes;
    if (ofWebsite === 0) this.#byWebsite.delete(websiteId);
    else this.#byWebsite.set(websiteId, ofWebsite);
  }
}

function busy(): Problem {
  return new Problem(503, 'The collector is busy. Nothing was counted. Send the same batch again.', {
    code: 'busy',
    headers: { 'retry-after': '1' },
  });
}

function tooMuchAtOnce(bytesMax: number): Problem {
  const mib = Math.floor(bytesMax / 1024 / 1024);
  const detail = `This website has more than ${mib} MiB of batches that are not counted yet. This batch was not counted. Wait for responses, then send it again.`;
  return new Problem(429, detail, { code: 'too_much_at_once', headers: { 'retry-after': '1' } });
}
