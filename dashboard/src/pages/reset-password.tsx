// Choosing a new password with a link from a mail, an owner or the operator. Works without being logged in.
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/context.tsx';
import { passwordResetQuery, resetPassword, useLinkSecret } from '../api/one-time-links.ts';
import { Button } from '../components/button.tsx';
import { NewPasswordFields, newPasswordIn } from '../components/new-password.tsx';
import { PublicForm } from '../components/public-form.tsx';
import { LinkProblem, PublicPage } from '../components/public-page.tsx';
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
    <PublicPage title="Passwords are switched off">
      <p>Everybody logs in with {issuerName} here. If you have forgotten your password there, reset it there.</p>
      <Button variant="primary" size="large" onClick={() => session.logIn({ returnTo: '/' })}>
        Log in with {issuerName}
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
    <PublicPage title="Choose a new password">
      <p>
        For <strong>{reset.data.email}</strong>. You will be logged in here and logged out everywhere else, and your
        tokens and connected applications stop working.
      </p>
      <PublicForm
        action="Change password"
        submit={async (form) => resetPassword(secret, newPasswordIn(form))}
        // Whoever is logged in here may be somebody else.
        onDone={() => session.logIn({ returnTo: '/', prompt: 'login' })}
      >
        <NewPasswordFields email={reset.data.email} />
      </PublicForm>
    </PublicPage>
  );
}
