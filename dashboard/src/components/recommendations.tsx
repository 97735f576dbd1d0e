import { addDays } from '@funnel/report-files/days.ts';
import type { InsightsWeek } from '../api/types.ts';
import { filterName } from '../format/dimensions.ts';
import { formatCount } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import type { Filter } from '../routing/filters.ts';
import type { Page } from '../routing/pages.ts';
import { Link, useView } from '../routing/router.tsx';
import styles from './recommendations.module.css';

interface RecommendationsProps {
  readonly items: readonly Pick<InsightsWeek['data']['items'][number], 'text' | 'campaign_ids' | 'segment'>[];
  readonly websiteId: number;
  /** Its Monday. */
  readonly week: string;
}

export function Recommendations({ items, websiteId, week }: RecommendationsProps) {
  return (
    <ol className={styles.recommendations}>
      {items.map(({ text, campaign_ids: campaigns, segment }) => (
        <li key={text}>
          <div>
            {text}
            {campaigns.map((campaignId, index) => (
              <span key={campaignId}>
                {index === 0 ? ' ' : ' · '}
                <Link to={{ name: 'campaign', websiteId, campaignId }}>
                  {campaigns.length === 1
                    ? t('common.openCampaign')
                    : t('report.openCampaignOf', {
                        number: formatCount(index + 1),
                        count: formatCount(campaigns.length),
                      })}
                </Link>
              </span>
            ))}
            {segment && (campaigns.length === 0 ? ' ' : ' · ')}
            {segment && <SegmentLink segment={segment} week={week} to={pageOf(websiteId, campaigns[0])} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

function pageOf(websiteId: number, campaignId: number | undefined): Page {
  return campaignId === undefined ? { name: 'website', websiteId } : { name: 'campaign', websiteId, campaignId };
}

interface SegmentLinkProps {
  readonly segment: Filter;
  readonly week: string;
  readonly to: Page;
}

/** The events of the segment alone, in that week. */
function SegmentLink({ segment: { dimension, value }, week, to }: SegmentLinkProps) {
  const filter = { dimension, value };
  const range = { rangeStart: week, rangeEnd: addDays(week, 6) };
  return (
    <Link to={to} view={{ ...useView(), timeframe: 'custom', ...range, filters: [filter] }}>
      {t('report.filterBy', { filter: filterName(filter) })}
    </Link>
  );
}
