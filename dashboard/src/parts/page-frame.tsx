// The head of every page: where we are, what it is called, which days it shows, and its controls.
import { type ReactNode, useEffect } from 'react';
import type { Page } from '../address/page.ts';
import { Link } from '../address/router.tsx';
import type { TimeframeBlock } from '../api/answers.ts';
import { previousRangeOf, rangeOf } from '../api/series.ts';
import { formatRange } from '../format/dates.ts';
import { Skeleton } from './states.tsx';

export interface Crumb {
  /** undefined while its name is being loaded. */
  readonly label: string | undefined;
  readonly to: Page;
}

interface PageFrameProps {
  readonly title: string | undefined;
  /** Beside the title: what kind of thing it is. */
  readonly tag?: ReactNode;
  readonly crumbs?: readonly Crumb[];
  readonly lead?: ReactNode;
  readonly timeframe?: TimeframeBlock | undefined;
  readonly controls?: ReactNode;
  readonly children: ReactNode;
}

export function PageFrame({ title, tag, crumbs = [], lead, timeframe, controls, children }: PageFrameProps) {
  useEffect(() => {
    document.title = title === undefined ? 'Funnel' : `${title} · Funnel`;
  }, [title]);
  return (
    <>
      <header className="page-head">
        <div className="page-title">
          {crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} />}
          <h1>
            {title ?? <span className="title-placeholder">Loading</span>}
            {tag}
          </h1>
          {timeframe ? <Days timeframe={timeframe} /> : lead !== undefined && <p className="hint">{lead}</p>}
        </div>
        {controls}
      </header>
      <div className="page-body">{children}</div>
    </>
  );
}

function Breadcrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="crumbs">
        {crumbs.map(({ label, to }) => (
          <li key={to.name}>
            <Link to={to}>{label ?? '…'}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Days({ timeframe }: { readonly timeframe: TimeframeBlock }) {
  const previous = previousRangeOf(timeframe);
  return (
    <p className="hint">
      {formatRange(rangeOf(timeframe))}
      {previous && <> · compared with {formatRange(previous)}</>}
    </p>
  );
}

/** The shape of a report's page before its numbers are there. */
export function ReportSkeleton() {
  return (
    <section className="card">
      <div className="card-body">
        <Skeleton lines={2} />
        <Skeleton lines={1} tall />
      </div>
    </section>
  );
}
