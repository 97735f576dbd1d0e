// The JSON that a webhook gets, see docs/notifications.md. New fields may be added; those that are here keep their meaning.
import { z } from 'zod';
import { ALERT_KINDS, type Alert } from '../../answers/alerts/alert.ts';
import { percentChange } from '../../answers/reports/metrics.ts';
import { movedSegment } from '../../answers/segments/moved-segment-schema.ts';
import { date, id, timestamp } from '../../contract/operations/schemas.ts';
import { isoOfDay } from '../../engine/rollups/calendar.ts';
import { wordsIn } from '../../foundation/text/words.ts';
import { isoSeconds } from '../../foundation/time/clock.ts';
import {
  alertUrl,
  campaignUrl,
  type Digest,
  insightsUrl,
  itemSegmentUrl,
  type Notification,
  notificationsUrl,
} from './notification.ts';

const website = z.strictObject({ id, name: z.string(), currency: z.string() });
const figures = z.strictObject({ revenue: z.number(), viewers: z.int() });
const change = z.number().nullable();

const digestData = z.strictObject({
  website,
  week: date,
  figures,
  previous: figures.nullable(),
  changes: z.strictObject({ revenue: change, viewers: change }).nullable(),
  items: z.array(
    z.strictObject({
      text: z.string(),
      campaigns: z.array(z.strictObject({ id, name: z.string(), url: z.string() })),
      segment: movedSegment.extend({ url: z.string() }).optional(),
    }),
  ),
  url: z.string(),
});

const alertData = z.strictObject({
  website,
  id,
  kind: z.enum(ALERT_KINDS),
  day: date,
  title: z.string(),
  text: z.string(),
  segment: movedSegment.optional(),
  url: z.string(),
});

const testData = z.strictObject({ website, url: z.string() });

export const webhookBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('digest'), timestamp, data: digestData }),
  z.strictObject({ type: z.literal('alert'), timestamp, data: alertData }),
  z.strictObject({ type: z.literal('test'), timestamp, data: testData }),
]);
type WebhookBody = z.infer<typeof webhookBody>;

export function webhookBodyOf(notification: Notification): WebhookBody {
  const { occasion, at } = notification;
  const time = isoSeconds(at);
  if (occasion.type === 'digest') {
    return { type: 'digest', timestamp: time, data: digestOf(notification, occasion.digest) };
  }
  if (occasion.type === 'alert') {
    return { type: 'alert', timestamp: time, data: alertOf(notification, occasion.alert) };
  }
  const { website: of, baseUrl } = notification;
  return { type: 'test', timestamp: time, data: { website: of, url: notificationsUrl(baseUrl, of.id) } };
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
  const { id: alertId, kind, day, title, text, segment } = alert;
  return {
    website: of,
    id: alertId,
    kind,
    day: isoOfDay(day),
    title: wordsIn()([title]),
    text: wordsIn()(text),
    ...(segment && { segment }),
    url: alertUrl(baseUrl, alert),
  };
}
