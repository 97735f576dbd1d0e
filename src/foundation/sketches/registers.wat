;; The loops over packed visitor sketches, in WebAssembly with SIMD: 16 registers at a time. hyperloglog.ts says what a sketch is and how it is
;; packed, and does the same in JavaScript; packed-sketches.ts calls this. After a change, `npx vitest run test/contract/compiled-wasm.test.ts -u` compiles it.
;;
;; The memory, which the caller fills and reads:
;;
;;        0   registers: 16,384 bytes, one for each
;;   16,384   histogram: how many registers have each value, 32 int32; four times, because neighbours often have the same value, and
;;            a counter can't be raised twice at once
;;   16,896   up to the end: packed data without headers. The caller chooses the places. 16 bytes are read and written at a time, so
;;            there must be room for some more after each.
;;
;; Nothing here trusts the data: the functions that read hashes or pairs return 0 if these don't ascend.
(module
  (memory (export "memory") 2)

  (func (export "clear")
    (memory.fill (i32.const 0) (i32.const 0) (i32.const 16384)))

  ;; ---- Full: eight registers in five bytes -----------------------------------------------------------------------------

  ;; Unites a full sketch into the registers. A register is somewhere in two neighbouring bytes. These become a number of 16 bits; a
  ;; multiplication moves the register to its five highest bits. The higher bytes of 16 such numbers, shifted, are the registers.
  ;; Constants have names, so that they are not loaded anew in each round.
  (func (export "addFull") (param $from i32)
    (local $at i32) (local $packed v128) (local $first v128) (local $last v128) (local $factors v128)
    (local.set $first (v128.const i8x16 1 0 1 0 2 1 2 1 3 2 4 3 4 3 5 4))
    (local.set $last (v128.const i8x16 6 5 6 5 7 6 7 6 8 7 9 8 9 8 10 9))
    (local.set $factors (v128.const i16x8 1 32 4 128 16 2 64 8))
    (loop $next
      (local.set $packed (v128.load (local.get $from)))
      (v128.store (local.get $at)
        (i8x16.max_u
          (v128.load (local.get $at))
          (i8x16.shr_u
            (i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31
              (i16x8.mul (i8x16.swizzle (local.get $packed) (local.get $first)) (local.get $factors))
              (i16x8.mul (i8x16.swizzle (local.get $packed) (local.get $last)) (local.get $factors)))
            (i32.const 3))))
      (local.set $from (i32.add (local.get $from) (i32.const 10)))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (i32.const 16384)))))

  ;; Writes the registers as a full sketch. Neighbours are joined three times: 5 and 5 bits, 10 and 10, 20 and 20.
  (func (export "packFull") (param $to i32)
    (local $at i32) (local $v v128) (local $fives v128) (local $tens v128) (local $twenties v128) (local $highestFirst v128)
    (local.set $fives (v128.const i16x8 0x3e0 0x3e0 0x3e0 0x3e0 0x3e0 0x3e0 0x3e0 0x3e0))
    (local.set $tens (v128.const i32x4 0xffc00 0xffc00 0xffc00 0xffc00))
    (local.set $twenties (v128.const i64x2 0xfffff00000 0xfffff00000))
    (local.set $highestFirst (v128.const i8x16 4 3 2 1 0 12 11 10 9 8 16 16 16 16 16 16))
    (loop $next
      (local.set $v (v128.load (local.get $at)))
      (local.set $v (v128.or
        (v128.and (i16x8.shl (local.get $v) (i32.const 5)) (local.get $fives))
        (i16x8.shr_u (local.get $v) (i32.const 8))))
      (local.set $v (v128.or
        (v128.and (i32x4.shl (local.get $v) (i32.const 10)) (local.get $tens))
        (i32x4.shr_u (local.get $v) (i32.const 16))))
      (local.set $v (v128.or
        (v128.and (i64x2.shl (local.get $v) (i32.const 20)) (local.get $twenties))
        (i64x2.shr_u (local.get $v) (i32.const 32))))
      (v128.store (local.get $to) (i8x16.swizzle (local.get $v) (local.get $highestFirst)))
      (local.set $to (i32.add (local.get $to) (i32.const 10)))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (i32.const 16384)))))

  ;; ---- Sparse: pairs of 14 bits of index and 5 bits of value --------------------------------------------------------------

  ;; Eight pairs are 19 bytes. Each pair is somewhere in four neighbouring bytes: a multiplication moves it to the 19 highest bits.
  (func $firstFour (param $packed v128) (result v128)
    (i32x4.shr_u
      (i32x4.mul
        (i8x16.swizzle (local.get $packed) (v128.const i8x16 3 2 1 0 5 4 3 2 7 6 5 4 10 9 8 7))
        (v128.const i32x4 1 8 64 2))
      (i32.const 13)))

  ;; From the tenth byte on.
  (func $lastFour (param $packed v128) (result v128)
    (i32x4.shr_u
      (i32x4.mul
        (i8x16.swizzle (local.get $packed) (v128.const i8x16 3 2 1 0 5 4 3 2 8 7 6 5 10 9 8 7))
        (v128.const i32x4 16 128 4 32))
      (i32.const 13)))

  (func $raise (param $index i32) (param $value i32)
    (local $old i32)
    (i32.store8 (local.get $index)
      (select
        (local.tee $old (i32.load8_u (local.get $index)))
        (local.get $value)
        (i32.gt_u (local.get $old) (local.get $value)))))

  (func $raisePair (param $pair i32)
    (call $raise (i32.shr_u (local.get $pair) (i32.const 5)) (i32.and (local.get $pair) (i32.const 31))))

  ;; Unites so many pairs into the registers; returns 0 if indexes don't ascend or a value is 0. What follows the last pair becomes the pair
  ;; 0 and 0, which changes nothing.
  (func (export "addSparse") (param $from i32) (param $pairs i32) (result i32)
    (local $isSecondHalf i32) (local $four v128) (local $isPair v128) (local $indexes v128) (local $before v128) (local $wrong v128)
    (local.set $before (v128.const i32x4 -1 -1 -1 -1))
    (block $done
      (loop $next
        (br_if $done (i32.le_s (local.get $pairs) (i32.const 0)))
        (local.set $isPair (i32x4.lt_s (v128.const i32x4 0 1 2 3) (i32x4.splat (local.get $pairs))))
        (local.set $four (v128.and (local.get $isPair)
          (if (result v128) (local.get $isSecondHalf)
            (then (call $lastFour (v128.load offset=9 (local.get $from))))
            (else (call $firstFour (v128.load (local.get $from)))))))
        (local.set $indexes (i32x4.shr_u (local.get $four) (i32.const 5)))
        ;; The last index of the four before, and the first three of these.
        (local.set $before (i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 (local.get $before) (local.get $indexes)))
        (local.set $wrong (v128.or (local.get $wrong) (v128.andnot (local.get $isPair)
          (v128.and
            (i32x4.gt_s (local.get $indexes) (local.get $before))
            (i32x4.ne (v128.and (local.get $four) (v128.const i32x4 31 31 31 31)) (v128.const i64x2 0 0))))))
        (local.set $before (local.get $indexes))
        (call $raisePair (i32x4.extract_lane 0 (local.get $four)))
        (call $raisePair (i32x4.extract_lane 1 (local.get $four)))
        (call $raisePair (i32x4.extract_lane 2 (local.get $four)))
        (call $raisePair (i32x4.extract_lane 3 (local.get $four)))
        (local.set $pairs (i32.sub (local.get $pairs) (i32.const 4)))
        (local.set $from (i32.add (local.get $from) (i32.mul (local.get $isSecondHalf) (i32.const 19))))
        (local.set $isSecondHalf (i32.xor (local.get $isSecondHalf) (i32.const 1)))
        (br $next)))
    (i32.eqz (v128.any_true (local.get $wrong))))

  ;; How many registers are above 0.
  (func (export "filled") (result i32)
    (local $at i32) (local $zeros v128)
    (loop $next
      ;; A byte that is 0 becomes -1: the sums of pairs of pairs of them are subtracted.
      (local.set $zeros (i32x4.add (local.get $zeros)
        (i32x4.extadd_pairwise_i16x8_s (i16x8.extadd_pairwise_i8x16_s
          (i8x16.eq (v128.load (local.get $at)) (v128.const i64x2 0 0))))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (i32.const 16384))))
    (i32.add (i32.const 16384)
      (i32.add
        (i32.add (i32x4.extract_lane 0 (local.get $zeros)) (i32x4.extract_lane 1 (local.get $zeros)))
        (i32.add (i32x4.extract_lane 2 (local.get $zeros)) (i32x4.extract_lane 3 (local.get $zeros))))))

  ;; Writes the registers above 0 as pairs. $left has a bit for each of 16 registers that is still to be written, and bits of pairs wait in $bits
  ;; until they fill bytes.
  (func (export "packSparse") (param $to i32)
    (local $at i32) (local $left i32) (local $index i32) (local $bits i64) (local $count i64)
    (loop $sixteen
      (local.set $left (i8x16.bitmask (i8x16.ne (v128.load (local.get $at)) (v128.const i64x2 0 0))))
      (block $done
        (loop $next
          (br_if $done (i32.eqz (local.get $left)))
          (local.set $index (i32.add (local.get $at) (i32.ctz (local.get $left))))
          (local.set $left (i32.and (local.get $left) (i32.sub (local.get $left) (i32.const 1))))
          (local.set $bits (i64.or
            (i64.shl (local.get $bits) (i64.const 19))
            (i64.extend_i32_u (i32.or (i32.shl (local.get $index) (i32.const 5)) (i32.load8_u (local.get $index))))))
          (local.set $count (i64.add (local.get $count) (i64.const 19)))
          (call $storeBits (local.get $to) (local.get $bits) (local.get $count))
          ;; Whole bytes are done with.
          (local.set $to (i32.add (local.get $to) (i32.wrap_i64 (i64.shr_u (local.get $count) (i64.const 3)))))
          (local.set $count (i64.and (local.get $count) (i64.const 7)))
          (br $next)))
      (br_if $sixteen (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (i32.const 16384)))))

  ;; Writes the lowest so many bits, the highest one first, and zeros after them.
  (func $storeBits (param $to i32) (param $bits i64) (param $count i64)
    (v128.store64_lane 0 (local.get $to) (i8x16.swizzle
      (i64x2.splat (i64.shl (local.get $bits) (i64.sub (i64.const 64) (local.get $count))))
      (v128.const i8x16 7 6 5 4 3 2 1 0 16 16 16 16 16 16 16 16))))

  ;; ---- Explicit: hashes of eight bytes, the highest byte first ---------------------------------------------------------------

  (func $hash (param $from i32) (result i64)
    (i64x2.extract_lane 0 (i8x16.swizzle (v128.load64_zero (local.get $from))
      (v128.const i8x16 7 6 5 4 3 2 1 0 16 16 16 16 16 16 16 16))))

  ;; Whether the hashes ascend.
  (func (export "ascends") (param $from i32) (param $end i32) (result i32)
    (local $previous i64) (local $hash i64)
    (local.set $previous (call $hash (local.get $from)))
    (block $no
      (loop $next
        (if (i32.ge_u (local.tee $from (i32.add (local.get $from) (i32.const 8))) (local.get $end)) (then (return (i32.const 1))))
        (br_if $no (i64.ge_s (local.get $previous) (local.tee $hash (call $hash (local.get $from)))))
        (local.set $previous (local.get $hash))
        (br $next)))
    (i32.const 0))

  ;; Raises the registers of the hashes: the index is the lowest 14 bits, the value 1 + the zeros at the end of the others, at most 31; 0 if
  ;; they are all 0.
  (func (export "addHashes") (param $from i32) (param $end i32)
    (local $hash i64) (local $rest i64) (local $value i32)
    (loop $next
      (local.set $hash (call $hash (local.get $from)))
      (local.set $rest (i64.shr_u (local.get $hash) (i64.const 14)))
      (local.set $value (i32.add (i32.wrap_i64 (i64.ctz (local.get $rest))) (i32.const 1)))
      (local.set $value (select (local.get $value) (i32.const 31) (i32.lt_u (local.get $value) (i32.const 31))))
      (call $raise
        (i32.and (i32.wrap_i64 (local.get $hash)) (i32.const 0x3fff))
        (select (i32.const 0) (local.get $value) (i64.eqz (local.get $rest))))
      (br_if $next (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 8))) (local.get $end)))))

  ;; Merges two lists of ascending hashes into one, without those that are in both; returns its end.
  (func (export "mergeHashes") (param $a i32) (param $aEnd i32) (param $b i32) (param $bEnd i32) (param $to i32) (result i32)
    (local $aHash i64) (local $bHash i64)
    (block $done
      (loop $next
        (br_if $done (i32.or (i32.ge_u (local.get $a) (local.get $aEnd)) (i32.ge_u (local.get $b) (local.get $bEnd))))
        (local.set $aHash (call $hash (local.get $a)))
        (local.set $bHash (call $hash (local.get $b)))
        (i64.store (local.get $to)
          (select (i64.load (local.get $a)) (i64.load (local.get $b)) (i64.le_s (local.get $aHash) (local.get $bHash))))
        (local.set $a (i32.add (local.get $a) (i32.shl (i64.le_s (local.get $aHash) (local.get $bHash)) (i32.const 3))))
        (local.set $b (i32.add (local.get $b) (i32.shl (i64.ge_s (local.get $aHash) (local.get $bHash)) (i32.const 3))))
        (local.set $to (i32.add (local.get $to) (i32.const 8)))
        (br $next)))
    ;; One of the two is at its end.
    (memory.copy (local.get $to) (local.get $a) (i32.sub (local.get $aEnd) (local.get $a)))
    (local.set $to (i32.add (local.get $to) (i32.sub (local.get $aEnd) (local.get $a))))
    (memory.copy (local.get $to) (local.get $b) (i32.sub (local.get $bEnd) (local.get $b)))
    (i32.add (local.get $to) (i32.sub (local.get $bEnd) (local.get $b))))

  ;; ---- The histogram --------------------------------------------------------------------------------------------------------

  ;; $value: four times the value, in the lowest byte of a number.
  (func $count (param $value i64) (param $histogram i32)
    (local $at i32)
    (local.set $at (i32.add (local.get $histogram) (i32.and (i32.wrap_i64 (local.get $value)) (i32.const 0x7c))))
    (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1))))

  (func (export "histogram")
    (local $at i32) (local $eight i64)
    (memory.fill (i32.const 16384) (i32.const 0) (i32.const 512))
    (loop $next
      (local.set $eight (i64.shl (i64.load (local.get $at)) (i64.const 2)))
      (call $count (local.get $eight) (i32.const 16384))
      (call $count (i64.shr_u (local.get $eight) (i64.const 8)) (i32.const 16512))
      (call $count (i64.shr_u (local.get $eight) (i64.const 16)) (i32.const 16640))
      (call $count (i64.shr_u (local.get $eight) (i64.const 24)) (i32.const 16768))
      (call $count (i64.shr_u (local.get $eight) (i64.const 32)) (i32.const 16384))
      (call $count (i64.shr_u (local.get $eight) (i64.const 40)) (i32.const 16512))
      (call $count (i64.shr_u (local.get $eight) (i64.const 48)) (i32.const 16640))
      (call $count (i64.shr_u (local.get $eight) (i64.const 56)) (i32.const 16768))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (i32.const 16384)))))
)
