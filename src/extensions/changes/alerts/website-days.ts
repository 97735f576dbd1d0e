// The counts of a website that are judged, per day.
import type { Days } from '../../../core/answers/alerts/rhythm.ts';

/**
 * Distinct visitors, so that neither a reload nor a single busy robot is news; and orders, which carry no visitor. Not revenue:
 * single large orders make it swing so much that only changes which orders show as well could be told from chance.
 */
export const JUDGED_COUNTS = ['viewers', 'converters', 'orders'] as const;
export type JudgedCountName = (typeof JUDGED_COUNTS)[number];
export type WebsiteDays = Readonly<Record<JudgedCountName, Days>>;
