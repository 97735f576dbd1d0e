// Stands in place of a report that could not be read.

import { notKeptIn } from '../api/kept-events.ts';
import { formatDay } from '../format/dates.ts';
import { t } from '../language/t.ts';
import { changeView } from '../routing/router.tsx';
import { Button } from './button.tsx';
import { PlainCard } from './card.tsx';
import { EmptyState, ErrorState } from './states.tsx';

interface ReportErrorProps {
  readonly error: unknown;
  onRetry(): void;
}

/** A page that has no filters needs no kept events. */
export function ReportError({ error, onRetry }: ReportErrorProps) {
  const notKept = notKeptIn(error);
  if (!notKept) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <PlainCard>
      <EmptyState
        title={
          notKept.since === undefined
            ? t('report.eventsNotKept')
            : t('report.eventsKeptFrom', { day: formatDay(notKept.since) })
        }
      >
        <p>{t('report.filtersNeedEvents')}</p>
        <Button onClick={() => changeView({ filters: [] })}>{t('report.removeAllFilters')}</Button>
      </EmptyState>
    </PlainCard>
  );
}
