// Stands in place of a report that needs kept events and could not be read.

import { notKeptIn } from '../api/kept-events.ts';
import { ApiProblem } from '../api/problem.ts';
import { PlainCard } from './card.tsx';
import { EventsNotKept } from './events-not-kept.tsx';
import { EmptyState, ErrorState } from './states.tsx';

interface KeptReportErrorProps {
  readonly websiteId: number;
  readonly error: unknown;
  /** What can be seen once events are kept, as a sentence. */
  readonly onceKept: string;
  /** What is said if the service refuses what somebody has put together. */
  readonly refused?: string;
  onRetry(): void;
}

export function KeptReportError({ websiteId, error, onceKept, refused, onRetry }: KeptReportErrorProps) {
  const notKept = notKeptIn(error);
  const isRefused = refused !== undefined && error instanceof ApiProblem && error.status === 422;
  return (
    <PlainCard>
      {notKept && (
        <EventsNotKept websiteId={websiteId} {...notKept}>
          {onceKept}
        </EventsNotKept>
      )}
      {!notKept && isRefused && (
        <div role="alert">
          <EmptyState title={refused}>
            <p>{error.message}</p>
          </EmptyState>
        </div>
      )}
      {!notKept && !isRefused && <ErrorState error={error} onRetry={onRetry} />}
    </PlainCard>
  );
}
