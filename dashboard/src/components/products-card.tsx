// What was chosen and bought: on an element, in a campaign, or on a whole website.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../api/context.tsx';
import { readProductsFile } from '../api/files.ts';
import { ApiProblem } from '../api/problem.ts';
import { productsQuery } from '../api/queries.ts';
import type { ProductRow, Website } from '../api/types.ts';
import type { DownloadedFile } from '../csv/download.ts';
import { DEFINITIONS } from '../format/definitions.ts';
import { formatCount, formatMoney, formatShare } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { useView } from '../routing/router.tsx';
import { Button } from './button.tsx';
import { Card, CardBody } from './card.tsx';
import { CsvButton } from './csv-button.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { numberColumn } from './number-column.tsx';
import { ErrorState } from './states.tsx';

/** Has no value, or one of the many that are too rare to be listed. */
export const OTHERS = t('common.other');
const SHOWN_AT_FIRST = 10;

interface ProductsCardProps {
  readonly products: readonly ProductRow[];
  readonly website: Website;
  readonly file: () => Promise<DownloadedFile>;
  readonly hint: string;
  readonly stale?: boolean;
}

export function ProductsCard({ products, website, file, hint, stale = false }: ProductsCardProps) {
  const [showsAll, setShowsAll] = useState(false);
  const columns = productColumns(products, website.currency);
  const shown = showsAll ? products : products.slice(0, SHOWN_AT_FIRST);
  return (
    <Card
      title={t('common.products')}
      hint={hint}
      flush
      stale={stale}
      actions={<CsvButton label={t('report.theProducts')} file={file} />}
    >
      <DataTable
        caption={t('common.products')}
        columns={columns}
        rows={shown}
        keyOf={({ value }) => `product ${value}`}
        sort={{ by: 'revenue' }}
      />
      {shown.length < products.length && (
        <CardBody>
          <Button onClick={() => setShowsAll(true)}>
            {t('report.showAllRows', { count: formatCount(products.length) })}
          </Button>
        </CardBody>
      )}
    </Card>
  );
}

interface SubjectProductsProps {
  readonly websiteId: number;
  /** undefined: of the whole website. */
  readonly campaignId?: number;
}

/** Nothing where nothing is sold, and in a chat, where there is no such report. */
export function SubjectProducts({ websiteId, campaignId }: SubjectProductsProps) {
  const api = useApi();
  const view = useView();
  const { data: report, error, isPlaceholderData } = useQuery(productsQuery(api, websiteId, campaignId, view));
  if (error instanceof ApiProblem && error.code === 'range_too_wide') {
    return (
      <Card title={t('common.products')}>
        <p className="hint">{error.message}</p>
      </Card>
    );
  }
  if (error && !(error instanceof ApiProblem && error.status === 404)) {
    return (
      <Card title={t('common.products')}>
        <ErrorState error={error} />
      </Card>
    );
  }
  if (!report || report.data.products.length === 0) return null;
  const count = report.data.product_count;
  const listed = report.data.products.filter(({ value }) => value !== null).length;
  return (
    <ProductsCard
      products={report.data.products}
      website={report.website}
      file={() => readProductsFile(api, campaignId, { websiteId, timeframe: report.timeframe, view })}
      stale={isPlaceholderData}
      hint={[
        ...(view.filters.length > 0 ? [t('report.productsOfAllVisitors')] : []),
        listed < count
          ? t('report.chosenByFirst', { listed: formatCount(listed), count: formatCount(count) })
          : t('report.chosenProducts'),
      ].join(' ')}
    />
  );
}

function productColumns(products: readonly ProductRow[], currency: string): Column<ProductRow>[] {
  const selections = products.reduce((sum, row) => sum + row.selections, 0);
  return [
    {
      name: 'value',
      label: t('common.product'),
      term: 'product',
      value: ({ value }) => value ?? OTHERS,
    },
    numberColumn({ name: 'selections', term: 'selections', value: (row) => row.selections }),
    {
      name: 'share',
      label: DEFINITIONS.share_of_choices.name,
      term: 'share_of_choices',
      numeric: true,
      value: () => undefined,
      render: (row) => formatShare(row.selections, selections),
    },
    numberColumn({ name: 'orders', term: 'orders', value: ({ orders }) => orders }),
    numberColumn({
      name: 'revenue',
      term: 'revenue',
      value: ({ revenue }) => revenue,
      format: (value) => formatMoney(value, currency),
    }),
  ];
}
