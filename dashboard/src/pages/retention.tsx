// Who comes back: visitors by the week or month of their first view, conversion or order.

import { begunPeriods } from '@funnel/report-files/tables/event-log.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../api/context.tsx';
import { readRetentionFile } from '../api/files.ts';
import type { Kept } from '../api/kept-events.ts';
import { retentionQuery } from '../api/queries.ts';
import type { RetentionReport } from '../api/types.ts';
import { AddFilter } from '../components/add-filter.tsx';
import { Button } from '../components/button.tsx';
import { Card, CardBody, PlainCard } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { SelectField } from '../components/field.tsx';
import { FollowedNote } from '../components/followed-note.tsx';
import { PageNotes } from '../components/notes.tsx';
import { Segmented } from '../components/segmented.tsx';
import { EmptyState } from '../components/states.tsx';
import { ValueButton } from '../components/value-button.tsx';
import { KeptReport, WebsiteReportFrame } from '../components/website-report.tsx';
import { FilterChips } from '../controls/filter-chips.tsx';
import type { DownloadedFile } from '../csv/download.ts';
import { DIMENSION_NAMES, DIMENSIONS } from '../format/dimensions.ts';
import { EVENT_NAMES } from '../format/funnels.ts';
import { formatCount } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { BuyersCard } from '../retention/buyers-card.tsx';
import { type RetentionChoices, readRetentionChoices, retentionParameters } from '../retention/choices.ts';
import { CohortTable, PeriodTable, totalRow } from '../retention/cohort-table.tsx';
import { sumOfCohorts, VISITORS_MIN } from '../retention/cohorts.ts';
import type { Dimension } from '../routing/filters.ts';
import { RETENTION_EVENTS, RETENTION_PERIODS, type RetentionEvent } from '../routing/offered-values.ts';
import { changeParameters, changeView, useQueryParameters, useView } from '../routing/router.tsx';
import styles from './retention.module.css';

interface OfWebsite {
  readonly websiteId: number;
}

export function RetentionPage({ websiteId }: OfWebsite) {
  const api = useApi();
  const choices = readRetentionChoices(useQueryParameters());
  const view = useView();
  const query = useQuery(retentionQuery(api, websiteId, choices, view));
  return (
    <WebsiteReportFrame
      websiteId={websiteId}
      title={t('retention.title')}
      lead={t('retention.lead')}
      timeframe={query.data?.timeframe}
      filters={<FilterChips />}
    >
      <ChoicesCard websiteId={websiteId} choices={choices} />
      <PageNotes notes={query.error ? undefined : query.data?.notes}>
        <KeptReport
          {...{ websiteId, query }}
          onceKept={t('retention.onceKept')}
          refused={t('retention.cannotBeCounted')}
        >
          {(report) => (
            <Cohorts
              report={report}
              fileOf={(table) =>
                readRetentionFile(api, choices, table, { websiteId, timeframe: report.timeframe, view })
              }
              stale={query.isPlaceholderData}
            />
          )}
        </KeptReport>
        <BuyersCard websiteId={websiteId} choices={choices} />
      </PageNotes>
    </WebsiteReportFrame>
  );
}

function ChoicesCard({ websiteId, choices }: OfWebsite & { readonly choices: RetentionChoices }) {
  const { filters } = useView();
  const { by, first, then, breakDownBy } = choices;
  const show = (changed: Partial<RetentionChoices>) =>
    changeParameters(retentionParameters({ ...choices, ...changed }));
  return (
    <Card title={t('retention.whatCounts')} hint={t('retention.timeframeHint')}>
      <div className={styles.choices}>
        <Segmented
          label={t('retention.cohortsBy')}
          options={RETENTION_PERIODS.map((value) => ({ value, label: t('retention.byPeriod', { by: value }) }))}
          value={by}
          onChange={(value) => show({ by: value })}
        />
        <EventField
          label={t('retention.beginWith')}
          value={first}
          // Who chooses nothing else comes back with the same.
          onChange={(event) => show({ first: event, then: then === first ? event : then })}
        />
        <EventField label={t('retention.comeBackWith')} value={then} onChange={(event) => show({ then: event })} />
        <SelectField
          label={t('common.breakDownBy')}
          value={breakDownBy ?? ''}
          onChange={({ target }) => show({ breakDownBy: (target.value || undefined) as Dimension | undefined })}
        >
          <option value="">{t('funnels.notBrokenDown')}</option>
          {DIMENSIONS.map((dimension) => (
            <option key={dimension} value={dimension}>
              {DIMENSION_NAMES[dimension]}
            </option>
          ))}
        </SelectField>
        <AddFilter
          websiteId={websiteId}
          filters={filters}
          label={t('funnels.addFilter')}
          onChange={(changed) => changeView({ filters: changed })}
        />
      </div>
    </Card>
  );
}

