// Shows an error in place of a page that can't be loaded or drawn. Otherwise React would remove everything and leave a white page.

import { Component, type ReactNode } from 'react';
import { t } from '../language/t.ts';
import { Button } from './button.tsx';
import { PlainCard } from './card.tsx';
import { PageFrame } from './page-frame.tsx';
import { EmptyState, OverviewLink } from './states.tsx';

/** Thrown by a page whose script did not come. */
export class PageNotLoadedError extends Error {
  /** When the page is drawn next, its script is asked for again. */
  readonly askAgain: () => void;

  constructor(askAgain: () => void, options: ErrorOptions) {
    super('the script of the page could not be loaded', options);
    this.askAgain = askAgain;
  }
}

interface ErrorBoundaryProps {
  /** If the URL changes, the page is drawn again. */
  readonly url: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly failedUrl: string | undefined;
  readonly error: Error | undefined;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failedUrl: undefined, error: undefined };
  #triedAgainUrl: string | undefined;

  override componentDidMount(): void {
    window.addEventListener('online', this.#onOnline);
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.#onOnline);
  }

  /** React writes the error to the console. */
  override componentDidCatch(error: Error): void {
    this.setState({ failedUrl: this.props.url, error });
  }

  override render(): ReactNode {
    if (!this.#isFailed()) return this.props.children;
    return (
      <PageFrame title={t('report.pageCannotBeShown')}>
        <PlainCard>
          <div role="alert">
            <EmptyState title={t('common.somethingWentWrong')}>
              <p>{t('report.pageFailed')}</p>
              {this.state.error instanceof PageNotLoadedError ? (
                <Button onClick={this.#tryAgain}>{t('common.tryAgain')}</Button>
              ) : (
                <Button onClick={() => window.location.reload()}>{t('report.loadPageAgain')}</Button>
              )}{' '}
              <OverviewLink />
            </EmptyState>
          </div>
        </PlainCard>
      </PageFrame>
    );
  }

  #isFailed(): boolean {
    return this.state.failedUrl === this.props.url;
  }

  readonly #onOnline = () => {
    if (this.#isFailed()) this.#tryAgain();
  };

  /**
   * Some browsers remember that a script failed: if asking again did not help, the whole page is loaded again. Without a connection, that
   * would lose it.
   */
  readonly #tryAgain = () => {
    const { url } = this.props;
    const { error } = this.state;
    if (!(error instanceof PageNotLoadedError)) return;
    if (this.#triedAgainUrl === url && navigator.onLine) return window.location.reload();
    this.#triedAgainUrl = url;
    error.askAgain();
    this.setState({ failedUrl: undefined });
  };
}
