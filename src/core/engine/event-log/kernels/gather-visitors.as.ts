// AssemblyScript: gathers the events of each visitor from several runs. counting/gather-visitors.ts says how, and places everything in the
// memory.
import { Numbers } from '../../../foundation/web-assembly/numbers.as';

/** From here on, the caller places everything. */
export const FREE = __heap_base;

const NOBODY_LOW: u32 = 0;
const NO_DAY: i32 = i32.MIN_VALUE;
const DAY_SECONDS: f64 = 86_400;

/** The types of visitors, as numbers: `VISITOR_TYPES` in counting/log-of-runs.ts says what they are. */
const NEW: i32 = 0;
const RETURNING: i32 = 1;
const NO_TYPE: i32 = 2;

const UNORDERED: u32 = 1;
const TIED: u32 = 2;

/** What is no step of a path, and what is after the last one. */
const NO_STEP: i32 = -1;

/** A run, in the order of days. Its visitors and events are somewhere among those of all runs. */
@unmanaged
class Run {
  day: i32;
  isPageViews: u32;
  /** Its first visitor after the last range, and the place after its last one. */
  nextVisitor: u32;
  endVisitor: u32;
  /** The place after its last visitor of this range. */
  rangeEnd: u32;
  nextEvent: u32;
  /** How many events with revenue were before. */
  nextPaid: u32;
  /** The place after the visitors that `keepFirstDays` has kept. */
  endKept: u32;
}

/** A visitor of the range. */
@unmanaged
class Visitor {
  firstEvent: u32;
  endEvent: u32;
  isDaily: u32;
  /** `UNORDERED`, if an event is before the one in front of it, and `TIED`, if one has the time of the one in front of it. */
  disorder: u32;
  lastTime: f64;
  /** The first day with page views or other events, and the first one with others. */
  firstSeen: i32;
  firstDay: i32;
}

/** A visitor of the range in a hash table: open addressing. What an earlier range left is free. */
@unmanaged
class Slot {
  hash: u64;
  /** The number of its range. */
  range: i32;
  visitor: u32;
}

const SLOT_BITS: u32 = 4;

/** Where everything is. */
@unmanaged
class Layout {
  runs: usize;
  runsEnd: usize;
  /** The visitors of all runs: one may be there several times. */
  highHalves: Numbers<u32>;
  lowHalves: Numbers<u32>;
  eventCounts: Numbers<u8>;
  /** The events of all runs: the place of the meaning of each; of one with revenue, all of its bits are the other ones. */
  places: Numbers<i32>;
  /** null: they have no times. */
  seconds: Numbers<i32>;
  /** If the types of visitors matter: by the place of a meaning plus the type, whether there is one. null: they do not matter. */
  isMeant: Numbers<u8>;
  slots: usize;
  /** One less than the number of slots, which is a power of two, and at least twice the number of visitors. */
  slotMask: u32;
  /** The search for a visitor begins where the highest bits of a sum say: the halves of its hash, each multiplied by an odd number. */
  lowMultiplier: u32;
  highMultiplier: u32;
  /** The bit of the high half that visitors have whose ids are for one day only. */
  dailyBit: u32;
  /** The revenue of the events that have some, in the order of runs. */
  amounts: Numbers<f64>;
  /** The number in this range of each visitor of a run. */
  numbers: Numbers<u32>;
  /** The first one is nobody. */
  visitors: usize;
  /** What was gathered: an array for each field of the events, visitor by visitor. */
  ownPlaces: Numbers<i32>;
  days: Numbers<i32>;
  times: Numbers<f64>;
  revenues: Numbers<f64>;
  /** How many visitors runs have in this range, and how many events. */
  appearances: u32;
  events: u32;
}

/** How visitors are followed: see paths/paths.ts. */
@unmanaged
class Following {
  /** An event at another time than the one that matches by more than so many seconds is no step, nor what comes after it. */
  withinSeconds: f64;
  /** By the place of a meaning, whether an event matches. */
  matches: Numbers<u8>;
  /** By the place of a meaning, the number of the step; `NO_STEP`: it is none. */
  steps: Numbers<i32>;
  /** How many steps a path has. */
  depth: u32;
  isBackwards: u32;
  /** The paths: the first step of each visitor, from place to place, then the second one of each. There is room for so many visitors. */
  paths: Numbers<i32>;
  room: u32;
  /** The numbers of visitors whose events are not in the order of paths. They are not followed. */
  others: Numbers<u32>;
  otherCount: u32;
  /** How many visitors were followed, and how many have an event that matches, and an id for one day only. */
  pathCount: u32;
  dailyCount: u32;
}

/** The number of the range, from 1 on. */
let range: i32 = 0;

export function begin(layout: Layout): void {
  memory.fill(layout.slots, 0, (usize(layout.slotMask) + 1) << SLOT_BITS);
  range = 0;
}

