import { PlainCard } from '../components/card.tsx';
import { PageFrame } from '../components/page-frame.tsx';
import { EmptyState, OverviewLink } from '../components/states.tsx';
import { t } from '../language/t.ts';

export function NotFoundPage() {
  return (
    <PageFrame title={t('common.pageNotFound')}>
      <PlainCard>
        <EmptyState title={t('website.noPageAtUrl')}>
          <p>{t('website.checkUrl')}</p>
          <OverviewLink />
        </EmptyState>
      </PlainCard>
    </PageFrame>
  );
}
