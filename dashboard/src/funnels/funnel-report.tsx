// What a funnel has counted: its steps as a chart, with their times and changes in a table, and by the values of a dimension.

import type { UseQueryResult } from '@tanstack/react-query';
import { useApi } from '../api/context.tsx';
import { readFunnelFile } from '../api/files.ts';
import type { Kept } from '../api/kept-events.ts';
import { useNews } from '../api/rhythm.ts';
import type { FunnelReport as Report } from '../api/types.ts';
import { Funnel } from '../charts/funnel.tsx';
import { Card, CardBody, PlainCard } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { DataTable } from '../components/data-table.tsx';
import { SampleNote } from '../components/estimate.tsx';
import { Notes } from '../components/notes.tsx';
import { EmptyState } from '../components/states.tsx';
import { KeptReport } from '../components/website-report.tsx';
import type { DownloadedFile } from '../csv/download.ts';
import { formatDay } from '../format/dates.ts';
import { DIMENSION_NAMES } from '../format/dimensions.ts';
import { reportedStepName } from '../format/funnels.ts';
import { t } from '../language/t.ts';
import type { Funnel as FunnelDefinition } from '../routing/funnel.ts';
import { useView } from '../routing/router.tsx';
import { JUDGED_METRICS, rowsOfSteps, stepColumns, valueColumns } from './funnel-columns.tsx';
import styles from './funnel-report.module.css';

interface FunnelReportProps {
  readonly websiteId: number;
  readonly query: UseQueryResult<Kept<Report>>;
  readonly funnel: FunnelDefinition;
}

export function FunnelReport({ websiteId, query, funnel }: FunnelReportProps) {
  const api = useApi();
  const view = useView();
  return (
    <KeptReport {...{ websiteId, query }} onceKept={t('funnels.onceKept')} refused={t('funnels.cannotBeCounted')}>
      {(report) => (
        <FunnelResult
          report={report}
          fileOf={(table) => readFunnelFile(api, funnel, table, { websiteId, timeframe: report.timeframe, view })}
          stale={query.isPlaceholderData}
        />
      )}
    </KeptReport>
  );
}

export function FunnelResult(shown: ShownReport) {
  const { report } = shown;
  const notes = <Notes notes={report.notes} />;
  if (report.data.steps[0]?.visitors === 0) {
    return (
      <>
        {notes}
        <NobodyStarts report={report} />
      </>
    );
  }
  return (
    <>
      {notes}
      <StepsReport {...shown} />
      {report.data.breakdown && <ValuesReport {...shown} breakdown={report.data.breakdown} />}
    </>
  );
}

function NobodyStarts({ report }: { readonly report: Kept<Report> }) {
  return (
    <PlainCard>
      <EmptyState title={t('funnels.nobodyStarts')}>
        <p>
          {t('funnels.chooseLongerOrOther')}
          {report.keptSince !== undefined && ` ${t('funnels.keptSince', { day: formatDay(report.keptSince) })}`}
        </p>
      </EmptyState>
    </PlainCard>
  );
}

interface ShownReport {
  readonly report: Kept<Report>;
  /** Left out in a chat, which has no files. */
  readonly fileOf?: (table: 'steps' | 'breakdown') => Promise<DownloadedFile>;
  readonly stale: boolean;
}

function StepsReport({ report, fileOf, stale }: ShownReport) {
  const { sampled, sample_rate, data } = report;
  const rows = rowsOfSteps(data.steps, sample_rate);
  const judged = rows.map(({ metrics }) => metrics);
  const news = useNews(report.website.id, report.timeframe, judged, JUDGED_METRICS);
  const columns = stepColumns({ report, news });
  return (
    <Card
      title={t('funnels.visitorsByStep')}
      term="funnel"
      hint={<Hint report={report} />}
      stale={stale}
      actions={fileOf && <CsvButton label={t('website.theSteps')} file={() => fileOf('steps')} />}
      flush
    >
      <CardBody>
        <Funnel
          label={t('funnels.visitorsByStep')}
          sampleRate={sampled ? sample_rate : undefined}
          stages={rows.map(({ position, step, visitors }) => ({
            key: String(position),
            label: reportedStepName(report.about, step),
            count: visitors,
          }))}
        />
      </CardBody>
      <DataTable caption={t('common.steps')} columns={columns} rows={rows} keyOf={({ position }) => position} />
    </Card>
  );
}

function Hint({ report: { keptSince, sampled, sample_rate } }: { readonly report: Kept<Report> }) {
  return (
    <>
      {t('funnels.countedOnce')}
      {keptSince !== undefined && ` ${t('report.eventsKeptSince', { day: formatDay(keptSince) })}`}
      {sampled && ' '}
      {sampled && <SampleNote percent={sample_rate} />}
    </>
  );
}

interface ValuesReportProps extends ShownReport {
  readonly breakdown: NonNullable<Report['data']['breakdown']>;
}

function ValuesReport({ report, fileOf, stale, breakdown }: ValuesReportProps) {
  const { dimension, values } = breakdown;
  const caption = t('funnels.byDimension', { dimension: DIMENSION_NAMES[dimension] });
  return (
    <Card
      title={caption}
      hint={`${t('funnels.valueOfFirstStep')} ${t('funnels.othersHint')}`}
      stale={stale}
      actions={fileOf && <CsvButton label={t('funnels.theStepsByValue')} file={() => fileOf('breakdown')} />}
      flush
    >
      <div className={styles.values}>
        <DataTable
          caption={caption}
          columns={valueColumns({ report }, dimension)}
          rows={values}
          keyOf={({ value }) => value}
        />
      </div>
    </Card>
  );
}
