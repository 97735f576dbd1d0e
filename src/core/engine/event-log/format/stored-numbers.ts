/**
 * The numbers that the event log stores. Bytes that were stored once are read forever, so a number here never changes, and one that is not
 * used any more is never given to something else. The order of other lists says nothing about what is stored.
 *
 * A new dimension gets the next column number, and a new type of events the next type. Neither changes the layout: a run lists its types
 * and its columns, so one that was stored before has no events of the type, and no value of the dimension. Anything else that changes the
 * bytes is a new layout, and whoever reads them has to read the old one, too.
 *
 * `test/core/engine/event-log/golden/` has bytes that were stored with these numbers. Its test reads them, and says what is missing there.
 * Why: docs/decisions/database.md, "Stored numbers are literals, and golden files keep them".
 */
import type { StoredDimension } from '../../../foundation/dimensions/dimension.ts';
import type { METRIC } from '../../rollups/metric.ts';

/** The layout of all bytes of the event log, which end with it: see `contentOf`. */
export const LAYOUT = 1;

export type ColumnName = 'visitor' | 'second' | 'action' | StoredDimension;

/** The numbers of the columns of a run, up to 255. */
export const COLUMN_NUMBERS: Readonly<Record<ColumnName, number>> = {
  visitor: 0,
  second: 1,
  action: 2,
  channel: 3,
  utm_source: 4,
  utm_medium: 5,
  utm_campaign: 6,
  referrer: 7,
  device: 8,
  browser: 9,
  os: 10,
  country: 11,
  page: 12,
  language: 13,
};

/** The numbers of the types, up to 255. Those that count for a metric have its number. */
export const TYPE_NUMBERS = {
  views: 0,
  conversions: 1,
  completions: 2,
  submissions: 3,
  subscribes: 4,
  orders: 5,
  selections: 6,
  restated_orders: 7,
  page_views: 8,
} as const satisfies typeof METRIC & Readonly<Record<string, number>>;

const COLUMNS_BY_NUMBER = new Map(
  Object.entries(COLUMN_NUMBERS).map(([column, number]) => [number, column as ColumnName]),
);

/** Throws for a column that a later version has stored: whoever writes its run again would lose it. */
export function requireKnown(number: number): ColumnName {
  const column = COLUMNS_BY_NUMBER.get(number);
  if (!column) throw new Error(`a later version of the service has stored column ${number} of the event log`);
  return column;
}
