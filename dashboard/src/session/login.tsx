// What users see before they log in, and when their session has ended.
import { useServices } from '../api/context.tsx';
import { Brand } from '../components/brand.tsx';
import { Button, buttonClass } from '../components/button.tsx';
import { Dialog, DialogFooter } from '../components/dialog.tsx';
import styles from './login.module.css';

export function StartingPage() {
  return (
    <main className={styles.page} aria-busy="true">
      <Brand />
      <p className="visually-hidden" role="status">
        Loading
      </p>
    </main>
  );
}

export function LoginPage({ problem }: { readonly problem: string | undefined }) {
  const { session } = useServices();
  const isDeepLink = window.location.pathname !== '/';
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Brand />
        <FunnelPicture />
        <h1>See where your funnel leaks, and what to fix first</h1>
        <p>
          {isDeepLink
            ? 'Log in to see this page.'
            : 'Views, conversions, orders and revenue of your campaigns, from the whole account down to a single button.'}
        </p>
        {problem !== undefined && (
          <p className={styles.problem} role="alert">
            Login failed: {problem}
          </p>
        )}
        <Button variant="primary" size="large" onClick={() => session.logIn()}>
          Log in
        </Button>
      </div>
    </main>
  );
}

/** At a URL that is no page, there is nothing to log in for. */
export function NotFoundForStrangers() {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Brand />
        <h1>Page not found</h1>
        <p>There is no page at this URL. Check that it is complete.</p>
        <a className={buttonClass({ variant: 'primary', size: 'large' })} href="/">
          Go to the start page
        </a>
      </div>
    </main>
  );
}

function FunnelPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 440 120" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.flow} d="M56 0L128 64V120H56zM184 64L256 84V120H184zM312 84L384 102V120H312z" />
      <path className={styles.bars} d="M0 0h56v120H0zM128 64h56v56h-56zM256 84h56v36h-56zM384 102h56v18h-56z" />
    </svg>
  );
}

export function SessionEndedDialog() {
  const { session } = useServices();
  return (
    <Dialog title="Your session has ended">
      <p>Log in again to continue. You will return to this page.</p>
      <DialogFooter>
        <Button variant="primary" onClick={() => session.logIn()}>
          Log in again
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