/** Goes on to the visitors whose high halves are at most `lastHigh`, and finds out for how many there has to be room. */
export function findRange(layout: Layout, lastHigh: u32): void {
  const highHalves = layout.highHalves;
  const eventCounts = layout.eventCounts;
  let appearances: u32 = 0;
  let events: u32 = 0;
  for (let runAt = layout.runs; runAt < layout.runsEnd; runAt += offsetof<Run>()) {
    const run = changetype<Run>(runAt);
    const endVisitor = run.endVisitor;
    const nextVisitor = run.nextVisitor;
    let place = nextVisitor;
    for (; place < endVisitor && highHalves[place] <= lastHigh; place++) events += eventCounts[place];
    run.rangeEnd = place;
    appearances += place - nextVisitor;
  }
  layout.appearances = appearances;
  layout.events = events;
}

/** Gathers what was found. Returns how many visitors there are, with nobody. */
export function gatherRange(layout: Layout): u32 {
  range++;
  const visitorCount = numberVisitors(layout);
  let firstEvent: u32 = 0;
  for (let number: u32 = 0; number < visitorCount; number++) {
    const visitor = visitorAt(layout.visitors, number);
    const eventCount = visitor.endEvent;
    visitor.firstEvent = firstEvent;
    visitor.endEvent = firstEvent;
    firstEvent += eventCount;
  }
  gatherEvents(layout);
  return visitorCount;
}

/** Keeps the high halves of the visitors of each run whom no run of an earlier day has. Nothing is gathered of the events. */
export function keepFirstDays(layout: Layout): void {
  const highHalves = layout.highHalves;
  const numbers = layout.numbers;
  const visitors = layout.visitors;
  range++;
  numberVisitors(layout);
  let appearance: u32 = 0;
  for (let runAt = layout.runs; runAt < layout.runsEnd; runAt += offsetof<Run>()) {
    const run = changetype<Run>(runAt);
    const day = run.day;
    const rangeEnd = run.rangeEnd;
    let endKept = run.endKept;
    for (let place = run.nextVisitor; place < rangeEnd; place++) {
      const visitor = visitorAt(visitors, numbers[appearance++]);
      if (visitor.firstDay === NO_DAY) visitor.firstDay = day;
      // What is not kept is written over.
      highHalves[endKept] = highHalves[place];
      endKept += u32(visitor.firstDay === day);
    }
    run.nextVisitor = rangeEnd;
    run.endKept = endKept;
  }
}

function visitorAt(visitors: usize, number: u32): Visitor {
  return changetype<Visitor>(visitors + usize(number) * offsetof<Visitor>());
}

function beginVisitor(visitor: Visitor, isDaily: bool): void {
  visitor.endEvent = 0;
  visitor.isDaily = u32(isDaily);
  visitor.disorder = 0;
  visitor.lastTime = -Infinity;
  visitor.firstSeen = NO_DAY;
  visitor.firstDay = NO_DAY;
}

/** Writes the number of each visitor, and how many events the visitor has in place of the end of these. */
function numberVisitors(layout: Layout): u32 {
  const highHalves = layout.highHalves;
  const lowHalves = layout.lowHalves;
  const eventCounts = layout.eventCounts;
  const numbers = layout.numbers;
  const visitors = layout.visitors;
  const slots = layout.slots;
  const slotMask = layout.slotMask;
  const sumShift = clz(slotMask);
  const lowMultiplier = layout.lowMultiplier;
  const highMultiplier = layout.highMultiplier;
  const dailyBit = layout.dailyBit;
  const ownRange = range;
  let visitorCount: u32 = 1;
  let appearance: u32 = 0;
  beginVisitor(visitorAt(visitors, 0), false);
  for (let runAt = layout.runs; runAt < layout.runsEnd; runAt += offsetof<Run>()) {
    const run = changetype<Run>(runAt);
    const rangeEnd = run.rangeEnd;
    for (let place = run.nextVisitor; place < rangeEnd; place++) {
      const high = highHalves[place];
      const low = lowHalves[place];
      let number: u32 = 0;
      if (low !== NOBODY_LOW) {
        const hash = (u64(high) << 32) | low;
        let slotNumber = (low * lowMultiplier + high * highMultiplier) >>> sumShift;
        let slot = changetype<Slot>(slots + (usize(slotNumber) << SLOT_BITS));
        while (slot.range === ownRange && slot.hash !== hash) {
          slotNumber = (slotNumber + 1) & slotMask;
          slot = changetype<Slot>(slots + (usize(slotNumber) << SLOT_BITS));
        }
        if (slot.range !== ownRange) {
          slot.hash = hash;
          slot.range = ownRange;
          slot.visitor = visitorCount;
          beginVisitor(visitorAt(visitors, visitorCount++), (high & dailyBit) !== 0);
        }
        number = slot.visitor;
      }
      numbers[appearance++] = number;
      visitorAt(visitors, number).endEvent += eventCounts[place];
    }
  }
  return visitorCount;
}

