import type { ReactNode } from 'react';
import styles from './notice.module.css';

export function Notice({ children }: { readonly children: ReactNode }) {
  return <p className={styles.notice}>{children}</p>;
}
