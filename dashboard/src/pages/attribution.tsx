// Which campaigns get the credit for the orders of a website, by several models side by side, and what was spent.

import { NO_VALUE } from '@funnel/report-files/names.ts';
import { useQuery } from '@tanstack/react-query';
import { useApi, useSharedPage } from '../api/context.tsx';
import { readAttributionFile } from '../api/files.ts';
import type { Kept } from '../api/kept-events.ts';
import { attributionQuery } from '../api/queries.ts';
import type { AttributionReport, Credit } from '../api/types.ts';
import { CostsCard } from '../attribution/costs-card.tsx';
import { campaignColumns, valueColumns } from '../attribution/credit-columns.tsx';
import {
  CREDIT_NAMES,
  MODEL_TERMS,
  MODELS,
  readTouches,
  type Touches,
  touchesSentence,
} from '../attribution/models.ts';
import { Card, PlainCard } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { SampleNote } from '../components/estimate.tsx';
import { SelectField } from '../components/field.tsx';
import { Notes } from '../components/notes.tsx';
import { EmptyState } from '../components/states.tsx';
import { KeptReport, WebsiteReportFrame } from '../components/website-report.tsx';
import { formatDay } from '../format/dates.ts';
import { DEFINITIONS } from '../format/definitions.ts';
import { DIMENSION_NAMES, valueName } from '../format/dimensions.ts';
import { t } from '../language/t.ts';
import { CREDIT_DAYS, CREDITED_DIMENSIONS } from '../routing/offered-values.ts';
import { changeParameters, useQueryParameters, useView } from '../routing/router.tsx';
import styles from './attribution.module.css';

interface OfWebsite {
  readonly websiteId: number;
}

export function AttributionPage({ websiteId }: OfWebsite) {
  const api = useApi();
  const touches = readTouches(useQueryParameters());
  const query = useQuery(attributionQuery(api, websiteId, touches, useView()));
  return (
    <WebsiteReportFrame
      websiteId={websiteId}
      title={t('common.attribution')}
      lead={t('attribution.lead')}
      timeframe={query.data?.timeframe}
    >
      <TouchesCard
        touches={touches}
        used={query.isPlaceholderData ? undefined : query.data?.data}
        hasCosts={query.data?.data.rows?.some(({ cost }) => cost !== undefined) ?? false}
      />
      <KeptReport {...{ websiteId, query }} onceKept={t('attribution.onceKept')}>
        {(report) => (
          <>
            <Notes notes={report.notes} />
            <Credits {...{ report, touches }} stale={query.isPlaceholderData} />
          </>
        )}
      </KeptReport>
      <CostsCard websiteId={websiteId} />
      <Models isOfValues={touches.by !== undefined} />
    </WebsiteReportFrame>
  );
}

interface TouchesCardProps {
  readonly touches: Touches;
  /** What the report has used. undefined: it is not known yet. */
  readonly used: AttributionReport['data'] | undefined;
  readonly hasCosts: boolean;
}

/** The website's own setting is known from a report that asks for no other one. */
function TouchesCard({ touches, used, hasCosts }: TouchesCardProps) {
  const ownTouch = touches.creditBy === undefined ? used?.credit_by : undefined;
  const isLocked = useSharedPage()?.locked ?? false;
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
          <option value="">
            {touches.by ? t('attribution.anyEvent') : asInSettings(ownTouch && touchName(ownTouch))}
          </option>
          <option value="conversion">{t('attribution.conversion')}</option>
          <option value="view">{t('attribution.conversionOrView')}</option>
        </SelectField>
        <SelectField
          label={t('attribution.atMostBefore')}
          value={touches.creditDays ?? ''}
          disabled={isLocked}
          onChange={({ target }) => changeParameters({ window_days: target.value || undefined })}
        >
          <option value="">{ownDaysName(touches.creditDays === undefined ? used : undefined)}</option>
          {CREDIT_DAYS.map((days) => (
            <option key={days} value={days}>
              {t('attribution.days', { count: days })}
            </option>
          ))}
        </SelectField>
        {hasCosts && (
          <SelectField
            label={t('attribution.costsBy')}
            value={touches.costsBy ?? ''}
            onChange={({ target }) => changeParameters({ costs_by: target.value || undefined })}
          >
            {MODELS.map((model, index) => (
              <option key={model} value={index === 0 ? '' : model}>
                {DEFINITIONS[MODEL_TERMS[model]].name}
              </option>
            ))}
          </SelectField>
        )}
      </div>
    </Card>
  );
}

function asInSettings(value: string | undefined): string {
  return value === undefined ? t('attribution.asInSettings') : t('attribution.asInSettingsOf', { value });
}

