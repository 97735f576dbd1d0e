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
import { windowName, writtenStepName } from '../format/funnels.ts';

/** Nothing as long as none is saved. */
export function SavedFunnelsCard({ websiteId }: { readonly websiteId: number }) {
  const api = useApi();
  const saved = useQuery(savedFunnelsQuery(api, websiteId));
  const { data: catalog } = useQuery(catalogQuery(api, websiteId));
  if (!saved.isError && !saved.data?.length) return null;
  const columns: Column<SavedFunnel>[] = [
    {
      name: 'name',
      label: 'Funnel',
      value: ({ name }) => name,
      render: ({ id, name }) => <RowLink to={{ name: 'funnel', websiteId, funnelId: id }}>{name}</RowLink>,
    },
    {
      name: 'step',
      label: 'Steps',
      value: ({ step }) => step.map((text) => writtenStepName(catalog, text)).join(' → '),
    },
    { name: 'within_minutes', label: 'Within', minor: true, value: (funnel) => windowName(funnel.within_minutes) },
    { name: 'updated_at', label: 'Changed', minor: true, value: ({ updated_at }) => formatDate(updated_at) },
  ];
  return (
    <Card title="Saved funnels" flush>
      {saved.isError && <ErrorState error={saved.error} onRetry={() => saved.refetch()} />}
      {saved.data && <DataTable caption="Saved funnels" columns={columns} rows={saved.data} keyOf={({ id }) => id} />}
    </Card>
  );
}
