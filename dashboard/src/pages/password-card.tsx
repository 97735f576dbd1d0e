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
import { t } from '../language/t.ts';
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
      <Card title={t('common.password')}>
        <p>{t('profile.noPassword')}</p>
      </Card>
    );
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutation.mutate({ form: event.currentTarget });
  };
  return (
    <Card title={t('common.password')} hint={t('profile.passwordHint')}>
      <form onSubmit={onSubmit}>
        <InputField
          label={t('profile.currentPassword')}
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPasswordField name="new_password" />
        {mutation.error && <FieldError>{sentenceOf(mutation.error)}</FieldError>}
        <div aria-live="polite">{mutation.data && <Notice>{describe(mutation.data)}</Notice>}</div>
        <Button type="submit" variant="primary" className={styles.submit} disabled={mutation.isPending}>
          {t('profile.changePassword')}
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
  return message.startsWith('current_password') ? t('profile.wrongPassword') : message;
}

function describe(ended: Awaited<ReturnType<typeof changePassword>>): string {
  return t('profile.passwordChanged', {
    sessions: ended.ended_sessions,
    applications: ended.revoked_applications,
    tokens: ended.revoked_tokens,
    links: ended.revoked_share_links,
  });
}
