// Form fields with their labels, and the message when something is wrong.
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import styles from './field.module.css';

interface WithLabel {
  readonly label: string;
}

export function InputField({ label, ...input }: WithLabel & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className={styles.field}>
      {label}
      <input {...input} />
    </label>
  );
}

export function SelectField({ label, ...select }: WithLabel & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <label className={styles.field}>
      {label}
      <select {...select} />
    </label>
  );
}

export function TextAreaField({ label, ...textArea }: WithLabel & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <label className={styles.field}>
      {label}
      <textarea {...textArea} />
    </label>
  );
}

export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

export function FieldError({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.error} role="alert">
      {children}
    </p>
  );
}
