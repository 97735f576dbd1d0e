// A choice of a few, all in sight: radio buttons that look like one control.
import { useId } from 'react';

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly disabled?: boolean }[];
  readonly value: Value;
  onChange(value: Value): void;
}

export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className="segmented">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="segment">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled ?? false}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
