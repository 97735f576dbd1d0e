import { useId } from 'react';
import type { CatalogWebsite } from '../api/catalog.ts';
import { InputField, SelectField } from '../components/field.tsx';
import { t } from '../language/t.ts';

const DAYS_MAX = 90;

/** Choose the touches of the visitor to which an order that names no campaign is credited. */
export function CreditFields({ website }: { readonly website: CatalogWebsite }) {
  const hintId = useId();
  return (
    <>
      <InputField
        label={t('catalog.creditDays')}
        name="credit_window_days"
        type="number"
        min={0}
        max={DAYS_MAX}
        defaultValue={website.credit_window_days}
        required
        aria-describedby={hintId}
      />
      <SelectField label={t('catalog.creditTo')} name="credit_by" defaultValue={website.credit_by}>
        <option value="conversion">{t('catalog.lastConversion')}</option>
        <option value="view">{t('catalog.lastViewOrConversion')}</option>
      </SelectField>
      <p className="hint" id={hintId}>
        {t('catalog.creditHint')}
      </p>
    </>
  );
}
