import { type ReactNode, useId } from 'react';

interface CardProps {
  readonly title: string;
  /** A line under the title that says how to read what follows. */
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  /** Content that brings its own edges, such as a table. */
  readonly flush?: boolean;
  /** While an older answer is still shown. */
  readonly stale?: boolean;
  readonly children: ReactNode;
}

export function Card({ title, hint, actions, flush = false, stale = false, children }: CardProps) {
  const titleId = useId();
  return (
    <section className="card" aria-labelledby={titleId} aria-busy={stale}>
      <header className="card-head">
        <div>
          <h2 id={titleId}>{title}</h2>
          {hint !== undefined && <div className="hint">{hint}</div>}
        </div>
        {actions !== undefined && <div className="card-actions">{actions}</div>}
      </header>
      <div className={flush ? 'card-body card-flush' : 'card-body'}>{children}</div>
    </section>
  );
}
