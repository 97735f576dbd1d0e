// The resources of the specification, field by field: written down apart from the schemas that the service itself is
// made of, so that a mistake there shows here.

/** Returns what is wrong with a value, or nothing. */
export type Shape = (value: unknown) => string | undefined;
type Fields = Readonly<Record<string, Shape>>;

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const integer: Shape = (value) => (Number.isSafeInteger(value) ? undefined : 'no integer');
const number: Shape = (value) => (Number.isFinite(value) ? undefined : 'no number');
const boolean: Shape = (value) => (typeof value === 'boolean' ? undefined : 'no boolean');
export const string: Shape = (value) => (typeof value === 'string' ? undefined : 'no string');
const nothing: Shape = (value) => (value === null ? undefined : 'not null');
const timestamp = textLike(TIMESTAMP, 'timestamp');
const date = textLike(DATE, 'date');
const uuid = textLike(UUID, 'UUID');
const freeForm: Shape = (value) => (isObject(value) ? undefined : 'no object');

/** Exactly these fields. */
export function object(fields: Fields): Shape {
  return (value) => {
    if (!isObject(value)) return 'no object';
    const missing = Object.keys(fields).filter((name) => !(name in value));
    const unknown = Object.keys(value).filter((name) => !(name in fields));
    if (missing.length + unknown.length > 0) return `lacks [${missing}], has besides [${unknown}]`;
    return firstFault(Object.entries(fields).map(([name, shape]) => [name, shape(value[name])]));
  };
}

/** At least one, or the shape would show nothing. */
export function list(of: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) return 'no array';
    return value.length === 0 ? 'empty' : firstFault(value.map((item, index) => [String(index), of(item)]));
  };
}

export function nullable(shape: Shape): Shape {
  return (value) => (value === null ? undefined : shape(value));
}

function oneOf(...values: readonly string[]): Shape {
  return (value) => (values.includes(value as string) ? undefined : `not one of ${values}`);
}

function textLike(pattern: RegExp, what: string): Shape {
  return (value) => (typeof value === 'string' && pattern.test(value) ? undefined : `no ${what}`);
}

