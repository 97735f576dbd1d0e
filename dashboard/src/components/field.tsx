// Form fields with their labels, and the message when something is wrong.
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import styles from './field.module.css';

interface WithLabel {
  readonly label: string;
}

interface InputFieldProps extends WithLabel, InputHTMLAttributes<HTMLInputElement> {
  /** What is wrong with it. */
  readonly error?: string | undefined;
}

export function InputField({ label, error, ...input }: InputFieldProps) {
  const errorId = useId();
  return (
    <>
      <label className={styles.field}>
        {label}
        <input {...input} {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': errorId })} />
      </label>
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </>
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

export function FieldError({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <p id={id} className={styles.error} role="alert">
      {children}
    </p>
  );
}
