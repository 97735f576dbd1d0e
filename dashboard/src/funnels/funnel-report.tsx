// What a funnel has counted: its steps as a chart, with their times and changes in a table, and by the values of a dimension.

import { funnelFile, funnelValuesFile } from '@funnel/report-files/tables/event-log.ts';
import { rangeOf } from '@funnel/report-files/timeframe.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { catalogQuery } from '../api/catalog.ts';
import { useApi, useSharedPage } from '../api/context.tsx';
import type { Kept } from '../api/kept-events.ts';
import { useNews } from '../api/rhythm.ts';
import type { Catalog, FunnelReport as Report } from '../api/types.ts';
import { Funnel } from '../charts/funnel.tsx';
import { Card, CardBody, PlainCard } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { DataTable } from '../components/data-table.tsx';
import { SampleNote } from '../components/estimate.tsx';
import { Notes } from '../components/notes.tsx';
import { EmptyState } from '../components/states.tsx';
import { KeptReport } from '../components/website-report.tsx';
import { formatDay } from '../format/dates.ts';
import { DIMENSION_NAMES } from '../format/dimensions.ts';
import { writtenStepName } from '../format/funnels.ts';
import { t } from '../language/t.ts';
import { fileWords, JUDGED_METRICS, rowsOfSteps, stepColumns, valueColumns } from './funnel-columns.tsx';
import styles from './funnel-report.module.css';

interface FunnelReportProps {
  readonly websiteId: number;
  readonly query: UseQueryResult<Kept<Report>>;
  /** Becomes part of file names. */
  readonly name: string;
}

export function FunnelReport({ websiteId, query, name }: FunnelReportProps) {
  const isShared = useSharedPage() !== undefined;
  const { data: catalog } = useQuery({ ...catalogQuery(useApi(), websiteId), enabled: !isShared });
  return (
    <KeptReport {...{ websiteId, query }} onceKept={t('funnels.onceKept')} refused={t('funnels.cannotBeCounted')}>
      {(report) => <FunnelResult {...{ report, catalog, name }} stale={query.isPlaceholderData} />}
    </KeptReport>
  );
}

/** `catalog`: undefined where names are not known. */
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
  readonly catalog: Catalog | undefined;
  readonly name: string;
  readonly stale: boolean;
}

function StepsReport({ report, catalog, name, stale }: ShownReport) {
  const { sampled, sample_rate, data } = report;
  const rows = rowsOfSteps(data.steps, sample_rate);
  const judged = rows.map(({ metrics }) => metrics);
  const news = useNews(report.website.id, report.timeframe, judged, JUDGED_METRICS);
  const columns = stepColumns({ report, catalog, news });
  return (
    <Card
      title={t('funnels.visitorsByStep')}
      term="funnel"
      hint={<Hint report={report} />}
      stale={stale}
      actions={
        <CsvButton
          content={{
            website: report.website.name,
            what: t('website.fileSteps', { name }),
            days: rangeOf(report.timeframe),
          }}
          label={t('website.theSteps')}
          file={() => funnelFile(data.steps, fileWords({ report, catalog }))}
        />
      }
      flush
    >
      <CardBody>
        <Funnel
          label={t('funnels.visitorsByStep')}
          sampleRate={sampled ? sample_rate : undefined}
          stages={rows.map(({ position, step, visitors }) => ({
            key: String(position),
            label: writtenStepName(catalog, step),
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

function ValuesReport({ report, catalog, name, stale, breakdown }: ValuesReportProps) {
  const { dimension, values } = breakdown;
  const caption = t('funnels.byDimension', { dimension: DIMENSION_NAMES[dimension] });
  return (
    <Card
      title={caption}
      hint={`${t('funnels.valueOfFirstStep')} ${t('funnels.othersHint')}`}
      stale={stale}
      actions={
        <CsvButton
          content={{
            website: report.website.name,
            what: t('report.fileByDimension', { name, dimension: DIMENSION_NAMES[dimension] }),
            days: rangeOf(report.timeframe),
          }}
          label={t('funnels.theStepsByValue')}
          file={() => funnelValuesFile(breakdown, fileWords({ report, catalog }))}
        />
      }
      flush
    >
      <div className={styles.values}>
        <DataTable
          caption={caption}
          columns={valueColumns({ report, catalog }, dimension)}
          rows={values}
          keyOf={({ value }) => value}
        />
      </div>
    </Card>
  );
}
