import { useId } from 'react';
import { SelectField } from '../components/field.tsx';
import { listTimezones, ownTimezone, timezoneName } from '../format/timezones.ts';

/** Of a website. A new one gets that of the browser, unless another one is chosen. */
export function TimezoneField({ timezone = ownTimezone() }: { readonly timezone?: string | undefined }) {
  const hintId = useId();
  return (
    <>
      <SelectField label="Time zone" name="timezone" defaultValue={timezone} aria-describedby={hintId}>
        {listTimezones(timezone).map((name) => (
          <option key={name} value={name}>
            {timezoneName(name)}
          </option>
        ))}
      </SelectField>
      <p className="hint" id={hintId}>
        Of its days. A change holds for events that arrive from then on; what was counted stays on its days.
      </p>
    </>
  );
}
