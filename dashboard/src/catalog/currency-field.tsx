import { useId } from 'react';
import { InputField } from '../components/field.tsx';

/** Every ISO 4217 code that the browser knows is suggested. */
export function CurrencyField({ currency, hint }: { readonly currency: string; readonly hint: string }) {
  const listId = useId();
  const hintId = useId();
  return (
    <>
      <InputField
        label="Currency"
        name="currency"
        defaultValue={currency}
        list={listId}
        pattern="[A-Za-z]{3}"
        maxLength={3}
        required
        autoComplete="off"
        title="An ISO 4217 code such as USD"
        aria-describedby={hintId}
      />
      <datalist id={listId}>
        {Intl.supportedValuesOf('currency').map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
      <p className="hint" id={hintId}>
        {hint}
      </p>
    </>
  );
}
