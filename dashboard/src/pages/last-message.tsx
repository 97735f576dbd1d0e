// What became of the newest message to somebody.
import type { Subscription } from '../api/notifications.ts';
import { RowDetail } from '../components/row-name.tsx';
import { formatTimestamp } from '../format/dates.ts';
import { t } from '../language/t.ts';
import styles from './notifications.module.css';

export function LastMessage({ message }: { readonly message: Subscription['last_message'] }) {
  if (!message) return null;
  const text = messageText(message);
  if (message.error !== null) return <span className={styles.failed}>{text}</span>;
  return <RowDetail>{text}</RowDetail>;
}

export function messageText({ state, at, error }: NonNullable<Subscription['last_message']>): string {
  const time = formatTimestamp(at);
  if (state === 'sent') return t('notifications.sentAt', { time });
  if (state === 'failed') {
    return error === null
      ? t('notifications.failedWithoutReason', { time })
      : t('notifications.failedAt', { time, error });
  }
  return error === null
    ? t('notifications.waitingSince', { time })
    : t('notifications.waitingSinceBecause', { time, error });
}
