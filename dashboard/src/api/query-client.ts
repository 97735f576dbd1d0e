import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem.ts';

const FRESH_MS = 60_000;
const RETRIES_MAX = 2;

// Right after a click, and not by a timer, which comes after the next click if the browser is busy: a form would be sent twice, and a box
// that was checked would be unchecked for a moment.
notifyManager.setScheduler(queueMicrotask);

/** `isFinal`: errors, besides those of the API, that a retry does not mend. */
export function createQueryClient(isFinal: (error: Error) => boolean = () => false): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A retry helps if the connection failed, not if the API refused.
        retry: (failures, error) => failures < RETRIES_MAX && !(error instanceof ApiProblem) && !isFinal(error),
      },
    },
  });
}
