// One notification of each type, as the listeners make them.

import type { Alert } from '../../../src/core/answers/alerts/alert.ts';
import type {
  Digest,
  Notification,
  Occasion,
} from '../../../src/extensions/notifications/subscriptions/notification.ts';
import { anySentence } from '../../support/said.ts';

export const BASE_URL = 'https://funnel.example';

export const ALERT: Alert = {
  id: 7,
  websiteId: 1,
  kind: 'drop',
  day: 20_770,
  title: anySentence('Views of “Shop” fell by 62%'),
  text: [anySentence('412 views on Thursday, where 980 to 1,240 are usual. Check the last release.')],
  path: '/websites/1?timeframe=custom',
  at: new Date('2026-11-13T00:20:00Z'),
};

export const DIGEST: Digest = {
  week: '2026-11-02',
  figures: { revenue: 1438.8, viewers: 1200 },
  previous: { revenue: 1200, viewers: 1250 },
  items: [
    { sentences: [anySentence('Show “Spring popup” on more pages.')], campaigns: [{ id: 10, name: 'Spring popup' }] },
    { sentences: [anySentence('Nothing else stood out.')], campaigns: [] },
  ],
};

export function notificationOf(occasion: Occasion, name = 'Shop'): Notification {
  return {
    occasion,
    website: { id: 1, name, currency: 'USD' },
    baseUrl: BASE_URL,
    at: new Date('2026-11-09T00:10:30Z'),
  };
}
