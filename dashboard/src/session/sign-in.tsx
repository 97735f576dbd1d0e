// What people see who are not signed in, or no longer.
import { useServices } from '../api/context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Brand } from '../shell.tsx';

export function StartingPage() {
  return (
    <main className="front" aria-busy="true">
      <Brand />
      <p className="visually-hidden" role="status">
        Loading
      </p>
    </main>
  );
}

export function SignInPage({ problem }: { readonly problem: string | undefined }) {
  const { session } = useServices();
  const isDeepLink = window.location.pathname !== '/';
  return (
    <main className="front">
      <div className="front-card">
        <Brand />
        <FrontPicture />
        <h1>See where your funnel leaks, and what to fix first</h1>
        <p>
          {isDeepLink
            ? 'Log in to see the page that was shared with you.'
            : 'Views, conversions, orders and revenue of your campaigns, from the whole account down to a single button.'}
        </p>
        {problem !== undefined && (
          <p className="notice notice-bad" role="alert">
            Logging in did not work: {problem}
          </p>
        )}
        <button type="button" className="button button-primary button-large" onClick={() => session.signIn()}>
          Log in
        </button>
      </div>
    </main>
  );
}

/** A funnel, as the pages behind it draw them. */
function FrontPicture() {
  return (
    <svg className="front-picture" viewBox="0 0 440 120" preserveAspectRatio="none" aria-hidden="true">
      <path className="front-flow" d="M56 0L128 64V120H56zM184 64L256 84V120H184zM312 84L384 102V120H312z" />
      <path className="front-bars" d="M0 0h56v120H0zM128 64h56v56h-56zM256 84h56v36h-56zM384 102h56v18h-56z" />
    </svg>
  );
}

export function SessionEndedDialog() {
  const { session } = useServices();
  return (
    <Dialog title="Your session has ended">
      <p>Log in again to go on. You come back to this very page.</p>
      <div className="dialog-actions">
        <button type="button" className="button button-primary" onClick={() => session.signIn()}>
          Log in again
        </button>
      </div>
    </Dialog>
  );
}
