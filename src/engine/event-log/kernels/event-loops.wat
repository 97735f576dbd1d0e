;; Loops over the events and visitors of a run: see event-loops.ts, which also says where things are in the memory. After a change,
;; `npx vitest run test/contract/compiled-wasm.test.ts -u` compiles it.
(module
  (memory (export "memory") 8)

  ;; ---- Numbers that are looked up in a table -----------------------------------------------------------------------------------

  ;; Writes int32 numbers from $to on and before $end: those that $table has for the indexes, a byte each. An index that the table does not have
  ;; counts as 0, and the function returns 1.
  (func (export "lookUpBytes") (param $to i32) (param $end i32) (param $indexes i32) (param $table i32) (param $size i32) (result i32)
    (local $index i32) (local $isOutside i32)
    (loop $next
      (local.set $index (i32.load8_u (local.get $indexes)))
      (local.set $isOutside (i32.or (local.get $isOutside) (i32.ge_u (local.get $index) (local.get $size))))
      (local.set $index (select (local.get $index) (i32.const 0) (i32.lt_u (local.get $index) (local.get $size))))
      (i32.store (local.get $to) (i32.load (i32.add (local.get $table) (i32.shl (local.get $index) (i32.const 2)))))
      (local.set $indexes (i32.add (local.get $indexes) (i32.const 1)))
      (br_if $next (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 4))) (local.get $end))))
    (local.get $isOutside))

  ;; The same for indexes that are int32.
  (func (export "lookUpNumbers") (param $to i32) (param $end i32) (param $indexes i32) (param $table i32) (param $size i32) (result i32)
    (local $index i32) (local $isOutside i32)
    (loop $next
      (local.set $index (i32.load (local.get $indexes)))
      (local.set $isOutside (i32.or (local.get $isOutside) (i32.ge_u (local.get $index) (local.get $size))))
      (local.set $index (select (local.get $index) (i32.const 0) (i32.lt_u (local.get $index) (local.get $size))))
      (i32.store (local.get $to) (i32.load (i32.add (local.get $table) (i32.shl (local.get $index) (i32.const 2)))))
      (local.set $indexes (i32.add (local.get $indexes) (i32.const 4)))
      (br_if $next (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 4))) (local.get $end))))
    (local.get $isOutside))

  ;; Writes bytes: those that $table has for a first index times $width plus a second one, which are int32, or 0 where it has none.
  (func (export "lookUpPairs")
    (param $to i32) (param $end i32) (param $first i32) (param $second i32) (param $width i32) (param $table i32) (param $size i32)
    (local $index i32) (local $isInside i32)
    (loop $next
      (local.set $index (i32.add (i32.mul (i32.load (local.get $first)) (local.get $width)) (i32.load (local.get $second))))
      (local.set $isInside (i32.lt_u (local.get $index) (local.get $size)))
      (local.set $index (select (local.get $index) (i32.const 0) (local.get $isInside)))
      (i32.store8 (local.get $to) (select (i32.load8_u (i32.add (local.get $table) (local.get $index))) (i32.const 0) (local.get $isInside)))
      (local.set $first (i32.add (local.get $first) (i32.const 4)))
      (local.set $second (i32.add (local.get $second) (i32.const 4)))
      (br_if $next (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 1))) (local.get $end)))))

  ;; Writes bytes: those that $table has for a first index times 256 plus a second one, a byte each. Returns 1 if one of them is 128 or more.
  (func (export "lookUpBytePairs")
    (param $to i32) (param $end i32) (param $first i32) (param $second i32) (param $table i32)
    (result i32)
    (local $number i32) (local $all i32)
    (loop $next
      (local.set $number (i32.load8_u (i32.add (local.get $table) (i32.or
        (i32.shl (i32.load8_u (local.get $first)) (i32.const 8))
        (i32.load8_u (local.get $second))))))
      (local.set $all (i32.or (local.get $all) (local.get $number)))
      (i32.store8 (local.get $to) (local.get $number))
      (local.set $first (i32.add (local.get $first) (i32.const 1)))
      (local.set $second (i32.add (local.get $second) (i32.const 1)))
      (br_if $next (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 1))) (local.get $end))))
    (i32.shr_u (local.get $all) (i32.const 7)))

  ;; ---- Events that are selected -----------------------------------------------------------------------------------------------

  ;; Bits from $kept on and before $end, a bit for each number, are kept if the number is equal to $number. $words has the lowest bit of each number, and
  ;; $stride bytes later the next one, $bits in all. 128 bits at a time: what comes after the last one is written over, but not used.
  (func (export "keepEqual") (param $kept i32) (param $end i32) (param $words i32) (param $stride i32) (param $bits i32) (param $number i32)
    (local $all v128) (local $bit i32) (local $at i32)
    (loop $next
      (local.set $all (v128.load (local.get $kept)))
      (local.set $at (local.get $words))
      (local.set $bit (i32.const 0))
      (block $done
        (loop $more
          (br_if $done (i32.ge_u (local.get $bit) (local.get $bits)))
          ;; A number that is to have this bit keeps it as it is; others are flipped.
          (local.set $all (v128.and (local.get $all) (v128.xor
            (v128.load (local.get $at))
            (i32x4.splat (i32.sub (i32.and (i32.shr_u (local.get $number) (local.get $bit)) (i32.const 1)) (i32.const 1))))))
          (local.set $at (i32.add (local.get $at) (local.get $stride)))
          (local.set $bit (i32.add (local.get $bit) (i32.const 1)))
          (br $more)))
      (v128.store (local.get $kept) (local.get $all))
      (local.set $words (i32.add (local.get $words) (i32.const 16)))
      (br_if $next (i32.lt_u (local.tee $kept (i32.add (local.get $kept) (i32.const 16))) (local.get $end)))))

  ;; Writes the places of the bits that are set, from $bits on and before $end, as int32. Returns where it ends.
  (func (export "writePlaces") (param $bits i32) (param $end i32) (param $to i32) (result i32)
    (local $left i32) (local $first i32)
    (loop $next
      (local.set $left (i32.load (local.get $bits)))
      (block $none
        (loop $more
          (br_if $none (i32.eqz (local.get $left)))
          (i32.store (local.get $to) (i32.add (local.get $first) (i32.ctz (local.get $left))))
          (local.set $to (i32.add (local.get $to) (i32.const 4)))
          (local.set $left (i32.and (local.get $left) (i32.sub (local.get $left) (i32.const 1))))
          (br $more)))
      (local.set $first (i32.add (local.get $first) (i32.const 32)))
      (br_if $next (i32.lt_u (local.tee $bits (i32.add (local.get $bits) (i32.const 4))) (local.get $end))))
    (local.get $to))

  ;; Writes numbers from $to on and before $end, a byte each. $words, $stride, $bits: as above. 16 at a time: what comes after the last one is written over.
  (func (export "writeNumbers") (param $to i32) (param $end i32) (param $words i32) (param $stride i32) (param $bits i32)
    (local $all v128) (local $own v128) (local $bit i32) (local $at i32)
    ;; Eight numbers have their bits in one byte: each of eight bytes looks at another bit of it.
    (local.set $own (v128.const i8x16 1 2 4 8 16 32 64 -128 1 2 4 8 16 32 64 -128))
    (loop $next
      (local.set $all (v128.const i64x2 0 0))
      (local.set $at (local.get $words))
      (local.set $bit (i32.const 0))
      (block $done
        (loop $more
          (br_if $done (i32.ge_u (local.get $bit) (local.get $bits)))
          (local.set $all (v128.or (local.get $all) (v128.and
            (i8x16.eq (local.get $own) (v128.and (local.get $own) (i8x16.swizzle
              (v128.load16_splat (local.get $at))
              (v128.const i8x16 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1))))
            (i8x16.splat (i32.shl (i32.const 1) (local.get $bit))))))
          (local.set $at (i32.add (local.get $at) (local.get $stride)))
          (local.set $bit (i32.add (local.get $bit) (i32.const 1)))
          (br $more)))
      (v128.store (local.get $to) (local.get $all))
      (local.set $words (i32.add (local.get $words) (i32.const 2)))
      (br_if $next (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 16))) (local.get $end)))))

  ;; Writes the numbers at places from $places on and before $end, a byte each. $words, $stride, $bits: as above.
  (func (export "writeNumbersAt") (param $to i32) (param $places i32) (param $end i32) (param $words i32) (param $stride i32) (param $bits i32)
    (local $at i32) (local $shift i32) (local $bit i32) (local $number i32)
    (loop $next
      (local.set $at (i32.add (local.get $words) (i32.shl (i32.shr_u (i32.load (local.get $places)) (i32.const 5)) (i32.const 2))))
      (local.set $shift (i32.load (local.get $places)))
      (local.set $number (i32.const 0))
      (local.set $bit (i32.const 0))
      (block $done
        (loop $more
          (br_if $done (i32.ge_u (local.get $bit) (local.get $bits)))
          (local.set $number (i32.or (local.get $number) (i32.shl
            (i32.and (i32.shr_u (i32.load (local.get $at)) (local.get $shift)) (i32.const 1))
            (local.get $bit))))
          (local.set $at (i32.add (local.get $at) (local.get $stride)))
          (local.set $bit (i32.add (local.get $bit) (i32.const 1)))
          (br $more)))
      (i32.store8 (local.get $to) (local.get $number))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))
      (br_if $next (i32.lt_u (local.tee $places (i32.add (local.get $places) (i32.const 4))) (local.get $end)))))

  ;; The visitors of events whose bits are set, from $bits on and before $end: writes which ones of all visitors they are, as int32, and how many of these events
  ;; each has, a byte. $firsts: a bit for each event, whether it is the first one of its visitor. Returns how many visitors they are.
  (func (export "writeVisitors") (param $bits i32) (param $end i32) (param $firsts i32) (param $visitors i32) (param $counts i32) (result i32)
    (local $left i32) (local $starts i32) (local $before i32) (local $visitor i32) (local $last i32) (local $isNew i32) (local $size i32) (local $count i32)
    (local.set $last (i32.const -1))
    (loop $next
      (local.set $left (i32.load (local.get $bits)))
      (local.set $starts (i32.load (local.get $firsts)))
      (block $none
        (loop $more
          (br_if $none (i32.eqz (local.get $left)))
          ;; Visitors who begin before this word, and in it up to the event.
          (local.set $visitor (i32.sub
            (i32.add (local.get $before) (i32.popcnt (i32.and
              (local.get $starts)
              (i32.xor (local.get $left) (i32.sub (local.get $left) (i32.const 1))))))
            (i32.const 1)))
          (local.set $isNew (i32.ne (local.get $visitor) (local.get $last)))
          (local.set $size (i32.add (local.get $size) (local.get $isNew)))
          (local.set $count (select (i32.const 1) (i32.add (local.get $count) (i32.const 1)) (local.get $isNew)))
          (i32.store (i32.add (local.get $visitors) (i32.shl (i32.sub (local.get $size) (i32.const 1)) (i32.const 2))) (local.get $visitor))
          (i32.store8 (i32.add (local.get $counts) (i32.sub (local.get $size) (i32.const 1))) (local.get $count))
          (local.set $last (local.get $visitor))
          (local.set $left (i32.and (local.get $left) (i32.sub (local.get $left) (i32.const 1))))
          (br $more)))
      (local.set $before (i32.add (local.get $before) (i32.popcnt (local.get $starts))))
      (local.set $firsts (i32.add (local.get $firsts) (i32.const 4)))
      (br_if $next (i32.lt_u (local.tee $bits (i32.add (local.get $bits) (i32.const 4))) (local.get $end))))
    (local.get $size))

  ;; As lookUpBytePairs, for the events whose bits are set, from $bits on and before $end. Both indexes are those of all events.
  (func (export "lookUpSelectedPairs")
    (param $to i32) (param $bits i32) (param $end i32) (param $first i32) (param $second i32) (param $table i32)
    (result i32)
    (local $left i32) (local $place i32) (local $number i32) (local $all i32)
    (loop $next
      (local.set $left (i32.load (local.get $bits)))
      (block $none
        (loop $more
          (br_if $none (i32.eqz (local.get $left)))
          (local.set $place (i32.ctz (local.get $left)))
          (local.set $number (i32.load8_u (i32.add (local.get $table) (i32.or
            (i32.shl (i32.load8_u (i32.add (local.get $first) (local.get $place))) (i32.const 8))
            (i32.load8_u (i32.add (local.get $second) (local.get $place)))))))
          (local.set $all (i32.or (local.get $all) (local.get $number)))
          (i32.store8 (local.get $to) (local.get $number))
          (local.set $to (i32.add (local.get $to) (i32.const 1)))
          (local.set $left (i32.and (local.get $left) (i32.sub (local.get $left) (i32.const 1))))
          (br $more)))
      (local.set $first (i32.add (local.get $first) (i32.const 32)))
      (local.set $second (i32.add (local.get $second) (i32.const 32)))
      (br_if $next (i32.lt_u (local.tee $bits (i32.add (local.get $bits) (i32.const 4))) (local.get $end))))
    (i32.shr_u (local.get $all) (i32.const 7)))
)
