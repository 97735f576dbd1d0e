/**
 * Touches as numbers, one after the other. In the database, the number of the layout (`LAYOUT`) stands before them. Bytes that were stored
 * once are read forever: whoever changes them adds a layout, and `test/core/intake/orders/golden/` has bytes of each.
 *
 * A TOUCH is six unsigned numbers of 32 bits, little-endian:
 *
 * | number | content                                                                                                       |
 * |--------|---------------------------------------------------------------------------------------------------------------|
 * | 0, 1   | the high and the low half of the visitor's hash                                                               |
 * | 2      | the seconds since 1970                                                                                        |
 * | 3      | the kind of the subject, and 16 times (1 + the number of days by which the website's day is later than that of UTC) |
 * | 4, 5   | the high and the low half of the subject's id                                                                 |
 *
 * A LIST stands for a set: the order of its touches says nothing, and one that occurs twice counts once. Of each visitor, the latest
 * `TOUCHES_MAX` of each day (of UTC) count, so that an order finds its touch however many the visitor has on later days. So it does not
 * matter in which order lists are joined, and how often: `join` of joined lists is the same as `join` of all at once.
 *
 * Touches that are dated ahead of the present moment do not take the place of others: they are counted apart, and of each visitor the
 * earliest `TOUCHES_MAX` count. When their time has come, they are touches of their day like others.
 *
 * Why: docs/decisions/events.md, "Of each visitor, the latest 40 touches of a day are kept".
 */
import type { SubjectKind } from '../../engine/catalog/subject.ts';
import { compareTouched } from '../../engine/event-log/counting/touch-order.ts';
import { visitorText } from '../../foundation/sketches/visitor-text.ts';
import { secondsOf, type Touch, type VisitorTouch } from '../events/touches.ts';

export type TouchList = Uint32Array;

/** How many touches a visitor can have of each day, and of those that are dated ahead. */
export const TOUCHES_MAX = 40;
const LAYOUT = 1;
const NUMBERS = 6;
const [LOW, SECONDS, KIND_AND_DAY, ID_HIGH, ID_LOW] = [1, 2, 3, 4, 5] as const;
const KINDS = 16;
const HALF = 2 ** 32;
const NUMBER_BYTES = 4;
const SECONDS_PER_DAY = 86_400;

export function touchList(touches: readonly VisitorTouch[]): TouchList {
  const list = new Uint32Array(touches.length * NUMBERS);
  let at = 0;
  for (const touch of touches) {
    const seconds = secondsOf(touch);
    const daysLater = touch.day - Math.floor(seconds / SECONDS_PER_DAY);
    list[at] = touch.visitorHigh;
    list[at + LOW] = touch.visitorLow;
    list[at + SECONDS] = seconds;
    list[at + KIND_AND_DAY] = touch.kind + KINDS * (daysLater + 1);
    list[at + ID_HIGH] = touch.id / HALF;
    list[at + ID_LOW] = touch.id;
    at += NUMBERS;
  }
  return list;
}

export function countOf(list: TouchList): number {
  return list.length / NUMBERS;
}

/** The bytes that the database has. */
export function bytesOf(list: TouchList): Uint8Array {
  const numbers = new Uint32Array(1 + list.length);
  numbers[0] = LAYOUT;
  numbers.set(list, 1);
  return new Uint8Array(numbers.buffer);
}

/** Whether it is a list at all: of whole touches, in a layout that is known. */
export function isList(bytes: Uint8Array): boolean {
  const isWhole = bytes.length % (NUMBERS * NUMBER_BYTES) === NUMBER_BYTES;
  return isWhole && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === LAYOUT;
}

/** `bytes` must be a list. They are copied, because numbers must begin at a multiple of four bytes. */
export function listIn(bytes: Uint8Array): TouchList {
  return new Uint32Array(new Uint8Array(bytes).buffer).subarray(1);
}

/** The day of the oldest touch. */
export function firstDayOf(list: TouchList): number {
  let first = Number.POSITIVE_INFINITY;
  for (let at = 0; at < list.length; at += NUMBERS) first = Math.min(first, dayOf(list, at));
  return first;
}

function dayOf(list: TouchList, at: number): number {
  return Math.floor(list[at + SECONDS]! / SECONDS_PER_DAY) + Math.floor(list[at + KIND_AND_DAY]! / KINDS) - 1;
}

export interface Visitor {
  readonly visitorLow: number;
  readonly visitorHigh: number;
}

/** Those of visitors whose hashes have one of these high halves, by visitor (`visitorText`): the latest ones first. */
export function touchesByVisitor(
  lists: readonly TouchList[],
  highs: ReadonlySet<number>,
  nowMs: number,
): Map<string, Touch[]> {
  const wanted = join(
    lists.map((list) => filter(list, (at) => highs.has(list[at]! | 0))),
    nowMs,
  );
  const byVisitor = new Map<string, Touch[]>();
  for (let at = 0; at < wanted.length; at += NUMBERS) {
    const visitor = visitorText(wanted[at + LOW]! | 0, wanted[at]! | 0);
    const touches = byVisitor.get(visitor);
    if (touches) touches.push(touchAt(wanted, at));
    else byVisitor.set(visitor, [touchAt(wanted, at)]);
  }
  return byVisitor;
}

