import { SelectField } from '../components/field.tsx';
import { STATUS_NAMES } from '../format/names.ts';

/** Archiving and restoring. */
export function StatusField({ status }: { readonly status: 'live' | 'archived' }) {
  return (
    <SelectField label="Status" name="status" defaultValue={status}>
      {Object.entries(STATUS_NAMES).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
