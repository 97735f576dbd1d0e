// What is shown while there is nothing to show: loading, empty, failed. Each says what to do.
import type { ReactNode } from 'react';
import { Link } from '../address/router.tsx';
import { ApiProblem } from '../api/problem.ts';
import { SessionEndedError } from '../session/session.ts';

const LINES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

export function Skeleton({ lines = 3, tall = false }: { readonly lines?: number; readonly tall?: boolean }) {
  return (
    <div className={tall ? 'skeleton skeleton-tall' : 'skeleton'} role="status">
      <span className="visually-hidden">Loading</span>
      {LINES.slice(0, lines).map((line) => (
        <span key={line} className="skeleton-line" />
      ))}
    </div>
  );
}

export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {children !== undefined && <div className="state-text">{children}</div>}
    </div>
  );
}

export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  if (error instanceof SessionEndedError) return <EmptyState title="Log in again to see this." />;
  const isMissing = error instanceof ApiProblem && error.status === 404;
  return (
    <div className="state" role="alert">
      <p className="state-title">{isMissing ? 'This is not here' : 'This could not be loaded'}</p>
      <div className="state-text">
        <p>{explanationOf(error)}</p>
        {isMissing ? (
          <Link to={{ name: 'overview' }} className="button">
            Go to the overview
          </Link>
        ) : (
          onRetry && (
            <button type="button" className="button" onClick={onRetry}>
              Try again
            </button>
          )
        )}
      </div>
    </div>
  );
}

function explanationOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'The service can not be reached. Check your connection.';
  if (error.status === 404) return 'It was removed, or it belongs to a website that you have no access to.';
  if (error.status === 429) return 'Too many requests in a short time. Wait a minute.';
  return error.message;
}
