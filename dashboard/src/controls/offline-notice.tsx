// Says that the browser is offline, until it is online again: then the requests that have waited are sent.

import { useSyncExternalStore } from 'react';
import { t } from '../language/t.ts';
import styles from './page-notice.module.css';

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <div className={styles.notice} role="status">
      <p>{t('report.offline')}</p>
    </div>
  );
}

function watchConnection(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