interface EventFieldProps {
  readonly label: string;
  readonly value: RetentionEvent;
  onChange(event: RetentionEvent): void;
}

function EventField({ label, value, onChange }: EventFieldProps) {
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value as RetentionEvent)}>
      {RETENTION_EVENTS.map((event) => (
        <option key={event} value={event}>
          {EVENT_NAMES[event]}
        </option>
      ))}
    </SelectField>
  );
}

function Cohorts(shown: ShownReport) {
  const { report } = shown;
  const { cohorts, breakdown, followable_share: share, then } = report.data;
  if (cohorts.every(({ visitors }) => visitors === 0)) {
    return (
      <PlainCard>
        <EmptyState title={share === 0 ? t('report.nobodyFollowed') : t('retention.noneBegin')}>
          <p>{share === 0 ? t('report.nobodyFollowedHint') : t('retention.chooseLongerOrOther')}</p>
        </EmptyState>
      </PlainCard>
    );
  }
  if (cohorts.every(({ returned }) => returned.every((count) => !count))) {
    const count = sumOfCohorts(cohorts).visitors;
    return (
      <PlainCard>
        <EmptyState title={t('retention.nobodyBack')}>
          <p>{t('retention.nobodyBackHint', { count, event: EVENT_NAMES[then] })}</p>
        </EmptyState>
      </PlainCard>
    );
  }
  return (
    <>
      <CohortsCard {...shown} />
      {breakdown && <ValuesCard {...shown} breakdown={breakdown} />}
    </>
  );
}

interface ShownReport {
  readonly report: Kept<RetentionReport>;
  readonly fileOf: (table: 'cohorts' | 'breakdown') => Promise<DownloadedFile>;
  readonly stale: boolean;
}

function shownOf({ data: { by, cohorts }, sampled, sample_rate }: RetentionReport) {
  return { by, periods: begunPeriods(cohorts), isEstimate: sampled, sampleRate: sample_rate };
}

function CohortsCard({ report, fileOf, stale }: ShownReport) {
  const { cohorts } = report.data;
  const shown = shownOf(report);
  const caption = t('retention.whoComesBack');
  return (
    <Card
      title={caption}
      term="retention"
      hint={`${t('retention.cellsHint', { min: formatCount(VISITORS_MIN) })} ${t('retention.greyCells')}`}
      stale={stale}
      actions={<CsvButton label={t('retention.theCohorts')} file={() => fileOf('cohorts')} />}
    >
      <CohortTable caption={caption} cohorts={cohorts} timeframe={report.timeframe} {...shown} />
      <FollowedNote report={report}>{t('retention.mayGrow')}</FollowedNote>
    </Card>
  );
}

const SHOWN_AT_FIRST = 10;

interface ValuesCardProps extends ShownReport {
  readonly breakdown: NonNullable<RetentionReport['data']['breakdown']>;
}

function ValuesCard({ report, fileOf, stale, breakdown: { dimension, values } }: ValuesCardProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { filters } = useView();
  const shown = shownOf(report);
  const caption = t('retention.byDimension', { dimension: DIMENSION_NAMES[dimension] });
  const listed = showsAll ? values : values.slice(0, SHOWN_AT_FIRST);
  return (
    <Card
      title={caption}
      hint={`${t('retention.valuesHint')} ${t('retention.greyCells')}`}
      stale={stale}
      actions={<CsvButton label={t('retention.theCohortsByValue')} file={() => fileOf('breakdown')} />}
    >
      <PeriodTable
        caption={caption}
        corner={DIMENSION_NAMES[dimension]}
        rows={listed.map(({ value, cohorts }) => ({
          ...totalRow(value, cohorts),
          head: <ValueButton filter={{ dimension, value }} filters={filters} />,
        }))}
        {...shown}
      />
      {listed.length < values.length && (
        <CardBody>
          <Button onClick={() => setShowsAll(true)}>
            {t('report.showAllValuesCount', { count: formatCount(values.length) })}
          </Button>
        </CardBody>
      )}
    </Card>
  );
}
