// Limits the memory for request bodies in the collector, in total, per website, and per network while the sender is not known.
// Bytes are counted as they arrive: a Content-Length without data reserves nothing.
// Why: docs/decisions/events.md, "Memory for bodies is counted as bytes arrive".
import { networkOf } from '../../contract/access/rate-limit.ts';
import { Problem } from '../../foundation/problem/problem.ts';

/** One website can't use up the collector for the others. */
const WEBSITE_SHARE = 1 / 2;
/** One network can't keep out all other senders who are not known yet, by bodies that never end. */
const NETWORK_SHARE = 1 / 8;

interface BodyQueueOptions {
  readonly bytesMax: number;
  /** A website may always hold one body of this size. */
  readonly bodyBytesMax: number;
}

/** Stands for the website of bodies whose sender is not known yet. All of them together have the share of one website. */
export const STRANGERS = 0;

/** The body of one request, with a reference count. Its memory counts until every holder has released it. */
export interface HeldBody {
  /** Throws a problem if there is no room for these bytes. */
  grow(bytes: number): void;
  /** Counts the body as this website's from now on. Throws a problem if the website has no room for it. */
  moveTo(websiteId: number): void;
  /** Adds a holder. */
  hold(): void;
  release(): void;
}

export class BodyQueue {
  readonly #bytesMax: number;
  readonly #websites: Shares<number>;
  readonly #networks: Shares<string>;
  #bytes = 0;

  constructor({ bytesMax, bodyBytesMax }: BodyQueueOptions) {
    this.#bytesMax = bytesMax;
    this.#websites = new Shares(Math.max(bodyBytesMax, Math.floor(bytesMax * WEBSITE_SHARE)));
    this.#networks = new Shares(Math.floor(bytesMax * NETWORK_SHARE));
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Throws if there is no room for another body, before anything is read. `ipAddress`: the address of a sender who is
   * not known yet; until the body moves to a website, there must be room for its network too.
   */
  open(websiteId: number, ipAddress?: string): HeldBody {
    let owner: Owner = { websiteId, network: ipAddress === undefined ? undefined : networkOf(ipAddress) };
    this.#checkRoom(owner, 1);
    let held = 0;
    let holders = 1;
    return {
      grow: (bytes) => {
        // The request may have ended while its body is still being unpacked. Nobody would release these bytes.
        if (holders === 0) return;
        this.#checkRoom(owner, bytes);
        this.#add(owner, bytes);
        held += bytes;
      },
      moveTo: (newWebsiteId) => {
        if (newWebsiteId === owner.websiteId) return;
        const newOwner: Owner = { websiteId: newWebsiteId, network: undefined };
        this.#checkShares(newOwner, held);
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

  #checkRoom(owner: Owner, bytes: number): void {
    if (this.#bytes + bytes > this.#bytesMax) throw busy();
    this.#checkShares(owner, bytes);
  }

  #checkShares({ websiteId, network }: Owner, bytes: number): void {
    if (network !== undefined && !this.#networks.hasRoomFor(network, bytes)) throw busy();
    if (this.#websites.hasRoomFor(websiteId, bytes)) return;
    throw websiteId === STRANGERS ? busy() : tooMuchAtOnce(this.#websites.bytesMax);
  }

  #add({ websiteId, network }: Owner, bytes: number): void {
    this.#bytes += bytes;
    this.#websites.add(websiteId, bytes);
    if (network !== undefined) this.#networks.add(network, bytes);
  }
}

interface Owner {
  readonly websiteId: number;
  readonly network: string | undefined;
}

class Shares<Key> {
  readonly bytesMax: number;
  readonly #bytes = new Map<Key, number>();

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  hasRoomFor(key: Key, bytes: number): boolean {
    return (this.#bytes.get(key) ?? 0) + bytes <= this.bytesMax;
  }

  add(key: Key, bytes: number): void {
    const sum = (this.#bytes.get(key) ?? 0) + bytes;
    if (sum === 0) this.#bytes.delete(key);
    else this.#bytes.set(key, sum);
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
  const detail =
    `This website has more than ${mib} MiB of batches that are not counted yet. This batch was not counted. ` +
    'Wait for responses, then send it again.';
  return new Problem(429, detail, { code: 'too_much_at_once', headers: { 'retry-after': '1' } });
}
