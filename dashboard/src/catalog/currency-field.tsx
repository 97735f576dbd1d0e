import { useId } from 'react';
import { SelectField } from '../components/field.tsx';
import { t } from '../language/t.ts';
import { CurrencyOptions } from './currency-options.tsx';

const DEFAULT_CURRENCY = 'USD';

/** The currency of a website. */
export function CurrencyField({ currency = DEFAULT_CURRENCY }: { readonly currency?: string | undefined }) {
  const hintId = useId();
  return (
    <>
      <SelectField label={t('common.currency')} name="currency" defaultValue={currency} aria-describedby={hintId}>
        <CurrencyOptions chosen={currency} />
      </SelectField>
      <p className="hint" id={hintId}>
        {t('catalog.currencyHint')}
      </p>
    </>
  );
}
