// Choosing a new password with a link from a mail, an owner or the operator. Works without being logged in.
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/context.tsx';
import { passwordResetQuery, resetPassword, useLinkSecret } from '../api/one-time-links.ts';
import { Button } from '../components/button.tsx';
import { NewPasswordFields, newPasswordIn } from '../components/new-password.tsx';
import { PublicForm } from '../components/public-form.tsx';
import { LinkProblem, PublicPage } from '../components/public-page.tsx';
import { rich, t } from '../language/t.ts';
import { StartingPage } from '../session/login.tsx';

export function ResetPasswordPage() {
  const secret = useLinkSecret();
  const { loginOnlyWith } = useServices().settings;
  if (loginOnlyWith !== null) return <NoPasswords issuerName={loginOnlyWith} />;
  return <ResetPassword key={secret} secret={secret} />;
}

function NoPasswords({ issuerName }: { readonly issuerName: string }) {
  const { session } = useServices();
  return (
    <PublicPage title={t('people.passwordsOff')}>
      <p>{t('people.everybodyUses', { issuer: issuerName })}</p>
      <Button variant="primary" size="large" onClick={() => session.logIn({ returnTo: '/' })}>
        {t('people.logInWith', { issuer: issuerName })}
      </Button>
    </PublicPage>
  );
}

function ResetPassword({ secret }: { readonly secret: string }) {
  const { session } = useServices();
  const reset = useQuery(passwordResetQuery(secret));
  if (reset.isPending) return <StartingPage />;
  if (reset.isError) return <LinkProblem error={reset.error} onRetry={() => reset.refetch()} />;
  return (
    <PublicPage title={t('people.chooseNewPassword')}>
      <p>{rich('people.newPasswordFor', { email: reset.data.email, strong: (text) => <strong>{text}</strong> })}</p>
      <PublicForm
        action={t('people.changePassword')}
        submit={async (form) => resetPassword(secret, newPasswordIn(form))}
        // Whoever is logged in here may be somebody else.
        onDone={() => session.logIn({ returnTo: '/', prompt: 'login' })}
      >
        <NewPasswordFields email={reset.data.email} />
      </PublicForm>
    </PublicPage>
  );
}
