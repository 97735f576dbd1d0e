// Changing one's own password.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useServices } from '../api/context.tsx';
import { changePassword, PROFILE_KEY } from '../api/profile.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { FieldError, InputField } from '../components/field.tsx';
import { NewPasswordField } from '../components/new-password.tsx';
import { Notice } from '../components/notice.tsx';
import styles from './password-card.module.css';

export function PasswordCard({ canChange }: { readonly canChange: boolean }) {
  const { api } = useServices();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ form }: { readonly form: HTMLFormElement }) => changePassword(api, passwordsFrom(form)),
    onSuccess: (_ended, { form }) => {
      form.reset();
      return queries.invalidateQueries({ queryKey: PROFILE_KEY });
    },
  });
  if (!canChange) {
    return (
      <Card title="Password">
        <p>You log in with single sign-on, so there is no password to change here.</p>
      </Card>
    );
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutation.mutate({ form: event.currentTarget });
  };
  return (
    <Card
      title="Password"
      hint="A new password logs you out in all other browsers, and ends the access of your applications and tokens."
    >
      <form onSubmit={onSubmit}>
        <InputField
          label="Current password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPasswordField name="new_password" />
        {mutation.error && <FieldError>{sentenceOf(mutation.error)}</FieldError>}
        <div aria-live="polite">{mutation.data && <Notice>{describe(mutation.data)}</Notice>}</div>
        <Button type="submit" variant="primary" className={styles.submit} disabled={mutation.isPending}>
          Change password
        </Button>
      </form>
    </Card>
  );
}

function passwordsFrom(form: HTMLFormElement) {
  const data = new FormData(form);
  return {
    current_password: String(data.get('current_password') ?? ''),
    new_password: String(data.get('new_password') ?? ''),
  };
}

/** The API names its parameter. */
function sentenceOf({ message }: Error): string {
  return message.startsWith('current_password') ? 'The current password is not correct.' : message;
}

function describe(ended: Awaited<ReturnType<typeof changePassword>>): string {
  const parts = [
    count(ended.ended_sessions, 'other session'),
    count(ended.revoked_applications, 'application'),
    count(ended.revoked_tokens, 'token'),
  ];
  return `Your password has been changed. Ended: ${parts.join(', ')}.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
