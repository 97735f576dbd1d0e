import clsx from 'clsx';
import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  readonly summary: string;
  /** Set where the surroundings have no padding. */
  readonly inset?: boolean;
  onToggle?(isOpen: boolean): void;
  readonly children: ReactNode;
}

export function Disclosure({ summary, inset = false, onToggle, children }: DisclosureProps) {
  return (
    <details
      className={clsx(styles.disclosure, inset && styles.inset)}
      onToggle={onToggle && ((event) => onToggle(event.currentTarget.open))}
    >
      <summary className={styles.summary}>{summary}</summary>
      {children}
    </details>
  );
}
