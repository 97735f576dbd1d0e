import type { InsightsWeek } from '../api/types.ts';
import { Link } from '../routing/router.tsx';
import styles from './recommendations.module.css';

interface RecommendationsProps {
  readonly items: readonly Pick<InsightsWeek['data']['items'][number], 'text' | 'campaign_ids'>[];
  readonly websiteId: number;
}

export function Recommendations({ items, websiteId }: RecommendationsProps) {
  return (
    <ol className={styles.recommendations}>
      {items.map(({ text, campaign_ids: campaigns }) => (
        <li key={text}>
          <div>
            {text}
            {campaigns.map((campaignId, index) => (
              <span key={campaignId}>
                {' '}
                <Link to={{ name: 'campaign', websiteId, campaignId }}>
                  {campaigns.length === 1 ? 'Open the campaign' : `Open campaign ${index + 1} of ${campaigns.length}`}
                </Link>
              </span>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}
