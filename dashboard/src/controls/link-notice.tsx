// Says which parameters of the URL can't be shown, and leads to the page without them.

import { Button } from '../components/button.tsx';
import { rich, t } from '../language/t.ts';
import { invalidParameters, withoutInvalid } from '../routing/invalid-parameters.ts';
import { changeParameters, usePage, useQueryParameters } from '../routing/router.tsx';
import styles from './page-notice.module.css';

export function LinkNotice() {
  const search = useQueryParameters();
  const { name: page } = usePage();
  const invalid = invalidParameters(search, page);
  if (invalid.length === 0) return null;
  return (
    <div className={styles.notice} role="status">
      <p>
        {rich('report.invalidLink', {
          parameters: invalid.map(({ name, value }, index) => (
            <span key={`${name} ${value}`}>
              {index > 0 && ', '}
              <code>{value === '' ? t('report.missingParameter', { name }) : `${name}=${value}`}</code>
            </span>
          )),
        })}
      </p>
      <Button size="small" onClick={() => changeParameters(withoutInvalid(search, page))}>
        {t('report.removeFromLink')}
      </Button>
    </div>
  );
}