/** A website that credits no orders has no days of its own. */
function ownDaysName(used: AttributionReport['data'] | undefined): string {
  const value = used && t('attribution.days', { count: used.window_days });
  return used?.window_days_from === 'default' ? t('attribution.byDefaultOf', { value: value! }) : asInSettings(value);
}

function touchName(creditBy: 'conversion' | 'view'): string {
  return creditBy === 'view' ? t('attribution.conversionOrView') : t('attribution.conversion');
}

interface CreditsProps {
  readonly report: Kept<AttributionReport>;
  /** What was asked for. */
  readonly touches: Touches;
  readonly stale: boolean;
}

function Credits({ report, touches, stale }: CreditsProps) {
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
  if (!hasCredit(report.data)) {
    return (
      <PlainCard>
        <EmptyState title={t('attribution.noTouches')}>
          <p>{t('attribution.noTouchesHint')}</p>
        </EmptyState>
      </PlainCard>
    );
  }
  const shown = { report, touches, stale };
  return rows ? (
    <CreditTable {...shown} rows={rows} columns={valueColumns(report, rows)} keyOf={({ value }) => value} />
  ) : (
    <CreditTable
      {...shown}
      rows={campaigns}
      columns={campaignColumns(report, campaigns)}
      keyOf={({ id }) => id ?? 'none'}
    />
  );
}

/** Whether anything but “none” has a part of an order, a conversion or a cost. */
function hasCredit({ campaigns = [], rows }: AttributionReport['data']): boolean {
  const named = rows ? rows.filter(({ value, cost }) => value !== NO_VALUE || cost) : campaigns.filter(({ id }) => id);
  const isSome = ({ orders, conversions = 0 }: Credit) => orders > 0 || conversions > 0;
  return named.some((row) => isSome(row.stored) || isSome(row.any!) || ('cost' in row && Boolean(row.cost)));
}

interface CreditTableProps<Row> extends CreditsProps {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  keyOf(row: Row): string | number;
}

function CreditTable<Row>({ report, touches, stale, rows, columns, keyOf }: CreditTableProps<Row>) {
  const api = useApi();
  const view = useView();
  const { website, timeframe } = report;
  return (
    <Card
      title={t('attribution.whatEarnedIt')}
      term="attribution"
      hint={<Hint report={report} />}
      stale={stale}
      flush
      actions={
        <CsvButton
          label={t('attribution.theCredits')}
          file={() => readAttributionFile(api, touches, { websiteId: website.id, timeframe, view })}
        />
      }
    >
      <DataTable caption={t('attribution.whatEarnedIt')} columns={columns} rows={rows} keyOf={keyOf} />
    </Card>
  );
}

function Hint({ report }: Pick<CreditsProps, 'report'>) {
  const { keptSince, sampled, sample_rate, data } = report;
  return (
    <>
      {t('attribution.setting', {
        by: data.by === undefined ? t('common.campaign') : DIMENSION_NAMES[data.by],
        days: data.window_days,
        source: { website: 'own', default: 'default', request: 'chosen' }[data.window_days_from],
        stored: DEFINITIONS[MODEL_TERMS.stored].name,
      })}{' '}
      {t('attribution.columnsAddUp')} {t('attribution.conversionsAreTotals')} {touchesSentence(data)}
      {data.by !== undefined &&
        data.rows?.some(({ value }) => value === NO_VALUE) &&
        ` ${t('attribution.withoutValue', { name: valueName({ dimension: data.by, value: NO_VALUE }) })}`}
      {keptSince !== undefined && ` ${t('attribution.touchesKnownSince', { day: formatDay(keptSince) })}`}
      {sampled && ' '}
      {sampled && <SampleNote percent={sample_rate} />}
    </>
  );
}

/** What each model does where channels or other values get the credit. */
const OF_VALUES = {
  stored: t('attribution.storedOfValues'),
  last: t('attribution.lastOfValues'),
  first: t('attribution.firstOfValues'),
  linear: t('attribution.linearOfValues'),
  any: t('attribution.anyOfValues'),
} as const;

function Models({ isOfValues }: { readonly isOfValues: boolean }) {
  return (
    <Card title={t('attribution.howModelsCredit')}>
      <dl className={styles.models}>
        {CREDIT_NAMES.map((name) => (
          <div key={name}>
            <dt>{DEFINITIONS[MODEL_TERMS[name]].name}</dt>
            <dd>{isOfValues ? OF_VALUES[name] : DEFINITIONS[MODEL_TERMS[name]].sentence}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">{t('attribution.withoutTouch')}</p>
    </Card>
  );
}
