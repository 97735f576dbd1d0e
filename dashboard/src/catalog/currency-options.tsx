// The currencies to choose from: the common ones first.
import { COMMON_CURRENCIES, CURRENCIES } from '@funnel/api-client/constants';
import { currencyLabel } from '../format/currencies.ts';
import { t } from '../language/t.ts';

interface CurrencyOptionsProps {
  /** Offered in any case: a website may have one that is no longer in use. */
  readonly chosen?: string;
  readonly without?: string;
}

export function CurrencyOptions({ chosen, without }: CurrencyOptionsProps) {
  const all = new Set([...COMMON_CURRENCIES, ...(chosen === undefined ? [] : [chosen]), ...CURRENCIES]);
  const codes = [...all].filter((code) => code !== without);
  return (
    <>
      <Group label={t('catalog.commonCurrencies')} codes={codes.filter(isCommon)} />
      <Group label={t('catalog.otherCurrencies')} codes={codes.filter((code) => !isCommon(code))} />
    </>
  );
}

function isCommon(currency: string): boolean {
  return COMMON_CURRENCIES.some((code) => code === currency);
}

function Group({ label, codes }: { readonly label: string; readonly codes: readonly string[] }) {
  return (
    <optgroup label={label}>
      {codes.map((code) => (
        <option key={code} value={code}>
          {currencyLabel(code)}
        </option>
      ))}
    </optgroup>
  );
}
