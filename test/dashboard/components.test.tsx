// @vitest-environment happy-dom
// The components with logic, in one file because the environment takes longer to start than the tests to run.
import { configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import './components/no-owner-stacks.ts';
import { WAIT_MS_MAX } from '../support/time-limits.ts';
import './components/action-dialog.tsx';
import './components/agency-overview.tsx';
import './components/alerts-card.tsx';
import './components/attribution-page.tsx';
import './components/audit-log.tsx';
import './components/breakdown-card.tsx';
import './components/change.tsx';
import './components/contacts-page.tsx';
import './components/costs-card.tsx';
import './components/csv-button.tsx';
import './components/currency-field.tsx';
import './components/data-page.tsx';
import './components/data-table.tsx';
import './components/defined.tsx';
import './components/empty-states.tsx';
import './components/error-boundary.tsx';
import './components/exchange-rates-card.tsx';
import './components/experiments-page.tsx';
import './components/exports-page.tsx';
import './components/first-event.tsx';
import './components/funnel.tsx';
import './components/funnels-page.tsx';
import './components/history.tsx';
import './components/holdout.tsx';
import './components/hours.tsx';
import './components/insights-page.tsx';
import './components/key-dialogs.tsx';
import './components/language-card.tsx';
import './components/line-chart.tsx';
import './components/metrics-panel.tsx';
import './components/notes.tsx';
import './components/notifications-page.tsx';
import './components/overview.tsx';
import './components/page-frame.tsx';
import './components/paging.tsx';
import './components/queries.ts';
import './components/paths-page.tsx';
import './components/people-page.tsx';
import './components/popover.tsx';
import './components/profile-page.tsx';
import './components/reach-card.tsx';
import './components/recent-visitors.tsx';
import './components/retention-page.tsx';
import './components/router.tsx';
import './components/saved-records.tsx';
import './components/session.tsx';
import './components/setup-page.tsx';
import './components/share.tsx';
import './components/states.tsx';
import './components/token-dialogs.tsx';
import './components/variant-funnel.tsx';
import './components/view-controls.tsx';
import './components/website-dialogs.tsx';

// The default is one second, which a busy machine exceeds.
configure({ asyncUtilTimeout: WAIT_MS_MAX });

// A test may end at another URL.
afterEach(() => window.history.replaceState(null, '', '/'));
