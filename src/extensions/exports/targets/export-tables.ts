// The tables of an export, and their columns. docs/export.md says what they mean.
import { STORED_DIMENSIONS } from '../../../core/foundation/dimensions/dimension.ts';
import type { TableColumn } from '../table-files/table.ts';

/** It is part of every digest: raise it when a column changes, and the next incremental export writes everything again. */
export const LAYOUT = 1;

const text = (name: string): TableColumn => ({ name, type: 'text' });
const bigint = (name: string): TableColumn => ({ name, type: 'bigint' });
const integer = (name: string): TableColumn => ({ name, type: 'integer' });
const timestamp = (name: string): TableColumn => ({ name, type: 'timestamp' });
const date = (name: string): TableColumn => ({ name, type: 'date' });
const boolean = (name: string): TableColumn => ({ name, type: 'boolean' });
const money = (name: string): TableColumn => ({ name, type: 'money' });

const website = bigint('website_id');
const subject = [website, text('subject_kind'), bigint('subject_id'), date('day')];

export const EXPORT_TABLES = {
  websites: [
    website,
    ...['name', 'currency', 'timezone'].map(text),
    boolean('event_log'),
    ...['first_day', 'last_day', 'log_from'].map(date),
  ],
  campaigns: [
    website,
    bigint('id'),
    ...['key', 'name', 'cta_type', 'test_type', 'page_path', 'status'].map(text),
    ...['published_at', 'created_at', 'updated_at'].map(timestamp),
  ],
  variants: [
    ...[website, bigint('id'), bigint('campaign_id')],
    ...['key', 'name', 'variation'].map(text),
    integer('traffic_percentage'),
    ...['is_holdout', 'is_archived'].map(boolean),
    ...['created_at', 'updated_at'].map(timestamp),
  ],
  steps: [
    ...[website, bigint('id'), bigint('variant_id')],
    ...['key', 'name'].map(text),
    integer('position'),
    boolean('is_archived'),
  ],
  elements: [
    ...[website, bigint('id'), bigint('step_id')],
    ...['key', 'name', 'element_type'].map(text),
    integer('position'),
    boolean('is_archived'),
  ],
  experiments: [
    ...[website, bigint('campaign_id'), bigint('variant_id')],
    text('variation'),
    boolean('is_holdout'),
    integer('traffic_percentage'),
    ...['first_day', 'last_day'].map(date),
    ...['visitors', 'conversions', 'completions', 'subscribes', 'orders'].map(bigint),
    money('revenue'),
    ...['metric', 'verdict'].map(text),
    boolean('is_named_by_verdict'),
  ],
  contacts: [
    ...[website, bigint('id')],
    ...['email', 'phone', 'name', 'last_name', 'visitor_token', 'fields'].map(text),
    ...['created_at', 'updated_at'].map(timestamp),
  ],
  counters: [
    ...subject,
    ...['views', 'conversions', 'completions', 'submissions', 'subscribes', 'orders'].map(bigint),
    money('revenue'),
    { name: 'revenue_squared', type: 'double' },
  ],
  order_sources: [
    ...subject,
    ...[bigint('credited_orders'), money('credited_revenue')],
    ...[bigint('refunded_orders'), money('refunded_revenue')],
  ],
  choices: [
    ...[website, bigint('element_id'), date('day')],
    ...[text('field'), text('value')],
    ...[bigint('selections'), bigint('orders')],
    money('revenue'),
  ],
  visitors: [...subject, text('metric'), { name: 'sketch', type: 'bytes' }],
  events: [
    ...[website, date('day'), timestamp('happened_at'), text('visitor'), boolean('visitor_is_daily'), text('type')],
    ...['campaign_id', 'variant_id', 'step_id', 'element_id'].map(bigint),
    ...[integer('counts_from'), boolean('is_holdout'), money('revenue')],
    ...STORED_DIMENSIONS.map(text),
  ],
} as const satisfies Record<string, readonly TableColumn[]>;

export type ExportTable = keyof typeof EXPORT_TABLES;
