// What is kept in the visitor's browser, and only after consent: a random id, where the visit came from, and the events that are not
// yet delivered.
// The id is the consent: without it nothing is stored, and a page that withdraws it withdraws it for all tabs.
import type { TrackedEvent } from './batches.ts';
import { randomUuid } from './random-uuid.ts';
import { isFromElsewhere, sourceOfPage } from './source.ts';
import type { Fields } from './subject.ts';

const VISITOR = 'funnel.visitor';
const VISIT = 'funnel.visit';
const EVENT = 'funnel.event.';
const OWN = /^funnel\.(visit(or)?$|event\.)/;
const DAY_MS = 24 * 60 * 60 * 1000;
const VISITOR_DAYS_MAX = 390;
/** How long a visit lasts after its last event. */
const VISIT_MS = 30 * 60 * 1000;
/** The service recognizes a repeated event for 7 days. */
const EVENT_DAYS_MAX = 6;
/** Younger events are probably being sent by the tab that they come from. */
const LEFT_BEHIND_MS = 10_000;

/**
 * The id is kept in memory, because Firefox stops scripts of a closing tab that wait for storage. undefined: the visitor has not agreed.
 */
export let visitorId: string | undefined;
/** Where the visit came from, as far as this page knows. */
export let visitSource: Fields = sourceOfPage();

export function readVisitor(): void {
  visitorId = guarded((storage) => {
    const [id, since] = (storage.getItem(VISITOR) ?? '').split(' ');
    return Date.now() - +since! < VISITOR_DAYS_MAX * DAY_MS ? id : undefined;
  });
}

/** Call it with every event: the first source of a visit counts, and the visit goes on. */
export function continueVisit(): void {
  guarded((storage) => {
    if (!visitorId) return;
    const [at, first] = JSON.parse(storage.getItem(VISIT) ?? '[]');
    if (Date.now() - at < VISIT_MS) visitSource = first;
    if (isFromElsewhere(visitSource)) storage.setItem(VISIT, JSON.stringify([Date.now(), visitSource]));
  });
}

export function giveConsent(): void {
  guarded((storage) => {
    if (!visitorId) storage.setItem(VISITOR, `${randomUuid()} ${Date.now()}`);
  });
  readVisitor();
  continueVisit();
}

export function withdrawConsent(): void {
  guarded((storage) => {
    for (const name of Object.keys(storage)) if (OWN.test(name)) storage.removeItem(name);
  });
  readVisitor();
}

/** Each event has a name of its own, so tabs can't overwrite what others keep. It may be sent during a later visit. */
export function keepEvent(event: TrackedEvent): void {
  continueVisit();
  guarded((storage) => {
    if (visitorId) storage.setItem(EVENT + event.id, JSON.stringify({ ...visitSource, ...event }));
  });
}

export function dropEvent({ id }: TrackedEvent): void {
  guarded((storage) => storage.removeItem(EVENT + id));
}

/** Events that pages before this one could not deliver. */
export function eventsLeftBehind(): TrackedEvent[] {
  const events = guarded((storage) =>
    Object.keys(storage)
      .filter((name) => name.startsWith(EVENT))
      .map((name) => JSON.parse(storage.getItem(name)!) as TrackedEvent),
  );
  return (events ?? []).filter((event) => (isFresh(event) ? ageMs(event) > LEFT_BEHIND_MS : dropEvent(event)));
}

/** Later the service might count it twice. */
export function isFresh(event: TrackedEvent): boolean {
  return ageMs(event) < EVENT_DAYS_MAX * DAY_MS;
}

function ageMs({ at }: TrackedEvent): number {
  return Date.now() - +new Date(at);
}

/** Browsers may forbid storage, or it may be full. Tracking then goes on without it. */
function guarded<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage);
  } catch {}
}
