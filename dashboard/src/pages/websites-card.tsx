// The websites of the overview: to search, to sort, and in groups that can be closed.

import { useState } from 'react';
import { useApi } from '../api/context.tsx';
import { useWebsitesNews } from '../api/rhythm.ts';
import type { TimeframeBlock } from '../api/types.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/states.tsx';
import { t } from '../language/t.ts';
import type { View } from '../routing/view.ts';
import styles from './overview.module.css';
import { JUDGED_METRICS, type WebsiteRow, websiteColumns } from './website-columns.tsx';

/** Fewer are found without searching. */
const SEARCHED_MIN = 6;

interface WebsitesCardProps {
  readonly timeframe: TimeframeBlock;
  readonly view: View;
  readonly rows: readonly WebsiteRow[];
  readonly stale: boolean;
  readonly isLoading: boolean;
  /** undefined: the user is no owner. */
  readonly onChooseCurrency: (() => void) | undefined;
}

export function WebsitesCard({ timeframe, view, rows, stale, isLoading, onChooseCurrency }: WebsitesCardProps) {
  const api = useApi();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>();
  const news = useWebsitesNews(rows, JUDGED_METRICS);
  const columns = websiteColumns(timeframe, news);
  const found = sorted(search === '' ? rows : rows.filter(matching(search)), columns, sort);
  // The second click turns the order around.
  const sortBy = (by: string) => setSort({ by, isAscending: sort?.by === by && !sort.isAscending });
  const tables = [...Map.groupBy(found, ({ group }) => group ?? '')].sort(([a], [b]) => byName(a, b));
  const table = (caption: string, some: readonly WebsiteRow[]) => (
    <DataTable
      key={caption}
      caption={caption}
      columns={columns}
      rows={some}
      keyOf={(row) => row.id}
      sort={{ by: sort?.by ?? '', isAscending: sort?.isAscending ?? false, onSort: sortBy }}
    />
  );
  return (
    <Card
      title={t('common.websites')}
      hint={t('overview.websitesHint')}
      flush
      stale={stale}
      actions={
        <>
          {rows.length >= SEARCHED_MIN && (
            <input
              type="search"
              aria-label={t('overview.searchWebsites')}
              placeholder={t('overview.searchWebsites')}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
          {onChooseCurrency && <Button onClick={onChooseCurrency}>{t('overview.reportingCurrency')}</Button>}
          <CsvButton
            label={t('overview.theWebsites')}
            file={async () =>
              (await import('../api/websites-file.ts')).readWebsitesFile(api, view, found === rows ? undefined : found)
            }
            isLoading={isLoading || found.length === 0}
          />
        </>
      }
    >
      {found.length === 0 && <EmptyState title={t('overview.noneFound')} />}
      {tables.map(([group, some]) =>
        tables.length === 1 && group === '' ? (
          table(t('common.websites'), some)
        ) : (
          <details key={group} open className={styles.group}>
            <summary>{`${group === '' ? t('overview.withoutGroup') : group} (${some.length})`}</summary>
            {table(group === '' ? t('overview.withoutGroup') : group, some)}
          </details>
        ),
      )}
    </Card>
  );
}

function matching(search: string): (row: WebsiteRow) => boolean {
  const wanted = search.trim().toLocaleLowerCase();
  return ({ name, group }) => [name, group ?? ''].some((text) => text.toLocaleLowerCase().includes(wanted));
}

interface Sort {
  readonly by: string;
  /** Set if the smallest number is the first one. */
  readonly isAscending: boolean;
}

/** Without a choice, the rows stay in the order of the report. */
function sorted(rows: readonly WebsiteRow[], columns: readonly Column<WebsiteRow>[], sort: Sort | undefined) {
  const column = columns.find(({ name }) => name === sort?.by);
  if (!sort || !column) return rows;
  const numberOf = (row: WebsiteRow) =>
    Number((sort.by === 'revenue' ? row.converted : undefined) ?? column.value(row) ?? 0);
  const direction = sort.isAscending ? 1 : -1;
  return rows.toSorted((a, b) => direction * (numberOf(a) - numberOf(b)));
}

/** Websites without a group come last. */
function byName(one: string, other: string): number {
  if (one === '' || other === '') return one === '' ? 1 : -1;
  return one.localeCompare(other);
}
