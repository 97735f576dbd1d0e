// Shows an error in place of a page that can't be drawn. Otherwise React would remove everything and leave a white page.

import { Component, type ReactNode } from 'react';
import { t } from '../language/t.ts';
import { Button } from './button.tsx';
import { PlainCard } from './card.tsx';
import { PageFrame } from './page-frame.tsx';
import { EmptyState, OverviewLink } from './states.tsx';

interface ErrorBoundaryProps {
  /** If the URL changes, the page is drawn again. */
  readonly url: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly failedUrl: string | undefined;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failedUrl: undefined };

  /** React writes the error to the console. */
  override componentDidCatch(): void {
    this.setState({ failedUrl: this.props.url });
  }

  override render(): ReactNode {
    if (this.state.failedUrl !== this.props.url) return this.props.children;
    return (
      <PageFrame title={t('report.pageCannotBeShown')}>
        <PlainCard>
          <div role="alert">
            <EmptyState title={t('common.somethingWentWrong')}>
              <p>{t('report.pageFailed')}</p>
              <Button onClick={() => window.location.reload()}>{t('report.loadPageAgain')}</Button> <OverviewLink />
            </EmptyState>
          </div>
        </PlainCard>
      </PageFrame>
    );
  }
}
