// What is shown instead of numbers that need kept events, if there are none.
import type { ReactNode } from 'react';
import { useOptionalServices } from '../api/context.tsx';
import type { NotKept } from '../api/kept-events.ts';
import { useCanEdit } from '../api/role.ts';
import { formatDay, todayIn } from '../format/dates.ts';
import { useTimezone } from '../routing/timezone.tsx';
import { KeepEventsButton } from './keep-events.tsx';
import { EmptyState } from './states.tsx';

interface EventsNotKeptProps extends NotKept {
  readonly websiteId: number;
  /** What can be seen with them, such as "where visitors come from". */
  readonly what: string;
  /** What they are good for, as a sentence. */
  readonly children: ReactNode;
}

export function EventsNotKept({ websiteId, since, what, children }: EventsNotKeptProps) {
  const today = todayIn(useTimezone());
  if (since !== undefined) {
    return (
      <EmptyState title={`Events are kept from ${formatDay(since)} on`}>
        <p>{since > today ? `From then on you can see here ${what}.` : `Choose days from then on to see ${what}.`}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="This website does not keep its events">
      <p>{children}</p>
      <HowToKeep websiteId={websiteId} />
    </EmptyState>
  );
}

function HowToKeep({ websiteId }: { readonly websiteId: number }) {
  const services = useOptionalServices();
  if (!services) return <OthersCan where="in the dashboard, under Sending events" />;
  if (!services.settings.managesTokens) return <p>Your operator can switch it on with the setting event_log.</p>;
  return <ForRole websiteId={websiteId} />;
}

function ForRole({ websiteId }: { readonly websiteId: number }) {
  return useCanEdit(websiteId) ? (
    <KeepEventsButton websiteId={websiteId} />
  ) : (
    <OthersCan where="under Sending events" />
  );
}

function OthersCan({ where }: { readonly where: string }) {
  return <p>An owner or editor can switch it on {where}.</p>;
}
