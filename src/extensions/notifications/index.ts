// What other extensions may import.
export { readWebsite } from './subscriptions/notify.ts';
export { nextDueDay, REPORT_FORMATS } from './subscriptions/schedule.ts';
export {
  insertSubscription,
  newUnsubscribeToken,
  nextSubscriptionId,
  type Subscription,
} from './subscriptions/subscription-store.ts';
