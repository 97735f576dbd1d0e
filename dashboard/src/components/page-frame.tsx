// The frame of every page: breadcrumbs, title, the days it covers, and its controls.

import { rangeOf } from '@funnel/report-files/timeframe.ts';
import { type ReactNode, useEffect } from 'react';
import type { TimeframeBlock } from '../api/types.ts';
import { formatDay, formatRange } from '../format/dates.ts';
import { comparisonText } from '../format/timeframes.ts';
import { t } from '../language/t.ts';
import type { Page } from '../routing/pages.ts';
import { Link } from '../routing/router.tsx';
import { CardBody, PlainCard } from './card.tsx';
import styles from './page-frame.module.css';
import { Skeleton } from './states.tsx';

export interface Crumb {
  /** undefined while the name is loading. */
  readonly label: string | undefined;
  readonly to: Page;
}

interface PageFrameProps {
  readonly title: string | undefined;
  /** What stands next to the title, such as the type of a campaign. */
  readonly tag?: ReactNode;
  readonly crumbs?: readonly Crumb[];
  readonly lead?: ReactNode;
  readonly timeframe?: TimeframeBlock | undefined;
  readonly controls?: ReactNode;
  /** A line of its own below. */
  readonly filters?: ReactNode;
  /** What can be done to what the page is about. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function PageFrame({
  title,
  tag,
  crumbs = [],
  lead,
  timeframe,
  controls,
  filters,
  actions,
  children,
}: PageFrameProps) {
  useEffect(() => {
    document.title = title === undefined ? 'Funnel' : `${title} · Funnel`;
  }, [title]);
  return (
    <>
      <header className={styles.head}>
        <div className={styles.title}>
          {crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} />}
          <h1>
            {title ?? <span className={styles.placeholder}>{t('common.loading')}</span>}
            {tag}
          </h1>
          {timeframe ? <DateRange timeframe={timeframe} /> : lead !== undefined && <p className="hint">{lead}</p>}
          {actions}
        </div>
        {controls}
        {filters}
      </header>
      <div className={styles.body}>{children}</div>
    </>
  );
}

function Breadcrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={t('report.breadcrumbs')}>
      <ol className={styles.crumbs}>
        {crumbs.map(({ label, to }) => (
          <li key={to.name}>
            <Link to={to}>{label ?? '…'}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function DateRange({ timeframe }: { readonly timeframe: TimeframeBlock }) {
  const { timezone_changed_on: changedOn } = timeframe;
  const parts = [
    formatRange(rangeOf(timeframe)),
    comparisonText(timeframe),
    changedOn !== undefined && t('report.timezoneChangedOn', { day: formatDay(changedOn) }),
  ];
  return <p className="hint">{parts.filter(Boolean).join(' · ')}</p>;
}

/** A report page while it is loading. */
export function ReportSkeleton() {
  return (
    <PlainCard>
      <CardBody>
        <Skeleton lines={2} />
        <Skeleton lines={1} tall />
      </CardBody>
    </PlainCard>
  );
}
