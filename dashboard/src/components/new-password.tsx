// Choosing a password.
import { InputField } from './field.tsx';

/** As the service requires it, which also refuses common ones. */
const LENGTH_MIN = 10;
const LENGTH_MAX = 200;

/** For password managers, which need the name that the password belongs to. */
function UserName({ email }: { readonly email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}

export function NewPasswordField({ name }: { readonly name: string }) {
  return (
    <>
      <InputField
        label="New password"
        name={name}
        type="password"
        autoComplete="new-password"
        minLength={LENGTH_MIN}
        maxLength={LENGTH_MAX}
        aria-describedby="new-password-hint"
        required
      />
      <p className="hint" id="new-password-hint">
        At least {LENGTH_MIN} characters, such as four random words.
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
        label="Repeat the password"
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
  if (password !== form.get('repeated')) throw new Error('The two passwords are not the same.');
  return password;
}
