// How long each kind of data is kept.
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/context.tsx';
import { type KeptData, keptDataQuery } from '../api/data.ts';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { RowDetail } from '../components/row-name.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { formatDate } from '../format/dates.ts';
import { t } from '../language/t.ts';
import { dataName } from './data-names.ts';

export function KeptDataCard({ websiteId }: { readonly websiteId: number }) {
  const kept = useQuery(keptDataQuery(useApi(), websiteId));
  return (
    <Card title={t('data.kept')} hint={t('data.keptHint')} flush>
      {kept.isPending && <Skeleton lines={5} />}
      {kept.isError && <ErrorState error={kept.error} onRetry={() => kept.refetch()} />}
      {kept.data && (
        <DataTable caption={t('data.kept')} columns={columns()} rows={kept.data.kept} keyOf={({ kind }) => kind} />
      )}
    </Card>
  );
}

function columns(): Column<KeptData>[] {
  return [
    { name: 'kind', label: t('data.kind'), value: ({ kind }) => dataName(kind) },
    {
      name: 'kept_days',
      label: t('data.howLong'),
      value: ({ kept_days: days }) => days,
      render: ({ until, kept_days: days, setting }) => (
        <>
          {until === 'age' && days !== null ? t('data.days', { count: days }) : t(`data.until_${until}`)}
          {setting !== null && (
            <RowDetail>
              <code>{setting}</code>
            </RowDetail>
          )}
        </>
      ),
    },
    { ...dateColumn('oldest', t('data.oldest'), ({ oldest }) => oldest), minor: true },
    dateColumn('goes_on', t('data.goesOn'), ({ goes_on: day }) => day),
  ];
}

function dateColumn(name: string, label: string, value: (row: KeptData) => string | null): Column<KeptData> {
  return {
    ...{ name, label, value },
    render: (row) => {
      const day = value(row);
      return day === null ? '–' : formatDate(day);
    },
  };
}
