// What the user has subscribed to on a website, and how the emails of an account look. Only the dashboard can change them.

import type { Schemas } from '@funnel/api-client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { t } from '../language/t.ts';
import { type Api, unwrap } from './client.ts';

export type Subscription = Schemas['ListedSubscription'];
export type Channel = Subscription['channel'];
export type Topic = Subscription['topics'][number];
/** These are for programs: webhooks alone send them, and owners alone may subscribe to them. */
export type RecordTopic = Extract<Topic, 'new_contact' | 'order' | 'refund'>;
export type QuietHours = NonNullable<Subscription['quiet_hours']>;
export type Report = NonNullable<Subscription['report']>;
export type ReportFormat = Report['formats'][number];
export type SentOn = Report['sent_on'];
export type WantedReport = Omit<Report, 'next_on'>;
export type NewSubscription = Schemas['NewSubscription'];
/** Has the secret of a webhook. It is returned only once. */
export type CreatedSubscription = Schemas['CreatedSubscription'];
export type SubscriptionChange = Schemas['SubscriptionChange'];
export type Recipient = Schemas['ReportRecipient'];
export type Delivery = Schemas['ListedDelivery'];
export type TestResult = Schemas['TestResult'];
export type Branding = Schemas['Branding'];
export type BrandingChange = Schemas['BrandingChange'];

export const NOTIFICATIONS_KEY = ['notifications'] as const;
const RECIPIENTS_KEY = [...NOTIFICATIONS_KEY, 'recipients'] as const;
export const BRANDING_KEY = ['branding'] as const;

export function notificationsQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: [...NOTIFICATIONS_KEY, websiteId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/dashboard/notifications', {
          params: { query: { website_id: websiteId, language: t.locale } },
          signal,
        }),
      ),
  });
}

export function createSubscription(
  api: Api,
  websiteId: number,
  subscription: NewSubscription,
): Promise<CreatedSubscription> {
  const params = { query: { website_id: websiteId } };
  return unwrap(api.POST('/dashboard/notifications', { params, body: subscription }));
}

export function changeSubscription(api: Api, id: number, change: SubscriptionChange): Promise<Schemas['Subscription']> {
  return unwrap(api.PATCH('/dashboard/notifications/{id}', { params: { path: { id } }, body: change }));
}

export async function removeSubscription(api: Api, id: number): Promise<void> {
  await unwrap(api.DELETE('/dashboard/notifications/{id}', { params: { path: { id } } }));
}

export async function replaceSecret(api: Api, id: number): Promise<string> {
  return (await unwrap(api.POST('/dashboard/notifications/{id}/secret', { params: { path: { id } } }))).secret;
}

/** `topic`: an example of such a message. */
export function sendTest(api: Api, id: number, topic?: RecordTopic): Promise<TestResult> {
  const params = { path: { id }, query: { ...(topic && { topic }), language: t.locale } };
  return unwrap(api.POST('/dashboard/notifications/{id}/test', { params }));
}

export async function resumeSubscription(api: Api, id: number): Promise<void> {
  await unwrap(api.POST('/dashboard/notifications/{id}/resume', { params: { path: { id } } }));
}

/** Newest first, in pages. */
export function deliveriesQuery(api: Api, id: number) {
  return infiniteQueryOptions({
    queryKey: [...NOTIFICATIONS_KEY, 'deliveries', id],
    queryFn: ({ pageParam: before, signal }) => {
      const query = { ...(before !== null && { before }), language: t.locale };
      return unwrap(api.GET('/dashboard/notifications/{id}/deliveries', { params: { path: { id }, query }, signal }));
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
}

export function recipientsQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: [...RECIPIENTS_KEY, websiteId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/dashboard/recipients', { params: { query: { website_id: websiteId, language: t.locale } }, signal }),
      ),
  });
}

export async function askRecipient(api: Api, id: number): Promise<void> {
  await unwrap(api.POST('/dashboard/recipients/{id}/ask', { params: { path: { id } } }));
}

export async function removeRecipient(api: Api, id: number): Promise<void> {
  await unwrap(api.DELETE('/dashboard/recipients/{id}', { params: { path: { id } } }));
}

export function brandingQuery(api: Api, accountId: number) {
  return queryOptions({
    queryKey: [...BRANDING_KEY, accountId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/dashboard/branding', { params: { query: { account_id: accountId } }, signal })),
  });
}

export function changeBranding(api: Api, accountId: number, change: BrandingChange): Promise<Branding> {
  return unwrap(api.PATCH('/dashboard/branding', { params: { query: { account_id: accountId } }, body: change }));
}
