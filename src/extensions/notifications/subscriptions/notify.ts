// Puts the messages of digests and alerts into the outbox, in the transaction that stores what they are about: so a snapshot or
// an alert and its messages are stored together or not at all.

import type { AlertListener } from '../../../core/answers/alerts/alert-listener.ts';
import { goalSentence, readGoalProgress } from '../../../core/answers/alerts/goal-progress.ts';
import { readSnapshot } from '../../../core/answers/insights/read-snapshot.ts';
import type { SnapshotListener, StoredSnapshot } from '../../../core/answers/insights/store-snapshot.ts';
import { DAYS_PER_WEEK, hasWeeksBefore } from '../../../core/answers/insights/week.ts';
import type { StoredWeek } from '../../../core/answers/reports/insights/stored-week.ts';
import { SUBJECT_KIND } from '../../../core/engine/catalog/subject.ts';
import { readSubjectNames, referenceKey } from '../../../core/engine/catalog/subject-names.ts';
import { readZone } from '../../../core/engine/catalog/website-zones.ts';
import { type ExactBounds, NO_BOUNDS } from '../../../core/engine/event-log/questions/unique-visitors.ts';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import { readFirstDays } from '../../../core/engine/rollups/read-first-days.ts';
import type { Queries } from '../../../core/foundation/database/database.ts';
import type { Clock } from '../../../core/foundation/time/clock.ts';
import type { NewMessage } from '../outbox/message.ts';
import { addToOutbox } from '../outbox/outbox.ts';
import { readBranding } from './branding.ts';
import { deliveryOf } from './delivery-of.ts';
import type { Digest, NotifiedWebsite, Occasion } from './notification.ts';
import { afterQuietHours } from './quiet-hours.ts';
import { type Subscriber, subscribersOf } from './subscription-store.ts';
import type { Topic } from './topics.ts';

export interface NotifyOptions {
  readonly clock: Clock;
  readonly baseUrl: string;
  /** Whether there is a mail server. */
  readonly hasMail: boolean;
  /** How much may be read for the goals of a digest. Default: no limits. */
  readonly bounds?: ExactBounds;
}

export function digestListener(options: NotifyOptions): SnapshotListener {
  return async (tx, stored) => {
    const { websiteId, monday } = stored;
    const subscribers = await subscribersTo(tx, websiteId, 'digest', options);
    if (subscribers.length === 0) return;
    const digest = await readDigest(tx, stored);
    const goals = await readGoalItems(tx, websiteId, options);
    const occasion = { type: 'digest', digest: { ...digest, items: [...digest.items, ...goals] } } as const;
    const keyOf = (subscriptionId: number) => `digest:${subscriptionId}:${websiteId}:${isoOfDay(monday)}`;
    await notify(tx, { websiteId, topic: 'digest', subscribers, occasion, keyOf }, options);
  };
}

export function alertListener(options: NotifyOptions): AlertListener {
  return async (tx, alert, cause) => {
    const { websiteId, kind } = alert;
    const subscribers = await subscribersTo(tx, websiteId, kind, options);
    if (subscribers.length === 0) return;
    const occasion = { type: 'alert', alert } as const;
    // The id of the alert would not do: it may be another alert's after a restore from a backup.
    const keyOf = (subscriptionId: number) => `alert:${subscriptionId}:${websiteId}:${cause}`;
    await notify(tx, { websiteId, topic: kind, subscribers, occasion, keyOf }, options);
  };
}

async function subscribersTo(
  tx: Queries,
  websiteId: number,
  topic: Topic,
  { hasMail }: NotifyOptions,
): Promise<Subscriber[]> {
  const subscribers = await subscribersOf(tx, websiteId);
  return subscribers.filter(
    ({ subscription: { topics, channel } }) => topics.includes(topic) && (hasMail || channel !== 'email'),
  );
}

interface NewNotification {
  readonly websiteId: number;
  readonly topic: Topic;
  readonly subscribers: readonly Subscriber[];
  readonly occasion: Occasion;
  keyOf(subscriptionId: number): string;
}

async function notify(tx: Queries, news: NewNotification, { clock, baseUrl }: NotifyOptions): Promise<void> {
  const now = clock();
  const { account_id: accountId, ...website } = await readWebsite(tx, news.websiteId);
  const branding = await readBranding(tx, accountId);
  const notification = { occasion: news.occasion, website, baseUrl, at: now };
  const messages = news.subscribers.map((subscriber): NewMessage => {
    const { id: subscriptionId, quietHours } = subscriber.subscription;
    return {
      key: news.keyOf(subscriptionId),
      subscriptionId,
      websiteId: website.id,
      accountId,
      topic: news.topic,
      delivery: deliveryOf(subscriber, notification, branding),
      notBefore: afterQuietHours(now, quietHours),
    };
  });
  await addToOutbox(tx, messages, now);
}

export async function readWebsite(
  database: Pick<Queries, 'query'>,
  websiteId: number,
): Promise<NotifiedWebsite & { readonly account_id: number }> {
  const [website] = await database.query<NotifiedWebsite & { readonly account_id: number }>(
    'SELECT id, name, currency, account_id FROM websites WHERE id = $1',
    [websiteId],
  );
  if (!website) throw new Error(`There is no website ${websiteId}.`);
  return website;
}

async function readDigest(tx: Queries, { websiteId, monday, week }: StoredSnapshot): Promise<Digest> {
  const firstDay = (await readFirstDays(tx, [websiteId])).get(websiteId);
  const isCounted = hasWeeksBefore({ monday, firstDay }, 1);
  const before = isCounted ? await readSnapshot(tx, websiteId, monday - DAYS_PER_WEEK) : undefined;
  const places = week.items.flatMap(({ campaign_ids: ids }) => ids.map((id) => ({ kind: SUBJECT_KIND.campaign, id })));
  const names = await readSubjectNames(tx, websiteId, places);
  // A campaign that is gone can't be opened.
  const campaignOf = (id: number) => {
    const name = names.get(referenceKey({ kind: SUBJECT_KIND.campaign, id }))?.[0];
    return name === undefined ? [] : [{ id, name }];
  };
  return {
    week: isoOfDay(monday),
    figures: figuresOf(week),
    previous: before ? figuresOf(before) : null,
    items: week.items.map(({ sentences, campaign_ids: ids, segment }) => ({
      sentences,
      campaigns: ids.flatMap(campaignOf),
      ...(segment && { segment }),
    })),
  };
}

/** How far the goals of the month are, and where they are heading. */
async function readGoalItems(tx: Queries, websiteId: number, options: NotifyOptions): Promise<Digest['items']> {
  const { clock, bounds = NO_BOUNDS } = options;
  const [{ zone }, { currency }] = await Promise.all([readZone(tx, websiteId), readWebsite(tx, websiteId)]);
  const { goals } = await readGoalProgress(tx, { websiteId, zone, nowMs: clock().getTime(), bounds });
  return goals.map((progress) => ({ sentences: [goalSentence(progress, currency)], campaigns: [] }));
}

function figuresOf({ revenue, viewers }: StoredWeek): Digest['figures'] {
  return { revenue, viewers };
}