function firstFault(faults: readonly (readonly [string, string | undefined])[]): string | undefined {
  const [name, fault] = faults.find(([, one]) => one !== undefined) ?? [];
  return fault === undefined ? undefined : `${name}: ${fault}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** 2.1 */
const METRICS = {
  views: integer,
  conversions: integer,
  completions: integer,
  submissions: integer,
  subscribes: integer,
  orders: integer,
  revenue: number,
  conversion_rate: number,
  completion_rate: number,
  subscribe_rate: number,
  order_rate: number,
  aov: number,
};
const { submissions: _, ...WEBSITE_METRICS } = METRICS;

function compared(metrics: Fields): Shape {
  const changes = Object.fromEntries(Object.keys(metrics).map((name) => [name, nullable(number)]));
  return object({ ...metrics, previous: object(metrics), changes: object(changes) });
}

/** 2.2 */
const TIMESERIES = object({
  group_by: oneOf('day', 'week', 'month', 'quarter', 'year'),
  points: list(
    object({
      date,
      views: integer,
      conversions: integer,
      completions: integer,
      subscribes: integer,
      submissions: integer,
      orders: integer,
      revenue: number,
    }),
  ),
});

const WEBSITE = object({ id: integer, name: string, currency: string });
const TIMEFRAME = { selected: string, range_start: timestamp, range_end: timestamp, timezone: oneOf('UTC') };
const PREVIOUS_RANGE = { previous_range_start: timestamp, previous_range_end: timestamp };

/** 2.3 to 2.6 and 4.2: plain, and with everything that `previous_period` and `group_by` add. */
function reports(isFull: boolean) {
  const metrics = isFull ? compared(METRICS) : object(METRICS);
  const websiteMetrics = isFull ? compared(WEBSITE_METRICS) : object(WEBSITE_METRICS);
  const timeseries: Fields = isFull ? { timeseries: TIMESERIES } : {};
  const timeframe = object(isFull ? { ...TIMEFRAME, ...PREVIOUS_RANGE } : TIMEFRAME);
  const envelope = (report: string, data: Fields) =>
    object({ report: oneOf(report), website: WEBSITE, timeframe, data: object(data) });
  const campaign = { id: integer, name: string, cta_type: string, status: oneOf('live', 'archived'), metrics };
  const variant = { id: integer, name: nullable(string), variation: string, traffic_percentage: integer, metrics };
  const step = { id: integer, position: integer, metrics };
  const element = { id: integer, element_type: string, position: integer, metrics };
  const answers = list(object({ value: nullable(string), count: integer }));
  const product = object({ value: nullable(string), selections: integer, orders: integer, revenue: number });
  const pagination = object({ page: integer, per_page: integer, total_entries: integer, total_pages: integer });
  const experiment = {
    campaign_id: integer,
    campaign_name: string,
    cta_type: string,
    variants: list(object(variant)),
  };
  return {
    website: envelope('website', { metrics: websiteMetrics, ...timeseries }),
    campaigns: envelope('campaigns', { campaigns: list(object(campaign)), pagination }),
    campaign: envelope('campaign', { ...campaign, ...timeseries, variants: list(object(variant)) }),
    variant: envelope('variant', { ...variant, ...timeseries, funnel_steps: list(object(step)) }),
    step: envelope('step', { ...step, ...timeseries, elements: list(object(element)) }),
    element: envelope('element', {
      ...element,
      ...timeseries,
      fields: list(object({ name: string, values: answers })),
      products: list(product),
    }),
    experiments: envelope('experiments', { experiments: list(object(experiment)) }),
  };
}

export const PLAIN_REPORTS = reports(false);
export const FULL_REPORTS = reports(true);

/** 2.7 */
export const WEBSITE_LIST = object({
  websites: list(
    object({ id: integer, account_id: integer, name: string, account_name: string, created_at: timestamp }),
  ),
});

/** 2.8 */
export const INSIGHTS = object({
  report: oneOf('website_insights'),
  website: WEBSITE,
  data: object({
    week: date,
    performance_snapshot: object({ performance: object({ revenue: number, viewers: integer }) }),
    ai_recommendations: object({ items: list(string) }),
  }),
});

/** 4.3, and the currencies, which the specification does not have: without them a reader can't know what the sums mean. */
export const ACCOUNT_PERFORMANCE = object({
  report: oneOf('account_performance'),
  timeframe: object({
    selected: string,
    label: string,
    range_start: timestamp,
    range_end: timestamp,
    ...PREVIOUS_RANGE,
  }),
  data: object({
    aggregate: object({
      website_count: integer,
      viewers: number,
      conversions: number,
      conversion_rate: number,
      subscribes: number,
      subscribe_rate: number,
      orders: number,
      order_rate: number,
      revenue: number,
      aov: number,
      currency: nullable(string),
      revenue_by_currency: object({ EUR: number, USD: number }),
    }),
    websites: list(
      object({
        id: integer,
        name: string,
        viewers: number,
        conversions: number,
        conversion_rate: number,
        conversions_change: number,
        revenue_change: number,
        subscribes: number,
        orders: number,
        revenue: number,
        aov: number,
        currency: string,
      }),
    ),
  }),
});

const TIMESTAMPS = { created_at: timestamp, updated_at: timestamp };

/** 2.9 */
export const AREAS = list(object({ id: integer, name: string, website_id: integer, ...TIMESTAMPS }));

/** 2.10, besides the token, which is a UUID. */
export const CONTACT_TEXTS: readonly string[] = [
  ...['email', 'name', 'last_name', 'phone', 'city', 'avatar_url', 'company_name', 'company_title', 'url', 'state'],
  ...['address', 'zip_code', 'country', 'source_url', 'bio'],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'referral_source'],
  ...['first_visit', 'privacy_consent', 'marketing_consent', 'sms_consent', 'ip_address', 'latest_score'],
  ...['tags', 'link'],
];

/** `known` makes the shape of a text of one that was given, or of one that may be unknown. */
export function contact(known: (shape: Shape) => Shape): Shape {
  return object({
    id: integer,
    website_id: integer,
    ...TIMESTAMPS,
    visitor_token: uuid,
    ...Object.fromEntries(CONTACT_TEXTS.map((name) => [name, known(string)])),
    extra: freeForm,
    data: freeForm,
  });
}

/** 2.11 */
const COUNTED = {
  views: integer,
  conversions: integer,
  completions: integer,
  conversion_rate: string,
  completion_rate: string,
};
export const CAMPAIGN_RECORDS = list(
  object({
    id: integer,
    website_id: integer,
    name: string,
    page_path: string,
    cta_type: string,
    test_type: string,
    ...COUNTED,
    ...TIMESTAMPS,
    variants: list(
      object({
        id: integer,
        website_id: integer,
        name: string,
        variation: string,
        percentage: integer,
        ...COUNTED,
        ...TIMESTAMPS,
        screenshot: nothing,
      }),
    ),
  }),
);

/** 2.12 */
export const WEBSITE_RECORD = object({
  ...fieldsOf(['id', 'account_id', 'conversions', 'completions'], integer),
  name: string,
  ...TIMESTAMPS,
  ...fieldsOf(['listener', 'active', 'test', 'blacklisted', 'powered_by', 'archived', 'premium', 'support'], boolean),
  ...fieldsOf(['script_type', 'brand', 'api_key', 'sub_domain', 'plan_type'], string),
  data: object(fieldsOf(['form-tracking', 'last_published', 'url-identification', 'google-analytics-track'], string)),
  ...fieldsOf(
    ['user_id', 'url', 'published', 'visitors_count', 'screenshot', 'context', 'research', 'context_last_updated'],
    nothing,
  ),
});

function fieldsOf(names: readonly string[], shape: Shape): Fields {
  return Object.fromEntries(names.map((name) => [name, shape]));
}