function gatherEvents(layout: Layout): void {
  const eventCounts = layout.eventCounts;
  const numbers = layout.numbers;
  const visitors = layout.visitors;
  const ownPlaces = layout.ownPlaces;
  const days = layout.days;
  const times = layout.times;
  const revenues = layout.revenues;
  const amounts = layout.amounts;
  const places = layout.places;
  const seconds = layout.seconds;
  const hasSeconds = changetype<usize>(seconds) !== 0;
  const isMeant = layout.isMeant;
  const hasTypes = changetype<usize>(isMeant) !== 0;
  let appearance: u32 = 0;
  for (let runAt = layout.runs; runAt < layout.runsEnd; runAt += offsetof<Run>()) {
    const run = changetype<Run>(runAt);
    const day = run.day;
    const startTime = f64(day) * DAY_SECONDS;
    const rangeEnd = run.rangeEnd;
    let event = run.nextEvent;
    let paid = run.nextPaid;
    for (let place = run.nextVisitor; place < rangeEnd; place++) {
      const number = numbers[appearance++];
      const visitor = visitorAt(visitors, number);
      const type = hasTypes ? typeOn(run, visitor, number === 0) : 0;
      const endEvent = event + eventCounts[place];
      let lastTime = visitor.lastTime;
      let to = visitor.endEvent;
      for (; event < endEvent; event++) {
        const stored = places[event];
        const isPaid = stored < 0;
        const ownPlace = (isPaid ? ~stored : stored) + type;
        const revenue = isPaid ? amounts[paid++] : 0;
        if (hasTypes && isMeant[ownPlace] === 0) continue;
        const time = startTime + f64(hasSeconds ? seconds[event] : 0);
        if (time <= lastTime) visitor.disorder |= time < lastTime ? UNORDERED : TIED;
        lastTime = time;
        ownPlaces[to] = ownPlace;
        days[to] = day;
        times[to] = time;
        revenues[to++] = revenue;
      }
      visitor.lastTime = lastTime;
      visitor.endEvent = to;
    }
    run.nextVisitor = rangeEnd;
    run.nextEvent = event;
    run.nextPaid = paid;
  }
}

/** The type of the visitor on the day of this run, which comes after the runs of all earlier days. */
function typeOn(run: Run, visitor: Visitor, isNobody: bool): i32 {
  const day = run.day;
  const isPageViews = run.isPageViews !== 0;
  if (visitor.firstSeen === NO_DAY) visitor.firstSeen = day;
  if (visitor.firstDay === NO_DAY && !isPageViews) visitor.firstDay = day;
  if (isNobody) return NO_TYPE;
  return day > (isPageViews ? visitor.firstSeen : visitor.firstDay) ? RETURNING : NEW;
}

/** Follows the visitors of the range that was gathered last. There are so many, with nobody. */
export function followRange(layout: Layout, following: Following, visitorCount: u32): void {
  const visitors = layout.visitors;
  const places = layout.ownPlaces;
  const matches = following.matches;
  const others = following.others;
  let otherCount: u32 = 0;
  let pathCount: u32 = 0;
  let dailyCount: u32 = 0;
  for (let number: u32 = 1; number < visitorCount; number++) {
    const visitor = visitorAt(visitors, number);
    if (visitor.disorder !== 0) {
      others[otherCount++] = number;
      continue;
    }
    const endEvent = visitor.endEvent;
    let match = visitor.firstEvent;
    while (match < endEvent && matches[places[match]] === 0) match++;
    if (match === endEvent) continue;
    if (visitor.isDaily !== 0) dailyCount++;
    else writePath(layout, following, visitor, match, pathCount++);
  }
  following.otherCount = otherCount;
  following.pathCount = pathCount;
  following.dailyCount = dailyCount;
}

function writePath(layout: Layout, following: Following, visitor: Visitor, match: u32, path: u32): void {
  const places = layout.ownPlaces;
  const times = layout.times;
  const steps = following.steps;
  const paths = following.paths;
  const room = following.room;
  const withinSeconds = following.withinSeconds;
  const firstEvent = i32(visitor.firstEvent);
  const endEvent = i32(visitor.endEvent);
  const by = following.isBackwards !== 0 ? -1 : 1;
  const timeOfMatch = times[match];
  const pathEnd = path + following.depth * room;
  let to = path;
  for (let event = i32(match) + by; event >= firstEvent && event < endEvent && to < pathEnd; event += by) {
    if (abs(times[event] - timeOfMatch) > withinSeconds) break;
    const step = steps[places[event]];
    // What is no step is written, too, and written over.
    paths[to] = step;
    to += step === NO_STEP ? 0 : room;
  }
  for (; to < pathEnd; to += room) paths[to] = NO_STEP;
}
