// Says which parameters of the URL can't be shown, and leads to the page without them.
import { Button } from '../components/button.tsx';
import { invalidParameters, withoutInvalid } from '../routing/invalid-parameters.ts';
import { changeParameters, useQueryParameters } from '../routing/router.tsx';
import styles from './page-notice.module.css';

export function LinkNotice() {
  const search = useQueryParameters();
  const invalid = invalidParameters(search);
  if (invalid.length === 0) return null;
  return (
    <div className={styles.notice} role="status">
      <p>
        This link asks for something that does not exist, so the page shows its default instead:{' '}
        {invalid.map(({ name, value }, index) => (
          <span key={`${name} ${value}`}>
            {index > 0 && ', '}
            <code>{value === '' ? `no ${name}` : `${name}=${value}`}</code>
          </span>
        ))}
      </p>
      <Button size="small" onClick={() => changeParameters(withoutInvalid(search))}>
        Remove it from the link
      </Button>
    </div>
  );
}
