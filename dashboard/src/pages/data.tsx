// What is stored of a website: how long, everything about one contact, and erasing it. For owners.
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/context.tsx';
import { keptDataQuery, websiteErasureQuery } from '../api/data.ts';
import { websitesQuery } from '../api/queries.ts';
import { useRole } from '../api/role.ts';
import { PlainCard } from '../components/card.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { EmptyState } from '../components/states.tsx';
import { t } from '../language/t.ts';
import { ContactFileCard } from '../privacy/contact-file.tsx';
import { EraseCard, RunningErasure } from '../privacy/erase-card.tsx';
import { KeptDataCard } from '../privacy/kept-data-card.tsx';

const POLLED_EVERY_MS = 2_000;

export function DataPage({ websiteId }: { readonly websiteId: number }) {
  const role = useRole(websiteId);
  const api = useApi();
  const websites = useQuery(websitesQuery(api));
  const isAllowed = role === 'owner' || role === 'unknown';
  const isErasing = useQuery({ ...keptDataQuery(api, websiteId), enabled: isAllowed }).data?.is_being_erased ?? false;
  const left = useQuery({
    ...websiteErasureQuery(api, websiteId),
    enabled: ({ state }) => isErasing || (state.data ?? null) !== null,
    refetchInterval: ({ state }) => (state.data === null ? false : POLLED_EVERY_MS),
  });
  const name = websites.data?.find(({ id }) => id === websiteId)?.name;
  if (role === undefined || websites.isPending) return <ReportSkeleton />;
  const websiteName = name ?? t('audit.websiteById', { id: websiteId });
  return (
    <PageFrame
      title={t('data.title')}
      crumbs={[{ label: websiteName, to: { name: 'website', websiteId } }]}
      lead={t('data.lead', { website: websiteName })}
    >
      {isErasing || left.data !== undefined ? (
        <RunningErasure left={left.data} />
      ) : isAllowed ? (
        <>
          <EraseCard websiteId={websiteId} websiteName={websiteName} />
          <ContactFileCard websiteId={websiteId} />
          <KeptDataCard websiteId={websiteId} />
        </>
      ) : (
        <PlainCard>
          <EmptyState title={t('data.ownersOnly')}>
            <p>{t('audit.askAnOwner')}</p>
          </EmptyState>
        </PlainCard>
      )}
    </PageFrame>
  );
}
