// The dimensions of an event: what reports can be broken down by and filtered by.

/**
 * They are stored with each event, in the event log, by numbers that stored-numbers.ts has: this order is that of lists, and can be
 * changed.
 */
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
  'language',
  'page',
] as const;
export type StoredDimension = (typeof STORED_DIMENSIONS)[number];

/** `visitor_type` is derived when the log is read: `new` on the visitor's first day in the log, then `returning`. */
export const DIMENSIONS = [...STORED_DIMENSIONS, 'visitor_type'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** A dimension that is left out has no value: `NO_VALUE`. */
export type DimensionValues = Readonly<Partial<Record<StoredDimension, string | undefined>>>;

/**
 * Lists them in the order of `STORED_DIMENSIONS`. They are written out, because reading a property whose name is in a variable takes
 * several times as long.
 */
export function inOrder<Value>(of: Readonly<Record<StoredDimension, Value>>): Value[] {
  return [
    of.channel,
    of.utm_source,
    of.utm_medium,
    of.utm_campaign,
    of.referrer,
    of.device,
    of.browser,
    of.os,
    of.country,
    of.language,
    of.page,
  ];
}

/**
 * Takes values in the order of `STORED_DIMENSIONS`. They are written out, because an object that gets its properties one by one takes ten
 * times as long.
 */
export function byName<Value>(at: (place: number) => Value): Record<StoredDimension, Value> {
  return {
    channel: at(0),
    utm_source: at(1),
    utm_medium: at(2),
    utm_campaign: at(3),
    referrer: at(4),
    device: at(5),
    browser: at(6),
    os: at(7),
    country: at(8),
    language: at(9),
    page: at(10),
  };
}

export const NO_VALUE = '(none)';
/** Stands for the values that are too many to keep, or too many to show. */
export const OTHER_VALUES = '(other)';
