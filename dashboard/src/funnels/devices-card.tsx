// The steps of a funnel by device, side by side.

import { NO_VALUE, OTHER_VALUES } from '@funnel/report-files/names.ts';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/context.tsx';
import { readFunnelFile } from '../api/files.ts';
import { funnelQuery } from '../api/queries.ts';
import { Card } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { DataTable } from '../components/data-table.tsx';
import { SampleNote } from '../components/estimate.tsx';
import { t } from '../language/t.ts';
import type { Funnel } from '../routing/funnel.ts';
import { useView } from '../routing/router.tsx';
import { rowsOfSteps, sideBySideColumns } from './funnel-columns.tsx';
import styles from './funnel-report.module.css';

interface DevicesCardProps {
  readonly websiteId: number;
  readonly funnel: Funnel;
}

/** Nothing is shown of a single device, nor of visitors whose device is not known. */
export function DevicesCard({ websiteId, funnel }: DevicesCardProps) {
  const api = useApi();
  const view = useView();
  const byDevice: Funnel = { ...funnel, breakDownBy: 'device' };
  const query = funnelQuery(api, websiteId, byDevice, { ...view, compare: 'off' });
  const { data: report, isPlaceholderData } = useQuery(query);
  const values = report?.data.breakdown?.values ?? [];
  const devices = values.filter(({ value, steps }) => {
    return value !== NO_VALUE && value !== OTHER_VALUES && steps[0]!.visitors > 0;
  });
  if (!report || devices.length < 2) return null;
  const columns = sideBySideColumns({ report }, devices);
  const rows = rowsOfSteps(report.data.steps);
  return (
    <Card
      title={t('funnels.devices')}
      term="funnel"
      hint={
        <>
          {t('funnels.devicesHint')} {t('funnels.othersHint')}
          {report.sampled && ' '}
          {report.sampled && <SampleNote percent={report.sample_rate} />}
        </>
      }
      stale={isPlaceholderData}
      actions={
        <CsvButton
          label={t('funnels.theStepsByValue')}
          file={() => readFunnelFile(api, byDevice, 'breakdown', { websiteId, timeframe: report.timeframe, view })}
        />
      }
      flush
    >
      <div className={styles.values}>
        <DataTable caption={t('funnels.devices')} columns={columns} rows={rows} keyOf={({ position }) => position} />
      </div>
    </Card>
  );
}
