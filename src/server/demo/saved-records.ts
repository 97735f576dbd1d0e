// What people have kept on the larger website of the demo: an annotation that explains a fall, goals of the month, and a view of it.
import { isoOfDay } from '../../engine/rollups/calendar.ts';
import { brokenSince } from './events.ts';

export function demoRecords(today: number) {
  return {
    annotation: { name: 'New forms on the website', date: isoOfDay(brokenSince(today)) },
    goals: [
      { name: 'Newsletter', metric: 'subscribes', target: 600, campaign_id: null },
      { name: 'Revenue of campaigns', metric: 'revenue', target: 40_000, campaign_id: null },
    ] as const,
    view: { name: 'Phones, last 7 days', path: '/websites/1?timeframe=last_7_days&filter=device%3Amobile' },
  };
}
