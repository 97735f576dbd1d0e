// Choosing a password.
import { t } from '../language/t.ts';
import { InputField } from './field.tsx';

/** The service requires as many, and also refuses common passwords. */
const LENGTH_MIN = 10;
const LENGTH_MAX = 200;

/** Tells password managers the name that the password belongs to. */
function UserName({ email }: { readonly email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}

export function NewPasswordField({ name }: { readonly name: string }) {
  return (
    <>
      <InputField
        label={t('common.newPassword')}
        name={name}
        type="password"
        autoComplete="new-password"
        minLength={LENGTH_MIN}
        maxLength={LENGTH_MAX}
        aria-describedby="new-password-hint"
        required
      />
      <p className="hint" id="new-password-hint">
        {t('common.passwordHint', { count: LENGTH_MIN })}
      </p>
    </>
  );
}

/** Twice, because nobody can see what they type. */
export function NewPasswordFields({ email }: { readonly email: string }) {
  return (
    <>
      <UserName email={email} />
      <NewPasswordField name="password" />
      <InputField
        label={t('report.repeatPassword')}
        name="repeated"
        type="password"
        autoComplete="new-password"
        maxLength={LENGTH_MAX}
        required
      />
    </>
  );
}

/** Throws if the two differ. */
export function newPasswordIn(form: FormData): string {
  const password = String(form.get('password') ?? '');
  if (password !== form.get('repeated')) throw new Error(t('report.passwordsDiffer'));
  return password;
}
