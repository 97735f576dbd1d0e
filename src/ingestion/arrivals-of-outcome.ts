// What users see of a committed batch.
import type { Arrival, Sender } from './arrival.ts';
import type { BatchOutcome, ListedEvent } from './batch.ts';

export function arrivalsOfOutcome(sender: Sender, at: Date, outcome: BatchOutcome): Arrival[] {
  if (outcome.isRepeat) return repeatedRequest(sender, at, outcome);
  return [...countedEvents(sender, at, outcome), ...rejectedEvents(sender, at, outcome)];
}

/** Those that are listed one by one; of the others, how many there are. */
function countedEvents(sender: Sender, at: Date, { accepted, duplicates, listed = [] }: BatchOutcome): Arrival[] {
  const one = ({ type, subject, isDuplicate }: ListedEvent): Arrival => {
    return { ...sender, at, outcome: isDuplicate ? 'duplicate' : 'accepted', type, subject };
  };
  const duplicatesListed = listed.filter(({ isDuplicate }) => isDuplicate).length;
  const others: Arrival[] = [
    { ...sender, at, outcome: 'accepted', count: accepted - (listed.length - duplicatesListed) },
    { ...sender, at, outcome: 'duplicate', count: duplicates - duplicatesListed },
  ];
  return [...listed.map(one), ...others.filter(({ count }) => count! > 0)];
}

/** Those that the answer lists one by one; of the others, how many there are of each code. */
function rejectedEvents(sender: Sender, at: Date, { rejections, reasons }: BatchOutcome): Arrival[] {
  const listed = rejections.map(
    ({ code, message, type }): Arrival => ({ ...sender, at, outcome: 'rejected', code, message, type }),
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
