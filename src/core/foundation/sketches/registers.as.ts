// AssemblyScript: loops over packed visitor sketches, 16 registers at a time (SIMD). hyperloglog.ts says what a sketch is and how it is
// packed; packed-sketches.ts calls these functions.
//
// Nothing here trusts the data: the functions that read hashes or pairs tell whether these ascend.
import { Numbers } from '../web-assembly/numbers.as';

const INDEX_BITS: u32 = 14;
const REGISTER_COUNT: u32 = 1 << INDEX_BITS;
const REGISTER_BITS: u32 = 5;
const REGISTER_MAX: u32 = 31;
const PAIR_BITS: u64 = 19;

/** A byte for each register. */
const REGISTERS = memory.data(REGISTER_COUNT, 16);
const REGISTERS_END = REGISTERS + REGISTER_COUNT;

const HISTOGRAM_BYTES: usize = 4 * 32;
/**
 * How many registers have each value. Four of them, whose sum counts: neighbours often have the same value, and a number can not be
 * raised twice at once.
 */
export const HISTOGRAMS = memory.data(4 * HISTOGRAM_BYTES, 16);

/**
 * From here on, the caller places packed data without headers. 16 bytes are read and written at a time, so there is room for some more
 * after each.
 */
export const FREE = __heap_base;

export function clear(): void {
  memory.fill(REGISTERS, 0, REGISTER_COUNT);
}

// ---- Full: eight registers in five bytes ----------------------------------------------------------------------------

/** Which two bytes have the first eight registers of ten bytes, and the last eight. */
const FIRST_EIGHT = memory.data<u8>([1, 0, 1, 0, 2, 1, 2, 1, 3, 2, 4, 3, 4, 3, 5, 4], 16);
const LAST_EIGHT = memory.data<u8>([6, 5, 6, 5, 7, 6, 7, 6, 8, 7, 9, 8, 9, 8, 10, 9], 16);
const FACTORS = memory.data<u16>([1, 32, 4, 128, 16, 2, 64, 8], 16);

/**
 * Unites a full sketch into the registers. A register is somewhere in two neighbouring bytes. These become a number of 16 bits; a
 * multiplication moves the register to its five highest bits. The higher bytes of 16 such numbers, shifted, are the registers.
 */
