// Generated from contract/openapi.json by npm run generate; don't edit.

/** What each query parameter accepts. */
export const PARAMETER_VALUES = {
  group_by: ['day', 'week', 'month', 'quarter', 'year'],
  timeframe: [
    'today',
    'this_week',
    'this_month',
    'this_quarter',
    'this_year',
    'last_24_hours',
    'last_7_days',
    'last_30_days',
    'last_90_days',
    'last_365_days',
    'all_time',
    'insights_week',
    'custom',
  ],
  count_type: ['distinct', 'total'],
  sort: [
    'created_at',
    'published_at',
    'views',
    'conversions',
    'completions',
    'conversion_rate',
    'completion_rate',
    'revenue',
    'aov',
  ],
  status: ['live', 'archived'],
  metric: ['conversion_rate', 'completion_rate', 'subscribe_rate', 'order_rate', 'revenue_per_visitor'],
} as const;
/** Every scope, and what it allows. */
export const SCOPE_DESCRIPTIONS = {
  reports: 'Read the reports: views, conversions, orders, revenue and insights',
  'contacts:read': 'Read contacts, including email addresses and phone numbers',
  'contacts:write': 'Add, change and delete contacts',
  'ctas:read': 'Read the catalog: campaigns with their variants, steps and elements, and areas',
  'ctas:write': 'Create and change campaigns, areas and everything else in the catalog of a website',
  'areas:read': 'Read areas',
  'websites:read': 'Read website settings, including the API key',
} as const;
/** Every role, and what it allows. Each one includes those before it. */
export const ROLE_DESCRIPTIONS = {
  viewer: 'Reads reports, campaigns and areas',
  editor: 'Also changes the catalog, contacts and website settings, and creates tokens, ingest keys and webhooks',
  owner: 'Also manages people and the account, and reads the audit log',
} as const;
