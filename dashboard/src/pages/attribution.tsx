// Which campaigns get the credit for the orders of a website, by several models side by side, and what was spent.

import { rangeOf } from '@funnel/report-files/timeframe.ts';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/context.tsx';
import type { Kept } from '../api/kept-events.ts';
import { attributionQuery, websitesQuery } from '../api/queries.ts';
import type { AttributionReport } from '../api/types.ts';
import { CostsCard } from '../attribution/costs-card.tsx';
import { campaignColumns, valueColumns } from '../attribution/credit-columns.tsx';
import {
  CREDIT_DAYS,
  CREDIT_NAMES,
  CREDITED_DIMENSIONS,
  MODEL_TERMS,
  readTouches,
  type Touches,
  touchesSentence,
} from '../attribution/models.ts';
import { Card, PlainCard } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { type Column, DataTable, tableCsv } from '../components/data-table.tsx';
import { SampleNote } from '../components/estimate.tsx';
import { SelectField } from '../components/field.tsx';
import { KeptReportError } from '../components/kept-report-error.tsx';
import { Notes } from '../components/notes.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { EmptyState } from '../components/states.tsx';
import { ViewControls } from '../controls/view-controls.tsx';
import { formatDay } from '../format/dates.ts';
import { DEFINITIONS } from '../format/definitions.ts';
import { DIMENSION_NAMES } from '../format/dimensions.ts';
import { t } from '../language/t.ts';
import { changeParameters, useQueryParameters, useView } from '../routing/router.tsx';
import styles from './attribution.module.css';

interface OfWebsite {
  readonly websiteId: number;
}

export function AttributionPage({ websiteId }: OfWebsite) {
  const api = useApi();
  const touches = readTouches(useQueryParameters());
  const query = useQuery(attributionQuery(api, websiteId, touches, useView()));
  const websites = useQuery(websitesQuery(api));
  const name = websites.data?.find(({ id }) => id === websiteId)?.name;
  return (
    <PageFrame
      title={t('common.attribution')}
      crumbs={[{ label: name, to: { name: 'website', websiteId } }]}
      lead={t('attribution.lead')}
      timeframe={query.data?.timeframe}
      controls={<ViewControls counts={false} compares={false} />}
    >
      <TouchesCard touches={touches} />
      {query.isPending && <ReportSkeleton />}
      {query.error && (
        <KeptReportError
          websiteId={websiteId}
          error={query.error}
          onceKept={t('attribution.onceKept')}
          onRetry={() => query.refetch()}
        />
      )}
      {!query.error && <Notes notes={query.data?.notes} />}
      {query.data && !query.error && <Credits report={query.data} stale={query.isPlaceholderData} />}
      <CostsCard websiteId={websiteId} websiteName={name} />
      <Models />
    </PageFrame>
  );
}

function TouchesCard({ touches }: { readonly touches: Touches }) {
  return (
    <Card
      title={t('attribution.whatGetsCredit')}
      term="touch"
      hint={touches.by ? t('attribution.touchHintVisits') : t('attribution.touchHint')}
    >
      <div className={styles.touches}>
        <SelectField
          label={t('attribution.creditGoesTo')}
          value={touches.by ?? ''}
          onChange={({ target }) => changeParameters({ by: target.value || undefined })}
        >
          <option value="">{t('common.campaign')}</option>
          {CREDITED_DIMENSIONS.map((dimension) => (
            <option key={dimension} value={dimension}>
              {DIMENSION_NAMES[dimension]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('attribution.touchIs')}
          value={touches.creditBy ?? ''}
          onChange={({ target }) => changeParameters({ credit_by: target.value || undefined })}
        >
          <option value="">{touches.by ? t('attribution.anyEvent') : t('attribution.asInSettings')}</option>
          <option value="conversion">{t('attribution.conversion')}</option>
          <option value="view">{t('attribution.conversionOrView')}</option>
        </SelectField>
        <SelectField
          label={t('attribution.atMostBefore')}
          value={touches.creditDays ?? ''}
          onChange={({ target }) => changeParameters({ window_days: target.value || undefined })}
        >
          <option value="">{t('attribution.asInSettings')}</option>
          {CREDIT_DAYS.map((days) => (
            <option key={days} value={days}>
              {t('attribution.days', { count: days })}
            </option>
          ))}
        </SelectField>
      </div>
    </Card>
  );
}

function Credits({ report, stale }: { readonly report: Kept<AttributionReport>; readonly stale: boolean }) {
  const { campaigns = [], rows } = report.data;
  const hasOrders = (rows ?? campaigns).some(({ stored }) => stored.orders > 0 || (stored.conversions ?? 0) > 0);
  if (!hasOrders && !rows?.some(({ cost }) => cost)) {
    return (
      <PlainCard>
        <EmptyState title={t('attribution.noOrders')}>
          <p>{t('common.chooseLongerTimeframe')}</p>
        </EmptyState>
      </PlainCard>
    );
  }
  return rows ? (
    <CreditTable
      report={report}
      stale={stale}
      rows={rows}
      columns={valueColumns(report, rows)}
      keyOf={({ value }) => value}
    />
  ) : (
    <CreditTable
      report={report}
      stale={stale}
      rows={campaigns}
      columns={campaignColumns(report, campaigns)}
      keyOf={({ id }) => id ?? 'none'}
    />
  );
}

interface CreditTableProps<Row> {
  readonly report: Kept<AttributionReport>;
  readonly stale: boolean;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  keyOf(row: Row): string | number;
}

function CreditTable<Row>({ report, stale, rows, columns, keyOf }: CreditTableProps<Row>) {
  return (
    <Card
      title={t('attribution.whatEarnedIt')}
      term="attribution"
      hint={<Hint report={report} />}
      stale={stale}
      flush
      actions={
        <CsvButton
          content={{
            website: report.website.name,
            what: t('attribution.fileAttribution'),
            days: rangeOf(report.timeframe),
          }}
          label={t('attribution.theCredits')}
          file={() => tableCsv(columns, rows)}
        />
      }
    >
      <DataTable caption={t('attribution.whatEarnedIt')} columns={columns} rows={rows} keyOf={keyOf} />
    </Card>
  );
}

function Hint({ report: { keptSince, sampled, sample_rate, data } }: { readonly report: Kept<AttributionReport> }) {
  return (
    <>
      {t('attribution.columnsAddUp')} {touchesSentence(data)}
      {keptSince !== undefined && ` ${t('attribution.touchesKnownSince', { day: formatDay(keptSince) })}`}
      {sampled && ' '}
      {sampled && <SampleNote percent={sample_rate} />}
    </>
  );
}

function Models() {
  return (
    <Card title={t('attribution.howModelsCredit')}>
      <dl className={styles.models}>
        {CREDIT_NAMES.map((name) => (
          <div key={name}>
            <dt>{DEFINITIONS[MODEL_TERMS[name]].name}</dt>
            <dd>{DEFINITIONS[MODEL_TERMS[name]].sentence}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">{t('attribution.withoutTouch')}</p>
    </Card>
  );
}
