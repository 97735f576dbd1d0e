// The saved funnels of a website, each with its link.

import { useQuery } from '@tanstack/react-query';
import { catalogQuery } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { type SavedFunnel, savedFunnelsQuery } from '../api/saved-funnels.ts';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { RowLink } from '../components/row-name.tsx';
import { ErrorState } from '../components/states.tsx';
import { formatDate } from '../format/dates.ts';
import { timeLimitName, writtenStepName } from '../format/funnels.ts';
import { t } from '../language/t.ts';

/** Nothing as long as none is saved. */
export function SavedFunnelsCard({ websiteId }: { readonly websiteId: number }) {
  const api = useApi();
  const saved = useQuery(savedFunnelsQuery(api, websiteId));
  const { data: catalog } = useQuery(catalogQuery(api, websiteId));
  if (!saved.isError && !saved.data?.length) return null;
  const columns: Column<SavedFunnel>[] = [
    {
      name: 'name',
      label: t('common.funnel'),
      value: ({ name }) => name,
      render: ({ id, name }) => <RowLink to={{ name: 'funnel', websiteId, funnelId: id }}>{name}</RowLink>,
    },
    {
      name: 'step',
      label: t('common.steps'),
      value: ({ step }) => step.map((text) => writtenStepName(catalog, text)).join(' → '),
    },
    {
      name: 'within_minutes',
      label: t('funnels.within'),
      minor: true,
      value: (funnel) => timeLimitName(funnel.within_minutes),
    },
    { name: 'updated_at', label: t('funnels.changed'), minor: true, value: ({ updated_at }) => formatDate(updated_at) },
  ];
  return (
    <Card title={t('funnels.savedFunnels')} flush>
      {saved.isError && <ErrorState error={saved.error} onRetry={() => saved.refetch()} />}
      {saved.data && (
        <DataTable caption={t('funnels.savedFunnels')} columns={columns} rows={saved.data} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}
