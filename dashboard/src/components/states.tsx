// What the dashboard shows instead of content: loading, empty, failed. Each says what to do.

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { t } from '../language/t.ts';
import { Link } from '../routing/router.tsx';
import { SessionEndedError } from '../session/session.ts';
import { Button, buttonClass } from './button.tsx';
import styles from './states.module.css';

const LINES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

export function Skeleton({ lines = 3, tall = false }: { readonly lines?: number; readonly tall?: boolean }) {
  return (
    <div className={clsx(styles.skeleton, tall && styles.tall)} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      {LINES.slice(0, lines).map((line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  );
}

export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.state}>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
    </div>
  );
}

export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  if (error instanceof SessionEndedError) return <EmptyState title={t('report.logInAgain')} />;
  const isMissing = error instanceof ApiProblem && error.status === 404;
  return (
    <div className={styles.state} role="alert">
      <p className={styles.title}>{isMissing ? t('common.notFound') : t('common.somethingWentWrong')}</p>
      <div className={styles.text}>
        <p>{explanationOf(error)}</p>
        {isMissing ? <OverviewLink /> : onRetry && <Button onClick={onRetry}>{t('common.tryAgain')}</Button>}
      </div>
    </div>
  );
}

export function OverviewLink() {
  return (
    <Link to={{ name: 'overview' }} className={buttonClass()}>
      {t('report.goToOverview')}
    </Link>
  );
}

function explanationOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return t('report.cannotBeReached');
  if (error.status === 404) return t('report.deletedOrNoAccess');
  if (error.status === 429) return t('problems.rate_limited');
  return error.message;
}
