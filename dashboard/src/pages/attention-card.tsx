// What needs attention on the websites, with the most at stake first.
import type { AccountOverview } from '../api/types.ts';
import { Card } from '../components/card.tsx';
import { RowDetail } from '../components/row-name.tsx';
import { formatDay } from '../format/dates.ts';
import { formatCount, formatMoney } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { pageAt } from '../routing/pages.ts';
import { Link } from '../routing/router.tsx';
import styles from './overview.module.css';

const ITEMS_MAX = 5;

type Item = AccountOverview['attention'][number];

interface AttentionCardProps {
  readonly items: readonly Item[];
  nameOf(websiteId: number): string;
}

export function AttentionCard({ items, nameOf }: AttentionCardProps) {
  if (items.length === 0) return null;
  return (
    <Card title={t('overview.attention')} hint={t('overview.attentionHint')}>
      <ul className={styles.attention}>
        {items.slice(0, ITEMS_MAX).map((item) => (
          <li key={`${item.website_id} ${item.kind} ${item.day} ${item.path}`}>
            <Link to={pageAt(item.path)}>{nameOf(item.website_id)}</Link> {item.title}
            <RowDetail>{[formatDay(item.day), ...stakeTexts(item)].join(' · ')}</RowDetail>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const COUNTS = {
  visitors: 'overview.stakeVisitors',
  conversions: 'overview.stakeConversions',
  completions: 'overview.stakeCompletions',
  subscribes: 'overview.stakeSubscribes',
  orders: 'overview.stakeOrders',
} as const;

function stakeTexts({ stake }: Item): string[] {
  if (!stake) return [];
  const { of, count, amount, currency } = stake;
  return [
    ...(amount === 0 ? [] : [t('overview.stakeAmount', { amount: formatMoney(amount, currency) })]),
    // A goal of revenue is about no count.
    ...(count === 0 ? [] : [t(COUNTS[of], { count, number: formatCount(count) })]),
  ];
}
