// Sends events to the service in batches, and repeats what failed. The service drops events that it has seen, so sending
// one twice does no harm.
import { BATCH_LENGTH_MAX, retryDelayMs, splitIntoBatches, type TrackedEvent } from './batches.ts';
import { isFromElsewhere } from './source.ts';
import { continueVisit, dropEvent, eventsLeftBehind, isFresh, keepEvent, visitorId, visitSource } from './storage.ts';

/** Time for more events to join. */
const BATCH_MS = 500;
const LOOK_FOR_LEFT_BEHIND_MS = 11_000;
const WAITING_MAX = 500;

/** The problem of a request, or of one of its events. */
interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly message?: string;
}

interface Answer extends Problem {
  readonly rejected?: readonly Problem[];
}

/** Returns the function that takes an event. */
export function startDelivery(url: URL, key: string | undefined): (event: TrackedEvent) => void {
  let waiting: TrackedEvent[] = [];
  /** Waiting or being sent. */
  const own = new Set<string>();
  let failures = 0;
  let timer: number | undefined;
  /** Where the visit came from has to be told, even if this page has no events: without consent, only the service remembers it. */
  let hasNews = !visitorId && isFromElsewhere(visitSource);

  const wait = (event: TrackedEvent): void => {
    own.add(event.id);
    waiting.push(event);
    waiting.splice(0, waiting.length - WAITING_MAX).forEach(done);
    flushSoon();
  };
  const done = (event: TrackedEvent): void => {
    own.delete(event.id);
    dropEvent(event);
  };

  const flushSoon = (): void => {
    timer ??= setTimeout(flush, BATCH_MS);
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    waiting = waiting.filter(isFresh);
    const batches: TrackedEvent[][] = splitIntoBatches(waiting);
    if (hasNews && !batches.length) batches.push([]);
    hasNews = false;
    batches.forEach(send);
  };

  const send = async (events: TrackedEvent[]): Promise<void> => {
    let response: Response | undefined;
    let answer: Answer = {};
    const page = events[0]?.page;
    const body = JSON.stringify({
      key,
      visitor: visitorId,
      automated: navigator.webdriver || undefined,
      page,
      ...visitSource,
      // Most events are of the same page.
      events: events.map((event) => (event.page === page ? { ...event, page: undefined } : event)),
    });
    // A string is sent as text/plain, which needs no preflight. With keepalive the request outlives the page.
    const request = fetch(url, {
      method: 'POST',
      body,
      credentials: 'omit',
      keepalive: body.length < BATCH_LENGTH_MAX + 1_000,
    });
    // They are removed only now, because Firefox may stop the script of a closing tab at any moment. It then gets a second chance.
    waiting = waiting.filter((event) => !events.includes(event));
    try {
      response = await request;
      answer = await response.json();
    } catch {
      // A request that got no response is repeated; if its body is not readable, the status says enough.
    }
    if (!response || response.status === 429 || response.status >= 500) {
      waiting.unshift(...events);
      clearTimeout(timer);
      timer = setTimeout(flush, retryDelayMs(failures++, Math.random(), response?.headers.get('retry-after')));
      return;
    }
    failures = 0;
    events.forEach(done);
    const problem: Problem | undefined = response.ok ? answer.rejected?.[0] : answer;
    if (problem) console.warn(`funnel: ${problem.code ?? response.status}: ${problem.message ?? problem.detail}`);
  };

  const takeLeftBehind = (): void => {
    if (visitorId) for (const event of eventsLeftBehind()) if (!own.has(event.id)) wait(event);
  };
  continueVisit();
  takeLeftBehind();
  if (hasNews) flushSoon();
  setTimeout(takeLeftBehind, LOOK_FOR_LEFT_BEHIND_MS);

  // The last moments in which a page can still send. A page that is shown again may flush, too.
  document.addEventListener('visibilitychange', flush);
  addEventListener('pagehide', flush);
  addEventListener('online', flush);

  return (event) => {
    keepEvent(event);
    wait(event);
  };
}
