import { PlainCard } from '../components/card.tsx';
import { PageFrame } from '../components/page-frame.tsx';
import { EmptyState, OverviewLink } from '../components/states.tsx';

export function NotFoundPage() {
  return (
    <PageFrame title="Page not found">
      <PlainCard>
        <EmptyState title="There is no page at this URL">
          <p>Check that the URL is complete.</p>
          <OverviewLink />
        </EmptyState>
      </PlainCard>
    </PageFrame>
  );
}
