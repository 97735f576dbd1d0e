;; The loops of pattern-ranges.ts, which says what kinds and patterns are, in WebAssembly: they are fast from the first call on, while those of
;; JavaScript need hundreds of questions for that. The memory, which the caller fills and reads:
;;
;;          0   how many events each kind has: 32 int32, twice. Their sums are the numbers
;;        256   patterns and how many visitors have them: 32,768 times two int32; open addressing, free if the count is 0
;;    262,400   where the patterns are that occur: up to 16,384 int32, places in the table
;;    327,936   up to the end: slots, visitors and appearances of a range, and runs. The caller chooses the places. Four bytes more than the kinds of the last run are read.
;;
;; After a change, `npx vitest run test/contract/compiled-wasm.test.ts -u` compiles it.
(module
  (memory (export "memory") 5)

  ;; The visitors of a range by their hashes, 16 bytes each: hash, number of the range, pattern. Open addressing; slots with the number of an earlier range are
  ;; free. $mask: the bytes of all slots, less 16.
  (global $slots (mut i32) (i32.const 0))
  (global $mask (mut i32) (i32.const 0))
  ;; The search for a visitor begins where the highest bits of a sum say: the halves of its hash, each multiplied by one of these odd numbers. $shift: how many bits of the sum are lower.
  (global $lowMultiplier (mut i32) (i32.const 1))
  (global $highMultiplier (mut i32) (i32.const 1))
  (global $shift (mut i32) (i32.const 0))
  (global $range (mut i32) (i32.const 1))
  ;; Where the slots of these visitors are, as int32.
  (global $visitors (mut i32) (i32.const 0))
  (global $visitorsEnd (mut i32) (i32.const 0))
  (global $visitorsMax (mut i32) (i32.const 0))

  ;; $visitorsMax: where the list of visitors must end. There are more slots than visitors.
  (func (export "begin")
    (param $slots i32) (param $slotBytes i32) (param $visitors i32) (param $visitorsMax i32) (param $lowMultiplier i32) (param $highMultiplier i32)
    (global.set $lowMultiplier (local.get $lowMultiplier))
    (global.set $highMultiplier (local.get $highMultiplier))
    (global.set $shift (i32.clz (i32.sub (local.get $slotBytes) (i32.const 1))))
    (global.set $slots (local.get $slots))
    (global.set $mask (i32.sub (local.get $slotBytes) (i32.const 16)))
    (global.set $visitors (local.get $visitors))
    (global.set $visitorsEnd (local.get $visitors))
    (global.set $visitorsMax (local.get $visitorsMax))
    (global.set $range (i32.const 1))
    (memory.fill (local.get $slots) (i32.const 0) (local.get $slotBytes))
    (memory.fill (i32.const 0) (i32.const 0) (i32.const 262400)))

  (func (export "nextRange")
    (global.set $visitorsEnd (global.get $visitors))
    (global.set $range (i32.add (global.get $range) (i32.const 1))))

  (func (export "visitorCount") (result i32)
    (i32.shr_u (i32.sub (global.get $visitorsEnd) (global.get $visitors)) (i32.const 2)))

  ;; Adds events to how many each kind has. In turns in one of two places, because a number that was just stored is slow to read.
  (func (export "countKinds") (param $kinds i32) (param $end i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $kinds) (local.get $end)))
        (local.set $at (i32.or
          (i32.shl (i32.load8_u (local.get $kinds)) (i32.const 2))
          (i32.shl (i32.and (local.get $kinds) (i32.const 1)) (i32.const 7))))
        (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
        (local.set $kinds (i32.add (local.get $kinds) (i32.const 1)))
        (br $next))))

  ;; Adds the events of all visitors of a range to their patterns: those whose high half is at most $last. From $runs on and before $end there are eight int32 for each run. Three say where
  ;; its visitors begin who are not counted yet: the high halves of their hashes, the low halves, and how many events each has, a byte. The fourth is where these bytes end. The fifth is where
  ;; the kinds of the events of these visitors begin, a byte each; the sixth, where the kind of an event with the number 0 would be. The last two are the third and the fifth as they were before this range.
  ;; Every pattern has bit 0. Nobody's events, where the low half is 0, are of no visitor, and are passed over. Returns 1 if there is no room for another visitor.
  (func (export "addRange") (param $runs i32) (param $end i32) (param $last i32) (result i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $runs) (local.get $end)))
        (if (call $addRun (local.get $runs) (local.get $last)) (then (return (i32.const 1))))
        (local.set $runs (i32.add (local.get $runs) (i32.const 32)))
        (br $next)))
    (i32.const 0))

  ;; The same for one run.
  (func $addRun (param $run i32) (param $last i32) (result i32)
    (local $slots i32) (local $mask i32) (local $range i32) (local $visitorsEnd i32) (local $visitorsMax i32)
    (local $high i32) (local $low i32) (local $counts i32) (local $countsEnd i32) (local $kinds i32)
    (local $hash i64) (local $slot i32) (local $isFree i32) (local $pattern i32) (local $place i32) (local $left i32) (local $step i32) (local $four i32)
    (local.set $slots (global.get $slots))
    (local.set $mask (global.get $mask))
    (local.set $range (global.get $range))
    (local.set $visitorsEnd (global.get $visitorsEnd))
    (local.set $visitorsMax (global.get $visitorsMax))
    (local.set $high (i32.load (local.get $run)))
    (local.set $low (i32.load offset=4 (local.get $run)))
    (local.set $counts (i32.load offset=8 (local.get $run)))
    (local.set $countsEnd (i32.load offset=12 (local.get $run)))
    (local.set $kinds (i32.load offset=16 (local.get $run)))
    (i32.store offset=24 (local.get $run) (local.get $counts))
    (i32.store offset=28 (local.get $run) (local.get $kinds))
    (block $done
      (loop $visitor
        (br_if $done (i32.ge_u (local.get $counts) (local.get $countsEnd)))
        (br_if $done (i32.gt_u (i32.load (local.get $high)) (local.get $last)))
        (if (i32.eqz (i32.load (local.get $low)))
          (then
            (local.set $kinds (i32.add (local.get $kinds) (i32.load8_u (local.get $counts))))
            (local.set $high (i32.add (local.get $high) (i32.const 4)))
            (local.set $low (i32.add (local.get $low) (i32.const 4)))
            (local.set $counts (i32.add (local.get $counts) (i32.const 1)))
            (br $visitor)))
        (if (i32.ge_u (local.get $visitorsEnd) (local.get $visitorsMax)) (then (return (i32.const 1))))
        (local.set $hash (i64.or
          (i64.load32_u (local.get $low))
          (i64.shl (i64.load32_u (local.get $high)) (i64.const 32))))
        (local.set $slot (i32.and (local.get $mask) (i32.shr_u
          (i32.add
            (i32.mul (i32.load (local.get $low)) (global.get $lowMultiplier))
            (i32.mul (i32.load (local.get $high)) (global.get $highMultiplier)))
          (global.get $shift))))
        (block $found
          (loop $probe
            (local.set $place (i32.add (local.get $slots) (local.get $slot)))
            (local.set $isFree (i32.ne (i32.load offset=8 (local.get $place)) (local.get $range)))
            (br_if $found (i32.or (local.get $isFree) (i64.eq (i64.load (local.get $place)) (local.get $hash))))
            (local.set $slot (i32.and (local.get $mask) (i32.add (local.get $slot) (i32.const 16))))
            (br $probe)))
        ;; The same for a new visitor and a known one, because no processor could guess which one comes next.
        (i64.store (local.get $place) (local.get $hash))
        (i32.store offset=8 (local.get $place) (local.get $range))
        (i32.store (local.get $visitorsEnd) (local.get $place))
        (local.set $visitorsEnd (i32.add (local.get $visitorsEnd) (i32.shl (local.get $isFree) (i32.const 2))))
        (local.set $pattern (i32.or
          (i32.const 1)
          (i32.and (i32.load offset=12 (local.get $place)) (i32.sub (local.get $isFree) (i32.const 1)))))
        ;; Four events at a time, without a branch for each. What comes after the visitor's last one counts as kind 0.
        (local.set $left (i32.load8_u (local.get $counts)))
        (loop $events
          (local.set $step (select (local.get $left) (i32.const 4) (i32.lt_u (local.get $left) (i32.const 4))))
          (local.set $four (i32.wrap_i64 (i64.and
            (i64.load32_u (local.get $kinds))
            (i64.sub (i64.shl (i64.const 1) (i64.extend_i32_u (i32.shl (local.get $step) (i32.const 3)))) (i64.const 1)))))
          (local.set $pattern (i32.or (local.get $pattern) (i32.or
            (i32.or
              (i32.shl (i32.const 1) (i32.and (local.get $four) (i32.const 31)))
              (i32.shl (i32.const 1) (i32.and (i32.shr_u (local.get $four) (i32.const 8)) (i32.const 31))))
            (i32.or
              (i32.shl (i32.const 1) (i32.and (i32.shr_u (local.get $four) (i32.const 16)) (i32.const 31)))
              (i32.shl (i32.const 1) (i32.shr_u (local.get $four) (i32.const 24)))))))
          (local.set $kinds (i32.add (local.get $kinds) (local.get $step)))
          (br_if $events (local.tee $left (i32.sub (local.get $left) (local.get $step)))))
        (i32.store offset=12 (local.get $place) (local.get $pattern))
        (local.set $high (i32.add (local.get $high) (i32.const 4)))
        (local.set $low (i32.add (local.get $low) (i32.const 4)))
        (local.set $counts (i32.add (local.get $counts) (i32.const 1)))
        (br $visitor)))
    (i32.store (local.get $run) (local.get $high))
    (i32.store offset=4 (local.get $run) (local.get $low))
    (i32.store offset=8 (local.get $run) (local.get $counts))
    (i32.store offset=16 (local.get $run) (local.get $kinds))
    (global.set $visitorsEnd (local.get $visitorsEnd))
    (i32.const 0))

  ;; Adds visitors of the range, from $visitor on and before $end, to how many visitors have each pattern. $multiplier: an odd number; the highest bits of its
  ;; product with a pattern say where the search begins. $known: how many patterns the table has; returns how many it has then. The caller knows that it has room.
  (func (export "countVisitors") (param $visitor i32) (param $end i32) (param $multiplier i32) (param $known i32) (result i32)
    (local $pattern i32) (local $slot i32) (local $count i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $visitor) (local.get $end)))
        (local.set $pattern (i32.load offset=12 (i32.load (i32.add (global.get $visitors) (i32.shl (local.get $visitor) (i32.const 2))))))
        (local.set $slot (i32.shl
          (i32.shr_u (i32.mul (local.get $pattern) (local.get $multiplier)) (i32.const 17))
          (i32.const 3)))
        (block $found
          (loop $probe
            (if (i32.eqz (local.tee $count (i32.load offset=260 (local.get $slot))))
              (then
                (i32.store offset=256 (local.get $slot) (local.get $pattern))
                (i32.store offset=262400 (i32.shl (local.get $known) (i32.const 2)) (local.get $slot))
                (local.set $known (i32.add (local.get $known) (i32.const 1)))
                (br $found)))
            (br_if $found (i32.eq (i32.load offset=256 (local.get $slot)) (local.get $pattern)))
            (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 8)) (i32.const 0x3ffff)))
            (br $probe)))
        (i32.store offset=260 (local.get $slot) (i32.add (local.get $count) (i32.const 1)))
        (local.set $visitor (i32.add (local.get $visitor) (i32.const 1)))
        (br $next)))
    (local.get $known))

  ;; How many visitors of the range have a pattern with a bit of $some and none of $none.
  (func (export "countVisitorsWith") (param $some i32) (param $none i32) (result i32)
    (local $visitor i32) (local $pattern i32) (local $count i32)
    (local.set $visitor (global.get $visitors))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $visitor) (global.get $visitorsEnd)))
        (local.set $pattern (i32.load offset=12 (i32.load (local.get $visitor))))
        (local.set $count (i32.add (local.get $count) (i32.and
          (i32.ne (i32.and (local.get $pattern) (local.get $some)) (i32.const 0))
          (i32.eqz (i32.and (local.get $pattern) (local.get $none))))))
        (local.set $visitor (i32.add (local.get $visitor) (i32.const 4)))
        (br $next)))
    (local.get $count))

  ;; Writes what each run has of the visitors of the range whose pattern has a bit of $some and one of $others: 16 bytes, of which the first four are not used; then the numbers of the first
  ;; event and of the one after the last; and which int32 from $to on is the visitor's next one, or -1. The list of visitors becomes one of where these visitors begin. Returns how many they
  ;; are, or -1 if there is no room before $toEnd. $runs, $end: as above.
  (func (export "linkAppearances") (param $runs i32) (param $end i32) (param $to i32) (param $toEnd i32) (param $some i32) (param $others i32) (result i32)
    (local $at i32) (local $first i32) (local $high i32) (local $low i32) (local $counts i32) (local $countsEnd i32) (local $event i32) (local $hash i64) (local $slot i32)
    (local $place i32) (local $pattern i32) (local $own i32) (local $before i32)
    (local.set $at (local.get $to))
    (local.set $first (global.get $visitors))
    (block $done
      (loop $run
        (br_if $done (i32.ge_u (local.get $runs) (local.get $end)))
        (local.set $countsEnd (i32.load offset=8 (local.get $runs)))
        (local.set $counts (i32.load offset=24 (local.get $runs)))
        (local.set $high (i32.sub (i32.load (local.get $runs)) (i32.shl (i32.sub (local.get $countsEnd) (local.get $counts)) (i32.const 2))))
        (local.set $low (i32.sub (i32.load offset=4 (local.get $runs)) (i32.shl (i32.sub (local.get $countsEnd) (local.get $counts)) (i32.const 2))))
        (local.set $event (i32.sub (i32.load offset=28 (local.get $runs)) (i32.load offset=20 (local.get $runs))))
        (block $none
          (loop $next
            (br_if $none (i32.ge_u (local.get $counts) (local.get $countsEnd)))
            (if (i32.eqz (i32.load (local.get $low)))
              (then
                (local.set $event (i32.add (local.get $event) (i32.load8_u (local.get $counts))))
                (local.set $high (i32.add (local.get $high) (i32.const 4)))
                (local.set $low (i32.add (local.get $low) (i32.const 4)))
                (local.set $counts (i32.add (local.get $counts) (i32.const 1)))
                (br $next)))
            (if (i32.ge_u (local.get $at) (local.get $toEnd)) (then (return (i32.const -1))))
            (local.set $hash (i64.or
              (i64.load32_u (local.get $low))
              (i64.shl (i64.load32_u (local.get $high)) (i64.const 32))))
            (local.set $slot (i32.and (global.get $mask) (i32.shr_u
              (i32.add
                (i32.mul (i32.load (local.get $low)) (global.get $lowMultiplier))
                (i32.mul (i32.load (local.get $high)) (global.get $highMultiplier)))
              (global.get $shift))))
            ;; All of these visitors have a slot, and the slots before it are those of other visitors of this range, as when it was found first. So the hash alone is enough.
            (block $found
              (loop $probe
                (local.set $place (i32.add (global.get $slots) (local.get $slot)))
                (br_if $found (i64.eq (i64.load (local.get $place)) (local.get $hash)))
                (local.set $slot (i32.and (global.get $mask) (i32.add (local.get $slot) (i32.const 16))))
                (br $probe)))
            (i32.store offset=4 (local.get $at) (local.get $event))
            (local.set $event (i32.add (local.get $event) (i32.load8_u (local.get $counts))))
            (i32.store offset=8 (local.get $at) (local.get $event))
            (local.set $pattern (i32.load offset=12 (local.get $place)))
            (if (i32.and
                (i32.ne (i32.and (local.get $pattern) (local.get $some)) (i32.const 0))
                (i32.ne (i32.and (local.get $pattern) (local.get $others)) (i32.const 0)))
              (then
                (i32.store offset=12 (local.get $at) (i32.const -1))
                (local.set $own (i32.shr_u (i32.sub (local.get $at) (local.get $to)) (i32.const 2)))
                ;; In place of the range there will be where the visitor's last appearance is, as a negative number.
                (local.set $before (i32.load offset=8 (local.get $place)))
                (if (i32.gt_s (local.get $before) (i32.const 0))
                  (then
                    (i32.store (local.get $first) (local.get $own))
                    (local.set $first (i32.add (local.get $first) (i32.const 4))))
                  (else
                    (i32.store offset=12 (i32.sub (i32.const 0) (local.get $before)) (local.get $own))))
                (i32.store offset=8 (local.get $place) (i32.sub (i32.const 0) (local.get $at)))
                (local.set $at (i32.add (local.get $at) (i32.const 16)))))
            (local.set $high (i32.add (local.get $high) (i32.const 4)))
            (local.set $low (i32.add (local.get $low) (i32.const 4)))
            (local.set $counts (i32.add (local.get $counts) (i32.const 1)))
            (br $next)))
        (local.set $runs (i32.add (local.get $runs) (i32.const 32)))
        (br $run)))
    (i32.shr_u (i32.sub (local.get $first) (global.get $visitors)) (i32.const 2)))
)
