// The frame of pages that work without being logged in: a card in the middle.
import { type ReactNode, useEffect } from 'react';
import { ApiProblem } from '../api/problem.ts';
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
      <PublicPage title="This link does not work">
        <p>This link has expired, has already been used or was withdrawn. Make sure that you copied all of it.</p>
        <p>Ask whoever gave it to you for a new one.</p>
        <p>
          <a href="/">Go to the start page</a>
        </p>
      </PublicPage>
    );
  }
  return (
    <PublicPage title="Something went wrong">
      <p role="alert">
        {error instanceof ApiProblem ? error.message : 'The service cannot be reached. Check your connection.'}
      </p>
      <Button variant="primary" size="large" onClick={onRetry}>
        Try again
      </Button>
    </PublicPage>
  );
}
