// Numbered visitors, some of whom come back. Each has a UUID that is derived from the number.
import { type Random, scramble } from '../../core/foundation/statistics/random.ts';

export const RETURNING_SHARE = 0.34;
const SAME_CAMPAIGN_SHARE = 0.7;
const RECENT_DAYS = 7;
/** Numbers reserved for each campaign: enough for visitors from before the demo's first day and all later ones. */
const NUMBERS_PER_CAMPAIGN = 1_000_000;
const KNOWN_BEFORE = 10_000;

const HEX_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex16(half: number): string {
  return HEX_BYTES[(half >>> 8) & 0xff]! + HEX_BYTES[half & 0xff]!;
}

/** A valid version 4 UUID. The first word makes it unique, the others only need to look random. */
export function visitorUuid(number: number): string {
  const first = scramble(number);
  const second = (scramble(first + 1) & 0xffff0fff) | 0x4000;
  const third = (scramble(first + 2) & 0x3fffffff) | 0x80000000;
  const fourth = scramble(first + 3);
  return (
    `${hex16(first >>> 16)}${hex16(first)}-${hex16(second >>> 16)}-${hex16(second)}-` +
    `${hex16(third >>> 16)}-${hex16(third)}${hex16(fourth >>> 16)}${hex16(fourth)}`
  );
}

/** The visitors who came through one campaign. */
export class VisitorPool {
  readonly #first: number;
  #next: number;

  constructor(campaignId: number) {
    this.#first = campaignId * NUMBERS_PER_CAMPAIGN;
    this.#next = this.#first + KNOWN_BEFORE;
  }

  newcomer(): number {
    return this.#next++;
  }

  /** A visitor who came before, more likely recently than long ago. */
  returning(random: Random, visitsPerDay: number): number {
    const back = Math.floor(random.exponential(RECENT_DAYS * visitsPerDay));
    return Math.max(this.#first, this.#next - 1 - back);
  }
}

/** The number of a campaign's next visitor: new or returning, possibly from another campaign of the website. */
export function nextVisitor(
  own: VisitorPool,
  website: readonly VisitorPool[],
  visitsPerDay: number,
  random: Random,
): number {
  if (!random.chance(RETURNING_SHARE)) return own.newcomer();
  const pool = random.chance(SAME_CAMPAIGN_SHARE) ? own : website[random.between(0, website.length - 1)]!;
  return pool.returning(random, visitsPerDay);
}
