// Accepting an invitation to an account. Works without being logged in.
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useServices } from '../api/context.tsx';
import {
  acceptInvitation,
  invitationQuery,
  joinAccount,
  type ShownInvitation,
  useLinkSecret,
} from '../api/one-time-links.ts';
import { ApiProblem } from '../api/problem.ts';
import { profileQuery } from '../api/profile.ts';
import { Button, buttonClass } from '../components/button.tsx';
import { Choice, Choices } from '../components/choices.tsx';
import { InputField } from '../components/field.tsx';
import { NewPasswordFields, newPasswordIn } from '../components/new-password.tsx';
import { PublicForm } from '../components/public-form.tsx';
import { LinkProblem, PublicPage } from '../components/public-page.tsx';
import { formatDate } from '../format/dates.ts';
import { rich, t } from '../language/t.ts';
import { StartingPage } from '../session/login.tsx';

export function InvitationPage() {
  const secret = useLinkSecret();
  return <InvitationOf key={secret} secret={secret} />;
}

function InvitationOf({ secret }: { readonly secret: string }) {
  const { session, settings } = useServices();
  const { name: sessionName } = useSyncExternalStore(session.subscribe, session.state);
  const invitation = useQuery(invitationQuery(secret));
  const [isDone, setIsDone] = useState(false);
  if (invitation.isPending) return <StartingPage />;
  if (isUsed(invitation.error) && settings.loginOnlyWith !== null && sessionName === 'logged-in') return <LoggedIn />;
  if (invitation.isError) return <LinkProblem error={invitation.error} onRetry={() => invitation.refetch()} />;
  const { account_name: accountName } = invitation.data;
  if (isDone) return <Joined accountName={accountName} />;
  return (
    <PublicPage title={t('people.join', { account: accountName })}>
      <Summary invitation={invitation.data} />
      <Answer secret={secret} email={invitation.data.email} onJoined={() => setIsDone(true)} />
      <p>{t('people.invitationUntil', { date: formatDate(invitation.data.expires_at) })}</p>
    </PublicPage>
  );
}

function isUsed(error: Error | null): boolean {
  return error instanceof ApiProblem && error.status === 401;
}

/** If there is single sign-on, the first login has accepted the invitation already. */
function LoggedIn() {
  return (
    <PublicPage title={t('people.loggedIn')}>
      <p>{t('people.noLongerOpen')}</p>
      <DashboardLink />
    </PublicPage>
  );
}

const INVITED_AS = {
  viewer: 'people.invitedAsViewer',
  editor: 'people.invitedAsEditor',
  owner: 'people.invitedAsOwner',
} as const;

function Summary({ invitation }: { readonly invitation: ShownInvitation }) {
  const { invited_by, email, role, account_name, website_names: names } = invitation;
  return (
    <>
      <p>
        {rich(INVITED_AS[role], {
          inviter: invited_by,
          email,
          account: account_name,
          strong: (text) => <strong>{text}</strong>,
        })}
      </p>
      {names && <p>{t('people.onlyOn', { websites: names.join(', ') })}</p>}
    </>
  );
}

interface AnswerProps {
  readonly secret: string;
  readonly email: string;
  /** Somebody who was logged in belongs to the account now. */
  onJoined(): void;
}

/** Whoever is logged in as the invited person need not prove it again. */
function Answer(props: AnswerProps) {
  const { session } = useServices();
  const { name } = useSyncExternalStore(session.subscribe, session.state);
  if (name === 'starting') return null;
  return name === 'logged-in' ? <AnswerOfUser {...props} /> : <Login {...props} />;
}

function AnswerOfUser(props: AnswerProps) {
  const { api } = useServices();
  const profile = useQuery(profileQuery(api));
  if (profile.isPending) return null;
  if (profile.data?.email !== props.email) return <Login {...props} otherEmail={profile.data?.email} />;
  return (
    <PublicForm action={t('people.accept')} submit={() => joinAccount(api, props.secret)} onDone={props.onJoined}>
      {null}
    </PublicForm>
  );
}

/** `otherEmail`: of whoever is logged in and is not the invited person. */
function Login({ otherEmail, ...props }: AnswerProps & { readonly otherEmail?: string | undefined }) {
  const { session, settings } = useServices();
  if (settings.loginOnlyWith === null) return <AnswerOfStranger {...props} />;
  if (otherEmail !== undefined) {
    return (
      <>
        <p>{t('people.loggedInAsOther', { email: otherEmail })}</p>
        <Button size="large" onClick={() => session.logOut()}>
          {t('common.logOut')}
        </Button>
      </>
    );
  }
  // Always at the issuer: the login there accepts the invitation of somebody who belongs to no account.
  const logIn = () => session.logIn({ returnTo: `/invitation#${props.secret}`, prompt: 'login' });
  return (
    <Button variant="primary" size="large" onClick={logIn}>
      {t('people.logInToAccept', { issuer: settings.loginOnlyWith })}
    </Button>
  );
}

function AnswerOfStranger({ secret, email }: Omit<AnswerProps, 'onJoined'>) {
  const { session } = useServices();
  const [login, setLogin] = useState<'new' | 'existing'>('new');
  const submit = async (form: FormData) => {
    const password = login === 'new' ? newPasswordIn(form) : String(form.get('password') ?? '');
    await acceptInvitation(secret, { login, password });
  };
  return (
    // Whoever is logged in here is somebody else.
    <PublicForm
      action={t('people.accept')}
      submit={submit}
      onDone={() => session.logIn({ returnTo: '/', prompt: 'login' })}
    >
      <Choices legend={t('people.yourLogin')}>
        <Choice type="radio" name="login" checked={login === 'new'} onChange={() => setLogin('new')}>
          {t('people.newHere')}
        </Choice>
        <Choice type="radio" name="login" checked={login === 'existing'} onChange={() => setLogin('existing')}>
          {t('people.haveLogin')}
        </Choice>
      </Choices>
      {login === 'new' ? (
        <NewPasswordFields email={email} />
      ) : (
        <InputField
          label={t('common.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
      )}
    </PublicForm>
  );
}

function Joined({ accountName }: { readonly accountName: string }) {
  return (
    <PublicPage title={t('people.welcome', { account: accountName })}>
      <p>{t('people.accepted')}</p>
      <DashboardLink />
    </PublicPage>
  );
}

function DashboardLink() {
  return (
    <a className={buttonClass({ variant: 'primary', size: 'large' })} href="/">
      {t('people.goToDashboard')}
    </a>
  );
}