export function addFull(from: usize): void {
  // Read from the memory, because the compiler would repeat constants in each round.
  const firstEight = v128.load(FIRST_EIGHT);
  const lastEight = v128.load(LAST_EIGHT);
  const factors = v128.load(FACTORS);
  for (let sixteen = REGISTERS; sixteen < REGISTERS_END; sixteen += 16) {
    const packed = v128.load(from);
    const first = i16x8.mul(v128.swizzle(packed, firstEight), factors);
    const last = i16x8.mul(v128.swizzle(packed, lastEight), factors);
    const higherBytes = i8x16.shuffle(first, last, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    v128.store(sixteen, i8x16.max_u(v128.load(sixteen), i8x16.shr_u(higherBytes, 8 - REGISTER_BITS)));
    from += 10;
  }
}

const HIGH_FIVE = memory.data<u16>([0x3e0, 0x3e0, 0x3e0, 0x3e0, 0x3e0, 0x3e0, 0x3e0, 0x3e0], 16);
const HIGH_TEN = memory.data<u32>([0xffc00, 0xffc00, 0xffc00, 0xffc00], 16);
const HIGH_TWENTY = memory.data<u64>([0xfffff00000, 0xfffff00000], 16);
const HIGHEST_BYTE_FIRST = memory.data<u8>([4, 3, 2, 1, 0, 12, 11, 10, 9, 8, 16, 16, 16, 16, 16, 16], 16);

/** Writes the registers as a full sketch. Neighbours are joined three times: 5 and 5 bits, 10 and 10, 20 and 20. */
export function packFull(to: usize): void {
  const highFive = v128.load(HIGH_FIVE);
  const highTen = v128.load(HIGH_TEN);
  const highTwenty = v128.load(HIGH_TWENTY);
  const highestByteFirst = v128.load(HIGHEST_BYTE_FIRST);
  for (let sixteen = REGISTERS; sixteen < REGISTERS_END; sixteen += 16) {
    const fives = v128.load(sixteen);
    const tens = v128.or(v128.and(i16x8.shl(fives, 5), highFive), i16x8.shr_u(fives, 8));
    const twenties = v128.or(v128.and(i32x4.shl(tens, 10), highTen), i32x4.shr_u(tens, 16));
    const forties = v128.or(v128.and(i64x2.shl(twenties, 20), highTwenty), i64x2.shr_u(twenties, 32));
    v128.store(to, v128.swizzle(forties, highestByteFirst));
    to += 10;
  }
}

// ---- Sparse: pairs of 14 bits of index and 5 bits of value --------------------------------------------------------------

/** Eight pairs are 19 bytes. Each pair is somewhere in four neighbouring bytes: a multiplication moves it to the 19 highest bits. */
function firstFourPairs(from: usize): v128 {
  const bytes = v128.swizzle(v128.load(from), i8x16(3, 2, 1, 0, 5, 4, 3, 2, 7, 6, 5, 4, 10, 9, 8, 7));
  return i32x4.shr_u(i32x4.mul(bytes, i32x4(1, 8, 64, 2)), 13);
}

function lastFourPairs(from: usize): v128 {
  const bytes = v128.swizzle(v128.load(from + 9), i8x16(3, 2, 1, 0, 5, 4, 3, 2, 8, 7, 6, 5, 10, 9, 8, 7));
  return i32x4.shr_u(i32x4.mul(bytes, i32x4(16, 128, 4, 32)), 13);
}

/** Unites so many pairs into the registers. Returns whether their indexes ascend, and no value is 0. */
export function addSparse(from: usize, pairCount: i32): bool {
  let isLastHalf = false;
  let indexesBefore = i32x4.splat(-1);
  let wrong = i64x2.splat(0);
  for (let left = pairCount; left > 0; left -= 4) {
    // What follows the last pair becomes the pair 0 and 0, which changes nothing.
    const isPair = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(left));
    const pairs = v128.and(isLastHalf ? lastFourPairs(from) : firstFourPairs(from), isPair);
    const indexes = i32x4.shr_u(pairs, REGISTER_BITS);
    // The last index of the four before, and the first three of these.
    const previous = i32x4.shuffle(indexesBefore, indexes, 3, 4, 5, 6);
    const hasValue = i32x4.ne(v128.and(pairs, i32x4.splat(REGISTER_MAX)), i64x2.splat(0));
    wrong = v128.or(wrong, v128.andnot(isPair, v128.and(i32x4.gt_s(indexes, previous), hasValue)));
    indexesBefore = indexes;
    raisePair(i32x4.extract_lane(pairs, 0));
    raisePair(i32x4.extract_lane(pairs, 1));
    raisePair(i32x4.extract_lane(pairs, 2));
    raisePair(i32x4.extract_lane(pairs, 3));
    if (isLastHalf) from += 19;
    isLastHalf = !isLastHalf;
  }
  return !v128.any_true(wrong);
}

function raisePair(pair: u32): void {
  raise(pair >>> REGISTER_BITS, pair & REGISTER_MAX);
}

function raise(index: u32, value: u32): void {
  const registers = changetype<Numbers<u8>>(REGISTERS);
  const old: u32 = registers[index];
  registers[index] = u8(select<u32>(old, value, old > value));
}

/** How many registers are above 0. */
export function countFilled(): u32 {
  let zeros = i64x2.splat(0);
  for (let sixteen = REGISTERS; sixteen < REGISTERS_END; sixteen += 16) {
    // A byte that is 0 becomes -1. The sums of pairs of pairs of them are added up.
    const isZero = i8x16.eq(v128.load(sixteen), i64x2.splat(0));
    zeros = i32x4.add(zeros, i32x4.extadd_pairwise_i16x8_s(i16x8.extadd_pairwise_i8x16_s(isZero)));
  }
  return (
    REGISTER_COUNT +
    i32x4.extract_lane(zeros, 0) +
    i32x4.extract_lane(zeros, 1) +
    i32x4.extract_lane(zeros, 2) +
    i32x4.extract_lane(zeros, 3)
  );
}

