// Shows an error in place of a page that can't be drawn. Otherwise React would remove everything and leave a white page.
import { Component, type ReactNode } from 'react';
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
              <p>The dashboard made a mistake while drawing this page. Load it again, or go to the overview.</p>
              <OverviewLink />
            </EmptyState>
          </div>
        </PlainCard>
      </PageFrame>
    );
  }
}
