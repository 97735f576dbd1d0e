// Shows an error in place of a page that can't be drawn. Otherwise React would remove everything and leave a white page.
import { Component, type ReactNode } from 'react';
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
      <PageFrame title="This page cannot be shown">
        <PlainCard>
          <div role="alert">
            <EmptyState title="Something went wrong">
              <p>
                This page could not be loaded or drawn. Perhaps the connection failed, or the service has been updated.
              </p>
              <Button onClick={() => window.location.reload()}>Load the page again</Button> <OverviewLink />
            </EmptyState>
          </div>
        </PlainCard>
      </PageFrame>
    );
  }
}
