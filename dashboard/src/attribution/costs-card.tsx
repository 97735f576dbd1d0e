// What the website spends on channels and UTM campaigns, by month.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../api/context.tsx';
import { type Cost, costsQuery, dimensionOf, keyOfCost, readCostsFile } from '../api/costs.ts';
import { ApiProblem } from '../api/problem.ts';
import { useCanEdit } from '../api/role.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Icon } from '../components/icon.tsx';
import { RowActions, RowDetail } from '../components/row-name.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { DIMENSION_NAMES } from '../format/dimensions.ts';
import { formatMoney } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { CostDialog, DeleteCostDialog, ImportCostsDialog } from './cost-dialogs.tsx';
import { costName } from './cost-name.ts';
import styles from './costs-card.module.css';

/** As many as a year has of one channel. All others are shown on request. */
const SHOWN_FIRST = 12;

interface CostsCardProps {
  readonly websiteId: number;
}

type OpenDialog = { readonly name: 'add' | 'import' } | { readonly name: 'change' | 'delete'; readonly cost: Cost };

export function CostsCard({ websiteId }: CostsCardProps) {
  const api = useApi();
  const { data, error, isPending, refetch } = useQuery(costsQuery(api, websiteId));
  const canEdit = useCanEdit(websiteId);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [showsAll, setShowsAll] = useState(false);
  const close = () => setDialog(undefined);
  const costs = data?.costs ?? [];
  const currency = data?.currency ?? 'USD';
  // A shared page does not have them.
  if (error instanceof ApiProblem && (error.status === 403 || error.status === 404)) return null;
  const columns = [...costColumns(currency), ...(canEdit ? [actionsColumn(setDialog)] : [])];
  return (
    <Card
      title={t('attribution.costs')}
      term="cost"
      hint={t('attribution.costsHint')}
      flush={costs.length > 0}
      actions={
        <>
          {costs.length > 0 && (
            <CsvButton label={t('attribution.theCosts')} file={() => readCostsFile(api, websiteId)} />
          )}
          {canEdit && <Button onClick={() => setDialog({ name: 'import' })}>{t('catalog.importCsv')}</Button>}
          {canEdit && (
            <Button onClick={() => setDialog({ name: 'add' })}>
              <Icon name="plus" />
              {t('attribution.addCost')}
            </Button>
          )}
        </>
      }
    >
      {isPending && <Skeleton lines={3} />}
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && costs.length === 0 && (
        <EmptyState title={t('attribution.noCosts')}>
          <p>{t('attribution.noCostsHint')}</p>
        </EmptyState>
      )}
      {costs.length > 0 && (
        <DataTable
          caption={t('attribution.costs')}
          columns={columns}
          rows={showsAll ? costs : costs.slice(0, SHOWN_FIRST)}
          keyOf={keyOfCost}
        />
      )}
      {costs.length > SHOWN_FIRST && !showsAll && (
        <p className={styles.more}>
          <Button variant="quiet" onClick={() => setShowsAll(true)}>
            {t('attribution.showAllCosts', { count: costs.length })}
          </Button>
        </p>
      )}
      {dialog?.name === 'add' && <CostDialog {...{ websiteId, currency }} onClose={close} />}
      {dialog?.name === 'change' && <CostDialog {...{ websiteId, currency, cost: dialog.cost }} onClose={close} />}
      {dialog?.name === 'delete' && <DeleteCostDialog websiteId={websiteId} cost={dialog.cost} onClose={close} />}
      {dialog?.name === 'import' && <ImportCostsDialog {...{ websiteId, currency }} onClose={close} />}
    </Card>
  );
}

function costColumns(currency: string): Column<Cost>[] {
  return [
    {
      name: 'value',
      label: t('attribution.spentOn'),
      value: (cost) => costName(cost).name,
      render: (cost) => (
        <>
          {costName(cost).name}
          <RowDetail>{DIMENSION_NAMES[dimensionOf(cost)]}</RowDetail>
          <RowDetail isOnPhones>{costName(cost).month}</RowDetail>
        </>
      ),
    },
    {
      name: 'month',
      label: t('attribution.month'),
      minor: true,
      value: ({ month }) => month,
      render: (cost) => costName(cost).month,
    },
    {
      name: 'amount',
      label: t('attribution.amount'),
      numeric: true,
      value: ({ amount }) => amount,
      render: ({ amount }) => formatMoney(amount, currency),
    },
  ];
}

function actionsColumn(open: (dialog: OpenDialog) => void): Column<Cost> {
  return {
    name: 'actions',
    label: t('attribution.change'),
    numeric: true,
    value: () => null,
    render: (cost) => (
      <RowActions>
        <Button
          size="small"
          aria-label={t('attribution.editCostOf', costName(cost))}
          onClick={() => open({ name: 'change', cost })}
        >
          {t('common.edit')}
        </Button>
        <Button
          size="small"
          aria-label={t('attribution.deleteCostOf', costName(cost))}
          onClick={() => open({ name: 'delete', cost })}
        >
          {t('common.delete')}
        </Button>
      </RowActions>
    ),
  };
}
