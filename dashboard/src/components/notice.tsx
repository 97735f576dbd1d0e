import clsx from 'clsx';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  readonly tone?: 'good' | 'neutral';
  readonly children: ReactNode;
}

export function Notice({ tone = 'good', children }: NoticeProps) {
  return <p className={clsx(styles.notice, styles[tone])}>{children}</p>;
}
