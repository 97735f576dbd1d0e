// The JSON that a webhook gets, see docs/outgoing-webhooks.md. New fields may be added; those that are here keep their meaning.

import { z } from 'zod';
import { ALERT_KINDS, type Alert } from '../../../core/answers/alerts/alert.ts';
import { EXPERIMENT_METRICS, VERDICTS } from '../../../core/answers/experiments/experiment-names.ts';
import { percentChange } from '../../../core/answers/reports/metrics.ts';
import { movedSegment } from '../../../core/answers/segments/moved-segment-schema.ts';
import { date, id, timestamp } from '../../../core/contract/operations/schemas.ts';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import { wordsIn } from '../../../core/foundation/text/words.ts';
import { isoSeconds } from '../../../core/foundation/time/clock.ts';
import {
  alertUrl,
  campaignUrl,
  type Digest,
  insightsUrl,
  itemSegmentUrl,
  type Notification,
  notificationsUrl,
} from './notification.ts';
import type { RecordTopic } from './topics.ts';

const website = z.strictObject({ id, name: z.string(), currency: z.string() });
const figures = z.strictObject({ revenue: z.number(), viewers: z.int() });
const change = z.number().nullable();
const named = z.strictObject({ id, name: z.string() });
const url = z.string().describe('Where to look in the dashboard.');

const digestData = z.strictObject({
  website,
  week: date.describe('Its Monday.'),
  figures: figures.describe('Revenue in the currency of the website, and unique visitors.'),
  previous: figures
    .nullable()
    .describe('The week before. null: it was not written, or begins before the first day of the website.'),
  changes: z
    .strictObject({ revenue: change, viewers: change })
    .nullable()
    .describe('In percent. null where the week before was 0.'),
  items: z
    .array(
      z.strictObject({
        text: z.string(),
        campaigns: z.array(z.strictObject({ id, name: z.string(), url: z.string() })),
        segment: movedSegment.extend({ url: z.string() }).optional().describe('The one that explains it.'),
      }),
    )
    .describe('What to do next.'),
  url,
});

const alertData = z.strictObject({
  website,
  id,
  kind: z.enum(ALERT_KINDS),
  day: date.describe('Of the website.'),
  title: z.string(),
  text: z.string(),
  segment: movedSegment.optional().describe('The one that explains a drop or a spike. `url` is then filtered by it.'),
  experiment: z
    .strictObject({
      campaign: named,
      metric: z.enum(EXPERIMENT_METRICS).describe('What it was judged by.'),
      verdict: z.enum(VERDICTS),
      variant_id: id.nullable().describe('The winner or the loser. null: neither.'),
    })
    .optional()
    .describe('Of `experiment_decided` and `experiment_unhealthy`.'),
  url,
});

const testData = z.strictObject({ website, url });

const orderData = z.strictObject({
  website,
  order_id: z.string(),
  at: timestamp.describe('When it was placed.'),
  day: date.describe('The day of the website that it counts on.'),
  revenue: z.number().describe('What is left of it after refunds, in the currency of the website.'),
  refunded: z.number().describe('What all refunds of it have taken.'),
  campaign: z
    .strictObject({ id, name: z.string(), url: z.string() })
    .nullable()
    .describe('What the order counts for. null: it counts for the website alone, or the campaign is gone.'),
  variant: named.nullable(),
  step: named.nullable(),
  element: named.nullable(),
  is_credited: z.boolean().describe('It was sent without a campaign, and credited to the last touch of its visitor.'),
  products: z.array(z.strictObject({ value: z.string().nullable(), revenue: z.number() })),
  dimensions: z
    .record(z.string(), z.string())
    .describe('Such as `channel`, `utm_source` and `device`. Empty: the website did not keep its events.'),
  url,
});
export type OrderData = z.infer<typeof orderData>;

/** `example`: it is a test, and nothing has happened. */
const envelope = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.strictObject({
    type: z.literal(type),
    timestamp: timestamp.describe('When the message was written.'),
    example: z.boolean().optional().describe('It was sent by the button *Test*: nothing has happened.'),
    data,
  });

/** The schemas by type. That of a contact is given, because it is in the room beside this one. */
export function webhookBodies<Contact extends z.ZodType>(contact: Contact) {
  return {
    digest: envelope('digest', digestData),
    alert: envelope('alert', alertData),
    new_contact: envelope('new_contact', z.strictObject({ website, contact })),
    order: envelope('order', orderData),
    refund: envelope('refund', orderData),
    test: envelope('test', testData),
  } as const;
}

export function webhookBodyOf(notification: Notification) {
  const { occasion, at } = notification;
  const time = isoSeconds(at);
  if (occasion.type === 'digest') {
    return { type: 'digest', timestamp: time, data: digestOf(notification, occasion.digest) } as const;
  }
  if (occasion.type === 'alert') {
    return { type: 'alert', timestamp: time, data: alertOf(notification, occasion.alert) } as const;
  }
  const { website: of, baseUrl } = notification;
  return { type: 'test', timestamp: time, data: { website: of, url: notificationsUrl(baseUrl, of.id) } } as const;
}

interface RecordBody {
  readonly topic: RecordTopic;
  readonly at: Date;
  readonly data: unknown;
  readonly isExample?: boolean;
}

export function recordBodyOf({ topic, at, data, isExample = false }: RecordBody) {
  return { type: topic, timestamp: isoSeconds(at), ...(isExample && { example: true }), data };
}

function digestOf({ website: of, baseUrl }: Notification, digest: Digest): z.infer<typeof digestData> {
  const { week, figures: now, previous, items } = digest;
  return {
    website: of,
    week,
    figures: now,
    previous,
    changes: previous && {
      revenue: percentChange(now.revenue, previous.revenue),
      viewers: percentChange(now.viewers, previous.viewers),
    },
    items: items.map(({ sentences, campaigns, segment }) => ({
      text: wordsIn()(sentences),
      campaigns: campaigns.map(({ id: campaignId, name }) => ({
        id: campaignId,
        name,
        url: campaignUrl(baseUrl, of.id, campaignId),
      })),
      ...(segment && {
        segment: { ...segment, url: itemSegmentUrl(baseUrl, of.id, week, { campaigns, segment }) },
      }),
    })),
    url: insightsUrl(baseUrl, of.id, week),
  };
}

function alertOf({ website: of, baseUrl }: Notification, alert: Alert): z.infer<typeof alertData> {
  const { id: alertId, kind, day, title, text, segment, experiment } = alert;
  return {
    website: of,
    id: alertId,
    kind,
    day: isoOfDay(day),
    title: wordsIn()([title]),
    text: wordsIn()(text),
    ...(segment && { segment }),
    ...(experiment && {
      experiment: {
        ...{ campaign: experiment.campaign, metric: experiment.metric, verdict: experiment.verdict },
        variant_id: experiment.variantId,
      },
    }),
    url: alertUrl(baseUrl, alert),
  };
}
