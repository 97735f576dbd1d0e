import clsx from 'clsx';
import { createContext, type ReactNode, useContext, useId } from 'react';
import type { Term } from '../format/definitions.ts';
import styles from './card.module.css';
import { Defined } from './defined.tsx';

/** Whether the cards within show the previous response, which is about to be replaced. */
export const StaleContext = createContext(false);

export function useIsStale(): boolean {
  return useContext(StaleContext);
}

interface CardProps {
  readonly title: string;
  /** What the title means. */
  readonly term?: Term;
  /** A line under the title that says how to read the content. */
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  /** true: the content has its own padding, such as a table. */
  readonly flush?: boolean;
  /** Set while the previous response is still shown. */
  readonly stale?: boolean;
  readonly children: ReactNode;
}

export function Card({ title, term, hint, actions, flush = false, stale = false, children }: CardProps) {
  const titleId = useId();
  const isStale = useIsStale() || stale;
  return (
    <section className={styles.card} aria-labelledby={titleId} aria-busy={isStale}>
      <StaleContext value={isStale}>
        <header className={styles.head}>
          <div>
            <h2 id={titleId}>{term === undefined ? title : <Defined term={term}>{title}</Defined>}</h2>
            {hint !== undefined && <div className="hint">{hint}</div>}
          </div>
          {actions !== undefined && <CardActions>{actions}</CardActions>}
        </header>
        <div className={clsx(styles.body, flush && styles.flush)}>{children}</div>
      </StaleContext>
    </section>
  );
}

interface PlainCardProps {
  /** Names the card to screen readers, because nothing on it does. */
  readonly label?: string;
  readonly stale?: boolean;
  readonly children: ReactNode;
}

export function PlainCard({ label, stale = false, children }: PlainCardProps) {
  const isStale = useIsStale() || stale;
  return (
    <section className={styles.card} aria-label={label} aria-busy={isStale}>
      <StaleContext value={isStale}>{children}</StaleContext>
    </section>
  );
}

export function CardBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

export function CardActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

export function CardGrid({ children }: { readonly children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}
