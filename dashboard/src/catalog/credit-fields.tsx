import { useId } from 'react';
import type { CatalogWebsite } from '../api/catalog.ts';
import { InputField, SelectField } from '../components/field.tsx';

const DAYS_MAX = 90;

/** To which touches of the visitor an order that names no campaign is credited. */
export function CreditFields({ website }: { readonly website: CatalogWebsite }) {
  const hintId = useId();
  return (
    <>
      <InputField
        label="Days to credit an order"
        name="credit_window_days"
        type="number"
        min={0}
        max={DAYS_MAX}
        defaultValue={website.credit_window_days}
        required
        aria-describedby={hintId}
      />
      <SelectField label="Credit an order to" name="credit_by" defaultValue={website.credit_by}>
        <option value="conversion">the last conversion</option>
        <option value="view">the last view or conversion</option>
      </SelectField>
      <p className="hint" id={hintId}>
        An order that names a visitor but no campaign counts for what the visitor did last, at most so many days before.
        0: for no campaign. A change holds for events that arrive from then on.
      </p>
    </>
  );
}
