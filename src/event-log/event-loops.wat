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

  ;; ---- Visitors ------------------------------------------------------------------------------------------------------------

  ;; Keeps the visitors who have selected events, with how many these are. $bits has a bit for each event, from the lowest one on: whether it is selected.
  ;; $counts: how many events each visitor has, a byte each. $high, $low: the halves of the visitors' hashes. Writes over all three; returns
  ;; how many visitors are left.
  (func (export "selectVisitors") (param $bits i32) (param $counts i32) (param $visitors i32) (param $high i32) (param $low i32) (result i32)
    (local $visitor i32) (local $size i32) (local $event i32) (local $left i32) (local $step i32) (local $selected i32)
    (loop $next
      (local.set $left (i32.load8_u (i32.add (local.get $counts) (local.get $visitor))))
      (local.set $selected (i32.const 0))
      ;; 56 events at most: eight bytes have so many, wherever in the first byte they begin.
      (loop $more
        (local.set $step (select (local.get $left) (i32.const 56) (i32.lt_u (local.get $left) (i32.const 56))))
        (local.set $selected (i32.add (local.get $selected) (i32.wrap_i64 (i64.popcnt (i64.and
          (i64.shr_u
            (i64.load (i32.add (local.get $bits) (i32.shr_u (local.get $event) (i32.const 3))))
            (i64.extend_i32_u (i32.and (local.get $event) (i32.const 7))))
          (i64.sub (i64.shl (i64.const 1) (i64.extend_i32_u (local.get $step))) (i64.const 1)))))))
        (local.set $event (i32.add (local.get $event) (local.get $step)))
        (br_if $more (local.tee $left (i32.sub (local.get $left) (local.get $step)))))
      ;; What is kept is written at or before the place where it is read. Who has no selected events is written over by the next one.
      (i32.store
        (i32.add (local.get $high) (i32.shl (local.get $size) (i32.const 2)))
        (i32.load (i32.add (local.get $high) (i32.shl (local.get $visitor) (i32.const 2)))))
      (i32.store
        (i32.add (local.get $low) (i32.shl (local.get $size) (i32.const 2)))
        (i32.load (i32.add (local.get $low) (i32.shl (local.get $visitor) (i32.const 2)))))
      (i32.store8 (i32.add (local.get $counts) (local.get $size)) (local.get $selected))
      (local.set $size (i32.add (local.get $size) (i32.ne (local.get $selected) (i32.const 0))))
      (br_if $next (i32.lt_u (local.tee $visitor (i32.add (local.get $visitor) (i32.const 1))) (local.get $visitors))))
    (local.get $size))
)
