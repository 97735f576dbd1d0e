// An example response of each operation, and an example body where it has one. A test checks them against the schemas.

const HASH = '3f786850e387550fdab836ed7e6dc881de23001b3f786850e387550fdab836ed';
const ownWebsite = { id: 1, name: 'acme.example', account_id: 1 };

const website = { id: 1, name: 'acme.example', currency: 'USD' };

const timeframe = {
  selected: 'last_7_days',
  range_start: '2026-03-04T00:00:00Z',
  range_end: '2026-03-10T23:59:59Z',
  timezone: 'UTC',
};

const metrics = {
  views: 1200,
  conversions: 150,
  completions: 96,
  submissions: 120,
  subscribes: 60,
  orders: 12,
  revenue: 1438.8,
  conversion_rate: 12.5,
  completion_rate: 8,
  subscribe_rate: 5,
  order_rate: 1,
  aov: 119.9,
};
const { submissions: _, ...websiteMetrics } = metrics;

const counts = { views: 200, conversions: 25, completions: 16, subscribes: 10, submissions: 20, orders: 2 };
const timeseries = {
  group_by: 'week',
  points: [
    { date: '2026-03-02', ...counts, revenue: 239.8 },
    { date: '2026-03-09', ...counts, revenue: 239.8 },
  ],
};

const campaign = { id: 10, name: 'Spring popup', cta_type: 'overlay', status: 'live', metrics };
const variants = [
  { id: 100, name: 'Photo', variation: 'A', traffic_percentage: 50, metrics },
  { id: 101, name: null, variation: 'B', traffic_percentage: 50, metrics },
];

/** The lift of a variant over the control, in percent. */
const lift = { estimate: 24.8, low: 3.1, high: 50.2 };

function comparedVariant(isControl: boolean, rates: Readonly<Record<string, number>>) {
  const metrics = Object.entries(rates).map(([name, value]) => [
    name,
    { value, difference: isControl ? null : { estimate: 2.48, low: 0.33, high: 4.63 }, lift: isControl ? null : lift },
  ]);
  return {
    is_control: isControl,
    visitors: 4000,
    visitors_share: 50,
    daily_visitors: 190.5,
    metrics: Object.fromEntries(metrics),
  };
}

const products = {
  product_count: 40,
  products: [
    { value: 'sku-1', selections: 30, orders: 12, revenue: 1438.8 },
    { value: null, selections: 3, orders: 0, revenue: 0 },
  ],
};

function report(name: string, data: object) {
  return { report: name, website, timeframe, data };
}

const timestamps = { created_at: '2026-02-01T09:30:00Z', updated_at: '2026-02-02T10:00:00Z' };
const allTime = {
  views: 4800,
  conversions: 600,
  completions: 384,
  conversion_rate: '12.50',
  completion_rate: '8.00',
};

const contact = {
  id: 7,
  website_id: 1,
  created_at: '2026-03-10T08:00:00Z',
  updated_at: '2026-03-10T08:00:00Z',
  visitor_token: '6f1c1d5e-8f5f-4b6a-9c57-2f8c35a3d1b0',
  email: 'ada@example.com',
  name: 'Ada',
  last_name: null,
  phone: '+49 30 123456',
  city: 'Berlin',
  avatar_url: null,
  company_name: null,
  company_title: null,
  url: null,
  state: null,
  address: null,
  zip_code: null,
  country: null,
  source_url: null,
  bio: null,
  utm_source: 'newsletter',
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  referral_source: null,
  first_visit: null,
  privacy_consent: null,
  marketing_consent: 'yes',
  sms_consent: null,
  ip_address: null,
  latest_score: null,
  tags: null,
  link: null,
  extra: { shoe_size: 42, interests: ['coffee', 'tea'] },
  data: {},
};

const stripeWebhook = { id: 3, website_id: 1, provider: 'stripe', created_at: '2026-03-10T12:00:00Z' };

const person = { id: 2, email: 'ben@example.com', role: 'viewer' };

