// Generated from contract/openapi.json by npm run generate; don't edit.
export interface paths {
  '/api/v1/reports/websites': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Websites
     * @description Lists the websites that the token may see, with their account. Start here: the ids are the website_id of every other report.
     *
     *     Scope: `reports`.
     */
    get: operations['list_websites'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/website': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Website report
     * @description The funnel of a whole website: views, conversions, completions, subscribes, orders and revenue, with rates in percent. With group_by the window may cover at most 92 days. Next: list_campaigns.
     *
     *     Scope: `reports`.
     */
    get: operations['get_website_report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/website/insights': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Weekly insights
     * @description The newest weekly snapshot of a website, written by a background job: revenue, unique viewers and recommendations in plain sentences. 404 until the first snapshot exists. The numbers behind it: any report with timeframe=insights_week.
     *
     *     Scope: `reports`.
     */
    get: operations['get_website_insights'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/campaigns': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Campaigns
     * @description Lists the campaigns (calls to action) of a website with their funnel metrics, sorted and paged. The ids feed get_campaign_report.
     *
     *     Scope: `reports`.
     */
    get: operations['list_campaigns'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/campaigns/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Campaign report
     * @description One campaign and its variants, each with funnel metrics. The ids of the variants feed get_variant_report.
     *
     *     Scope: `reports`.
     */
    get: operations['get_campaign_report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/experiments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Experiments
     * @description Lists the running experiments of a website: live campaigns that split their traffic over at least two variants, newest first, each with its variants and their metrics to compare.
     *
     *     Scope: `reports`.
     */
    get: operations['list_experiments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/variants/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Variant report
     * @description One variant of a campaign and the steps of its funnel in order, each with metrics: compare the views of the steps to see where visitors drop off. The ids of the steps feed get_step_report.
     *
     *     Scope: `reports`.
     */
    get: operations['get_variant_report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/steps/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Step report
     * @description One step of a funnel and its elements (forms, questions, products, buttons), each with metrics. The ids of the elements feed get_element_report.
     *
     *     Scope: `reports`.
     */
    get: operations['get_step_report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/elements/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Element report
     * @description One element of a step with its metrics, the answers given in its form fields and quiz questions, and the products chosen and bought. The deepest level.
     *
     *     Scope: `reports`.
     */
    get: operations['get_element_report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/account/performance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Account performance
     * @description All websites of the token side by side, and together: unique viewers, conversions, subscribes, orders and revenue, with the change against the period before. Whoever visited two websites is one viewer of the aggregate. Revenue is added up as it is, whatever the currencies.
     *
     *     Scope: `reports`.
     */
    get: operations['get_account_performance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/cta': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List campaigns
     * @description The campaigns (calls to action) of a website that are not archived, newest first, each with its variants and what was counted for them since the beginning. For other windows see the reports.
     *
     *     Scope: `ctas:read`.
     */
    get: operations['list_ctas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/areas': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List areas
     * @description The areas of a website, newest first.
     *
     *     Scope: `areas:read`.
     */
    get: operations['list_areas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/websites': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the website
     * @description The website that the credential is bound to, with its settings. The answer holds a secret, `api_key`.
     *
     *     Scope: `websites:read`.
     */
    get: operations['get_website'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/contacts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List contacts
     * @description The contacts of a website, newest first, 25 on a page. A page after the last is empty.
     *
     *     Scope: `contacts:read`.
     */
    get: operations['list_contacts'];
    put?: never;
    /**
     * Create or update a contact
     * @description Finds the contact by email, in whatever case; without a match, by phone, unless that contact has another email. Creates it where there is none. At least one of the two is required.
     *
     *     Only what is given changes; null empties a field. A whole number whose digits can't be kept (beyond 2^53) is refused: send it as a string. A key that is not a field of a contact is a custom field: any JSON value, kept in `extra`, which may have 100 keys and nest 5 levels deep. Texts are trimmed. `id`, `website_id`, `created_at` and `updated_at` are ignored, so that a contact can be sent back as it was read. A body may have 64 KiB, a contact 128 KiB in all.
     *
     *     Safe to repeat, and to send many times at once: one contact comes of it.
     *
     *     Scope: `contacts:write`.
     */
    post: operations['upsert_contact'];
    /**
     * Delete a contact
     * @description Deletes the contact with this email, for good.
     *
     *     Scope: `contacts:write`.
     */
    delete: operations['delete_contact'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/collect/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send events
     * @description Counts up to 10,000 events of one website, as a JSON array or as NDJSON (one JSON object a line), at most 8 MiB, gzip accepted. The answer comes after the commit.
     *
     *     Events that are not valid are rejected one by one, each with a code and a message; the others are counted.
     */
    post: operations['collect_events'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/oauth/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List tokens
     * @description The valid tokens for the websites of the user, newest first.
     *
     *     Scope: `reports`.
     */
    get: operations['list_tokens'];
    put?: never;
    /**
     * Create a token
     * @description Creates a token that can do no more than the user. Only this response contains the secret.
     *
     *     Scope: `reports`.
     */
    post: operations['create_token'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/oauth/tokens/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke a token
     * @description Revokes a token: the next call with it is answered with 401.
     *
     *     Scope: `reports`.
     */
    delete: operations['revoke_token'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Metrics: {
      views: number;
      conversions: number;
      completions: number;
      submissions: number;
      subscribes: number;
      orders: number;
      /** @description In the website's currency. */
      revenue: number;
      /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
      conversion_rate: number;
      /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
      completion_rate: number;
      /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
      subscribe_rate: number;
      /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
      order_rate: number;
      /** @description Average order value: revenue / orders, 0 without orders. */
      aov: number;
      /** @description The same for the period of equal length just before. */
      previous?: {
        views: number;
        conversions: number;
        completions: number;
        submissions: number;
        subscribes: number;
        orders: number;
        /** @description In the website's currency. */
        revenue: number;
        /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
        conversion_rate: number;
        /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
        completion_rate: number;
        /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
        subscribe_rate: number;
        /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
        order_rate: number;
        /** @description Average order value: revenue / orders, 0 without orders. */
        aov: number;
      };
      changes?: {
        /** @description Percent change against `previous`; null where the previous value is 0. */
        views: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        conversions: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        completions: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        submissions: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        subscribes: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        orders: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        revenue: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        conversion_rate: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        completion_rate: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        subscribe_rate: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        order_rate: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        aov: number | null;
      };
    };
    WebsiteMetrics: {
      views: number;
      conversions: number;
      completions: number;
      subscribes: number;
      orders: number;
      /** @description In the website's currency. */
      revenue: number;
      /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
      conversion_rate: number;
      /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
      completion_rate: number;
      /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
      subscribe_rate: number;
      /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
      order_rate: number;
      /** @description Average order value: revenue / orders, 0 without orders. */
      aov: number;
      /** @description The same for the period of equal length just before. */
      previous?: {
        views: number;
        conversions: number;
        completions: number;
        subscribes: number;
        orders: number;
        /** @description In the website's currency. */
        revenue: number;
        /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
        conversion_rate: number;
        /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
        completion_rate: number;
        /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
        subscribe_rate: number;
        /** @description Percent: 12.5 means 12.5 %, rounded to 2 decimals. */
        order_rate: number;
        /** @description Average order value: revenue / orders, 0 without orders. */
        aov: number;
      };
      changes?: {
        /** @description Percent change against `previous`; null where the previous value is 0. */
        views: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        conversions: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        completions: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        subscribes: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        orders: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        revenue: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        conversion_rate: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        completion_rate: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        subscribe_rate: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        order_rate: number | null;
        /** @description Percent change against `previous`; null where the previous value is 0. */
        aov: number | null;
      };
    };
    /** @description One point for each bucket of the window, zeroes included. Only with group_by. */
    Timeseries: {
      /** @enum {string} */
      group_by: 'day' | 'week' | 'month' | 'quarter' | 'year';
      points: {
        /**
         * Format: date
         * @description The calendar start of the bucket, YYYY-MM-DD; a week starts on Monday.
         */
        date: string;
        views: number;
        conversions: number;
        completions: number;
        subscribes: number;
        submissions: number;
        orders: number;
        /** @description In the website's currency. */
        revenue: number;
      }[];
    };
    ReportedWebsite: {
      id: number;
      name: string;
      /** @description ISO 4217, such as USD. */
      currency: string;
    };
    Timeframe: {
      /** @enum {string} */
      selected:
        | 'today'
        | 'this_week'
        | 'this_month'
        | 'this_quarter'
        | 'this_year'
        | 'last_24_hours'
        | 'last_7_days'
        | 'last_30_days'
        | 'last_90_days'
        | 'last_365_days'
        | 'all_time'
        | 'insights_week'
        | 'custom';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      range_start: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      range_end: string;
      timezone: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      previous_range_start?: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      previous_range_end?: string;
    };
    Variant: {
      id: number;
      name: string | null;
      variation: string;
      traffic_percentage: number;
      metrics: components['schemas']['Metrics'];
    };
    CampaignRecord: {
      id: number;
      website_id: number;
      name: string;
      page_path: string;
      cta_type: string;
      test_type: string;
      /** @description Unique visitors of all time. */
      views: number;
      /** @description Unique visitors of all time. */
      conversions: number;
      /** @description Unique visitors of all time. */
      completions: number;
      /** @description Percent of the views, with two decimals. */
      conversion_rate: string;
      /** @description Percent of the views, with two decimals. */
      completion_rate: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
      variants: components['schemas']['VariantRecord'][];
    };
    VariantRecord: {
      id: number;
      website_id: number;
      /** @description Its letter where it was given no name. */
      name: string;
      variation: string;
      /** @description Its share of the traffic, in percent. */
      percentage: number;
      /** @description Unique visitors of all time. */
      views: number;
      /** @description Unique visitors of all time. */
      conversions: number;
      /** @description Unique visitors of all time. */
      completions: number;
      /** @description Percent of the views, with two decimals. */
      conversion_rate: string;
      /** @description Percent of the views, with two decimals. */
      completion_rate: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
      screenshot: string | null;
    };
    Area: {
      id: number;
      name: string;
      website_id: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
    };
    WebsiteRecord: {
      id: number;
      account_id: number;
      /** @description The root domain name. */
      name: string;
      /** @description Unique visitors of all time. */
      conversions: number;
      /** @description Unique visitors of all time. */
      completions: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
      listener: boolean;
      active: boolean;
      test: boolean;
      blacklisted: boolean;
      powered_by: boolean;
      archived: boolean;
      premium: boolean;
      support: boolean;
      script_type: string;
      brand: string;
      /** @description A secret: whoever has it may use the API for this website until its first token is made. */
      api_key: string;
      sub_domain: string;
      plan_type: string;
      data: {
        'form-tracking': string;
        last_published: string;
        'url-identification': string;
        'google-analytics-track': string;
      } & {
        [key: string]: string;
      };
      /** @description null where nothing is known. */
      user_id: unknown;
      /** @description null where nothing is known. */
      url: unknown;
      /** @description null where nothing is known. */
      published: unknown;
      /** @description null where nothing is known. */
      visitors_count: unknown;
      /** @description null where nothing is known. */
      screenshot: unknown;
      /** @description null where nothing is known. */
      context: unknown;
      /** @description null where nothing is known. */
      research: unknown;
      /** @description null where nothing is known. */
      context_last_updated: unknown;
    };
    Contact: {
      id: number;
      website_id: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
      /**
       * Format: uuid
       * @description The visitor's token: a UUID, made where none was given.
       */
      visitor_token: string;
      /** @description In lower case; unique among the contacts of a website. */
      email: string | null;
      /** @description The first name. */
      name: string | null;
      last_name: string | null;
      /** @description As it was given. */
      phone: string | null;
      city: string | null;
      avatar_url: string | null;
      company_name: string | null;
      company_title: string | null;
      url: string | null;
      state: string | null;
      address: string | null;
      zip_code: string | null;
      country: string | null;
      source_url: string | null;
      bio: string | null;
      utm_source: string | null;
      utm_medium: string | null;
      utm_campaign: string | null;
      utm_term: string | null;
      utm_content: string | null;
      referral_source: string | null;
      first_visit: string | null;
      privacy_consent: string | null;
      marketing_consent: string | null;
      sms_consent: string | null;
      ip_address: string | null;
      latest_score: string | null;
      tags: string | null;
      link: string | null;
      /** @description Custom fields, of any JSON type. */
      extra: {
        [key: string]: unknown;
      };
      /** @description Free-form. */
      data: {
        [key: string]: unknown;
      };
    };
    Event: {
      /** @enum {string} */
      type: 'view' | 'conversion' | 'completion' | 'submission' | 'subscribe' | 'order' | 'selection';
      website_id: number;
      campaign_id?: number;
      variant_id?: number;
      step_id?: number;
      /** @description Of these ids the deepest one is enough. */
      element_id?: number;
      /** @description Required, except for an order. 1 to 128 characters. */
      visitor?: string;
      /**
       * Format: date-time
       * @description When it happened; left out: now.
       */
      at?: string;
      /** @description 1 to 64 characters: the event is counted once, however often it arrives in 7 days. */
      id?: string;
      /** @description 1 to 100 characters: the order is counted once for ever. */
      order_id?: string;
      revenue?: number | string;
      /** @description The website's own. */
      currency?: string;
      products?: {
        value: string | null;
        revenue?: number | string;
      }[];
      product?: unknown;
      field?: string;
      value?: unknown;
      /** @description The sender's own: it is ignored. */
      properties?: {
        [key: string]: unknown;
      };
    };
    Token: {
      id: number;
      /** @description What it is for. null: an operator created it without a name. */
      name: string | null;
      /**
       * @description rest: for the REST API. tools: for the tool server.
       * @enum {string}
       */
      audience: 'rest' | 'tools';
      scopes: (
        | 'reports'
        | 'contacts:read'
        | 'contacts:write'
        | 'ctas:read'
        | 'ctas:write'
        | 'areas:read'
        | 'websites:read'
      )[];
      website_ids: number[];
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description null: it is valid until it is revoked. */
      expires_at: string | null;
      last_used_at: string | null;
      /** @description The user who created it. null: an operator. */
      user_id: number | null;
      /** @description null: created by an operator, or by a user who was deleted. */
      user_email: string | null;
    };
    NewToken: {
      /** @description What it is for, without control characters. */
      name: string;
      /** @enum {string} */
      audience: 'rest' | 'tools';
      /** @description Only scopes that the user has. A token for the tool server has the scope reports only. */
      scopes: (
        | 'reports'
        | 'contacts:read'
        | 'contacts:write'
        | 'ctas:read'
        | 'ctas:write'
        | 'areas:read'
        | 'websites:read'
      )[];
      website_ids: number[];
      /** @description Default: valid until it is revoked. */
      expires_in_days?: number;
    };
    CreatedToken: {
      id: number;
      /** @description What it is for. null: an operator created it without a name. */
      name: string | null;
      /**
       * @description rest: for the REST API. tools: for the tool server.
       * @enum {string}
       */
      audience: 'rest' | 'tools';
      scopes: (
        | 'reports'
        | 'contacts:read'
        | 'contacts:write'
        | 'ctas:read'
        | 'ctas:write'
        | 'areas:read'
        | 'websites:read'
      )[];
      website_ids: number[];
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description null: it is valid until it is revoked. */
      expires_at: string | null;
      last_used_at: string | null;
      /** @description The user who created it. null: an operator. */
      user_id: number | null;
      /** @description null: created by an operator, or by a user who was deleted. */
      user_email: string | null;
      /** @description The secret. It cannot be shown again. */
      token: string;
    };
    Problem: {
      /** @description about:blank: the status says it all. */
      type: string;
      title: string;
      status: number;
      /** @description For people: what is wrong and what to do. */
      detail: string;
      /** @description For programs. */
      code?: string;
      /** @description The parameter or field at fault. */
      param?: string;
    };
  };
  responses: {
    /** @description There is no token, or it is not valid (any more). */
    401: {
      headers: {
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 401;
        };
      };
    };
    /** @description The token lacks the scope. */
    403: {
      headers: {
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 403;
        };
      };
    };
    /** @description There is no such thing on the websites of the token. */
    404: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 404;
        };
      };
    };
    /** @description The body is too large. */
    413: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 413;
        };
      };
    };
    /** @description The Content-Type must be application/json. */
    415: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 415;
        };
      };
    };
    /** @description Too many requests. */
    429: {
      headers: {
        'Retry-After': components['headers']['Retry-After'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 429;
          /** @enum {unknown} */
          code?: 'rate_limited';
        };
      };
    };
    /** @description The service can not answer right now. */
    503: {
      headers: {
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 503;
          /** @enum {unknown} */
          code?: 'busy' | 'database_unavailable' | 'commit_unknown';
        };
      };
    };
    /** @description Any other problem. */
    default: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description Requests that the token may make in a minute. */
    'RateLimit-Limit': number;
    /** @description Requests that are left of them. */
    'RateLimit-Remaining': number;
    /** @description Seconds until all of them may be made again. */
    'RateLimit-Reset': number;
    /** @description Seconds to wait. */
    'Retry-After': number;
    /** @description What kind of token is wanted, and why this one was refused. */
    'WWW-Authenticate': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  list_websites: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an answer that the client has. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Websites */
      200: {
        headers: {
          /** @description Of this answer: sent back as If-None-Match, it saves the body where nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            websites: {
              id: number;
              account_id: number;
              name: string;
              account_name: string;
              /**
               * Format: date-time
               * @description ISO 8601, UTC.
               */
              created_at: string;
            }[];
          };
        };
      };
      /** @description Nothing has changed since the answer with the ETag that If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  get_website_report: {
    parameters: {
      query?: {
        /** @description Adds a timeseries with one point for each bucket, at most 400 points. With distinct counts the points do not sum to the total. */
        group_by?: 'day' | 'week' | 'month' | 'quarter' | 'year';
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
        /** @description The window, in whole UTC days. last_N_days is today and the N-1 days before; this_week starts on Monday; custom needs range_start and range_end. */
        timeframe?:
          | 'today'
          | 'this_week'
          | 'this_month'
          | 'this_quarter'
          | 'this_year'
          | 'last_24_hours'
          | 'last_7_days'
          | 'last_30_days'
          | 'last_90_days'
          | 'last_365_days'
          | 'all_time'
          | 'insights_week'
          | 'custom';
        /** @description First day of a custom window, YYYY-MM-DD, inclusive from 00:00:00 UTC. Required when timeframe=custom. */
        range_start?: string;
        /** @description Last day of a custom window, YYYY-MM-DD, inclusive through 23:59:59 UTC. Required when timeframe=custom. The same date on both gives a single day. */
        range_end?: string;
        /** @description distinct: unique visitors (approximate above 1,280), deduplicated over the whole window, so they do not add up across sub-periods. total: raw event counts. Orders and revenue are always summed. Ignored on timeframe=insights_week. */
        count_type?: 'distinct' | 'total';
        /** @description Adds `previous` (the period of equal length just before) and `changes` (percent) to the metrics. No effect with all_time or insights_week. */
        previous_period?: boolean;
      };
      header?: {
        /** @description The ETag of an answer that the client has. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Website report */
      200: {
        headers: {
          /** @description Of this answer: sent back as If-None-Match, it saves the body where nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'website';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            data: {
              metrics: components['schemas']['WebsiteMetrics'];
              timeseries?: components['schemas']['Timeseries'];
            };
          };
        };
      };
      /** @description Nothing has changed since the answer with the ETag that If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'website_id_required';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?:
              | 'invalid_group_by'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_previous_period'
              | 'range_required'
              | 'range_too_wide';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  get_website_insights: {
    parameters: {
      query?: {
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
      };
      header?: {
        /** @description The ETag of an answer that the client has. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Weekly insights */
      200: {
        headers: {
          /** @description Of this answer: sent back as If-None-Match, it saves the body where nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'website_insights';
            website: components['schemas']['ReportedWebsite'];
            data: {
              /**
               * Format: date
               * @description The week's Monday, YYYY-MM-DD.
               */
              week: string;
              performance_snapshot: {
                performance: {
                  revenue: number;
                  viewers: number;
                };
              };
              ai_recommendations: {
                items: string[];
              };
            };
          };
        };
      };
      /** @description Nothing has changed since the answer with the ETag that If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'website_id_required';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'invalid_website_id';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  list_campaigns: {
    parameters: {
      query?: {
        /** @description The page, from 1. */
        page?: number;
        /** @description Campaigns on a page, at most 50; more is served as 50. */
        per_page?: number;
        /** @description What to sort by, always descending. */
        sort?:
          | 'created_at'
          | 'published_at'
          | 'views'
          | 'conversions'
          | 'completions'
          | 'conversion_rate'
          | 'completion_rate'
          | 'revenue'
          | 'aov';
        /** @description Only campaigns of this format, such as overlay. */
        cta_type?: string;
        /** @description Only campaigns of this status; default: all. */
        status?: 'live' | 'archived';
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
        /** @description The window, in whole UTC days. last_N_days is today and the N-1 days before; this_week starts on Monday; custom needs range_start and range_end. */
        timeframe?:
          | 'today'
          | 'this_week'
          | 'this_month'
          | 'this_quarter'
          | 'this_year'
          | 'last_24_hours'
          | 'last_7_days'
          | 'last_30_days'
          | 'last_90_days'
          | 'last_365_days'
          | 'all_time'
          | 'insights_week'
          | 'custom';
        /** @description First day of a custom window, YYYY-MM-DD, inclusive from 00:00:00 UTC. Required when timeframe=custom. */
        range_start?: string;
        /** @description Last day of a custom window, YYYY-MM-DD, inclusive through 23:59:59 UTC. Required when timeframe=custom. The same date on both gives a single day. */
        range_end?: string;
        /** @description distinct: unique visitors (approximate above 1,280), deduplicated over the whole window, so they do not add up across sub-periods. total: raw event counts. Orders and revenue are always summed. Ignored on timeframe=insights_week. */
        count_type?: 'distinct' | 'total';
        /** @description Adds `previous` (the period of equal length just before) and `changes` (percent) to the metrics. No effect with all_time or insights_week. */
        previous_period?: boolean;
      };
      header?: {
        /** @description The ETag of an answer that the client has. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Campaigns */
      200: {
        headers: {
          /** @description Of this answer: sent back as If-None-Match, it saves the body where nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'campaigns';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            data: {
              campaigns: {
                id: number;
                name: string;
                cta_type: string;
                /** @enum {string} */
                status: 'live' | 'archived';
                metrics: components['schemas']['Metrics'];
              }[];
              pagination: {
                page: number;
                per_page: number;
                total_entries: number;
                total_pages: number;
              };
            };
          };
        };
      };
      /** @description Nothing has changed since the answer with the ETag that If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'website_id_required';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?:
              | 'invalid_page'
              | 'invalid_per_page'
              | 'invalid_sort'
              | 'invalid_cta_type'
              | 'invalid_status'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_previous_period'
              | 'range_required';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  get_campaign_report: {
    parameters: {
      query?: {
        /** @description Adds a timeseries with one point for each bucket, at most 400 points. With distinct counts the points do not sum to the total. */
        group_by?: 'day' | 'week' | 'month' | 'quarter' | 'year';
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
        /** @description The window, in whole UTC days. last_N_days is today and the N-1 days before; this_week starts on Monday; custom needs range_start and range_end. */
        timeframe?:
          | 'today'
          | 'this_week'
          | 'this_month'
          | 'this_quarter'
          | 'this_year'
          | 'last_24_hours'
          | 'last_7_days'
          | 'last_30_days'
          | 'last_90_days'
          | 'last_365_days'
          | 'all_time'
          | 'insights_week'
          | 'custom';
        /** @description First day of a custom window, YYYY-MM-DD, inclusive from 00:00:00 UTC. Required when timeframe=custom. */
        range_start?: string;
        /** @description Last day of a custom window, YYYY-MM-DD, inclusive through 23:59:59 UTC. Required when timeframe=custom. The same date on both gives a single day. */
        range_end?: string;
        /** @description distinct: unique visitors (approximate above 1,280), deduplicated over the whole window, so they do not add up across sub-periods. total: raw event counts. Orders and revenue are always summed. Ignored on timeframe=insights_week. */
        count_type?: 'distinct' | 'total';
        /** @description Adds `previous` (the period of equal length just before) and `changes` (percent) to the metrics. No effect with all_time or insights_week. */
        previous_period?: boolean;
      };
      header?: {
        /** @description The ETag of an answer that the client has. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The campaign's id, from list_campaigns. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Campaign report */
      200: {
        headers: {
          /** @description Of this answer: sent back as If-None-Match, it saves the body where nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'campaign';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            data: {
              id: number;
              name: string;
              cta_type: string;
              /** @enum {string} */
              status: 'live' | 'archived';
              metrics: components['schemas']['Metrics'];
              timeseries?: components['schemas']['Timeseries'];
              variants: components['schemas']['Variant'][];
            };
          };
        };
      };
      /** @description Nothing has changed since the answer with the ETag that If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'website_id_required';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?:
              | 'invalid_id'
              | 'invalid_group_by'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_previous_period'
              | 'range_required'
              | 'range_too_wide';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  list_experiments: {
    parameters: {
      query?: {
        /** @description How many experiments, at most 50; more is served as 50. */
        limit?: number;
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
        /** @description The window, in whole UTC days. last_N_days is today and the N-1 days before; this_week starts on Monday; custom needs range_start and range_end. */
        timeframe?:
          | 'today'
          | 'this_week'
          | 'this_month'
          | 'this_quarter'
          | 'this_year'
          | 'last_24_hours'
          | 'last_7_days'
          | 'last_30_days'
          | 'last_90_days'
          | 'last_365_days'
          | 'all_time'
          | 'insights_week'
          | 'custom';
        /** @description First day of a custom window, YYYY-MM-DD, inclusive from 00:00:00 UTC. Required when timeframe=custom. */
        range_start?: string;
        /** @description Last day of a custom window, YYYY-MM-DD, inclusive through 23:59:59 UTC. Required when timeframe=custom. The same date on both gives a single day. */
        range_end?: string;
        /** @description distinct: unique visitors (approximate above 1,280), deduplicated over the whole window, so they do not add up across sub-periods. total: raw event counts. Orders and revenue are always summed. Ignored on timeframe=insights_week. */
        count_type?: 'distinct' | 'total';
        /** @description Adds `previous` (the period of equal length just before) and `changes` (percent) to the metrics. No effect with all_time or insights_week. */
        previous_period?: boolean;
      };
      header?: {
        /** @description The ETag of an answer that the client has. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Experiments */
      200: {
        headers: {
          /** @description Of this answer: sent back as If-None-Match, it saves the body where nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'experiments';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            data: {
              experiments: {
                campaign_id: number;
                campaign_name: string;
                cta_type: string;
                variants: components['schemas']['Variant'][];
              }[];
            };
          };
        };
      };
      /** @description Nothing has changed since the answer with the ETag that If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'website_id_required';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?:
              | 'invalid_limit'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_previous_period'
              | 'range_required';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  get_variant_report: {
    parameters: {
      query?: {
        /** @description Adds a timeseries with one point for each bucket, at most 400 points. With distinct counts the points do not sum to the total. */
        group_by?: 'day' | 'week' | 'month' | 'quarter' | 'year';
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
        /** @description The window, in whole UTC days. last_N_days is today and the N-1 days before; this_week starts on Monday; custom needs range_start and range_end. */
        timeframe?:
          | 'today'
          | 'this_week'
          | 'this_month'
          | 'this_quarter'
          | 'this_year'
          | 'last_24_hours'
          | 'last_7_days'
          | 'last_30_days'
          | 'last_90_days'
          | 'last_365_days'
          | 'all_time'
          | 'insights_week'
          | 'custom';
        /** @description First day of a custom window, YYYY-MM-DD, inclusive from 00:00:00 UTC. Required when timeframe=custom. */
        range_start?: string;
        /** @description Last day of a custom window, YYYY-MM-DD, inclusive through 23:59:59 UTC. Required when timeframe=custom. The same date on both gives a single day. */
        range_end?: string;
        /** @description distinct: unique visitors (approximate above 1,280), deduplicated over the whole window, so they do not add up across sub-periods. total: raw event counts. Orders and revenue are always summed. Ignored on timeframe=insights_week. */
        count_type?: 'distinct' | 'total';
        /** @description Adds `previous` (the period of equal length just before) and `changes` (percent) to the metrics. No effect with all_time or insights_week. */
        previous_period?: boolean;
      };
      header?: {
        /** @description The ETag of an answer that the client has. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The variant's id, from get_campaign_report. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Variant report */
      200: {
        headers: {
          /** @description Of this answer: sent back as If-None-Match, it saves the body where nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'variant';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            data: {
              id: number;
              name: string | null;
              variation: string;
              traffic_percentage: number;
              metrics: components['schemas']['Metrics'];
              timeseries?: components['schemas']['Timeseries'];
              funnel_steps: {
                id: number;
                position: number;
                metrics: components['schemas']['Metrics'];
              }[];
            };
          };
        };
      };
      /** @description Nothing has changed since the answer with the ETag that If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'website_id_required';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?:
              | 'invalid_id'
              | 'invalid_group_by'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_previous_period'
              | 'range_required'
              | 'range_too_wide';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  get_step_report: {
    parameters: {
      query?: {
        /** @description Adds a timeseries with one point for each bucket, at most 400 points. With distinct counts the points do not sum to the total. */
        group_by?: 'day' | 'week' | 'month' | 'quarter' | 'year';
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
        /** @description The window, in whole UTC days. last_N_days is today and the N-1 days before; this_week starts on Monday; custom needs range_start and range_end. */
        timeframe?:
          | 'today'
          | 'this_week'
          | 'this_month'
          | 'this_quarter'
          | 'this_year'
          | 'last_24_hours'
          | 'last_7_days'
          | 'last_30_days'
          | 'last_90_days'
          | 'last_365_days'
          | 'all_time'
          | 'insights_week'
          | 'custom';
        /** @description First day of a custom window, YYYY-MM-DD, inclusive from 00:00:00 UTC. Required when timeframe=custom. */
        range_start?: string;
        /** @description Last day of a custom window, YYYY-MM-DD, inclusive through 23:59:59 UTC. Required when timeframe=custom. The same date on both gives a single day. */
        range_end?: string;
        /** @description distinct: unique visitors (approximate above 1,280), deduplicated over the whole window, so they do not add up across sub-periods. total: raw event counts. Orders and revenue are always summed. Ignored on timeframe=insights_week. */
        count_type?: 'distinct' | 'total';
        /** @description Adds `previous` (the period of equal length just before) and `changes` (percent) to the metrics. No effect with all_time or insights_week. */
        previous_period?: boolean;
      };
      header?: {
        /** @description The ETag of an answer that the client has. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The step's id, from get_variant_report. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Step report */
      200: {
        headers: {
          /** @description Of this answer: sent back as If-None-Match, it saves the body where nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'step';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            data: {
              id: number;
              position: number;
              metrics: components['schemas']['Metrics'];
              timeseries?: components['schemas']['Timeseries'];
              elements: {
                id: number;
                element_type: string;
                position: number;
                metrics: components['schemas']['Metrics'];
              }[];
            };
          };
        };
      };
      /** @description Nothing has changed since the answer with the ETag that If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'website_id_required';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?:
              | 'invalid_id'
              | 'invalid_group_by'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_previous_period'
              | 'range_required'
              | 'range_too_wide';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  get_element_report: {
    parameters: {
      query?: {
        /** @description Adds a timeseries with one point for each bucket, at most 400 points. With distinct counts the points do not sum to the total. */
        group_by?: 'day' | 'week' | 'month' | 'quarter' | 'year';
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
        /** @description The window, in whole UTC days. last_N_days is today and the N-1 days before; this_week starts on Monday; custom needs range_start and range_end. */
        timeframe?:
          | 'today'
          | 'this_week'
          | 'this_month'
          | 'this_quarter'
          | 'this_year'
          | 'last_24_hours'
          | 'last_7_days'
          | 'last_30_days'
          | 'last_90_days'
          | 'last_365_days'
          | 'all_time'
          | 'insights_week'
          | 'custom';
        /** @description First day of a custom window, YYYY-MM-DD, inclusive from 00:00:00 UTC. Required when timeframe=custom. */
        range_start?: string;
        /** @description Last day of a custom window, YYYY-MM-DD, inclusive through 23:59:59 UTC. Required when timeframe=custom. The same date on both gives a single day. */
        range_end?: string;
        /** @description distinct: unique visitors (approximate above 1,280), deduplicated over the whole window, so they do not add up across sub-periods. total: raw event counts. Orders and revenue are always summed. Ignored on timeframe=insights_week. */
        count_type?: 'distinct' | 'total';
        /** @description Adds `previous` (the period of equal length just before) and `changes` (percent) to the metrics. No effect with all_time or insights_week. */
        previous_period?: boolean;
      };
      header?: {
        /** @description The ETag of an answer that the client has. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The element's id, from get_step_report. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Element report */
      200: {
        headers: {
          /** @description Of this answer: sent back as If-None-Match, it saves the body where nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'element';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            data: {
              id: number;
              element_type: string;
              position: number;
              metrics: components['schemas']['Metrics'];
              timeseries?: components['schemas']['Timeseries'];
              fields: {
                name: string;
                values: {
                  /** @description null: no value, or one of many rare ones put together. */
                  value: string | null;
                  count: number;
                }[];
              }[];
              products: {
                /** @description null: no value, or one of many rare ones put together. */
                value: string | null;
                selections: number;
                orders: number;
                revenue: number;
              }[];
            };
          };
        };
      };
      /** @description Nothing has changed since the answer with the ETag that If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'website_id_required';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?:
              | 'invalid_id'
              | 'invalid_group_by'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_previous_period'
              | 'range_required'
              | 'range_too_wide';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  get_account_performance: {
    parameters: {
      query?: {
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
        /** @description A subset of the websites of the token. Left out: all of them. */
        website_ids?: number[];
        /** @description The window, in whole UTC days. last_N_days is today and the N-1 days before; this_week starts on Monday; custom needs range_start and range_end. */
        timeframe?:
          | 'today'
          | 'this_week'
          | 'this_month'
          | 'this_quarter'
          | 'this_year'
          | 'last_24_hours'
          | 'last_7_days'
          | 'last_30_days'
          | 'last_90_days'
          | 'last_365_days'
          | 'all_time'
          | 'insights_week'
          | 'custom';
        /** @description First day of a custom window, YYYY-MM-DD, inclusive from 00:00:00 UTC. Required when timeframe=custom. */
        range_start?: string;
        /** @description Last day of a custom window, YYYY-MM-DD, inclusive through 23:59:59 UTC. Required when timeframe=custom. The same date on both gives a single day. */
        range_end?: string;
      };
      header?: {
        /** @description The ETag of an answer that the client has. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Account performance */
      200: {
        headers: {
          /** @description Of this answer: sent back as If-None-Match, it saves the body where nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'account_performance';
            timeframe: {
              /** @enum {string} */
              selected:
                | 'today'
                | 'this_week'
                | 'this_month'
                | 'this_quarter'
                | 'this_year'
                | 'last_24_hours'
                | 'last_7_days'
                | 'last_30_days'
                | 'last_90_days'
                | 'last_365_days'
                | 'all_time'
                | 'insights_week'
                | 'custom';
              label: string;
              /**
               * Format: date-time
               * @description ISO 8601, UTC.
               */
              range_start: string;
              /**
               * Format: date-time
               * @description ISO 8601, UTC.
               */
              range_end: string;
              /** @description null where there is no period before, as with all_time. */
              previous_range_start: string | null;
              previous_range_end: string | null;
            };
            data: {
              aggregate: {
                website_count: number;
                viewers: number;
                conversions: number;
                /** @description Percent, rounded to 2 decimals. */
                conversion_rate: number;
                subscribes: number;
                /** @description Percent, rounded to 2 decimals. */
                subscribe_rate: number;
                orders: number;
                /** @description Percent, rounded to 2 decimals. */
                order_rate: number;
                revenue: number;
                aov: number;
              };
              websites: {
                id: number;
                name: string;
                viewers: number;
                conversions: number;
                /** @description Percent, rounded to 2 decimals. */
                conversion_rate: number;
                /** @description Percent against the period just before; null where there was nothing. */
                conversions_change: number | null;
                /** @description Percent against the period just before; null where there was nothing. */
                revenue_change: number | null;
                subscribes: number;
                orders: number;
                revenue: number;
                aov: number;
              }[];
            };
          };
        };
      };
      /** @description Nothing has changed since the answer with the ETag that If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'invalid_website_id' | 'invalid_timeframe' | 'invalid_range' | 'range_required';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  list_ctas: {
    parameters: {
      query?: {
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
      };
      header?: {
        /** @description The ETag of an answer that the client has. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List campaigns */
      200: {
        headers: {
          /** @description Of this answer: sent back as If-None-Match, it saves the body where nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignRecord'][];
        };
      };
      /** @description Nothing has changed since the answer with the ETag that If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'website_id_required';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'invalid_website_id';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  list_areas: {
    parameters: {
      query?: {
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
      };
      header?: {
        /** @description The ETag of an answer that the client has. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List areas */
      200: {
        headers: {
          /** @description Of this answer: sent back as If-None-Match, it saves the body where nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Area'][];
        };
      };
      /** @description Nothing has changed since the answer with the ETag that If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'website_id_required';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'invalid_website_id';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  get_website: {
    parameters: {
      query?: {
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
      };
      header?: {
        /** @description The ETag of an answer that the client has. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the website */
      200: {
        headers: {
          /** @description Of this answer: sent back as If-None-Match, it saves the body where nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebsiteRecord'];
        };
      };
      /** @description Nothing has changed since the answer with the ETag that If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'website_id_required';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'invalid_website_id';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  list_contacts: {
    parameters: {
      query?: {
        /** @description Only the contact with this address, in whatever case. */
        email?: string;
        /** @description Only the contact with this id. */
        id?: number;
        /** @description The page, from 1, of 25 contacts each. */
        page?: number;
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The contacts of the page. */
      200: {
        headers: {
          /** @description RFC 8288: the first, previous, next and last page, as far as there are any. */
          Link?: string;
          /** @description How many contacts there are on all pages. */
          'X-Total-Count'?: number;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Contact'][];
        };
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'website_id_required';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'invalid_email' | 'invalid_id' | 'invalid_page' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  upsert_contact: {
    parameters: {
      query?: {
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': ({
          /**
           * Format: uuid
           * @description Made where none is given. null: the same as left out.
           */
          visitor_token?: string | null;
          /** @description At most 254 characters. Kept in lower case. null or empty: the same as left out. */
          email?: string | null;
          name?: string | null;
          last_name?: string | null;
          /** @description At most 64 characters, best with the country: +49 30 123456 and 0049 (0)30/123456 are the same. Kept as given. null or empty: the same as left out. */
          phone?: string | null;
          city?: string | null;
          avatar_url?: string | null;
          company_name?: string | null;
          company_title?: string | null;
          url?: string | null;
          state?: string | null;
          address?: string | null;
          zip_code?: string | null;
          country?: string | null;
          source_url?: string | null;
          bio?: string | null;
          utm_source?: string | null;
          utm_medium?: string | null;
          utm_campaign?: string | null;
          utm_term?: string | null;
          utm_content?: string | null;
          referral_source?: string | null;
          first_visit?: string | null;
          privacy_consent?: string | null;
          marketing_consent?: string | null;
          sms_consent?: string | null;
          ip_address?: string | null;
          latest_score?: string | null;
          tags?: string | null;
          link?: string | null;
          /** @description Kept as `name`, and goes before it. */
          first_name?: string | null;
          /** @description Custom fields, merged key by key with those there are; null removes them all. */
          extra?: {
            [key: string]: unknown;
          } | null;
          /** @description Merged key by key with what there is; null removes all of it. */
          data?: {
            [key: string]: unknown;
          } | null;
        } & {
          [key: string]: unknown;
        }) &
          (unknown | unknown);
      };
    };
    responses: {
      /** @description The contact, updated. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Contact'];
        };
      };
      /** @description The contact, created. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Contact'];
        };
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      413: components['responses']['413'];
      415: components['responses']['415'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?:
              | 'invalid_website_id'
              | 'invalid_body'
              | 'email_or_phone_required'
              | 'invalid_email'
              | 'invalid_phone'
              | 'invalid_field'
              | 'too_deep'
              | 'too_many_fields'
              | 'contact_too_large';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  delete_contact: {
    parameters: {
      query: {
        /** @description In whatever case. */
        email: string;
        /** @description One of the websites of the token (see list_websites). May be left out where the token is for one website only. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The contact is gone. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            message: string;
          };
        };
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'website_id_required';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'invalid_email' | 'invalid_website_id' | 'email_required';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  collect_events: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body within 7 days gets the first answer, and counts nothing. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Event'][];
        'application/x-ndjson': string;
      };
    };
    responses: {
      /** @description What became of the events. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            accepted: number;
            duplicates: number;
            /** @description The first 100 that were rejected, by their place in the batch, from 0. */
            rejected: {
              index: number;
              code: string;
              message: string;
            }[];
            /** @description Only where more were rejected than are listed: how many in all, by code. */
            rejected_counts?: {
              [key: string]: number;
            };
          };
        };
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'invalid_json' | 'invalid_gzip';
          };
        };
      };
      401: components['responses']['401'];
      /** @description The body comes in too slowly. */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {unknown} */
            code?: 'body_too_slow';
          };
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {unknown} */
            code?: 'batch_too_large' | 'too_many_events' | 'too_many_days';
          };
        };
      };
      415: components['responses']['415'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'invalid_idempotency_key' | 'idempotency_key_reused';
          };
        };
      };
      /** @description Too many requests. */
      429: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {unknown} */
            code?: 'rate_limited' | 'too_much_at_once';
          };
        };
      };
      /** @description The service can not answer right now. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {unknown} */
            code?: 'busy' | 'database_unavailable' | 'commit_unknown' | 'not_stored';
          };
        };
      };
      default: components['responses']['default'];
    };
  };
  list_tokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tokens, without their secrets. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            tokens: components['schemas']['Token'][];
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  create_token: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewToken'];
      };
    };
    responses: {
      /** @description The token, with its secret. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedToken'];
        };
      };
      /** @description The request is incomplete. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {unknown} */
            code?: 'invalid_json';
          };
        };
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      413: components['responses']['413'];
      415: components['responses']['415'];
      /** @description A value is not valid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?:
              | 'invalid_name'
              | 'invalid_audience'
              | 'invalid_scopes'
              | 'invalid_website_ids'
              | 'invalid_expires_in_days'
              | 'invalid_body';
          };
        };
      };
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
  revoke_token: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The token's id, from list_tokens. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The token is revoked. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['401'];
      403: components['responses']['403'];
      404: components['responses']['404'];
      429: components['responses']['429'];
      503: components['responses']['503'];
      default: components['responses']['default'];
    };
  };
}
