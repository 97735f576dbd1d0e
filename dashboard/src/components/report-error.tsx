// Instead of a report that could not be read.
import { notKeptIn } from '../api/kept-events.ts';
import { formatDay } from '../format/dates.ts';
import { changeView } from '../routing/router.tsx';
import { Button } from './button.tsx';
import { PlainCard } from './card.tsx';
import { EmptyState, ErrorState } from './states.tsx';

interface ReportErrorProps {
  readonly error: unknown;
  onRetry(): void;
}

/** Without filters, a page needs no kept events. */
export function ReportError({ error, onRetry }: ReportErrorProps) {
  const notKept = notKeptIn(error);
  if (!notKept) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <PlainCard>
      <EmptyState
        title={
          notKept.since === undefined
            ? 'This website does not keep its events'
            : `Events are kept from ${formatDay(notKept.since)} on`
        }
      >
        <p>Filters need the events of all days that the page shows.</p>
        <Button onClick={() => changeView({ filters: [] })}>Remove all filters</Button>
      </EmptyState>
    </PlainCard>
  );
}
