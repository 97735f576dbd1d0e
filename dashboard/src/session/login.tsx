// What users see before they log in, and when their session has ended.
import { useEffect } from 'react';
import { useServices } from '../api/context.tsx';
import { Brand } from '../components/brand.tsx';
import { Button, buttonClass } from '../components/button.tsx';
import { Dialog, DialogFooter } from '../components/dialog.tsx';
import { PublicPage } from '../components/public-page.tsx';
import { t } from '../language/t.ts';
import styles from './login.module.css';

export function StartingPage() {
  return (
    <main className={styles.page} aria-busy="true">
      <Brand />
      <p className="visually-hidden" role="status">
        {t('common.loading')}
      </p>
    </main>
  );
}

/** Goes on to the login page of the authorization server, unless a login has just failed. */
export function LoginPage({ problem }: { readonly problem: string | undefined }) {
  const { session } = useServices();
  useEffect(() => {
    if (problem === undefined) void session.logIn({ inPlace: true });
  }, [session, problem]);
  if (problem === undefined) return <StartingPage />;
  return (
    <PublicPage title={t('session.notLoggedIn')}>
      <div className={styles.problem} role="alert">
        {problem}
      </div>
      <Button variant="primary" size="large" onClick={() => session.logIn()}>
        {t('common.logIn')}
      </Button>
    </PublicPage>
  );
}

/** Is at URLs that are no pages: there is nothing to log in for. */
export function NotFoundForStrangers() {
  return (
    <PublicPage title={t('common.pageNotFound')}>
      <p>{t('session.notFoundHint')}</p>
      <a className={buttonClass({ variant: 'primary', size: 'large' })} href="/">
        {t('common.goToStartPage')}
      </a>
    </PublicPage>
  );
}

export function SessionEndedDialog() {
  const { session } = useServices();
  return (
    <Dialog title={t('session.ended')}>
      <p>{t('session.endedHint')}</p>
      <DialogFooter>
        <Button variant="primary" onClick={() => session.logIn()}>
          {t('session.logInAgain')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
