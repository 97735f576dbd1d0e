// Radio buttons or checkboxes that belong together.
import clsx from 'clsx';
import type { InputHTMLAttributes, ReactNode } from 'react';
import styles from './choices.module.css';

export function Choices({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface RadioChoicesProps<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly labels: Readonly<Record<Value, string>>;
  readonly value: Value;
  onChange(value: Value): void;
}

/** One of a few values. */
export function RadioChoices<Value extends string>({
  legend,
  name,
  labels,
  value,
  onChange,
}: RadioChoicesProps<Value>) {
  return (
    <Choices legend={legend}>
      {(Object.keys(labels) as Value[]).map((choice) => (
        <Choice
          key={choice}
          type="radio"
          name={name}
          value={choice}
          checked={choice === value}
          onChange={() => onChange(choice)}
        >
          {labels[choice]}
        </Choice>
      ))}
    </Choices>
  );
}

interface ChoiceProps extends InputHTMLAttributes<HTMLInputElement> {
  /** What it means, on a line of its own. */
  readonly detail?: string;
}

export function Choice({ detail, children, ...input }: ChoiceProps) {
  return (
    <label className={clsx(styles.choice, detail !== undefined && styles.detailed)}>
      <input {...input} />
      {detail === undefined ? (
        children
      ) : (
        <span>
          {children}
          <span className={styles.detail}>{detail}</span>
        </span>
      )}
    </label>
  );
}