function touchAt(list: TouchList, at: number): Touch {
  const day = dayOf(list, at);
  const second = list[at + SECONDS]! - day * SECONDS_PER_DAY;
  const id = list[at + ID_HIGH]! * HALF + list[at + ID_LOW]!;
  return { day, second, kind: (list[at + KIND_AND_DAY]! % KINDS) as SubjectKind, id };
}

/** Returns the touches since a day. */
export function since(list: TouchList, day: number): TouchList {
  return filter(list, (at) => dayOf(list, at) >= day);
}

/** Returns the touches of all other visitors. */
export function without(list: TouchList, { visitorLow, visitorHigh }: Visitor): TouchList {
  const [low, high] = [visitorLow >>> 0, visitorHigh >>> 0];
  return filter(list, (at) => list[at] !== high || list[at + LOW] !== low);
}

function filter(list: TouchList, isKept: (at: number) => boolean): TouchList {
  const places: number[] = [];
  for (let at = 0; at < list.length; at += NUMBERS) if (isKept(at)) places.push(at);
  const kept = new Uint32Array(places.length * NUMBERS);
  for (const [place, at] of places.entries()) kept.set(list.subarray(at, at + NUMBERS), place * NUMBERS);
  return kept;
}

/** The touches that count, each once: by the hashes of their visitors, and of each visitor the latest ones first. */
export function join(lists: readonly TouchList[], nowMs: number): TouchList {
  const all = concat(lists);
  const joined = new Uint32Array(all.length);
  const now = nowMs / 1_000;
  let [length, last, lastPeriod, ofPeriod] = [0, -1, 0, 0];
  for (const at of orderOf(all)) {
    const isSameVisitor = last >= 0 && all[at] === all[last] && all[at + LOW] === all[last + LOW];
    if (isSameVisitor && isSame(all, at, last)) continue;
    const seconds = all[at + SECONDS]!;
    const period = seconds > now ? AHEAD : Math.floor(seconds / SECONDS_PER_DAY);
    ofPeriod = isSameVisitor && period === lastPeriod ? ofPeriod + 1 : 1;
    last = at;
    lastPeriod = period;
    if (ofPeriod > TOUCHES_MAX) {
      if (period !== AHEAD) continue;
      // The latest one of those that are dated ahead was the first.
      length -= NUMBERS;
      const first = length - (TOUCHES_MAX - 1) * NUMBERS;
      joined.copyWithin(first, first + NUMBERS, length + NUMBERS);
    }
    for (let number = 0; number < NUMBERS; number++) joined[length + number] = all[at + number]!;
    length += NUMBERS;
  }
  return joined.subarray(0, length);
}

/** Stands in place of the day. */
const AHEAD = -1;

function concat(lists: readonly TouchList[]): TouchList {
  if (lists.length === 1) return lists[0]!;
  const all = new Uint32Array(lists.reduce((length, list) => length + list.length, 0));
  let length = 0;
  for (const list of lists) {
    all.set(list, length);
    length += list.length;
  }
  return all;
}

/** Both touches must be of the same visitor. */
function isSame(list: TouchList, a: number, b: number): boolean {
  for (let number = SECONDS; number < NUMBERS; number++) {
    if (list[a + number] !== list[b + number]) return false;
  }
  return true;
}

/** How many touches `orderOf` can tell apart. A commit has fewer. */
const PLACES = 2 ** 25;
/** A hash begins with a number below 2 ** 32. With so much less of it, the place fits into the 53 bits of a number, too. */
const LESS = 2 ** 4;

/**
 * Where the touches of a list begin, as `compare` puts them in order. Numbers are sorted several times faster than with a function that
 * compares: so first by the beginning of the hash, and then those that begin alike.
 */
function orderOf(list: TouchList): Uint32Array {
  const keys = new Float64Array(countOf(list));
  for (let place = 0; place < keys.length; place++) {
    keys[place] = Math.floor(list[place * NUMBERS]! / LESS) * PLACES + place;
  }
  keys.sort();
  const order = new Uint32Array(keys.length);
  let start = 0;
  for (let i = 0; i < keys.length; i++) {
    order[i] = (keys[i]! % PLACES) * NUMBERS;
    const begins = Math.floor(keys[i]! / PLACES);
    if (i + 1 < keys.length && Math.floor(keys[i + 1]! / PLACES) === begins) continue;
    if (i > start) order.subarray(start, i + 1).sort((a, b) => compare(list, a, b));
    start = i + 1;
  }
  return order;
}

function compare(list: TouchList, a: number, b: number): number {
  return (
    list[a]! - list[b]! ||
    list[a + LOW]! - list[b + LOW]! ||
    list[b + SECONDS]! - list[a + SECONDS]! ||
    compareTouched(touchAt(list, a), touchAt(list, b)) ||
    list[a + KIND_AND_DAY]! - list[b + KIND_AND_DAY]!
  );
}

/** Divides a joined list by a hexadecimal digit of the hashes: 0 is the first one. The digits before it must be the same in all of them. */
export function divide(list: TouchList, digit: number): TouchList[] {
  const unit = 2 ** (4 * (7 - digit));
  const lists: TouchList[] = [];
  let start = 0;
  for (let value = 0; value < 16; value++) {
    let end = start;
    while (end < list.length && Math.floor(list[end]! / unit) % 16 === value) end += NUMBERS;
    lists.push(list.subarray(start, end));
    start = end;
  }
  if (start < list.length) throw new Error('a list of touches that is divided must be joined');
  return lists;
}