const invitation = {
  id: 5,
  email: 'ben@example.com',
  role: 'viewer',
  invited_by: 'ada@example.com',
  created_at: '2026-03-10T12:00:00Z',
  expires_at: '2026-03-17T12:00:00Z',
};

const publicKey = {
  id: 7,
  website_id: 1,
  name: 'Shop',
  public: true,
  key: 'fpk_…',
  origins: ['https://www.acme.example'],
  created_at: '2026-03-10T12:00:00Z',
};

const catalogRecord = { key: 'spring-popup', status: 'live', is_new: false, etag: 'nOTWxxLYyw8FI4kx4m0Yz8Eyrxs' };
const listEtag = '2jmj7l5rSw0yVb_vlWAYkK_YBwk';
const catalogRecords = {
  website: { ...website, status: 'live', etag: catalogRecord.etag },
  area: { id: 5, name: 'Sidebar', status: 'live', etag: catalogRecord.etag },
  campaign: { id: 10, ...catalogRecord, name: 'Spring popup', cta_type: 'overlay', page_path: '/' },
  variant: { id: 100, ...catalogRecord, key: 'a', name: null, variation: 'A', traffic_percentage: 100 },
  step: { id: 1000, ...catalogRecord, key: 'form', name: 'The form', position: 1 },
  element: { id: 10000, ...catalogRecord, key: 'e-mail', name: null, is_new: true, element_type: 'form', position: 1 },
};

export const BODY_EXAMPLES: Readonly<Record<string, unknown>> = {
  create_website: { name: 'acme.example', currency: 'EUR', origins: ['https://www.acme.example'] },
  change_website: { name: 'acme.example' },
  create_area: { name: 'Sidebar' },
  change_area: { status: 'archived' },
  create_campaign: { name: 'Spring popup', key: 'spring-popup', cta_type: 'overlay', page_path: '/' },
  change_campaign: { name: 'Spring popup', key: 'spring-popup' },
  create_variant: { name: 'With a photo', key: 'a' },
  change_variant: { name: 'With a photo', traffic_percentage: 50 },
  share_traffic: {
    shares: [
      { id: 100, traffic_percentage: 60 },
      { id: 101, traffic_percentage: 40 },
    ],
  },
  create_step: { name: 'The form', key: 'form' },
  change_step: { name: 'The form' },
  order_steps: { order: [1000, 1001] },
  create_element: { name: 'E-mail field', key: 'e-mail', element_type: 'form' },
  change_element: { is_new: false },
  order_elements: { order: [10000] },
  upsert_contact: {
    email: 'ada@example.com',
    phone: '+49 30 123456',
    first_name: 'Ada',
    city: 'Berlin',
    utm_source: 'newsletter',
    marketing_consent: 'yes',
    shoe_size: 42,
    interests: ['coffee', 'tea'],
  },
  change_role: { role: 'editor' },
  create_invitation: { email: 'ben@example.com', role: 'viewer' },
  show_invitation: { secret: '…' },
  accept_invitation: { secret: '…', login: 'new', password: 'four random words here' },
  join_account: { secret: '…' },
  show_password_reset: { secret: '…' },
  reset_password: { secret: '…', password: 'four random words here' },
  create_ingest_key: { public: true, name: 'Shop', origins: ['https://www.acme.example'] },
  change_website_settings: { browser_orders: true },
  create_webhook: { provider: 'stripe', secret: 'whsec_0123456789abcdef' },
  create_subscription: {
    channel: 'webhook',
    url: 'https://hooks.acme.example/funnel',
    topics: ['digest', 'events_stopped'],
    quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' },
  },
  change_subscription: { topics: ['digest', 'drop'], quiet_hours: null },
  change_branding: { sender_name: 'Acme Agency' },
  collect_browser_events: {
    key: 'fpk_…',
    events: [{ id: '5f0c3c1e-8f3b-4d0e-9a52-0f6a1f3f7b11', type: 'view', campaign_id: 10, at: '2026-03-10T12:00:00Z' }],
  },
  collect_events: [
    { type: 'view', website_id: 1, variant_id: 100, visitor: '0b9c4e8e-6f1d-4c53-9e1a-2f7d9a3c5b10' },
    { type: 'order', website_id: 1, variant_id: 100, order_id: 'A-1001', revenue: '119.90' },
  ],
  change_own_password: { current_password: 'correct horse battery staple', new_password: 'a better passphrase' },
  choose_own_websites: { website_ids: [1, 2] },
  create_token: {
    name: 'Monthly export',
    audience: 'rest',
    scopes: ['reports'],
    website_ids: [1],
    expires_in_days: 90,
  },
  check_setup: { secret: 'cmFuZG9t…', email: 'ada@example.com', password: 'correct horse battery staple' },
  finish_setup: {
    secret: 'cmFuZG9t…',
    account_name: 'Acme',
    email: 'ada@example.com',
    password: 'correct horse battery staple',
    website_name: 'acme.example',
    currency: 'USD',
    origins: ['https://www.acme.example'],
    register_keys: true,
  },
};

