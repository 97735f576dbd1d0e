// A form on a page that works without being logged in.
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { FieldError } from './field.tsx';
import styles from './public-form.module.css';

interface PublicFormProps {
  /** The label of the button. */
  readonly action: string;
  submit(form: FormData): Promise<void>;
  onDone(): void;
  readonly children: ReactNode;
}

export function PublicForm({ action, submit, onDone, children }: PublicFormProps) {
  const mutation = useMutation({ mutationFn: submit, onSuccess: onDone });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutation.mutate(new FormData(event.currentTarget));
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {children}
      {mutation.error && <FieldError>{mutation.error.message}</FieldError>}
      <Button type="submit" variant="primary" size="large" disabled={mutation.isPending}>
        {action}
      </Button>
    </form>
  );
}
