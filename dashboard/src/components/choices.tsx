// Radio buttons or checkboxes that belong together.
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

export function Choice({ children, ...input }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className={styles.choice}>
      <input {...input} />
      {children}
    </label>
  );
}
