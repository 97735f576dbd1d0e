// What the service deletes because it is old. `kept-data.ts` says how long it is kept.

import { sweepAuditLog } from '../../contract/access/audit-log.ts';
import { sweepOrderFeed } from '../../engine/rollups/order-feed.ts';
import type { Sweep } from '../../engine/sweeps/run-sweeps.ts';
import type { WebsiteSweep } from '../../engine/sweeps/sweep-websites.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { countUnknownOrders, sweepArrivalCounts } from '../../intake/arrivals/arrival-counts.ts';
import { sweepVisitorSalts } from '../../intake/collector/visitor-salts.ts';
import { settleAbandoned } from '../../intake/commit/deferred-orders.ts';
import {
  sweepEventIds,
  sweepOrdersAfter,
  sweepReceipts,
  sweepRefundsAfter,
  sweepWaitingRefunds,
} from '../../intake/commit/sweep-seen.ts';
import { sweepTouches } from '../../intake/orders/touch-runs.ts';
import { sweepAuthorizations } from '../../manage/authorization-server/grants/sweep.ts';
import { resumeErasures } from '../../manage/erasure/resume-erasures.ts';
import { sweepEventLogAfter } from '../../manage/erasure/sweep-event-log.ts';
import { sweepDaysAfter } from '../../manage/erasure/sweep-old-days.ts';
import type { Config } from '../config/config.ts';
import type { ServerHalf } from '../extension/server-half.ts';

export function sweepsAt(clock: Clock, halves: readonly ServerHalf[]): Sweep[] {
  const now = clock();
  return [
    (database) => sweepVisitorSalts(database, now),
    (database) => sweepAuthorizations(database, now),
    (database) => sweepAuditLog(database, now),
    (database) => resumeErasures(database, clock),
    ...halves.flatMap((half) => half.sweeps?.(clock) ?? []),
  ];
}

/** Orders and days are kept forever unless the configuration has a number of days. */
export function websiteSweepsOf(config: Config, halves: readonly ServerHalf[]): WebsiteSweep[] {
  const { retentionDays, orderRetentionDays, eventLogDays } = config;
  return [
    sweepReceipts,
    sweepEventIds,
    sweepWaitingRefunds(countUnknownOrders),
    settleAbandoned,
    sweepTouches,
    ...(orderRetentionDays === undefined
      ? []
      : [sweepOrdersAfter(orderRetentionDays), sweepRefundsAfter(orderRetentionDays)]),
    sweepArrivalCounts,
    sweepOrderFeed(halves.flatMap(({ orderFeedNeed = [] }) => orderFeedNeed)),
    sweepEventLogAfter(eventLogDays),
    ...(retentionDays === undefined ? [] : [sweepDaysAfter(retentionDays)]),
    ...halves.flatMap((half) => half.websiteSweeps?.(config) ?? []),
  ];
}
