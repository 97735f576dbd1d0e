// Which `event` of a track call is counted as what. The names of our own event types are names here too.
import { EVENT_TYPES, type EventType } from '../../../core/intake/events/event.ts';

interface CountedName {
  readonly type: EventType;
  /** Shops send this event for every banner of every page. Without a subject it says nothing about a funnel. */
  readonly needsSubject?: true;
}

/** Names of Segment's specification. They are compared without regard to case. */
const NAMES_OF_SPECIFICATION: Readonly<Record<string, CountedName>> = {
  'Order Completed': { type: 'order' },
  'Completed Order': { type: 'order' },
  'Order Refunded': { type: 'refund' },
  'Promotion Viewed': { type: 'view', needsSubject: true },
  'Promotion Clicked': { type: 'conversion', needsSubject: true },
  'Form Submitted': { type: 'submission' },
  Subscribed: { type: 'subscribe' },
  'Newsletter Subscribed': { type: 'subscribe' },
};

const COUNTED_NAMES: ReadonlyMap<string, CountedName> = new Map([
  ...EVENT_TYPES.map((type): [string, CountedName] => [type, { type }]),
  ...Object.entries(NAMES_OF_SPECIFICATION).map(([name, counted]): [string, CountedName] => [
    name.toLowerCase(),
    counted,
  ]),
]);

/** Returns undefined if the event is not counted. */
export function countedName(event: unknown): CountedName | undefined {
  return typeof event === 'string' ? COUNTED_NAMES.get(event.trim().toLowerCase()) : undefined;
}
