// What is shown instead of numbers that need kept events, if there are none.

import type { ReactNode } from 'react';
import { useOptionalServices } from '../api/context.tsx';
import type { NotKept } from '../api/kept-events.ts';
import { useCanEdit } from '../api/role.ts';
import { formatDay, todayIn } from '../format/dates.ts';
import { t } from '../language/t.ts';
import { useTimezone } from '../routing/timezone.tsx';
import { KeepEventsButton } from './keep-events.tsx';
import { EmptyState } from './states.tsx';

interface EventsNotKeptProps extends NotKept {
  readonly websiteId: number;
  /** What they are good for, as a sentence. */
  readonly children: ReactNode;
}

export function EventsNotKept({ websiteId, since, children }: EventsNotKeptProps) {
  const today = todayIn(useTimezone());
  if (since !== undefined) {
    return (
      <EmptyState title={t('report.eventsKeptFrom', { day: formatDay(since) })}>
        <p>{since > today ? t('report.fromThenOnHere') : t('report.chooseDaysFromThenOn')}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('report.eventsNotKept')}>
      <p>{children}</p>
      <HowToKeep websiteId={websiteId} />
    </EmptyState>
  );
}

function HowToKeep({ websiteId }: { readonly websiteId: number }) {
  const services = useOptionalServices();
  if (!services) return <p>{t('report.othersCanKeepInDashboard')}</p>;
  if (!services.settings.managesTokens) return <p>{t('report.operatorCanKeep')}</p>;
  return <ForRole websiteId={websiteId} />;
}

function ForRole({ websiteId }: { readonly websiteId: number }) {
  return useCanEdit(websiteId) ? <KeepEventsButton websiteId={websiteId} /> : <p>{t('report.othersCanKeep')}</p>;
}
