// The dimensions of an event: what reports can be broken down by and filtered by.

/** They are stored with each event, in the event log. */
export const STORED_DIMENSIONS = [
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'referrer',
  'device',
  'browser',
  'os',
  'country',
  'page',
] as const;
export type StoredDimension = (typeof STORED_DIMENSIONS)[number];

/** `visitor_type` is derived when the log is read: `new` on the visitor's first day in the log, then `returning`. */
export const DIMENSIONS = [...STORED_DIMENSIONS, 'visitor_type'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** A dimension that is left out has no value: `NO_VALUE`. */
export type DimensionValues = Readonly<Partial<Record<StoredDimension, string | undefined>>>;

/** In the order of `STORED_DIMENSIONS`. Written out, because reading a property whose name is in a variable takes several times as long. */
export function valuesOf(values: DimensionValues): readonly (string | undefined)[] {
  return [
    values.channel,
    values.utm_source,
    values.utm_medium,
    values.utm_campaign,
    values.referrer,
    values.device,
    values.browser,
    values.os,
    values.country,
    values.page,
  ];
}

export const NO_VALUE = '(none)';
/** Stands for the values that are too many to keep, or too many to show. */
export const OTHER_VALUES = '(other)';
