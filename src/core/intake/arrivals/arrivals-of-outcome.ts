// What users see of a committed batch.

import type { BatchOutcome, IgnoredEvents, ListedEvent } from '../events/batch.ts';
import type { Arrival, Sender } from './arrival.ts';

export function arrivalsOfOutcome(sender: Sender, at: Date, outcome: BatchOutcome): Arrival[] {
  if (outcome.isRepeat) return repeatedRequest(sender, at, outcome);
  const { rejections, reasons, ignored, bots } = outcome;
  return [
    ...countedEvents(sender, at, outcome),
    ...eventsWithReasons({ ...sender, at, outcome: 'rejected' }, rejections, reasons),
    ...(ignored ? eventsWithReasons({ ...sender, at, outcome: 'ignored' }, ignored.listed, ignored.reasons) : []),
    ...(bots ? [{ ...sender, at, outcome: 'bot' as const, count: bots }] : []),
  ];
}

/** Returns the listed events one by one, and the number of the others. */
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

/** Returns the events that the outcome lists one by one, and the number of the others for each code. */
function eventsWithReasons(
  common: Arrival,
  listed: IgnoredEvents['listed'],
  reasons: Readonly<Record<string, number>>,
): Arrival[] {
  const ofListed = listed.map(({ code, message, type }): Arrival => ({ ...common, code, message, type }));
  const others = { ...reasons };
  for (const { code } of listed) others[code] = (others[code] ?? 0) - 1;
  const counted = Object.entries(others).filter(([, count]) => count > 0);
  return [...ofListed, ...counted.map(([code, count]): Arrival => ({ ...common, code, count }))];
}

function repeatedRequest(sender: Sender, at: Date, { accepted, duplicates }: BatchOutcome): Arrival[] {
  const count = accepted + duplicates;
  const message = 'this Idempotency-Key came with the same events before: nothing was counted again';
  return count === 0 ? [] : [{ ...sender, at, outcome: 'duplicate', code: 'repeated_request', message, count }];
}
