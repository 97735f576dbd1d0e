// What *Test* sends of a record, so that a flow can be built before there is the first one. The contact is that of the API's own example.
import type { NotifiedWebsite } from '../subscriptions/notification.ts';
import { campaignUrl } from '../subscriptions/notification.ts';
import type { RecordTopic } from '../subscriptions/topics.ts';
import { type OrderData, recordBodyOf } from '../subscriptions/webhook-body.ts';

interface ExampleOptions {
  readonly website: NotifiedWebsite;
  readonly baseUrl: string;
  readonly contact: unknown;
  readonly at: Date;
}

const REVENUE = 29.35;
const REFUNDED = 9.35;

export function exampleBody(topic: RecordTopic, { website, baseUrl, contact, at }: ExampleOptions) {
  const isRefund = topic === 'refund';
  const data = topic === 'new_contact' ? { website, contact } : exampleOrder(website, baseUrl, isRefund);
  return recordBodyOf({ topic, at, data, isExample: true });
}

function exampleOrder(website: NotifiedWebsite, baseUrl: string, isRefunded: boolean): OrderData {
  const url = campaignUrl(baseUrl, website.id, EXAMPLE_CAMPAIGN.id);
  const revenue = isRefunded ? REVENUE - REFUNDED : REVENUE;
  return {
    website,
    order_id: 'EXAMPLE-1001',
    ...{ at: '2026-03-10T08:02:11Z', day: '2026-03-10' },
    ...{ revenue, refunded: isRefunded ? REFUNDED : 0 },
    campaign: { ...EXAMPLE_CAMPAIGN, url },
    ...{ variant: { id: 100, name: 'Variant A' }, step: null, element: null },
    is_credited: true,
    products: [{ value: 'SKU-1', revenue }],
    dimensions: { channel: 'email', utm_source: 'newsletter', device: 'mobile', country: 'DE' },
    url,
  };
}

const EXAMPLE_CAMPAIGN = { id: 10, name: 'Spring popup' };