/** Writes the registers above 0 as pairs. Bits wait until they fill bytes. */
export function packSparse(to: usize): void {
  let waiting: u64 = 0;
  let waitingBits: u64 = 0;
  for (let firstIndex: u32 = 0; firstIndex < REGISTER_COUNT; firstIndex += 16) {
    // A bit for each of 16 registers.
    let left = i8x16.bitmask(i8x16.ne(v128.load(REGISTERS + firstIndex), i64x2.splat(0)));
    for (; left !== 0; left &= left - 1) {
      const index = firstIndex + ctz(left);
      waiting = (waiting << PAIR_BITS) | ((index << REGISTER_BITS) | load<u8>(REGISTERS + index));
      waitingBits += PAIR_BITS;
      store<i64>(to, bytesReversed(i64x2.splat(waiting << (64 - waitingBits))));
      to += usize(waitingBits >>> 3);
      waitingBits &= 7;
    }
  }
}

/** The first eight bytes, the last one first. */
function bytesReversed(vector: v128): i64 {
  return i64x2.extract_lane(v128.swizzle(vector, i8x16(7, 6, 5, 4, 3, 2, 1, 0, 16, 16, 16, 16, 16, 16, 16, 16)), 0);
}

// ---- Explicit: hashes of eight bytes, the highest byte first, ascending as signed numbers ----------------------------------

function hashAt(place: usize): i64 {
  return bytesReversed(v128.load64_zero(place));
}

export function ascends(hashes: usize, end: usize): bool {
  let previous = hashAt(hashes);
  for (let place = hashes + 8; place < end; place += 8) {
    const hash = hashAt(place);
    if (previous >= hash) return false;
    previous = hash;
  }
  return true;
}

/**
 * Raises the registers of the hashes: the index is the lowest 14 bits, the value 1 + the zeros at the end of the others, at most 31; 0 if
 * these are all 0.
 */
export function addHashes(hashes: usize, end: usize): void {
  for (let place = hashes; place < end; place += 8) {
    const hash = hashAt(place);
    const others = u64(hash) >>> INDEX_BITS;
    const value = min<u32>(u32(ctz(others)) + 1, REGISTER_MAX);
    raise(u32(hash) & (REGISTER_COUNT - 1), select<u32>(0, value, others === 0));
  }
}

/** Merges two lists of ascending hashes into one, without those that are in both. Returns its end. */
export function mergeHashes(some: usize, someEnd: usize, more: usize, moreEnd: usize, to: usize): usize {
  while (some < someEnd && more < moreEnd) {
    const hash = hashAt(some);
    const other = hashAt(more);
    // Without a branch, because the processor could not guess it.
    store<i64>(to, select<i64>(load<i64>(some), load<i64>(more), hash <= other));
    some += usize(hash <= other) << 3;
    more += usize(hash >= other) << 3;
    to += 8;
  }
  // One of the two is at its end.
  memory.copy(to, some, someEnd - some);
  to += someEnd - some;
  memory.copy(to, more, moreEnd - more);
  return to + moreEnd - more;
}

// ---- The histograms ---------------------------------------------------------------------------------------------------------

export function writeHistograms(): void {
  memory.fill(HISTOGRAMS, 0, 4 * HISTOGRAM_BYTES);
  for (let place = REGISTERS; place < REGISTERS_END; place += 8) {
    const eight = load<u64>(place);
    count(eight, 0);
    count(eight >>> 8, 1);
    count(eight >>> 16, 2);
    count(eight >>> 24, 3);
    count(eight >>> 32, 0);
    count(eight >>> 40, 1);
    count(eight >>> 48, 2);
    count(eight >>> 56, 3);
  }
}

/** The value is in the lowest byte. */
function count(value: u64, histogram: usize): void {
  const counts = changetype<Numbers<u32>>(HISTOGRAMS + histogram * HISTOGRAM_BYTES);
  counts[u32(value) & REGISTER_MAX]++;
}
