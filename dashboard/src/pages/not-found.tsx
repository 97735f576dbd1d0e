import { Link } from '../address/router.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { EmptyState } from '../parts/states.tsx';

export function NotFoundPage() {
  return (
    <PageFrame title="Page not found">
      <section className="card">
        <EmptyState title="There is no page at this address">
          <p>A letter may be missing at its end.</p>
          <Link to={{ name: 'overview' }} className="button">
            Go to the overview
          </Link>
        </EmptyState>
      </section>
    </PageFrame>
  );
}
