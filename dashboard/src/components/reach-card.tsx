// How many of the visitors with page views saw a campaign at all.

import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/context.tsx';
import { campaignReachQuery } from '../api/queries.ts';
import { formatCount, formatRate } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { useView } from '../routing/router.tsx';
import { Card } from './card.tsx';
import { SampleNote } from './estimate.tsx';
import { Tile, Tiles } from './tile.tsx';

/** Nothing where no page views are known: the website may not send them, or not keep its events. */
export function ReachCard({ websiteId }: { readonly websiteId: number }) {
  const { data: report, isPlaceholderData } = useQuery(campaignReachQuery(useApi(), websiteId, useView()));
  if (!report || report.data.share === null) return null;
  const { visitors, saw_campaign: reached, share } = report.data;
  return (
    <Card
      title={t('website.reach')}
      hint={
        <>
          {t('website.reachHint')} {report.sampled && <SampleNote percent={report.sample_rate} />}
        </>
      }
      flush
      stale={isPlaceholderData}
    >
      <Tiles>
        <Tile
          metric="campaign_reach"
          term="reach"
          value={formatRate(share)}
          isEstimate={report.sampled}
          detail={t('website.reachDetail', { reached: formatCount(reached), visitors: formatCount(visitors) })}
        />
      </Tiles>
    </Card>
  );
}
