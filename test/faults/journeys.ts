// Visitors whose journeys take three weeks, and what reports that follow visitors must say about them: each number is counted by hand.
import { isoOfDay, startOfWeek } from '../../src/core/engine/rollups/calendar.ts';
import type { SentEvent } from '../support/events.ts';

interface Website {
  readonly id: number;
  readonly campaigns: readonly { readonly id: number }[];
}

/** The days are three Mondays before this week. */
export function journeysOf({ id: website_id, campaigns }: Website, today: number): SentEvent[] {
  const campaign_id = campaigns[0]!.id;
  const monday = startOfWeek(today) - 21;
  const made = (visitor: string, week: number, time: string, type: string, utm_medium?: string): SentEvent => ({
    ...{ type, website_id, visitor, at: `${isoOfDay(monday + 7 * week)}T${time}Z` },
    ...((type === 'view' || type === 'conversion') && { campaign_id }),
    ...(type === 'page_view' && { page: '/' }),
    ...(type === 'order' && { revenue: 30 }),
    ...(utm_medium && { utm_medium }),
  });
  return [
    made('ada', 0, '10:00:00', 'page_view', 'email'),
    made('ada', 0, '10:01:00', 'view', 'email'),
    made('ada', 0, '10:02:00', 'conversion', 'email'),
    made('ada', 1, '10:00:00', 'view', 'referral'),
    made('ada', 1, '10:05:00', 'order', 'referral'),
    made('bob', 0, '11:00:00', 'page_view', 'referral'),
    made('bob', 0, '11:01:00', 'view', 'referral'),
    made('bob', 2, '11:00:00', 'view', 'email'),
    made('bob', 2, '11:05:00', 'order', 'email'),
    made('cy', 0, '12:00:00', 'page_view', 'email'),
    made('cy', 1, '12:00:00', 'page_view', 'email'),
    made('cy', 2, '12:00:00', 'order'),
  ];
}

/** What `askAboutJourneys` gets. */
export const JOURNEY_ANSWERS = {
  // Ada came by email first and by a referral last, both in the 7 days before her order. Bob's first visit is too long ago.
  attribution: {
    email: { stored: 1, first: 2, last: 1, linear: 1.5, any: 2 },
    referral: { stored: 1, first: 0, last: 1, linear: 0.5, any: 1 },
    // Cy's order came without anything before it, and says nothing of its visit.
    '(none)': { stored: 1, first: 1, last: 1, linear: 1, any: 1 },
  },
  // Ada comes back a week later, and Bob two weeks later.
  retention: [{ visitors: 2, returned: [0, 1, 1] }],
  paths: {
    visitors: 2,
    children: [
      { step: 'view', visitors: 1, children: [{ step: 'order', visitors: 1 }] },
      { step: 'conversion', visitors: 1, children: [{ step: 'view', visitors: 1 }] },
    ],
  },
  // Cy has seen no campaign.
  reach: { visitors: 3, saw_campaign: 2, share: 66.67 },
};

// biome-ignore lint/suspicious/noExplicitAny: answers of several operations.
type Any = any;

/** Asks a service that serves them, `timeframe`: one that begins before the journeys do. */
export async function askAboutJourneys(
  address: string,
  token: string,
  { id, campaigns }: Website,
  timeframe: string,
): Promise<typeof JOURNEY_ANSWERS> {
  const ask = async (path: string): Promise<Any> => {
    const url = `${address}/api/v1/reports/${path}website_id=${id}&timeframe=${timeframe}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as Any).data;
  };
  const { rows } = await ask('attribution?by=channel&window_days=7&');
  const { cohorts } = await ask('retention?by=week&periods=2&');
  const step = `view;campaign:${campaigns[0]!.id}`;
  const { visitors, children } = await ask(`paths?from=${step}&depth=2&within_minutes=30000&`);
  const ordersOf = ({ stored, first, last, linear, any }: Any) => ({
    ...{ stored: stored.orders, first: first.orders, last: last.orders, linear: linear.orders, any: any.orders },
  });
  const nodeOf = ({ step: name, visitors: own, children: next }: Any): Any => ({
    ...{ step: name.split(';')[0], visitors: own },
    ...(next.length > 0 && { children: next.map(nodeOf) }),
  });
  return {
    attribution: Object.fromEntries(rows.map((row: Any) => [row.value, ordersOf(row)])) as Any,
    retention: cohorts
      .filter((cohort: Any) => cohort.visitors > 0)
      .map(({ visitors: begun, returned }: Any) => ({ visitors: begun, returned })),
    paths: { visitors, children: children.map(nodeOf) },
    reach: await ask('website/campaign-reach?'),
  };
}
