import { SelectField } from '../components/field.tsx';
import { STATUS_NAMES } from '../format/names.ts';
import { t } from '../language/t.ts';

/** Archiving and restoring. */
export function StatusField({ status }: { readonly status: 'live' | 'archived' }) {
  return (
    <SelectField label={t('common.status')} name="status" defaultValue={status}>
      {Object.entries(STATUS_NAMES).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
