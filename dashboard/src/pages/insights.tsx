// The insights of a week: two numbers and what to do next. In a chat there is only the newest week, as the specified report has it.

import { addDays } from '@funnel/report-files/days.ts';
import { useQuery } from '@tanstack/react-query';
import { useApi, useOptionalServices } from '../api/context.tsx';
import { firstDaysQuery, useHasInsights } from '../api/first-days.ts';
import { ApiProblem } from '../api/problem.ts';
import { insightsQuery, insightsWeekQuery, websiteQuery, websitesQuery } from '../api/queries.ts';
import { useNews } from '../api/rhythm.ts';
import type { InsightsReport, InsightsWeek } from '../api/types.ts';
import { AlertsCard } from '../components/alerts-card.tsx';
import { buttonClass } from '../components/button.tsx';
import { Card, PlainCard } from '../components/card.tsx';
import { SelectField } from '../components/field.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { Recommendations } from '../components/recommendations.tsx';
import { SendingLink } from '../components/sending-link.tsx';
import { EmptyState, ErrorState } from '../components/states.tsx';
import { Tile, Tiles } from '../components/tile.tsx';
import { formatRange } from '../format/dates.ts';
import { formatCount, formatMoney } from '../format/numbers.ts';
import { noDataText } from '../format/timeframes.ts';
import { t } from '../language/t.ts';
import { changeParameters, Link, useQueryParameters, useView } from '../routing/router.tsx';

export function InsightsPage({ websiteId }: { readonly websiteId: number }) {
  const api = useApi();
  // The week is in the URL, so that digests can link to it.
  const week = useQueryParameters().get('week') ?? undefined;
  const websites = useQuery(websitesQuery(api));
  const website = websites.data?.find(({ id }) => id === websiteId);
  const hasInsights = useHasInsights(websiteId);
  const anyWeek = useQuery({ ...insightsWeekQuery(api, websiteId, week), enabled: hasInsights ?? false });
  // A chat has only the newest.
  const isChat = useOptionalServices() === undefined;
  const newest = useQuery({ ...insightsQuery(api, websiteId), enabled: isChat && isNotFound(anyWeek.error) });
  const shown = anyWeek.data ?? (newest.data && withoutDetails(newest.data));
  const error = isChat && isNotFound(anyWeek.error) ? newest.error : anyWeek.error;
  // The report is 404 for an unknown website too; this one is known, so it just has no snapshot yet.
  const isTooEarly = website !== undefined && (hasInsights === false || isNotFound(error));
  return (
    <PageFrame
      title={t('common.weeklyInsights')}
      crumbs={[{ label: website?.name, to: { name: 'website', websiteId } }]}
      lead={shown && weekText(shown.data.week)}
      controls={shown && <WeekChoice data={shown.data} onChoose={(chosen) => changeParameters({ week: chosen })} />}
    >
      {!shown && !error && !isTooEarly && <ReportSkeleton />}
      {isTooEarly && (
        <PlainCard>
          <EmptyState title={t('insights.noInsightsYet')}>
            <p>{t('insights.createdMondays')}</p>
            <SendingLink websiteId={websiteId} />
          </EmptyState>
        </PlainCard>
      )}
      {error && !isTooEarly && <ErrorState error={error} onRetry={() => anyWeek.refetch()} />}
      {shown && <Snapshot report={shown} stale={anyWeek.isPlaceholderData} />}
      {website && <AlertsCard websiteId={websiteId} />}
    </PageFrame>
  );
}

function isNotFound(error: Error | null): boolean {
  return error instanceof ApiProblem && error.status === 404;
}

function withoutDetails({ website, data }: InsightsReport): Pick<InsightsWeek, 'website' | 'data'> {
  const { week, performance_snapshot: snapshot, ai_recommendations: recommendations } = data;
  return {
    website,
    data: {
      weeks: [week],
      week,
      performance: snapshot.performance,
      previous: null,
      changes: null,
      items: recommendations.items.map((text) => ({ text, kind: null, campaign_ids: [] })),
    },
  };
}

function weekText(monday: string): string {
  return formatRange({ start: monday, end: addDays(monday, 6) });
}

interface WeekChoiceProps {
  readonly data: InsightsWeek['data'];
  onChoose(week: string): void;
}

function WeekChoice({ data, onChoose }: WeekChoiceProps) {
  if (data.weeks.length < 2) return null;
  return (
    <SelectField label={t('common.week')} value={data.week} onChange={(event) => onChoose(event.target.value)}>
      {data.weeks.map((monday) => (
        <option key={monday} value={monday}>
          {weekText(monday)}
        </option>
      ))}
    </SelectField>
  );
}

interface SnapshotProps {
  readonly report: Pick<InsightsWeek, 'website' | 'data'>;
  readonly stale: boolean;
}

/** Which changes of a week are news: snapshots do not have the orders that tell it. */
function useNewsOfWeek(websiteId: number, { week }: InsightsWeek['data']) {
  const isChat = useOptionalServices() === undefined;
  const days = { timeframe: 'custom', rangeStart: week, rangeEnd: addDays(week, 6) } as const;
  const view = { ...useView(), ...days, compare: 'previous', countType: 'distinct', filters: [] } as const;
  const { data: report } = useQuery({ ...websiteQuery(useApi(), websiteId, view), enabled: !isChat });
  const metrics = report?.data.metrics;
  const news = useNews(websiteId, report?.timeframe, metrics ? [metrics] : [], ['views', 'revenue']);
  return (name: 'viewers' | 'revenue') => metrics && news(metrics, name === 'viewers' ? 'views' : name);
}

function Snapshot({ report: { website, data }, stale }: SnapshotProps) {
  const view = useView();
  const { performance, items } = data;
  const { firstDay } = useQuery(firstDaysQuery(useApi())).data?.get(website.id) ?? {};
  const isCounted = firstDay === undefined || firstDay <= addDays(data.week, -7);
  const changes = isCounted ? data.changes : null;
  const isNews = useNewsOfWeek(website.id, data);
  const changeOf = (name: 'revenue' | 'viewers') =>
    changes ? { change: { percent: changes[name], of: performance[name], isNews: isNews(name) } } : {};
  return (
    <>
      <PlainCard label={t('insights.weekInNumbers')} stale={stale}>
        <Tiles>
          <Tile
            metric="revenue"
            term="revenue"
            value={formatMoney(performance.revenue, website.currency)}
            {...changeOf('revenue')}
          />
          <Tile metric="viewers" term="visitors" value={formatCount(performance.viewers)} {...changeOf('viewers')} />
        </Tiles>
        {!isCounted && <p className="hint">{t('insights.notCompared', { reason: noDataText(firstDay) })}</p>}
      </PlainCard>
      <Card
        title={t('insights.whatToDoNext')}
        stale={stale}
        actions={
          <Link
            to={{ name: 'website', websiteId: website.id }}
            view={{
              timeframe: 'custom',
              rangeStart: data.week,
              rangeEnd: addDays(data.week, 6),
              compare: view.compare,
              countType: view.countType,
              filters: [],
            }}
            className={buttonClass()}
          >
            {t('insights.seeThatWeek')}
          </Link>
        }
      >
        {items.length === 0 ? (
          <EmptyState title={t('insights.nothingStoodOut')} />
        ) : (
          <Recommendations items={items} websiteId={website.id} week={data.week} />
        )}
      </Card>
    </>
  );
}