const token = {
  id: 12,
  name: 'Monthly export',
  audience: 'rest',
  scopes: ['reports'],
  website_ids: [1],
  created_at: '2026-03-10T09:30:00Z',
  expires_at: '2026-06-08T09:30:00Z',
  last_used_at: null,
  user_id: 3,
  user_email: 'ada@example.com',
};

const subscription = {
  id: 3,
  website_id: 1,
  channel: 'webhook',
  destination: 'hooks.acme.example/…nnel',
  topics: ['digest', 'events_stopped'],
  quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' },
  created_at: '2026-03-10T09:30:00Z',
};

/** By operation. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  list_websites: {
    websites: [
      { id: 1, account_id: 1, name: 'acme.example', account_name: 'Acme', created_at: '2024-01-01T00:00:00Z' },
    ],
  },
  get_website_report: report('website', { metrics: websiteMetrics, timeseries }),
  get_website_insights: {
    report: 'website_insights',
    website,
    data: {
      week: '2026-03-02',
      performance_snapshot: { performance: { revenue: 1438.8, viewers: 1200 } },
      ai_recommendations: { items: ['Spring popup converts 12.5 % of its visitors: show it on more pages.'] },
    },
  },
  get_insights_week: {
    report: 'insights_week',
    website,
    data: {
      weeks: ['2026-03-09', '2026-03-02'],
      week: '2026-03-09',
      performance: { revenue: 479.6, viewers: 1200 },
      previous: { revenue: 430.1, viewers: 1250 },
      changes: { revenue: 11.51, viewers: -4 },
      items: [
        {
          text: 'The experiment in “Spring popup”: “Photo” wins with a conversion rate of 12.5% (600 visitors) against 6.0% of variant “B” (600 visitors). The true lift is between +20.1% and +210.3%. Give it all the traffic.',
          kind: 'fact',
          campaign_ids: [10],
        },
      ],
    },
  },
  list_alerts: {
    report: 'alerts',
    website,
    data: {
      alerts: [
        {
          id: 12,
          kind: 'drop',
          day: '2026-03-14',
          title: '52.0% fewer visitors on 2026-03-14: 480 instead of about 1,000.',
          text: 'The expected number comes from the last weeks of this website and the day of the week. Check that the pages load, that the tracker is on all of them, and whether an ad or a link has ended.',
          path: '/websites/1',
          created_at: '2026-03-15T00:20:03Z',
        },
      ],
      pagination: { page: 1, per_page: 10, total_entries: 1, total_pages: 1 },
    },
  },
  list_campaigns: report('campaigns', {
    campaigns: [campaign],
    pagination: { page: 1, per_page: 25, total_entries: 1, total_pages: 1 },
  }),
  get_campaign_report: report('campaign', { ...campaign, variants }),
  list_experiments: report('experiments', {
    experiments: [{ campaign_id: 10, campaign_name: 'Spring popup', cta_type: 'overlay', variants }],
  }),
  get_campaign_experiment: report('experiment', {
    id: 10,
    name: 'Spring popup',
    cta_type: 'overlay',
    status: 'live',
    metric: 'conversion_rate',
    smallest_lift: 10,
    test: { first_day: '2026-03-01', last_day: '2026-03-21', days: 21, shares_changed_on: null },
    verdict: {
      kind: 'winner',
      variant_id: 101,
      sentence:
        'variant “B” wins with a conversion rate of 12.5% (4,000 visitors) against 10.0% of “Photo” (4,000 visitors). The true lift is between +3.1% and +50.2%. Give it all the traffic.',
      days_left: null,
    },
    at_stake: {
      conversions_per_week: { estimate: 33.1, low: 4.4, high: 61.7 },
      revenue_per_week: { estimate: 661.3, low: 88, high: 1234.6 },
    },
    health: [],
    revenue_complete_from: null,
    variants: [
      {
        id: 100,
        name: 'Photo',
        variation: 'A',
        traffic_percentage: 50,
        ...comparedVariant(true, {
          conversion_rate: 10,
          completion_rate: 6,
          subscribe_rate: 2,
          order_rate: 1.5,
          revenue_per_visitor: 0.6,
        }),
      },
      {
        id: 101,
        name: null,
        variation: 'B',
        traffic_percentage: 50,
        ...comparedVariant(false, {
          conversion_rate: 12.48,
          completion_rate: 7.5,
          subscribe_rate: 2.5,
          order_rate: 1.9,
          revenue_per_visitor: 0.75,
        }),
      },
    ],
    history: [{ date: '2026-03-21', lifts: [null, lift] }],
  }),
  get_variant_report: report('variant', {
    ...variants[0],
    funnel_steps: [
      { id: 1000, position: 1, metrics },
      { id: 1001, position: 2, metrics: { ...metrics, views: 150, conversion_rate: 100 } },
    ],
  }),
  get_step_report: report('step', {
    id: 1000,
    position: 1,
    metrics,
    elements: [{ id: 10000, element_type: 'form', position: 1, metrics }],
  }),
  get_element_report: report('element', {
    id: 10000,
    element_type: 'form',
    position: 1,
    metrics,
    fields: [
      {
        name: 'size',
        values: [
          { value: 'M', count: 70 },
          { value: 'L', count: 50 },
        ],
      },
    ],
    products: [{ value: 'sku-1', selections: 30, orders: 12, revenue: 1438.8 }],
  }),
  list_website_products: report('website_products', products),
  list_campaign_products: report('campaign_products', { id: 10, ...products }),
  get_account_trends: {
    report: 'account_trends',
    timeframe: {
      selected: 'custom',
      range_start: '2026-03-04T00:00:00Z',
      range_end: '2026-03-06T23:59:59Z',
    },
    data: {
      group_by: 'day',
      dates: ['2026-03-04', '2026-03-05', '2026-03-06'],
      websites: [{ ...website, viewers: [410, 395, 402] }],
    },
  },
  get_account_performance: {
    report: 'account_performance',
    timeframe: {
      selected: 'last_7_days',
      label: 'Last 7 days',
      range_start: '2026-03-04T00:00:00Z',
      range_end: '2026-03-10T23:59:59Z',
      previous_range_start: '2026-02-25T00:00:00Z',
      previous_range_end: '2026-03-03T23:59:59Z',
    },
    data: {
      aggregate: {
        website_count: 1,
        viewers: 1200,
        conversions: 150,
        conversion_rate: 12.5,
        subscribes: 60,
        subscribe_rate: 5,
        orders: 12,
        order_rate: 1,
        revenue: 1438.8,
        aov: 119.9,
      },
      websites: [
        {
          id: 1,
          name: 'acme.example',
          viewers: 1200,
          conversions: 150,
          conversion_rate: 12.5,
          conversions_change: 7.14,
          revenue_change: null,
          subscribes: 60,
          orders: 12,
          revenue: 1438.8,
          aov: 119.9,
        },
      ],
    },
  },
  list_ctas: [
    {
      id: 10,
      website_id: 1,
      name: 'Spring popup',
      page_path: '/',
      cta_type: 'overlay',
      test_type: 'cookie',
      ...allTime,
      ...timestamps,
      variants: [
        {
          id: 100,
          website_id: 1,
          name: 'Photo',
          variation: 'A',
          percentage: 50,
          ...allTime,
          ...timestamps,
          screenshot: null,
        },
      ],
    },
  ],
  get_catalog: {
    website_id: 1,
    website: catalogRecords.website,
    settings: { register_keys: true, browser_orders: false },
    areas: [catalogRecords.area],
    campaigns: [
      {
        ...catalogRecords.campaign,
        variants: [
          {
            ...catalogRecords.variant,
            steps: [{ ...catalogRecords.step, elements: [catalogRecords.element], elements_etag: listEtag }],
            steps_etag: listEtag,
          },
        ],
        variants_etag: listEtag,
      },
    ],
  },
  create_website: catalogRecords.website,
  change_website: catalogRecords.website,
  create_area: catalogRecords.area,
  change_area: catalogRecords.area,
  create_campaign: catalogRecords.campaign,
  change_campaign: catalogRecords.campaign,
  mark_campaign_seen: { marked: 4 },
  create_variant: catalogRecords.variant,
  change_variant: catalogRecords.variant,
  share_traffic: {
    etag: listEtag,
    variants: [
      { ...catalogRecords.variant, traffic_percentage: 60 },
      { ...catalogRecords.variant, id: 101, key: 'b', variation: 'B', traffic_percentage: 40 },
    ],
  },
  create_step: catalogRecords.step,
  change_step: catalogRecords.step,
  order_steps: {
    etag: listEtag,
    steps: [catalogRecords.step, { ...catalogRecords.step, id: 1001, key: 'thanks', name: 'Thank you', position: 2 }],
  },
  create_element: { ...catalogRecords.element, is_new: false },
  change_element: { ...catalogRecords.element, is_new: false },
  order_elements: { etag: listEtag, elements: [{ ...catalogRecords.element, is_new: false }] },
  list_areas: [{ id: 5, name: 'Sidebar', website_id: 1, ...timestamps }],
  get_website: {
    id: 1,
    account_id: 1,
    name: 'acme.example',
    conversions: 600,
    completions: 384,
    ...timestamps,
    listener: true,
    active: true,
    test: false,
    blacklisted: false,
    powered_by: true,
    archived: false,
    premium: false,
    support: false,
    script_type: 'async',
    brand: 'Acme',
    api_key: 'the-secret-key-of-the-website',
    sub_domain: 'acme',
    plan_type: 'free',
    data: { 'form-tracking': '', last_published: '', 'url-identification': '', 'google-analytics-track': '' },
    user_id: null,
    url: null,
    published: null,
    visitors_count: null,
    screenshot: null,
    context: null,
    research: null,
    context_last_updated: null,
  },
  list_contacts: [contact],
  export_contacts: { contacts: [contact], next: null, total: 1 },
  upsert_contact: contact,
  delete_contact: { message: 'The contact was deleted.' },
  collect_events: {
    accepted: 1,
    duplicates: 0,
    rejected: [{ index: 1, code: 'unknown_website', message: 'there is no website 1' }],
  },
  list_arrivals: {
    arrivals: [
      {
        id: '5f0c2b1a:42',
        at: '2026-01-31T12:00:00Z',
        source: 'server',
        key_id: 7,
        key_name: 'Shop server',
        origin: null,
        outcome: 'rejected',
        events: 1,
        code: 'unknown_field',
        message: '"elementid" is not a field of an event: did you mean element_id?',
        type: 'conversion',
        subject: null,
      },
    ],
    cursor: '5f0c2b1a:42',
  },
  count_arrivals: {
    dates: ['2026-01-30', '2026-01-31'],
    outcomes: [{ outcome: 'accepted', events: 1900, by_day: [1000, 900] }],
    reasons: [{ source: 'server', outcome: 'rejected', code: 'unknown_field', events: 12, by_day: [0, 12] }],
  },
  collect_browser_events: { accepted: 1, duplicates: 0, rejected: [] },
  list_ingest_keys: { keys: [publicKey] },
  create_ingest_key: publicKey,
  get_website_settings: { browser_orders: false, register_keys: true, smallest_lift: 10 },
  change_website_settings: { browser_orders: true, register_keys: true, smallest_lift: 10 },
  list_webhooks: {
    webhooks: [stripeWebhook],
    urls: {
      shopify: 'https://funnel.example/webhooks/shopify/1',
      woocommerce: 'https://funnel.example/webhooks/woocommerce/1',
      stripe: 'https://funnel.example/webhooks/stripe/1',
    },
  },
  create_webhook: { ...stripeWebhook, secret: null },
  list_notifications: {
    subscriptions: [
      {
        ...subscription,
        last_message: { state: 'failed', at: '2026-03-16T00:10:32Z', error: 'The receiver answered with status 404.' },
      },
    ],
    email: 'ada@example.com',
  },
  create_subscription: { ...subscription, secret: 'whsec_…' },
  change_subscription: { ...subscription, topics: ['digest', 'drop'], quiet_hours: null },
  replace_subscription_secret: { secret: 'whsec_…' },
  send_test_notification: { delivered: true, detail: 'The receiver has accepted the test notification.' },
  get_branding: { sender_name: null, logo: null },
  change_branding: { sender_name: 'Acme Agency', logo: null },
  list_people: { people: [{ id: 1, email: 'ada@example.com', role: 'owner' }, person] },
  change_role: { ...person, role: 'editor' },
  create_reset_link: { url: 'https://funnel.example/reset-password#…', expires_at: '2026-03-11T12:00:00Z' },
  list_invitations: { invitations: [invitation] },
  create_invitation: { ...invitation, delivery: 'not_configured', url: 'https://funnel.example/invitation#…' },
  show_invitation: {
    account_name: 'Acme',
    email: 'ben@example.com',
    role: 'viewer',
    invited_by: 'ada@example.com',
    expires_at: '2026-03-17T12:00:00Z',
  },
  show_password_reset: { email: 'ben@example.com', expires_at: '2026-03-11T12:00:00Z' },
  list_audit_log: {
    entries: [
      {
        id: 42,
        at: '2026-01-31T09:12:00Z',
        user_id: 1,
        user_email: 'owner@example.com',
        via: 'dashboard',
        action: 'token_created',
        description: 'created token 7 (Export)',
        website_id: null,
      },
    ],
    next: null,
  },
  list_tokens: { tokens: [token] },
  create_token: { ...token, token: 'fat_…' },
  get_profile: {
    email: 'ada@example.com',
    can_change_password: true,
    accounts: [{ id: 1, name: 'Acme', role: 'owner' }],
    websites: [ownWebsite],
  },
  change_own_password: { ended_sessions: 1, revoked_applications: 2, revoked_tokens: 0 },
  list_own_sessions: {
    sessions: [
      {
        id: HASH,
        browser: 'Firefox on Windows',
        logged_in_at: '2026-03-09T08:00:00Z',
        last_active_at: '2026-03-10T08:00:00Z',
        is_current: true,
      },
    ],
  },
  list_connected_applications: {
    applications: [
      {
        id: HASH,
        name: 'Assistant',
        host: 'assistant.example',
        audience: 'tools',
        scopes: ['reports'],
        websites: [{ id: 1, name: 'acme.example' }],
        connected_at: '2026-03-09T08:00:00Z',
        last_active_at: '2026-03-10T08:00:00Z',
        expires_at: '2027-03-09T08:00:00Z',
      },
    ],
  },
  list_own_websites: { websites: [{ ...ownWebsite, is_chosen: true }] },
  choose_own_websites: { websites: [{ ...ownWebsite, is_chosen: true }] },
  check_setup: { expires_at: '2026-03-10T13:00:00Z' },
  finish_setup: { website_id: 1 },
};
