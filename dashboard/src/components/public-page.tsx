// The frame of pages that work without being logged in: a card in the middle.

import { type ReactNode, useEffect } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { t } from '../language/t.ts';
import { Brand } from './brand.tsx';
import { Button } from './button.tsx';
import styles from './public-page.module.css';

interface PublicPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function PublicPage({ title, children }: PublicPageProps) {
  useEffect(() => {
    document.title = `${title} · Funnel`;
  }, [title]);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Brand />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}

/** When what a link is for can't be shown. */
export function LinkProblem({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  if (error instanceof ApiProblem && error.status === 401) {
    return (
      <PublicPage title={t('report.linkDoesNotWork')}>
        <p>{t('report.linkExpired')}</p>
        <p>{t('report.askForNewLink')}</p>
        <p>
          <a href="/">{t('common.goToStartPage')}</a>
        </p>
      </PublicPage>
    );
  }
  return (
    <PublicPage title={t('common.somethingWentWrong')}>
      <p role="alert">{error instanceof ApiProblem ? error.message : t('report.cannotBeReached')}</p>
      <Button variant="primary" size="large" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </PublicPage>
  );
}
