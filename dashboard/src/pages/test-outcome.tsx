// What became of a test that somebody has sent.
import { t } from '../language/t.ts';
import styles from './notifications.module.css';

interface TestOutcomeProps {
  readonly isReport: boolean;
  readonly test: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly data: { readonly delivered: boolean; readonly detail: string } | undefined;
  };
}

export function TestOutcome({ isReport, test: { isPending, error, data } }: TestOutcomeProps) {
  if (isPending)
    return (
      <span className={styles.pending}>
        {t(isReport ? 'notifications.sendingReport' : 'notifications.sendingTest')}
      </span>
    );
  if (error) return <span className={styles.failed}>{error.message}</span>;
  if (!data) return null;
  return <span className={data.delivered ? styles.delivered : styles.failed}>{data.detail}</span>;
}
