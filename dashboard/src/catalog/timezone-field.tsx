import { useId } from 'react';
import { SelectField } from '../components/field.tsx';
import { listTimezones, ownTimezone, timezoneName } from '../format/timezones.ts';
import { t } from '../language/t.ts';

/** The time zone of a website. A new one gets that of the browser, unless another one is chosen. */
export function TimezoneField({ timezone = ownTimezone() }: { readonly timezone?: string | undefined }) {
  const hintId = useId();
  return (
    <>
      <SelectField label={t('common.timezone')} name="timezone" defaultValue={timezone} aria-describedby={hintId}>
        {listTimezones(timezone).map((name) => (
          <option key={name} value={name}>
            {timezoneName(name)}
          </option>
        ))}
      </SelectField>
      <p className="hint" id={hintId}>
        {t('catalog.timezoneHint')}
      </p>
    </>
  );
}
