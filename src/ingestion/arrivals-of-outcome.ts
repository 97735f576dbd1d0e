// What people are shown of a batch that was committed.
import type { Arrival, Sender } from './arrival.ts';
import type { BatchOutcome } from './batch.ts';

export function arrivalsOfOutcome(sender: Sender, at: Date, outcome: BatchOutcome): Arrival[] {
  if (outcome.isRepeat) return repeatedRequest(sender, at, outcome);
  const { accepted, duplicates } = outcome;
  const counted: Arrival[] = [
    { ...sender, at, outcome: 'accepted', count: accepted },
    { ...sender, at, outcome: 'duplicate', count: duplicates },
  ];
  return [...counted.filter(({ count }) => count! > 0), ...rejectedEvents(sender, at, outcome)];
}

/** Those that the answer lists one by one; of the others, how many there are of each code. */
function rejectedEvents(sender: Sender, at: Date, { rejections, reasons }: BatchOutcome): Arrival[] {
  const listed = rejections.map(
    ({ code, message }): Arrival => ({ ...sender, at, outcome: 'rejected', code, message }),
  );
  const others = { ...reasons };
  for (const { code } of rejections) others[code] = (others[code] ?? 0) - 1;
  const counted = Object.entries(others).filter(([, count]) => count > 0);
  return [...listed, ...counted.map(([code, count]): Arrival => ({ ...sender, at, outcome: 'rejected', code, count }))];
}

function repeatedRequest(sender: Sender, at: Date, { accepted, duplicates }: BatchOutcome): Arrival[] {
  const count = accepted + duplicates;
  const message = 'this Idempotency-Key came with the same events before: nothing was counted again';
  return count === 0 ? [] : [{ ...sender, at, outcome: 'duplicate', code: 'repeated_request', message, count }];
}
