// The dashboard in a real browser, on the demo data, through the real authorization server. The demo is built once and
// the files beside this one share it.
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { CHROMIUM } from '../support/browser.ts';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { IS_LONG } from '../support/long.ts';
import { copySharedDemo } from '../support/shared-demo.ts';
import { accessibilityTests } from './accessibility.ts';
import { auditLogTests } from './audit-log.ts';
import { catalogTests } from './catalog.ts';
import { contactTests } from './contacts.ts';
import { Dashboard } from './dashboard.ts';
import { startDemoService } from './demo-service.ts';
import { downloadTests } from './downloads.ts';
import { drillDownTests } from './drill-down.ts';
import { focusTests } from './focus.ts';
import { funnelTests } from './funnels.ts';
import { liveTests } from './live.ts';
import { notificationTests } from './notifications.ts';
import { pathTests } from './paths.ts';
import { peopleTests } from './people.ts';
import { profileTests } from './profile.ts';
import { segmentTests } from './segments.ts';
import { sendingTests } from './sending.ts';
import { sessionTests } from './session.ts';
import { shareTests } from './share.ts';
import { tokenTests } from './tokens.ts';
import { viewTests } from './views.ts';
import { webhookTests } from './webhooks.ts';

describe.skipIf(!CHROMIUM)('the dashboard', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    buildIfChanged('dashboard');
    // Journeys that compare with the year before need the whole history.
    dashboard = await Dashboard.open(await startDemoService(IS_LONG ? undefined : copySharedDemo));
  });
  afterAll(() => dashboard?.close());
  afterEach(async () => {
    expect(await dashboard.endTest(), 'errors on the console of the browser').toEqual([]);
  });

  const get = () => dashboard;
  sessionTests(get);
  drillDownTests(get);
  viewTests(get);
  segmentTests(get);
  funnelTests(get);
  pathTests(get);
  downloadTests(get);
  contactTests(get);
  tokenTests(get);
  peopleTests(get);
  liveTests(get);
  sendingTests(get);
  webhookTests(get);
  notificationTests(get);
  catalogTests(get);
  auditLogTests(get);
  profileTests(get);
  shareTests(get);
  focusTests(get);
  accessibilityTests(get);
});
