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
     * @description Lists the websites of the token, with their account. Start here: the ids are the website_id of every other report.
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
  '/api/v1/reports/websites/first-days': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * First days of websites
     * @description The first day that each website has numbers of, the first day whose events it keeps, and the first week of its insights. A comparison with a period that begins earlier says little: a part of it was not counted.
     *
     *     Scope: `reports`.
     */
    get: operations['list_first_days'];
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
     * @description The funnel metrics of a whole website. With group_by at most 92 days. Next: `GET /api/v1/reports/campaigns`.
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
     * @description The newest weekly insights of a website: revenue, unique visitors and recommendations. 404 until the first week is written. timeframe=insights_week shows the same week in any report, with late events.
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
  '/api/v1/reports/website/rhythm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Rhythm of a website
     * @description What the weeks before lead to expect of each day or hour of a period, as alerts do, and how much the website varies from day to day and from week to week. Only up to 92 days have expectations; nor has a day of which too little is expected.
     *
     *     Scope: `reports`.
     */
    get: operations['get_rhythm'];
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
     * @description Lists the campaigns (calls to action) of a website with their funnel metrics, sorted and paginated. Pass an id to `GET /api/v1/reports/campaigns/{id}`.
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
     * @description One campaign and its variants, each with funnel metrics. Pass a variant id to `GET /api/v1/reports/variants/{id}`.
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
     * @description Lists the running experiments (A/B tests) of a website, newest first: live campaigns with traffic on at least two live variants, and their metrics.
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
     * @description One variant of a campaign and its funnel steps in order, each with metrics: compare the views of the steps to see where visitors drop off. Pass a step id to `GET /api/v1/reports/steps/{id}`.
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
     * @description One step of a funnel and its elements (forms, questions, products, buttons), each with metrics. Pass an element id to `GET /api/v1/reports/elements/{id}`.
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
     * @description One element of a step with its metrics, the answers to its form fields and quiz questions, and the products chosen and bought.
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
     * @description Compares the websites of the token, with the change from the previous period, and adds them up: a visitor of two websites counts once. Where `currency` is null, use revenue_by_currency: revenue and aov mix currencies.
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
  '/api/v1/reports/account/trends': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Account trends
     * @description The unique visitors of many websites over time, for small charts: at most 60 points for each website, by the smallest bucket that allows it. The first and the last bucket count only their days within the window.
     *
     *     Scope: `reports`.
     */
    get: operations['get_account_trends'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/account/websites': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Websites of an account
     * @description Many websites, each compared in its own days, as the overview of the dashboard shows them. A day that is not over is compared with the same part of a day if the website keeps its events and there are at most 20 websites; else it is left out of the changes.
     *
     *     Scope: `reports`.
     */
    get: operations['get_account_websites'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/website/context': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Context of a website
     * @description What to know before anything else: the current day, first days, goals of the month with their pace, annotations, new alerts, formats of campaigns, and how many views have a value of each dimension. Call it once, at the start.
     *
     *     Scope: `reports`.
     */
    get: operations['get_context'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/website/values': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Values of a dimension
     * @description The values that the events of a website have, most visitors first: what a filter can be. At most 50; contains finds the others.
     *
     *     Scope: `reports`.
     */
    get: operations['list_values'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search
     * @description Finds campaigns, variants and steps by words of their names and keys, best first, also misspelled. Their ids are those of `GET /api/v1/reports/campaigns/{id}`, `GET /api/v1/reports/variants/{id}` and `GET /api/v1/reports/steps/{id}`.
     *
     *     Scope: `reports`.
     */
    get: operations['search'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/website/contacts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Number of contacts
     * @description How many contacts were created in a window and still exist, all or those from forms of one campaign. Nothing about any of them.
     *
     *     Scope: `reports`.
     */
    get: operations['count_contacts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/campaigns/{id}/experiment': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Experiment of a campaign
     * @description Judges the experiment of a campaign: a verdict in words, the lift of each variant with its interval, how the interval narrowed, what is at stake, and whether the numbers can be trusted. Right however often it is looked at, and however many segments are. The window is that of the test: from the first day on which every variant has visitors, or the day after the traffic shares changed.
     *
     *     Scope: `reports`.
     */
    get: operations['get_experiment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/website/insights/weeks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Weekly insights of any week
     * @description The insights of one week, the newest by default, with the campaigns that each item is about and the change since the week before; and the list of all weeks that were written.
     *
     *     Scope: `reports`.
     */
    get: operations['get_insights'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/website/alerts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Alerts
     * @description What was found unusual on a website, newest first: events that stopped, a drop or a spike that its own rhythm does not explain, an experiment that is decided or whose numbers can't be trusted. Alerts are kept for 400 days.
     *
     *     Scope: `reports`.
     */
    get: operations['list_alerts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/account/overview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Account overview
     * @description The groups of the websites, the reporting currency of their accounts with the newest rates, and what needs attention, at most 20, with the most at stake first: the alerts of the last 7 days, and websites that had less in these days than in those before, by more than random variation explains.
     *
     *     Scope: `reports`.
     */
    get: operations['get_account_overview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/website/change': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Explanation of a change
     * @description Which campaigns and segments make up the difference of a metric to the period before; of a campaign (id), which variants. Only if `explained` is true, the part with `explains` alone carries it, beyond chance; otherwise name no cause.
     *
     *     Scope: `reports`.
     */
    get: operations['explain_change'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/funnel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Funnel report
     * @description Visitors who take the given steps in order, from the kept events of a website: how many reach each step, where they are lost, and how long they take. All steps of a visitor are within the window of the report, and the last one at most within_minutes after the first.
     *
     *     Scope: `reports`.
     */
    get: operations['get_funnel'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/attribution': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Attribution report
     * @description Orders and revenue of each campaign as they were counted (`stored`), and as other models would credit them, from the kept events of a website. A touch is a conversion of the same visitor, or also a view (credit_by), at most window_days before the day of the order. With `by`, values of a dimension get the credit, and any event but an order is a touch; channels and UTM campaigns have their cost. `last`, `first` and `linear` add up to the website; `any` credits an order to everything with a touch.
     *
     *     Scope: `reports`.
     */
    get: operations['get_attribution'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/retention': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retention report
     * @description Visitors by the week or month of their first view, page view, conversion or order, and how many come back in each later one; with first=order also repeat buyers and revenue per buyer. From kept events. Visitors without consent are left out: see followable_share.
     *
     *     Scope: `reports`.
     */
    get: operations['get_retention'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/paths': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Paths report
     * @description What visitors do next after a step, or did before it, as a tree of the commonest events, from kept events. Visitors without consent are left out: see followable_share. from=page_view: also how many saw a campaign.
     *
     *     Scope: `reports`.
     */
    get: operations['get_paths'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/website/campaign-reach': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reach of campaigns
     * @description How many of the visitors with page views saw any campaign, from kept events.
     *
     *     Scope: `reports`.
     */
    get: operations['get_campaign_reach'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/website/products': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Products of a website
     * @description The products that were chosen and bought on the elements of all campaigns or of one, in at most 400 days.
     *
     *     Scope: `reports`.
     */
    get: operations['get_products'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/campaigns/{id}/products': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Products of a campaign
     * @description The products that were chosen and bought on the elements of a campaign, in at most 400 days.
     *
     *     Scope: `reports`.
     */
    get: operations['list_campaign_products'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/campaigns/{id}/orders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where the orders of a campaign come from
     * @description The orders and the revenue of a campaign, as other reports count them, in two parts: orders that named the campaign or something in it, and orders that were credited to it. And what was refunded, which is in neither.
     *
     *     Scope: `reports`.
     */
    get: operations['get_campaign_orders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/website/best-times': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Best times
     * @description A metric of a website or campaign by day of the week and hour, over the last 4 weeks of whole days, in the time zone of the website. Rates are percent.
     *
     *     Scope: `reports`.
     */
    get: operations['get_best_times'];
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
     * @description The campaigns (calls to action) of a website that are not archived, newest first, each with its variants and their all-time counts. For other windows see the reports.
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
     * @description The areas of a website that are not archived, newest first.
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
     * Get the website
     * @description The website of the token, with its settings. The response contains a secret, `api_key`.
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
  '/api/v1/catalog': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the catalog
     * @description A website with its areas and all its campaigns, their variants, steps and elements: keys, names, and which are archived or new. Without numbers: those are in the reports.
     *
     *     Scope: `ctas:read`.
     */
    get: operations['get_catalog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/websites': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a website
     * @description Adds a website to an account. The current login shows it at once, and other logins after its websites are chosen again.
     *
     *     Scope: `reports`.
     */
    post: operations['create_website'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/catalog/website': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the website
     * @description Changes the name, the currency, the status or settings of a website. The currency can only be changed before the first event; exchange rates into the currency before are void then. With If-Match it changes nothing if somebody else has changed the record since it was read; without it, the last change wins.
     *
     *     Scope: `ctas:write`.
     */
    patch: operations['change_website'];
    trace?: never;
  };
  '/api/v1/catalog/areas': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an area
     * @description Adds an area to a website. Its name is unique on the website.
     *
     *     Scope: `ctas:write`.
     */
    post: operations['create_area'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/catalog/areas/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change an area
     * @description Changes the fields that are sent. With If-Match it changes nothing if somebody else has changed the record since it was read; without it, the last change wins.
     *
     *     Scope: `ctas:write`.
     */
    patch: operations['change_area'];
    trace?: never;
  };
  '/api/v1/catalog/campaigns': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a campaign
     * @description Adds a campaign to a website. It is published at once. A repeated request with the same key creates nothing: it gets 409, with the id of the record.
     *
     *     Scope: `ctas:write`.
     */
    post: operations['create_campaign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/catalog/campaigns/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a campaign
     * @description Changes the fields that are sent, and marks the record as seen. Events that were counted stay where they are. With If-Match it changes nothing if somebody else has changed the record since it was read; without it, the last change wins.
     *
     *     Scope: `ctas:write`.
     */
    patch: operations['change_campaign'];
    trace?: never;
  };
  '/api/v1/catalog/campaigns/{id}/seen': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Mark a campaign as seen
     * @description Marks a campaign and everything below it as seen: nothing of it is new any more.
     *
     *     Scope: `ctas:write`.
     */
    post: operations['mark_campaign_seen'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/catalog/campaigns/{id}/variants': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a variant
     * @description Adds a variant to a campaign, with the next letter. The first one gets all of the traffic, later ones get none until `PATCH /api/v1/catalog/campaigns/{id}/variants` divides it. A repeated request with the same key creates nothing: it gets 409, with the id of the record.
     *
     *     Scope: `ctas:write`.
     */
    post: operations['create_variant'];
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Divide the traffic among the variants of a campaign
     * @description Sets the shares of all variants that are not archived, together: they add up to 100. Archived variants get 0. Marks the variants as seen. With If-Match it changes nothing if somebody else has changed the list since it was read; without it, the last change wins.
     *
     *     Scope: `ctas:write`.
     */
    patch: operations['share_traffic'];
    trace?: never;
  };
  '/api/v1/catalog/variants/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a variant
     * @description Changes the fields that are sent, and marks the record as seen. Events that were counted stay where they are. With If-Match it changes nothing if somebody else has changed the record since it was read; without it, the last change wins.
     *
     *     Scope: `ctas:write`.
     */
    patch: operations['change_variant'];
    trace?: never;
  };
  '/api/v1/catalog/variants/{id}/steps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a step
     * @description Adds a step to the end of a variant's funnel. A repeated request with the same key creates nothing: it gets 409, with the id of the record.
     *
     *     Scope: `ctas:write`.
     */
    post: operations['create_step'];
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Order the steps of a variant
     * @description Numbers the steps of a variant from 1 on, in the order that is sent. Views of the first step count for the variant and the campaign, so put the step first that visitors see first. Views that were counted stay where they are. With If-Match it changes nothing if somebody else has changed the list since it was read; without it, the last change wins.
     *
     *     Scope: `ctas:write`.
     */
    patch: operations['order_steps'];
    trace?: never;
  };
  '/api/v1/catalog/steps/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a step
     * @description Changes the fields that are sent, and marks the record as seen. Events that were counted stay where they are. With If-Match it changes nothing if somebody else has changed the record since it was read; without it, the last change wins.
     *
     *     Scope: `ctas:write`.
     */
    patch: operations['change_step'];
    trace?: never;
  };
  '/api/v1/catalog/steps/{id}/elements': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an element
     * @description Adds an element to the end of a step. A repeated request with the same key creates nothing: it gets 409, with the id of the record.
     *
     *     Scope: `ctas:write`.
     */
    post: operations['create_element'];
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Order the elements of a step
     * @description Numbers the elements of a step from 1 on, in the order that is sent. With If-Match it changes nothing if somebody else has changed the list since it was read; without it, the last change wins.
     *
     *     Scope: `ctas:write`.
     */
    patch: operations['order_elements'];
    trace?: never;
  };
  '/api/v1/catalog/elements/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change an element
     * @description Changes the fields that are sent, and marks the record as seen. Events that were counted stay where they are. With If-Match it changes nothing if somebody else has changed the record since it was read; without it, the last change wins.
     *
     *     Scope: `ctas:write`.
     */
    patch: operations['change_element'];
    trace?: never;
  };
  '/api/v1/funnels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List saved funnels
     * @description The saved funnels of a website. Send step, within_minutes and break_down_by of one to `GET /api/v1/reports/funnel` for its numbers.
     *
     *     Scope: `reports`.
     */
    get: operations['list_funnels'];
    put?: never;
    /**
     * Create a saved funnel
     * @description Everybody who may see the website sees it. A website may have 100.
     *
     *     Scope: `ctas:write`.
     */
    post: operations['create_funnel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/funnels/{id}': {
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
     * Delete a saved funnel
     * @description Deletes a saved funnel for everybody. No event is deleted.
     *
     *     Scope: `ctas:write`.
     */
    delete: operations['delete_funnel'];
    options?: never;
    head?: never;
    /**
     * Change a saved funnel
     * @description Changes the fields that are sent. The last change wins.
     *
     *     Scope: `ctas:write`.
     */
    patch: operations['change_funnel'];
    trace?: never;
  };
  '/api/v1/annotations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List annotations
     * @description The annotations of a website. An annotation says what happened on a day, such as "New popup". They are in the order of dates.
     *
     *     Scope: `reports`.
     */
    get: operations['list_annotations'];
    put?: never;
    /**
     * Create an annotation
     * @description Everybody who may see the website sees it. A website may have 500.
     *
     *     Scope: `ctas:write`.
     */
    post: operations['create_annotation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/annotations/{id}': {
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
     * Delete an annotation
     * @description Deletes an annotation for everybody. No event is deleted.
     *
     *     Scope: `ctas:write`.
     */
    delete: operations['delete_annotation'];
    options?: never;
    head?: never;
    /**
     * Change an annotation
     * @description Changes the fields that are sent. The last change wins.
     *
     *     Scope: `ctas:write`.
     */
    patch: operations['change_annotation'];
    trace?: never;
  };
  '/api/v1/reports/website/goals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Goals of the month
     * @description How far the goals of a website are in this month, and what they will reach, from its own weekdays, hours and trend.
     *
     *     Scope: `reports`.
     */
    get: operations['get_goals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/goals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List goals
     * @description The goals of a website. A goal is what a website or a campaign should reach in each month. Compare it with the report of the month.
     *
     *     Scope: `reports`.
     */
    get: operations['list_goals'];
    put?: never;
    /**
     * Create a goal
     * @description Everybody who may see the website sees it. A website may have 20.
     *
     *     Scope: `ctas:write`.
     */
    post: operations['create_goal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/goals/{id}': {
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
     * Delete a goal
     * @description Deletes a goal for everybody. No event is deleted.
     *
     *     Scope: `ctas:write`.
     */
    delete: operations['delete_goal'];
    options?: never;
    head?: never;
    /**
     * Change a goal
     * @description Changes the fields that are sent. The last change wins.
     *
     *     Scope: `ctas:write`.
     */
    patch: operations['change_goal'];
    trace?: never;
  };
  '/api/v1/views': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List saved views
     * @description The saved views of a website. A saved view is a page of the dashboard with its timeframe and filters.
     *
     *     Scope: `reports`.
     */
    get: operations['list_views'];
    put?: never;
    /**
     * Create a saved view
     * @description Everybody who may see the website sees it. A website may have 100.
     *
     *     Scope: `ctas:write`.
     */
    post: operations['create_view'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/views/{id}': {
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
     * Delete a saved view
     * @description Deletes a saved view for everybody. No event is deleted.
     *
     *     Scope: `ctas:write`.
     */
    delete: operations['delete_view'];
    options?: never;
    head?: never;
    /**
     * Change a saved view
     * @description Changes the fields that are sent. The last change wins.
     *
     *     Scope: `ctas:write`.
     */
    patch: operations['change_view'];
    trace?: never;
  };
  '/api/v1/share-links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List share links
     * @description The links of a website that were not revoked, newest first, without their secrets.
     *
     *     Scope: `ctas:write`.
     */
    get: operations['list_share_links'];
    put?: never;
    /**
     * Share a page by link
     * @description Whoever has the link reads this page without a login, and nothing else. Only this response contains the link. It ends when it is revoked, when it expires, or when the user who created it may no longer change the website. A website may have 200.
     *
     *     Scope: `ctas:write`.
     */
    post: operations['create_share_link'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/share-links/{id}': {
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
     * Revoke a share link
     * @description Whoever has the link reads nothing from the next request on.
     *
     *     Scope: `ctas:write`.
     */
    delete: operations['revoke_share_link'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/costs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List costs
     * @description What the website spent on channels and UTM campaigns, by month. `GET /api/v1/reports/attribution` compares it with revenue.
     *
     *     Scope: `reports`.
     */
    get: operations['list_costs'];
    /**
     * Set costs
     * @description Sets one cost, or all of a list `costs` together, and leaves the others as they are. A channel or a UTM campaign has one cost for a month: sending it again replaces it. If one of them is invalid, none is stored. A website may have 5000.
     *
     *     Scope: `ctas:write`.
     */
    put: operations['set_costs'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/website/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Traffic, with imported history
     * @description Visitors and page views day by day: what other tools have counted (`POST /api/v1/history-imports`), and the page views of days since then, from kept events. What is not known is null. No other report has numbers of other tools: their page views are no views of campaigns.
     *
     *     Scope: `reports`.
     */
    get: operations['get_history'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/history-imports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List imports of history
     * @description The imports of what other tools have counted, newest first. `GET /api/v1/reports/website/history` has their days.
     *
     *     Scope: `reports`.
     */
    get: operations['list_history_imports'];
    put?: never;
    /**
     * Import history
     * @description Imports the traffic of days on which another tool counted: the body is the file that it exports, at most 64 MiB. Plausible: the zip archive. Umami: the archive of its data export. Google Analytics 4: reports as CSV, or a zip archive of several.
     *
     *     The answer says that the file is stored. It is imported after that: ask `GET /api/v1/history-imports/{id}` until its state is done or failed. An account may have 4 files that are received or wait.
     *
     *     All of the file is imported, or nothing: not if a day of it has events of this service, or is in another import. The same file again changes nothing. `GET /api/v1/reports/website/history` shows it, apart from all other reports.
     *
     *     Scope: `ctas:write`.
     */
    post: operations['import_history'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/history-imports/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an import of history
     * @description An import, or a file that was sent: how far it is, or why nothing of it was imported. A file that could not be imported is listed for 7 days.
     *
     *     Scope: `reports`.
     */
    get: operations['get_history_import'];
    put?: never;
    post?: never;
    /**
     * Remove an import of history
     * @description Removes all days of an import. The file can be imported again. A file that is not imported is deleted, and if it is being imported, that ends.
     *
     *     Scope: `ctas:write`.
     */
    delete: operations['remove_history_import'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/contacts/{id}/story': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The story of a contact
     * @description What is known of a contact, in the order of time, 100 entries a page: where visits came from, which campaigns were seen, forms and answers, orders and refunds. It is made of the kept events and the orders of its visitor (`visitor_token`), and of the contact itself.
     *
     *     Only a visitor who has consented keeps an id, by which events are known to be those of the contact. `notes` say what is not known, and why. A value that was chosen is known if it came with a form (`data.answers`). `POST /api/v1/contacts/{id}/forget` erases all of it.
     *
     *     Scope: `contacts:read`.
     */
    get: operations['get_contact_story'];
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
     * @description The contacts of a website, newest first, 25 per page. A page after the last one is empty.
     *
     *     Scope: `contacts:read`.
     */
    get: operations['list_contacts'];
    put?: never;
    /**
     * Create or update a contact
     * @description Finds the contact by email (case-insensitive); without a match, by phone, unless that contact has another email. Creates the contact if there is none. email or phone is required.
     *
     *     Only fields in the body change; null clears a field. Integers beyond 2^53 are rejected: send them as strings. A key that is not a field of a contact is a custom field with any JSON value, stored in `extra`, which may have 100 keys and nest 5 levels deep. Strings are trimmed. `id`, `website_id`, `created_at` and `updated_at` are ignored, so that a contact can be sent back as it was read. A body may have at most 64 KiB, a contact 128 KiB.
     *
     *     Safe to repeat, even concurrently: it creates one contact.
     *
     *     Scope: `contacts:write`.
     */
    post: operations['upsert_contact'];
    /**
     * Delete a contact
     * @description Permanently deletes the contact with this email.
     *
     *     Scope: `contacts:write`.
     */
    delete: operations['delete_contact'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/contacts/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export contacts
     * @description All contacts of a website, oldest first, in parts of at most 100. Repeat with `after` set to `next` until that is null. Every contact that exists from the first part to the last is returned exactly once, whatever is added or deleted meanwhile.
     *
     *     Scope: `contacts:read`.
     */
    get: operations['export_contacts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/contacts/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search contacts
     * @description The contacts of a website whose names, email or phone have all words of `query` in them, newest first, at most 25 at once. Upper and lower case and accents do not matter. `campaign_id` finds those that came from a form of this campaign: `data.source.campaign_id`.
     *
     *     Repeat with `after` set to `next` until that is null. A request with words looks through 50,000 contacts: so there may be more even if none was found.
     *
     *     Scope: `contacts:read`.
     */
    get: operations['search_contacts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/contacts/{id}': {
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
     * Delete a contact by its id
     * @description Permanently deletes the contact, which need not have an email.
     *
     *     Scope: `contacts:write`.
     */
    delete: operations['remove_contact'];
    options?: never;
    head?: never;
    /**
     * Change a contact
     * @description Changes the fields that are sent, by the same rules as `POST /api/v1/contacts`. The email can be changed, too, unless another contact has it.
     *
     *     Scope: `contacts:write`.
     */
    patch: operations['change_contact'];
    trace?: never;
  };
  '/api/v1/contacts/unconfirmed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what forms have said about contacts
     * @description Anybody can send a form with the address or phone number of somebody else. So a form does not add an email, a phone or a consent to a contact that exists already: that waits here until it is accepted or dismissed, newest first. These are the 25 newest ones.
     *
     *     Scope: `contacts:read`.
     */
    get: operations['list_unconfirmed'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/contacts/unconfirmed/{id}/accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept what a form has said about a contact
     * @description Adds it to the contact, and replaces what the contact has in these fields.
     *
     *     Scope: `contacts:write`.
     */
    post: operations['accept_unconfirmed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/contacts/unconfirmed/{id}': {
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
     * Dismiss what a form has said about a contact
     * @description Deletes it. The contact stays as it is.
     *
     *     Scope: `contacts:write`.
     */
    delete: operations['dismiss_unconfirmed'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/e/contact': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a contact from a form
     * @description Creates a contact of the website of the key, or fills in what the contact with this email or phone does not have. Nothing that is stored is replaced. An email, a phone or a consent is not added to a contact that exists already, because anybody can send a form with the address or phone number of somebody else: it waits until somebody confirms it, see `GET /api/v1/contacts/unconfirmed`. The visitor is not used if another contact has it. The answer is always the same: it does not tell whether the contact existed. It is safe to repeat a request.
     *
     *     The website must have the setting `form_contacts`. The key allows the origin of the page, or the request is refused. `text/plain` needs no preflight. The path is that of `POST /e` with `/contact` at its end, also if the setting `BROWSER_COLLECT_PATH` changes it.
     */
    post: operations['collect_contact'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/contacts/{id}/data': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everything that is stored about a contact
     * @description The answer to a person who asks what is stored: the contact with its consents, forms that wait to be confirmed, the kept events, orders and touches of its visitor (`visitor_token`), reports that are mailed to its address, and who was sent it by webhook. Counted numbers are not in it: they are totals, and hashes that are mixed with those of others. It is in the audit log. While something of the website is erased, or another such answer is made, a request gets 429.
     *
     *     Scope: `contacts:read`.
     */
    get: operations['get_contact_data'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/contacts/{id}/forget': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Delete a contact and erase what the person did
     * @description Permanently deletes the contact, like `DELETE /api/v1/contacts/{id}`, and erases what is stored about single events of its visitor (visitor_token): the visitor's touches, and visitor, time and dimensions of the visitor's events in the event log and of orders that can be refunded. These events then belong to nobody in breakdowns, filters, funnels and attribution. Numbers that were counted stay: reports are made of totals and of hashes that are mixed with those of other visitors. Contacts of a website are erased one after the other: while one is, a request for another gets 429. If the request is interrupted, send it again.
     *
     *     Scope: `contacts:write`.
     */
    post: operations['forget_contact'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/erasures/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * See what would be erased
     * @description How much is stored of a visitor, a contact, a day or the whole website. Nothing is erased. sketches_without_hashes are days with so many visitors that nobody can be found in them or removed.
     *
     *     Scope: `data:erase`.
     */
    post: operations['preview_erasure'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/erasures': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase a visitor, a contact, a day or a website
     * @description Does what `funnel forget` does, for owners. It cannot be undone, and is in the audit log. A contact is erased as by `POST /api/v1/contacts/{id}/forget`; a visitor also from days of up to 1,280 visitors; a day with its numbers, events, alerts and insights; a website with everything that belongs to it, in the background: `POST /api/v1/erasures/preview` says what is left, until the website is not found any more. If the service stops meanwhile, it goes on with it later.
     *
     *     Scope: `data:erase`.
     */
    post: operations['erase_data'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/kept-data': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List how long data is kept
     * @description Each kind of data of a website, how long it is kept, and when the oldest of it goes. Whoever runs the service sets what is in capital letters; credit_window_days is a setting of the website. It also says whether the whole website is being erased.
     *
     *     Scope: `websites:read`.
     */
    get: operations['list_kept_data'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/scheduled-export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the scheduled export
     * @description Whether the service writes websites to files or a database by a schedule, which of the websites, and how that went. Whoever runs the service sets where, which of them and how often: with EXPORT_TO, EXPORT_WEBSITES and EXPORT_EVERY_HOURS.
     *
     *     Scope: `websites:read`.
     */
    get: operations['get_scheduled_export'];
    put?: never;
    post?: never;
    delete?: never;
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
     *     Invalid events are rejected individually, each with a code and a message. The others are counted.
     */
    post: operations['collect_events'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/e': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send events from a browser
     * @description Counts up to 100 events of the website of the key, at most 64 KiB. The answer comes after the commit.
     *
     *     The key allows the origin of the page, or the request is refused. `text/plain` needs no preflight. Events of bots are not counted: the answer is 200 with nothing accepted and nothing rejected.
     *
     *     The setting `BROWSER_COLLECT_PATH` changes the path.
     */
    post: operations['collect_browser_events'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/arrivals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Events as they arrive
     * @description The latest events that arrived for a website and what became of them, oldest first. Ask again with the cursor of the last answer.
     *
     *     They are kept in the memory of the node that received them, for some minutes. Nothing about the visitor is shown.
     *
     *     Scope: `reports`.
     */
    get: operations['list_arrivals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/arrival-counts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts of arrived events
     * @description How many events arrived for a website on each of the last 30 days, by outcome, and why those were not counted that were not. File imports are not included: they have reports of their own.
     *
     *     Scope: `reports`.
     */
    get: operations['count_arrivals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/ingest-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List ingest keys
     * @description The valid keys of a website, newest first.
     *
     *     Scope: `reports`.
     */
    get: operations['list_ingest_keys'];
    put?: never;
    /**
     * Create an ingest key
     * @description Creates a key for sending events of a website. Only this response contains the key of a server.
     *
     *     Scope: `reports`.
     */
    post: operations['create_ingest_key'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/ingest-keys/{id}': {
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
     * Revoke an ingest key
     * @description Revokes a key: the next request with it is answered with 401.
     *
     *     Scope: `reports`.
     */
    delete: operations['revoke_ingest_key'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/website-settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Settings of a website
     * @description What is allowed on a website.
     *
     *     Scope: `reports`.
     */
    get: operations['get_website_settings'];
    put?: never;
    /**
     * Change the settings of a website
     * @description Changes the settings that are given.
     *
     *     Scope: `reports`.
     */
    post: operations['change_website_settings'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhooks
     * @description The webhooks of shops whose orders are counted for a website, newest first.
     *
     *     Scope: `reports`.
     */
    get: operations['list_webhooks'];
    put?: never;
    /**
     * Accept the webhooks of a shop
     * @description Counts the orders of webhooks that are signed with this secret.
     *
     *     Scope: `reports`.
     */
    post: operations['create_webhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/webhooks/{id}': {
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
     * Refuse the webhooks of a shop
     * @description Refuses webhooks that are signed with this secret, from the next one on, and erases the secret.
     *
     *     Scope: `reports`.
     */
    delete: operations['revoke_webhook'];
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
  '/dashboard/people': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List people
     * @description The people of the account with their roles, by email address.
     *
     *     Scope: `reports`.
     */
    get: operations['list_people'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/people/{id}': {
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
     * Remove a person
     * @description Removes a person from the account. Their tokens, applications and logins for the account end: the next call is answered with 401 or 404.
     *
     *     Scope: `reports`.
     */
    delete: operations['remove_person'];
    options?: never;
    head?: never;
    /**
     * Change a role
     * @description Changes what a person may do, in the account or on chosen websites, from their next call on. Without website_ids, those stay. Tokens and applications of the person lose websites that are taken away. An account always has an owner.
     *
     *     Scope: `reports`.
     */
    patch: operations['change_role'];
    trace?: never;
  };
  '/dashboard/membership': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept an invitation while logged in
     * @description Adds the account of an invitation to the user who is logged in, if it is for their email address.
     *
     *     Scope: `reports`.
     */
    post: operations['join_account'];
    /**
     * Leave an account
     * @description The user leaves the account, with the same consequences as being removed. The last owner cannot leave.
     *
     *     Scope: `reports`.
     */
    delete: operations['leave_account'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/people/{id}/reset-link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a link to reset a password
     * @description A link with which a person of the account chooses a new password. It works once, for 24 hours, and replaces an earlier one. Only for people of whom the caller owns every account and who have never logged in with single sign-on; for others, the operator creates it.
     *
     *     Scope: `reports`.
     */
    post: operations['create_reset_link'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List open invitations
     * @description The invitations to the account that can still be accepted, newest first.
     *
     *     Scope: `reports`.
     */
    get: operations['list_invitations'];
    put?: never;
    /**
     * Invite a person
     * @description Invites an email address to the account by a link that works once, for 7 days, as long as the inviting owner is one. It is mailed if the service has a mail server. It replaces an earlier invitation of the same address.
     *
     *     Scope: `reports`.
     */
    post: operations['create_invitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/invitations/{id}': {
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
     * Withdraw an invitation
     * @description The link stops working immediately.
     *
     *     Scope: `reports`.
     */
    delete: operations['withdraw_invitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/invitation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Show an invitation
     * @description What an invitation is for. It does not say whether the email address has a login already.
     */
    post: operations['show_invitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/invitation/accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept an invitation
     * @description Adds the account to the login of the email address. Somebody who has none yet chooses a password. Sets a cookie that logs the browser in to the dashboard, once. Where passwords are switched off, logging in with single sign-on accepts it.
     */
    post: operations['accept_invitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/password-reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Show whose password a link resets
     * @description The email address whose password the link resets.
     */
    post: operations['show_password_reset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/password-reset/use': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reset a password
     * @description Sets a new password, logs the user out everywhere, and revokes their tokens and authorized applications. Sets a cookie that logs the browser in to the dashboard, once.
     */
    post: operations['reset_password'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/reporting-currency': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the reporting currency
     * @description The currency in which the overview of the account shows amounts besides their own, and its rates.
     *
     *     Scope: `reports`.
     */
    get: operations['get_reporting_currency'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the reporting currency
     * @description Sets the currency and all its rates. It changes what the overview shows, and nothing that is stored or reported.
     *
     *     Scope: `reports`.
     */
    patch: operations['change_reporting_currency'];
    trace?: never;
  };
  '/dashboard/audit-log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the audit log
     * @description Who did what in an account, newest first, 50 entries at a time. Entries are kept for 400 days.
     *
     *     Scope: `reports`.
     */
    get: operations['list_audit_log'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/notifications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List subscriptions
     * @description What the user has subscribed to on a website, newest first.
     *
     *     Scope: `reports`.
     */
    get: operations['list_notifications'];
    put?: never;
    /**
     * Subscribe
     * @description Sends notifications of a website to the user's email address, to Slack, or to a webhook. A report may have recipients without a login, which needs the role of an editor. Contacts and orders go to webhooks alone, which needs the role of an owner: from now on, one message for each. A user may have 10 subscriptions of a website, each to another place.
     *
     *     Scope: `reports`.
     */
    post: operations['create_subscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/notifications/{id}': {
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
     * Unsubscribe
     * @description Sends nothing more, not even what is waiting.
     *
     *     Scope: `reports`.
     */
    delete: operations['remove_subscription'];
    options?: never;
    head?: never;
    /**
     * Change a subscription
     * @description Changes what is sent, when, or where to. Waiting messages are dropped if the URL changes, or a topic or the report is left out; those about contacts and orders go to the new URL. A new URL switches a webhook on again.
     *
     *     Scope: `reports`.
     */
    patch: operations['change_subscription'];
    trace?: never;
  };
  '/dashboard/notifications/{id}/secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the secret of a webhook
     * @description The old secret is not used any more, and what is waiting is dropped, but for messages about contacts and orders: these are signed with the new one.
     *
     *     Scope: `reports`.
     */
    post: operations['replace_subscription_secret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/notifications/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test notification
     * @description Sends a test at once, also in quiet hours, and says what became of it. If the subscription has a report, it is the report of the last week or month. With topic, a webhook gets an example of such a message, marked with `example: true`.
     *
     *     Scope: `reports`.
     */
    post: operations['send_test_notification'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/notifications/{id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Switch a webhook on again
     * @description A webhook that took no messages is switched off, and what was waiting is dropped. From now on it gets what happens.
     *
     *     Scope: `reports`.
     */
    post: operations['resume_subscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/notifications/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what was sent to a webhook
     * @description The messages of a subscription and what became of them, newest first, 25 at a time, for 30 days. Without tests, and without what the messages said.
     *
     *     Scope: `reports`.
     */
    get: operations['list_webhook_deliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/recipients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List recipients of reports
     * @description People without a login to whom anybody sends reports of a website, newest first.
     *
     *     Scope: `reports`.
     */
    get: operations['list_recipients'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/recipients/{id}/ask': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask a recipient again
     * @description Sends another link to somebody who has not confirmed yet that they want the report. Links from before work until they expire.
     *
     *     Scope: `reports`.
     */
    post: operations['ask_recipient'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/recipients/{id}': {
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
     * Remove a recipient
     * @description Sends nothing more to this person, not even what is waiting.
     *
     *     Scope: `reports`.
     */
    delete: operations['remove_recipient'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/branding': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How emails look
     * @description The name of the sender and the logo of notifications that are sent by email.
     *
     *     Scope: `reports`.
     */
    get: operations['get_branding'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change how emails look
     * @description Fields that are not given stay as they are.
     *
     *     Scope: `reports`.
     */
    patch: operations['change_branding'];
    trace?: never;
  };
  '/dashboard/profile': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the own profile
     * @description Who is logged in, the accounts of the user with the role in each, and the websites of the current login.
     *
     *     Scope: `reports`.
     */
    get: operations['get_profile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the own profile
     * @description Chooses the language of the dashboard and of emails to the user.
     *
     *     Scope: `reports`.
     */
    patch: operations['change_profile'];
    trace?: never;
  };
  '/dashboard/profile/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change the own password
     * @description Also ends the other sessions of the user, and revokes connected applications, and the tokens and share links that the user created. The current login stays.
     *
     *     Scope: `reports`.
     */
    post: operations['change_own_password'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/profile/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the own sessions
     * @description The browsers in which the user is logged in, the current one first.
     *
     *     Scope: `reports`.
     */
    get: operations['list_own_sessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/profile/sessions/{id}': {
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
     * End a session
     * @description Logs the user out in that browser: the next call of its dashboard is answered with 401.
     *
     *     Scope: `reports`.
     */
    delete: operations['end_own_session'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/profile/applications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List connected applications
     * @description The applications that the user has given access to, the newest first.
     *
     *     Scope: `reports`.
     */
    get: operations['list_connected_applications'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/profile/applications/{id}': {
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
     * Revoke the access of an application
     * @description Ends the access that the user gave: the next call with any of its tokens is answered with 401.
     *
     *     Scope: `reports`.
     */
    delete: operations['revoke_connected_application'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/profile/websites': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the websites to choose from
     * @description All websites that the user may see, by name, and whether the current login shows them.
     *
     *     Scope: `reports`.
     */
    get: operations['list_own_websites'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Choose the websites of the current login
     * @description Changes which websites the current login shows, from the next call on, without logging in again.
     *
     *     Scope: `reports`.
     */
    patch: operations['choose_own_websites'];
    trace?: never;
  };
  '/dashboard/setup/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check the setup
     * @description Whether the setup link can be used, and the given fields are valid. Creates nothing.
     */
    post: operations['check_setup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboard/setup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set up the service
     * @description Creates the first account, its owner, and a website with a public key. The link can then no longer be used. Sets a cookie that logs the browser in to the dashboard, once.
     */
    post: operations['finish_setup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  digest: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The weekly insights */
    post: operations['receive_digest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  alert: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An alert, such as a drop, or an experiment that is decided */
    post: operations['receive_alert'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  new_contact: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A new contact */
    post: operations['receive_new_contact'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  order: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An order was counted */
    post: operations['receive_order'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  refund: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An order was refunded */
    post: operations['receive_refund'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  test: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Somebody has sent a test message */
    post: operations['receive_test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    Acceptance: {
      /** @description The part of the link after the #. */
      secret: string;
      /**
       * @description new: choose a password. existing: confirm with the password.
       * @enum {string}
       */
      login: 'new' | 'existing';
      password: string;
    };
    Annotation: {
      id: number;
      name: string;
      /**
       * Format: date
       * @description YYYY-MM-DD, in the time zone of the website.
       */
      date: string;
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
    Arrival: {
      id: string;
      /**
       * Format: date-time
       * @description When it arrived.
       */
      at: string;
      /**
       * @description The way in.
       * @enum {string}
       */
      source: 'server' | 'browser' | 'segment' | 'webhook' | 'file';
      /** @description The ingest key that it came with. */
      key_id: number | null;
      /** @description What the key is for. null: it has no name. */
      key_name: string | null;
      /** @description The origin of the page, if it came from a browser. */
      origin: string | null;
      /**
       * @description accepted: counted. duplicate: was counted before. rejected, ignored, bot: not counted, see `code`.
       * @enum {string}
       */
      outcome: 'accepted' | 'duplicate' | 'rejected' | 'ignored' | 'bot';
      /** @description How many events: 1, or several that are alike. */
      events: number;
      /** @description Why it was not counted. */
      code: string | null;
      /** @description What is wrong, and how to fix it. */
      message: string | null;
      type: string | null;
      /** @description Names, from the campaign down. Empty: the website itself. */
      subject: string[] | null;
    };
    ArrivalCounts: {
      /** @description Days of the website, the last one is today. */
      dates: string[];
      outcomes: {
        /**
         * @description accepted: counted. duplicate: was counted before. rejected, ignored, bot: not counted, see `code`.
         * @enum {string}
         */
        outcome: 'accepted' | 'duplicate' | 'rejected' | 'ignored' | 'bot';
        events: number;
        /** @description At the places of `dates`. */
        by_day: number[];
      }[];
      /** @description Most frequent first. */
      reasons: {
        /**
         * @description The way in.
         * @enum {string}
         */
        source: 'server' | 'browser' | 'segment' | 'webhook' | 'file';
        /**
         * @description accepted: counted. duplicate: was counted before. rejected, ignored, bot: not counted, see `code`.
         * @enum {string}
         */
        outcome: 'accepted' | 'duplicate' | 'rejected' | 'ignored' | 'bot';
        code: string;
        events: number;
        /** @description At the places of `dates`. */
        by_day: number[];
      }[];
    };
    AuditEntry: {
      id: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      at: string;
      /** @description Who did it. null: nobody who can log in, such as an operator. */
      user_id: number | null;
      /** @description As it was then. */
      user_email: string | null;
      /** @description How: dashboard, application (one that the user has connected), token, api_key, link (in an email, without a login), command_line (an operator), or service (nobody: the service by itself). */
      via: string;
      /** @description What was done, such as token_created. */
      action: string;
      /** @description The same in words, after the name of whoever did it. */
      description: string;
      /** @description What it was done to, such as 7 (Export). It may be empty. */
      subject: string;
      /** @description The website that it is about. null: the account. */
      website_id: number | null;
    };
    Branding: {
      /** @description null: the sender of the service. */
      sender_name: string | null;
      /** @description A PNG or JPEG image. null: none. */
      logo: {
        content_type: string;
        base64: string;
      } | null;
    };
    BrandingChange: {
      /** @description null: the sender of the service. */
      sender_name?: string | null;
      /** @description A PNG or JPEG image of at most 64 KiB in base64. null: none. */
      logo?: string | null;
    };
    /** @description The metrics by value of a dimension: at most 50 values, those with the most views first, then (other). Only with break_down_by. */
    Breakdown: {
      /** @enum {string} */
      dimension:
        | 'channel'
        | 'utm_source'
        | 'utm_medium'
        | 'utm_campaign'
        | 'referrer'
        | 'device'
        | 'browser'
        | 'os'
        | 'country'
        | 'language'
        | 'page'
        | 'visitor_type';
      /** @description Whether the numbers come from a sample of the visitors. */
      sampled: boolean;
      /** @description Percent of the visitors that are in the sample. Left out without one. */
      sample_rate?: number;
      values: {
        /** @description (none): no value. (other): all values that are not listed. */
        value: string;
        metrics: components['schemas']['Metrics'];
      }[];
    };
    BrowserSession: {
      id: string;
      /** @description Such as Firefox on Windows. null: not known. */
      browser: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      logged_in_at: string;
      /**
       * Format: date-time
       * @description When it last got a token: while it is in use, a session gets one every hour, and an application when its token expires.
       */
      last_active_at: string;
      is_current: boolean;
    };
    CampaignRecord: {
      id: number;
      website_id: number;
      name: string;
      page_path: string;
      cta_type: string;
      test_type: string;
      /** @description Unique visitors, all time. */
      views: number;
      /** @description Unique visitors, all time. */
      conversions: number;
      /** @description Unique visitors, all time. */
      completions: number;
      /** @description Percent of views, with two decimals. */
      conversion_rate: string;
      /** @description Percent of views, with two decimals. */
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
    ConnectedApplication: {
      id: string;
      /** @description Chosen by the application. */
      name: string;
      /** @description The host that publishes the description of the application. null: nobody does. */
      host: string | null;
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
        | 'data:erase'
      )[];
      websites: {
        id: number;
        name: string;
      }[];
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      connected_at: string;
      /**
       * Format: date-time
       * @description When it last got a token: while it is in use, a session gets one every hour, and an application when its token expires.
       */
      last_active_at: string;
      /**
       * Format: date-time
       * @description Then the user has to give access again.
       */
      expires_at: string;
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
       * @description The visitor token: a UUID, generated if none was sent.
       */
      visitor_token: string;
      /** @description In lower case; unique among the contacts of a website. */
      email: string | null;
      /** @description First name. */
      name: string | null;
      last_name: string | null;
      /** @description As it was sent. */
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
      /** @description Custom fields, with any JSON values. */
      extra: {
        [key: string]: unknown;
      };
      /** @description Any JSON object. */
      data: {
        [key: string]: unknown;
      };
    };
    Cost: {
      /**
       * @description The channel that the amount was spent on; else utm_campaign.
       * @enum {string}
       */
      channel?:
        | 'direct'
        | 'organic_search'
        | 'paid_search'
        | 'organic_social'
        | 'paid_social'
        | 'email'
        | 'display'
        | 'affiliates'
        | 'referral'
        | 'other';
      /** @description The UTM campaign that it was spent on. Upper and lower case are the same. */
      utm_campaign?: string;
      /** @description Such as 2026-10, in the website's days. */
      month: string;
      /** @description For the whole month, in the website's currency. */
      amount: number;
    };
    Costs: {
      currency: string;
      /** @description The newest month first. */
      costs: components['schemas']['Cost'][];
    };
    CreatedIngestKey: {
      id: number;
      website_id: number;
      /** @description What it is for. null: an operator created it without a name. */
      name: string | null;
      /** @description true: for browsers, and no secret. false: for servers. */
      public: boolean;
      /** @description A secret key cannot be shown again. */
      key: string;
      /** @description Where a public key may be used. */
      origins: string[];
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
    };
    CreatedInvitation: {
      id: number;
      email: string;
      /**
       * @description What the person may do. Each role includes those before it.
       * @enum {string}
       */
      role: 'viewer' | 'editor' | 'owner';
      /** @description The websites on which the role holds. null: all of the account, now and later, and the account itself. */
      website_ids: number[] | null;
      /** @description The email address of whoever invited. */
      invited_by: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      expires_at: string;
      /**
       * @description mailed: the link was sent. mail_failed, not_configured: pass it on yourself.
       * @enum {string}
       */
      delivery: 'mailed' | 'mail_failed' | 'not_configured';
      /** @description The link. It cannot be shown again. null: it was mailed. */
      url: string | null;
    };
    CreatedShareLink: {
      id: number;
      /** @description What it is for. */
      name: string;
      /** @description The page in the dashboard, with the view that the link begins with or is locked to. */
      path: string;
      /** @description Whether readers see only the period and the filters of the path. */
      locked: boolean;
      has_password: boolean;
      /** @description Where the page may be embedded. Empty: nowhere. */
      origins: string[];
      /** @description null: it is valid until it is revoked. */
      expires_at: string | null;
      /** @description To the minute. null: never. */
      last_used_at: string | null;
      /** @description The email address of the user. null: a token that belongs to no user. */
      created_by: string | null;
      /** @description The link. It cannot be shown again. */
      url: string;
    };
    CreatedSubscription: {
      id: number;
      website_id: number;
      /** @enum {string} */
      channel: 'email' | 'slack' | 'webhook';
      /** @description The user's email address, or the URL without what makes it a secret. */
      destination: string;
      topics: (
        | 'digest'
        | 'events_stopped'
        | 'drop'
        | 'spike'
        | 'experiment_decided'
        | 'experiment_unhealthy'
        | 'goal_at_risk'
        | 'new_contact'
        | 'order'
        | 'refund'
      )[];
      /** @description When notifications wait. null: never. */
      quiet_hours: {
        from: string;
        to: string;
        time_zone: string;
      } | null;
      /** @description The report of the website that is sent as a file. null: none. */
      report: {
        formats: ('csv' | 'pdf')[];
        /**
         * @description A day of the week: the report is about the last week, Monday to Sunday. first_of_month: the last month.
         * @enum {string}
         */
        sent_on: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | 'first_of_month';
        /**
         * Format: date
         * @description The day of the website on which the next one is sent.
         */
        next_on: string;
        /** @description Who else is to get it, whether they have confirmed it or not: see list_recipients. Left out: nobody. */
        recipients?: string[];
      } | null;
      /** @description Since when nothing is sent, because the webhook took no messages: see resume_subscription. null: it is on. */
      switched_off_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description What webhooks are signed with. It cannot be shown again. null: no webhook. */
      secret: string | null;
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
        | 'data:erase'
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
    CreatedWebhook: {
      id: number;
      website_id: number;
      /** @enum {string} */
      provider: 'shopify' | 'woocommerce' | 'stripe';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description A generated one, which cannot be shown again. null: it was given. */
      secret: string | null;
    };
    Event: {
      /** @enum {string} */
      type:
        | 'view'
        | 'conversion'
        | 'completion'
        | 'submission'
        | 'subscribe'
        | 'order'
        | 'selection'
        | 'refund'
        | 'page_view';
      /** @description May be left out: an ingest key is for one website. */
      website_id?: number;
      campaign_id?: number;
      variant_id?: number;
      step_id?: number;
      /** @description Only the deepest of these ids is needed. */
      element_id?: number;
      campaign?: string;
      variant?: string;
      step?: string;
      /** @description Keys can be sent instead of ids. Each is looked up under the one above it, so send those too. */
      element?: string;
      /** @description Required, except for an order or a refund. 1 to 128 characters. */
      visitor?: string;
      /**
       * Format: date-time
       * @description When it happened. Default: now.
       */
      at?: string;
      /** @description 1 to 64 characters. Events with the same id are counted once within 7 days. */
      id?: string;
      /** @description 1 to 100 characters. Orders with the same order_id are counted only once. */
      order_id?: string;
      /** @description Only for an order: the id of its payment. The `order_id` of a refund may be this id, too. */
      payment_id?: string;
      /** @description Of a refund: 1 to 100 characters. Refunds of an order with the same refund_id are counted only once. */
      refund_id?: string;
      /** @description Of an order, or the amount of a refund. Default of a refund: all that is left of its order. */
      revenue?: number | string;
      /** @description Must be the website's currency. */
      currency?: string;
      products?: {
        value: string | null;
        revenue?: number | string;
      }[];
      product?: unknown;
      field?: string;
      value?: unknown;
      utm_source?: string;
      utm_medium?: string;
      /** @description Tags of the link that the visit began with. */
      utm_campaign?: string;
      /** @description The URL or host that the visit came from. */
      referrer?: string;
      /** @enum {string} */
      device?: 'desktop' | 'mobile' | 'tablet';
      browser?: string;
      os?: string;
      /** @description A code of two letters, ISO 3166-1. */
      country?: string;
      /** @description A tag such as de or de-AT, BCP 47. Only the language is kept. */
      language?: string;
      /** @description The URL or path that it happened on. The query is dropped. */
      page?: string;
      /** @description Free for your own use. Ignored. */
      properties?: {
        [key: string]: unknown;
      };
    };
    FunnelStep: {
      /** @description The step as it was sent. */
      step: string;
      /** @description Unique visitors who reached the step. They have also reached all steps before it. */
      visitors: number;
      /** @description Percent of the visitors of the first step. */
      rate: number;
      /** @description Percent of the visitors of the step before who did not reach this one; 0 for the first step. */
      drop_off: number;
      /** @description A quarter, a half and three quarters of the visitors took at most so many seconds. null for the first step, and if nobody reached the step. */
      seconds_since_step_before: {
        lower_quartile: number;
        median: number;
        upper_quartile: number;
      } | null;
      /** @description The same for the period that it is compared with. */
      previous?: {
        /** @description Unique visitors who reached the step. They have also reached all steps before it. */
        visitors: number;
        /** @description Percent of the visitors of the first step. */
        rate: number;
        /** @description Percent of the visitors of the step before who did not reach this one; 0 for the first step. */
        drop_off: number;
        /** @description A quarter, a half and three quarters of the visitors took at most so many seconds. null for the first step, and if nobody reached the step. */
        seconds_since_step_before: {
          lower_quartile: number;
          median: number;
          upper_quartile: number;
        } | null;
      };
      changes?: {
        /** @description Percent change from `previous`; null if the previous value is 0. */
        visitors: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        rate: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        drop_off: number | null;
      };
    };
    Goal: {
      id: number;
      name: string;
      /**
       * @description Counted as the reports do by default: each visitor once. Revenue is a sum.
       * @enum {string}
       */
      metric: 'views' | 'conversions' | 'completions' | 'subscribes' | 'orders' | 'revenue';
      /** @description For each month. Of revenue, in the currency of the website. */
      target: number;
      /** @description null: of the whole website. */
      campaign_id: number | null;
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
    HistoryImport: {
      id: number;
      /** @enum {string} */
      tool: 'plausible' | 'umami' | 'ga4';
      file_name: string;
      /** @description The event of the tool that counts as a conversion. null: none. */
      conversion_event: string | null;
      first_day: string;
      last_day: string;
      /** @description Days with traffic. */
      days: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
    };
    HistoryProgress: {
      id: number;
      /** @enum {string} */
      tool: 'plausible' | 'umami' | 'ga4';
      file_name: string;
      /** @description The event of the tool that counts as a conversion. null: none. */
      conversion_event: string | null;
      /** @description null unless state is done. */
      first_day: string | null;
      /** @description null unless state is done. */
      last_day: string | null;
      /** @description Days with traffic. null unless state is done. */
      days: number | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * @description waiting and importing: it goes on by itself. done: its days are stored. failed: nothing of it was imported.
       * @enum {string}
       */
      state: 'waiting' | 'importing' | 'failed' | 'done';
      /** @description How much of the file was read, in percent. */
      progress: number;
      /** @description Files, or tables of a file, that say nothing that is imported. null unless state is done, and for imports of version 1.0.0. */
      skipped: string[] | null;
      /** @description Why nothing was imported. null unless state is failed. Codes: days_counted and days_imported (409), already_imported (409), file_too_large (413), invalid_file and too_many_imports (422), import_failed (500). */
      problem: {
        status: number;
        code?: string;
        detail: string;
        param?: string;
      } | null;
    };
    HistoryUpload: {
      id: number;
      /**
       * @description waiting and importing: it goes on by itself. done: its days are stored. failed: nothing of it was imported.
       * @enum {string}
       */
      state: 'waiting' | 'importing' | 'failed' | 'done';
    };
    IngestKey: {
      id: number;
      website_id: number;
      /** @description What it is for. null: an operator created it without a name. */
      name: string | null;
      /** @description true: for browsers, and no secret. false: for servers. */
      public: boolean;
      /** @description null: a secret key, which is shown once. */
      key: string | null;
      /** @description Where a public key may be used. */
      origins: string[];
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
    };
    Invitation: {
      id: number;
      email: string;
      /**
       * @description What the person may do. Each role includes those before it.
       * @enum {string}
       */
      role: 'viewer' | 'editor' | 'owner';
      /** @description The websites on which the role holds. null: all of the account, now and later, and the account itself. */
      website_ids: number[] | null;
      /** @description The email address of whoever invited. */
      invited_by: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      expires_at: string;
    };
    ListedDelivery: {
      /** @description The `webhook-id`. */
      id: string;
      /** @description What it is about: a topic of the subscription. */
      topic: string;
      /** @description The id of the contact, or of the order. null: it is about something else. */
      record_id: string | null;
      /** @enum {string} */
      state: 'waiting' | 'sent' | 'failed';
      /** @description So many were begun. */
      attempts: number;
      /**
       * Format: date-time
       * @description When the message was written.
       */
      created_at: string;
      /** @description When it was sent or given up. null: it waits. */
      finished_at: string | null;
      /** @description Not before. A message also waits for those before it. null: it is finished. */
      next_attempt_at: string | null;
      /** @description Why the last attempt failed. */
      error: string | null;
    };
    ListedSubscription: {
      id: number;
      website_id: number;
      /** @enum {string} */
      channel: 'email' | 'slack' | 'webhook';
      /** @description The user's email address, or the URL without what makes it a secret. */
      destination: string;
      topics: (
        | 'digest'
        | 'events_stopped'
        | 'drop'
        | 'spike'
        | 'experiment_decided'
        | 'experiment_unhealthy'
        | 'goal_at_risk'
        | 'new_contact'
        | 'order'
        | 'refund'
      )[];
      /** @description When notifications wait. null: never. */
      quiet_hours: {
        from: string;
        to: string;
        time_zone: string;
      } | null;
      /** @description The report of the website that is sent as a file. null: none. */
      report: {
        formats: ('csv' | 'pdf')[];
        /**
         * @description A day of the week: the report is about the last week, Monday to Sunday. first_of_month: the last month.
         * @enum {string}
         */
        sent_on: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | 'first_of_month';
        /**
         * Format: date
         * @description The day of the website on which the next one is sent.
         */
        next_on: string;
        /** @description Who else is to get it, whether they have confirmed it or not: see list_recipients. Left out: nobody. */
        recipients?: string[];
      } | null;
      /** @description Since when nothing is sent, because the webhook took no messages: see resume_subscription. null: it is on. */
      switched_off_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description The newest message of the last 30 days, without tests. null: none. */
      last_message: {
        /** @enum {string} */
        state: 'waiting' | 'sent' | 'failed';
        /**
         * Format: date-time
         * @description When it was sent or given up; if it waits, when it was written.
         */
        at: string;
        /** @description Why the last attempt failed. null: it did not, or the subscription was changed since. */
        error: string | null;
      } | null;
    };
    /** @description Rates are percent. */
    Metrics: {
      views: number;
      conversions: number;
      completions: number;
      submissions: number;
      subscribes: number;
      orders: number;
      /** @description In the website's currency. */
      revenue: number;
      /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
      conversion_rate: number;
      /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
      completion_rate: number;
      /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
      subscribe_rate: number;
      /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
      order_rate: number;
      /** @description Average order value: revenue / orders; 0 without orders. */
      aov: number;
      /** @description The same metrics for the period that it is compared with. */
      previous?: {
        views: number;
        conversions: number;
        completions: number;
        submissions: number;
        subscribes: number;
        orders: number;
        /** @description In the website's currency. */
        revenue: number;
        /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
        conversion_rate: number;
        /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
        completion_rate: number;
        /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
        subscribe_rate: number;
        /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
        order_rate: number;
        /** @description Average order value: revenue / orders; 0 without orders. */
        aov: number;
      };
      changes?: {
        /** @description Percent change from `previous`; null if the previous value is 0. */
        views: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        conversions: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        completions: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        submissions: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        subscribes: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        orders: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        revenue: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        conversion_rate: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        completion_rate: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        subscribe_rate: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        order_rate: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        aov: number | null;
      };
    };
    NewIngestKey: {
      public: boolean;
      /** @description What it is for, without control characters. */
      name: string;
      /** @description Required for a public key: `https://www.example.com`, or `https://*.example.com` for all subdomains. */
      origins?: string[];
    };
    NewInvitation: {
      email: string;
      /**
       * @description What the person may do. Each role includes those before it.
       * @enum {string}
       */
      role: 'viewer' | 'editor' | 'owner';
      /** @description The websites on which the role holds. null: all of the account, now and later. Owners always have all. */
      website_ids?: number[] | null;
    };
    NewPassword: {
      current_password: string;
      new_password: string;
    };
    NewSetup: {
      /** @description The company or team that the websites belong to. */
      account_name: string;
      /** @description What the user logs in with. */
      email: string;
      /** @description 10 to 200 characters, and not a common one. Left out if passwords are switched off: the user then logs in with single sign-on. */
      password?: string;
      /** @description Usually its domain. */
      website_name: string;
      /** @description Of the orders of the website: an ISO 4217 code such as USD. */
      currency: string;
      /** @description Of the days of the website: an IANA name such as Europe/Berlin. Default: UTC. */
      timezone?: string;
      /** @description Where its pages are: `https://www.example.com`, or `https://*.example.com` for all subdomains. */
      origins: string[];
      /** @description Whether events add the campaigns, variants, steps and elements that they name. */
      register_keys: boolean;
      /** @description The first campaign. Left out: none is created. */
      campaign_name?: string;
      /** @description The type of the first campaign, such as overlay. */
      cta_type?: string;
      /** @description From the setup link: what follows the #. */
      secret: string;
    };
    NewShareLink: {
      name: string;
      /** @description The page: /websites/1, or below it /campaigns/2, /funnels/3, /experiments or /attribution; with its query. */
      path: string;
      /**
       * @description Readers see only the period and the filters of the path.
       * @default false
       */
      locked: boolean;
      /** @description Readers have to enter it. Default: none. */
      password?: string;
      /**
       * @description Pages that may embed it, such as https://www.example.com or https://*.example.com. Default: none.
       * @default []
       */
      origins: string[];
      /**
       * Format: date-time
       * @description Default: it is valid until it is revoked.
       */
      expires_at?: string;
    };
    NewSubscription: {
      /** @enum {string} */
      channel: 'email' | 'slack' | 'webhook';
      /** @description An https URL. For Slack: the URL of an incoming webhook. */
      url?: string;
      /** @description What is sent: the weekly insights, and alerts of these kinds. Empty: only reports. new_contact, order, refund: only by webhook, and only for owners. */
      topics: (
        | 'digest'
        | 'events_stopped'
        | 'drop'
        | 'spike'
        | 'experiment_decided'
        | 'experiment_unhealthy'
        | 'goal_at_risk'
        | 'new_contact'
        | 'order'
        | 'refund'
      )[];
      quiet_hours?: {
        /** @description HH:MM. */
        from: string;
        /** @description HH:MM. Before `from`: the next day. */
        to: string;
        /** @description The IANA name, such as Europe/Berlin. */
        time_zone: string;
      } | null;
      report?: {
        /** @description csv: the campaigns. pdf: the page of the website. */
        formats: ('csv' | 'pdf')[];
        /**
         * @description A day of the week: the report is about the last week, Monday to Sunday. first_of_month: the last month.
         * @enum {string}
         */
        sent_on: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | 'first_of_month';
        /** @description Email addresses of people without a login. Each is asked first, and gets the report once it has confirmed that it wants it. Left out: they stay as they are, or there are none. */
        recipients?: string[];
      } | null;
    };
    NewToken: {
      /** @description What it is for, without control characters. */
      name: string;
      /** @enum {string} */
      audience: 'rest' | 'tools';
      /** @description Only scopes that the login has and the role of the user allows on each of the websites. A token for the tool server has the scope reports only. */
      scopes: (
        | 'reports'
        | 'contacts:read'
        | 'contacts:write'
        | 'ctas:read'
        | 'ctas:write'
        | 'areas:read'
        | 'websites:read'
        | 'data:erase'
      )[];
      website_ids: number[];
      /** @description Default: valid until it is revoked. */
      expires_in_days?: number;
    };
    NewWebhook: {
      /** @enum {string} */
      provider: 'shopify' | 'woocommerce' | 'stripe';
      /** @description The one that the provider shows. Only for WooCommerce it may be left out: then one is generated. */
      secret?: string;
    };
    Person: {
      /** @description Of the user. */
      id: number;
      email: string;
      /**
       * @description What the person may do. Each role includes those before it.
       * @enum {string}
       */
      role: 'viewer' | 'editor' | 'owner';
      /** @description The websites on which the role holds. null: all of the account, now and later, and the account itself. */
      website_ids: number[] | null;
    };
    Profile: {
      email: string;
      /** @description Of the dashboard and of emails to the user. null: the language of the browser. */
      language: ('en' | 'de' | 'fr' | 'es' | 'pt') | null;
      /** @description false: the user has no password, or passwords are switched off in favor of single sign-on. */
      can_change_password: boolean;
      accounts: {
        id: number;
        name: string;
        /** @enum {string} */
        role: 'viewer' | 'editor' | 'owner';
        /** @description The websites on which the role holds. null: all of the account, now and later, and the account itself. */
        website_ids: number[] | null;
      }[];
      /** @description The websites of the current login. */
      websites: {
        id: number;
        name: string;
        account_id: number;
      }[];
    };
    ProfileChange: {
      /** @description Of the dashboard and of emails to the user. null: the language of the browser. */
      language: ('en' | 'de' | 'fr' | 'es' | 'pt') | null;
    };
    ReportRecipient: {
      id: number;
      email: string;
      /**
       * @description waiting: was asked whether they want the report. unsubscribed: gets nothing, unless removed and added again.
       * @enum {string}
       */
      state: 'waiting' | 'confirmed' | 'unsubscribed';
      /**
       * Format: date-time
       * @description Since when.
       */
      changed_at: string;
      /**
       * @description Of the report.
       * @enum {string}
       */
      language: 'en' | 'de' | 'fr' | 'es' | 'pt';
      /** @description The subscription of whoever sends the report. */
      subscription_id: number;
      /** @description The email address of whoever sends the report. */
      sender: string;
      /** @description The sender may no longer change the website, so nothing is sent. */
      is_halted: boolean;
      /** @description The newest message of the last 30 days, without tests. null: none. */
      last_message: {
        /** @enum {string} */
        state: 'waiting' | 'sent' | 'failed';
        /**
         * Format: date-time
         * @description When it was sent or given up; if it waits, when it was written.
         */
        at: string;
        /** @description Why the last attempt failed. null: it did not, or the subscription was changed since. */
        error: string | null;
      } | null;
    };
    ReportedWebsite: {
      id: number;
      name: string;
      /** @description ISO 4217, such as USD. */
      currency: string;
    };
    ResetLink: {
      /** @description Leads to the page where the person chooses a new password. It cannot be shown again. */
      url: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      expires_at: string;
    };
    SavedFunnel: {
      id: number;
      name: string;
      /** @description The steps in order, as get_funnel takes them. */
      step: string[];
      /** @description The last step is at most so long after the first. */
      within_minutes: number;
      /** @description null: it is not broken down. */
      break_down_by:
        | (
            | 'channel'
            | 'utm_source'
            | 'utm_medium'
            | 'utm_campaign'
            | 'referrer'
            | 'device'
            | 'browser'
            | 'os'
            | 'country'
            | 'language'
            | 'page'
            | 'visitor_type'
          )
        | null;
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
    SavedView: {
      id: number;
      name: string;
      path: string;
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
    SentCost: {
      /**
       * @description The channel that the amount was spent on; else utm_campaign.
       * @enum {string}
       */
      channel?:
        | 'direct'
        | 'organic_search'
        | 'paid_search'
        | 'organic_social'
        | 'paid_social'
        | 'email'
        | 'display'
        | 'affiliates'
        | 'referral'
        | 'other';
      /** @description The UTM campaign that it was spent on. Upper and lower case are the same. */
      utm_campaign?: string;
      /** @description Such as 2026-10, in the website's days. */
      month: string;
      /** @description For the whole month, in the website's currency. 0 or null removes the cost. */
      amount: number | null;
    };
    ShareLink: {
      id: number;
      /** @description What it is for. */
      name: string;
      /** @description The page in the dashboard, with the view that the link begins with or is locked to. */
      path: string;
      /** @description Whether readers see only the period and the filters of the path. */
      locked: boolean;
      has_password: boolean;
      /** @description Where the page may be embedded. Empty: nowhere. */
      origins: string[];
      /** @description null: it is valid until it is revoked. */
      expires_at: string | null;
      /** @description To the minute. null: never. */
      last_used_at: string | null;
      /** @description The email address of the user. null: a token that belongs to no user. */
      created_by: string | null;
    };
    ShownInvitation: {
      account_name: string;
      email: string;
      /**
       * @description What the person may do. Each role includes those before it.
       * @enum {string}
       */
      role: 'viewer' | 'editor' | 'owner';
      /** @description Where the role holds. null: in the whole account. */
      website_names: string[] | null;
      invited_by: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      expires_at: string;
    };
    Subscription: {
      id: number;
      website_id: number;
      /** @enum {string} */
      channel: 'email' | 'slack' | 'webhook';
      /** @description The user's email address, or the URL without what makes it a secret. */
      destination: string;
      topics: (
        | 'digest'
        | 'events_stopped'
        | 'drop'
        | 'spike'
        | 'experiment_decided'
        | 'experiment_unhealthy'
        | 'goal_at_risk'
        | 'new_contact'
        | 'order'
        | 'refund'
      )[];
      /** @description When notifications wait. null: never. */
      quiet_hours: {
        from: string;
        to: string;
        time_zone: string;
      } | null;
      /** @description The report of the website that is sent as a file. null: none. */
      report: {
        formats: ('csv' | 'pdf')[];
        /**
         * @description A day of the week: the report is about the last week, Monday to Sunday. first_of_month: the last month.
         * @enum {string}
         */
        sent_on: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | 'first_of_month';
        /**
         * Format: date
         * @description The day of the website on which the next one is sent.
         */
        next_on: string;
        /** @description Who else is to get it, whether they have confirmed it or not: see list_recipients. Left out: nobody. */
        recipients?: string[];
      } | null;
      /** @description Since when nothing is sent, because the webhook took no messages: see resume_subscription. null: it is on. */
      switched_off_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
    };
    SubscriptionChange: {
      /** @description An https URL. For Slack: the URL of an incoming webhook. */
      url?: string;
      /** @description What is sent: the weekly insights, and alerts of these kinds. Empty: only reports. new_contact, order, refund: only by webhook, and only for owners. */
      topics?: (
        | 'digest'
        | 'events_stopped'
        | 'drop'
        | 'spike'
        | 'experiment_decided'
        | 'experiment_unhealthy'
        | 'goal_at_risk'
        | 'new_contact'
        | 'order'
        | 'refund'
      )[];
      quiet_hours?: {
        /** @description HH:MM. */
        from: string;
        /** @description HH:MM. Before `from`: the next day. */
        to: string;
        /** @description The IANA name, such as Europe/Berlin. */
        time_zone: string;
      } | null;
      report?: {
        /** @description csv: the campaigns. pdf: the page of the website. */
        formats: ('csv' | 'pdf')[];
        /**
         * @description A day of the week: the report is about the last week, Monday to Sunday. first_of_month: the last month.
         * @enum {string}
         */
        sent_on: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | 'first_of_month';
        /** @description Email addresses of people without a login. Each is asked first, and gets the report once it has confirmed that it wants it. Left out: they stay as they are, or there are none. */
        recipients?: string[];
      } | null;
    };
    TestResult: {
      delivered: boolean;
      /** @description What became of it, for people. */
      detail: string;
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
        | 'custom'
        | 'yesterday'
        | 'last_week'
        | 'last_month'
        | 'last_quarter';
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
      /** @description Of the website's days: an IANA name. */
      timezone: string;
      /**
       * Format: date
       * @description The time zone was changed on this day: before it, days are those of another zone.
       */
      timezone_changed_on?: string;
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
    /** @description One point per bucket of the window, including zeros. Only with group_by. */
    Timeseries: {
      /** @enum {string} */
      group_by: 'day' | 'week' | 'month' | 'quarter' | 'year' | 'hour';
      /** @description Whether the numbers come from a sample of the visitors. Only by hour. */
      sampled?: boolean;
      /** @description Percent of the visitors that are in the sample. Left out without one. Only by hour. */
      sample_rate?: number;
      points: {
        /** @description The calendar start of the bucket, YYYY-MM-DD; a week starts on Monday. By hour: 2026-11-16T09:00:00+11:00. */
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
        | 'data:erase'
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
    /** @description Days as GET /api/websites/ID/pageviews of Umami returns them with unit=day. */
    UmamiDays: {
      pageviews: {
        x: string;
        y: number;
      }[];
      sessions: {
        x: string;
        y: number;
      }[];
    };
    Variant: {
      id: number;
      name: string | null;
      variation: string;
      traffic_percentage: number;
      /**
       * @description It shows nothing. Only with notes=true.
       * @constant
       */
      is_holdout?: true;
      metrics: components['schemas']['Metrics'];
    };
    VariantRecord: {
      id: number;
      website_id: number;
      /** @description The name, or the letter of the variation if it has none. */
      name: string;
      variation: string;
      /** @description Share of the traffic, in percent. */
      percentage: number;
      /** @description Unique visitors, all time. */
      views: number;
      /** @description Unique visitors, all time. */
      conversions: number;
      /** @description Unique visitors, all time. */
      completions: number;
      /** @description Percent of views, with two decimals. */
      conversion_rate: string;
      /** @description Percent of views, with two decimals. */
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
    Webhook: {
      id: number;
      website_id: number;
      /** @enum {string} */
      provider: 'shopify' | 'woocommerce' | 'stripe';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
    };
    /** @description The metrics by value of a dimension: at most 50 values, those with the most views first, then (other). Only with break_down_by. */
    WebsiteBreakdown: {
      /** @enum {string} */
      dimension:
        | 'channel'
        | 'utm_source'
        | 'utm_medium'
        | 'utm_campaign'
        | 'referrer'
        | 'device'
        | 'browser'
        | 'os'
        | 'country'
        | 'language'
        | 'page'
        | 'visitor_type';
      /** @description Whether the numbers come from a sample of the visitors. */
      sampled: boolean;
      /** @description Percent of the visitors that are in the sample. Left out without one. */
      sample_rate?: number;
      values: {
        /** @description (none): no value. (other): all values that are not listed. */
        value: string;
        metrics: components['schemas']['WebsiteMetrics'];
      }[];
    };
    WebsiteChoice: {
      id: number;
      name: string;
      account_id: number;
      /** @description Whether the current login shows it. */
      is_chosen: boolean;
    };
    /** @description Rates are percent. */
    WebsiteMetrics: {
      views: number;
      conversions: number;
      completions: number;
      subscribes: number;
      orders: number;
      /** @description In the website's currency. */
      revenue: number;
      /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
      conversion_rate: number;
      /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
      completion_rate: number;
      /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
      subscribe_rate: number;
      /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
      order_rate: number;
      /** @description Average order value: revenue / orders; 0 without orders. */
      aov: number;
      /** @description The same metrics for the period that it is compared with. */
      previous?: {
        views: number;
        conversions: number;
        completions: number;
        subscribes: number;
        orders: number;
        /** @description In the website's currency. */
        revenue: number;
        /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
        conversion_rate: number;
        /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
        completion_rate: number;
        /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
        subscribe_rate: number;
        /** @description Percent, rounded to 2 decimals: 12.5 means 12.5 %. */
        order_rate: number;
        /** @description Average order value: revenue / orders; 0 without orders. */
        aov: number;
      };
      changes?: {
        /** @description Percent change from `previous`; null if the previous value is 0. */
        views: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        conversions: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        completions: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        subscribes: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        orders: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        revenue: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        conversion_rate: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        completion_rate: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        subscribe_rate: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        order_rate: number | null;
        /** @description Percent change from `previous`; null if the previous value is 0. */
        aov: number | null;
      };
    };
    WebsiteRecord: {
      id: number;
      account_id: number;
      /** @description The root domain name. */
      name: string;
      /** @description Unique visitors, all time. */
      conversions: number;
      /** @description Unique visitors, all time. */
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
      /** @description A secret: it grants access to the API for this website until its first token is created. */
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
      /** @description null if unknown. */
      user_id: unknown;
      /** @description null if unknown. */
      url: unknown;
      /** @description null if unknown. */
      published: unknown;
      /** @description null if unknown. */
      visitors_count: unknown;
      /** @description null if unknown. */
      screenshot: unknown;
      /** @description null if unknown. */
      context: unknown;
      /** @description null if unknown. */
      research: unknown;
      /** @description null if unknown. */
      context_last_updated: unknown;
    };
    WebsiteSettings: {
      /** @description Whether browsers may send orders. Anybody could invent revenue. */
      browser_orders: boolean;
      /**
       * @description Which events are touches: conversions, or with `view` also views.
       * @enum {string}
       */
      credit_by: 'conversion' | 'view';
      /** @description An order that names a visitor but no subject is credited to the visitor's last touch within so many days. 0: it is not. */
      credit_window_days: number;
      /** @description Whether accepted events are kept, so that reports can be broken down and filtered by dimensions. */
      event_log: boolean;
      /** @description Whether forms on the pages of the website create contacts. Anybody could invent people. */
      form_contacts: boolean;
      /** @description The group under which the overview lists the website. Empty: under none. */
      group_name: string;
      /** @description Whether an event with a key that is new registers its campaign, variant, step or element. */
      register_keys: boolean;
      /** @description The smallest lift that matters in experiments, in percent. Smaller ones are called no difference. */
      smallest_lift: number;
      /** @description The time zone of the days of the website, as an IANA name. A change holds for events that arrive from then on. */
      timezone: string;
    };
    Problem: {
      /** @description Always about:blank (RFC 9457). */
      type: string;
      title: string;
      status: number;
      /** @description What is wrong and how to fix it, for humans. */
      detail: string;
      /** @description A stable error code, for programs. */
      code?: string;
      /** @description The invalid parameter or field. */
      param?: string;
    };
  };
  responses: {
    /** @description The token is missing, invalid, expired or revoked. */
    Unauthorized: {
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
    /** @description The token does not have the required scope, or the role of its user does not suffice. */
    Forbidden: {
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
    /** @description Not found on the websites of the token. */
    NotFound: {
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
    /** @description The answer has no rows, so there is no CSV of it. */
    NotAcceptable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 406;
          /** @enum {unknown} */
          code?: 'no_csv';
        };
      };
    };
    /** @description The body is too large. */
    ContentTooLarge: {
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
    UnsupportedMediaType: {
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
    TooManyRequests: {
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
    /** @description The service is temporarily unavailable. */
    ServiceUnavailable: {
      headers: {
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'] & {
          /** @constant */
          status?: 503;
          /** @enum {unknown} */
          code?: 'busy' | 'database_unavailable' | 'commit_unknown' | 'damaged_data';
        };
      };
    };
    /** @description Any other problem. */
    OtherProblem: {
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
    /** @description Requests allowed per minute. */
    'RateLimit-Limit': number;
    /** @description Requests left in the current minute. */
    'RateLimit-Remaining': number;
    /** @description Seconds until the limit resets. */
    'RateLimit-Reset': number;
    /** @description Seconds to wait before a retry. */
    'Retry-After': number;
    /** @description The required authentication scheme, and why the token was rejected. */
    'WWW-Authenticate': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  list_websites: {
    parameters: {
      query?: {
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
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
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
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
              /** @description Of its days. Left out: UTC. */
              timezone?: string;
            }[];
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_first_days: {
    parameters: {
      query?: {
        /** @description Only this website. */
        website_id?: number;
        /** @description Only these websites. Default: all. */
        website_ids?: number[];
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description First days of websites */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
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
              /** @description null: it has no events yet. */
              first_day: string | null;
              /** @description The events of this day and of later ones are kept. `first_day` if all are, or the day on which the website was created if there are none yet. null: it keeps none. */
              kept_from: string | null;
              /** @description The Monday of the first weekly insights. null: none have been written yet. */
              insights_from: string | null;
            }[];
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_website_report: {
    parameters: {
      query?: {
        /** @description Adds a timeseries, up to 400 points; hour: 14 days. */
        group_by?: 'day' | 'week' | 'month' | 'quarter' | 'year' | 'hour';
        /** @description Lets group_by cover more days: by hour 31, else as many as 400 points need. */
        long_series?: boolean;
        /** @description Adds `breakdown`: metrics by value. */
        break_down_by?:
          | 'channel'
          | 'utm_source'
          | 'utm_medium'
          | 'utm_campaign'
          | 'referrer'
          | 'device'
          | 'browser'
          | 'os'
          | 'country'
          | 'language'
          | 'page'
          | 'visitor_type';
        /** @description Only events with these values, such as `device:mobile`. */
        filter?: string[];
        /** @description HH:MM in the time zone of the website: of the first day, only what happened from then on. */
        since?: string;
        /** @description HH:MM in the time zone of the website: of the last day, only what happened before. */
        until?: string;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description distinct: unique visitors; never add them up. total: events. */
        count_type?: 'distinct' | 'total';
        /** @description Adds `previous` (period before) and `changes` (percent). */
        previous_period?: boolean;
        /** @description Implies previous_period. same_part: as much of the period before as has passed; year: same dates last year. */
        compare?: 'previous' | 'same_part' | 'year';
        /** @description With compare=year: as much of last year as has passed of this period. */
        same_part?: boolean;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'breakdown' | 'series' | 'hours_of_week' | 'metrics';
        /** @description The first day that a CSV file is compared with, YYYY-MM-DD: it then has the changes since these days. */
        compare_start?: string;
        /** @description The last day that a CSV file is compared with. */
        compare_end?: string;
        /** @description HH:MM: of the last compared day, only what happened before. The website has to keep its events. */
        compare_until?: string;
        /** @description The last day of the period that counts in the changes, where it goes on. */
        compare_through?: string;
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
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
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @description What people recognize campaigns, steps and elements by, by their ids: dates, and names or else keys. Only with notes=true. */
            about?: {
              campaigns?: {
                [key: string]: {
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  created_at?: string;
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  published_at?: string;
                  /**
                   * Format: date
                   * @description The first day with views.
                   */
                  first_seen_on?: string;
                  /**
                   * Format: date
                   * @description The last day with views, up to today.
                   */
                  last_seen_on?: string;
                };
              };
              steps?: {
                [key: string]: string;
              };
              elements?: {
                [key: string]: string;
              };
            };
            /** @constant */
            report: 'website';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description The filters, as they were sent. Only with filter. */
            filter?: string[];
            /** @description Whether the numbers come from a sample of the visitors. Only with filter, since, until, compare=same_part or same_part=true. */
            sampled?: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. Only with filter, since, until, compare=same_part or same_part=true. */
            sample_rate?: number;
            data: {
              metrics: components['schemas']['WebsiteMetrics'];
              timeseries?: components['schemas']['Timeseries'];
              breakdown?: components['schemas']['WebsiteBreakdown'];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_group_by'
              | 'invalid_long_series'
              | 'invalid_break_down_by'
              | 'invalid_filter'
              | 'invalid_since'
              | 'invalid_until'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_previous_period'
              | 'invalid_compare'
              | 'invalid_same_part'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'range_too_wide'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_website_insights: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
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
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
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
               * @description The Monday of the week, YYYY-MM-DD.
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
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_rhythm: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description distinct: unique visitors; never add them up. total: events. */
        count_type?: 'distinct' | 'total';
        /** @description A campaign, from `GET /api/v1/reports/campaigns`. Default: the whole website. */
        id?: number;
        /** @description hour: of the last day of the period. */
        group_by?: 'day' | 'hour';
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Rhythm of a website */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @constant */
            report: 'rhythm';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            data: {
              /** @description The campaign. null: the whole website. */
              id: number | null;
              /** @enum {string} */
              group_by: 'day' | 'hour';
              points: {
                /** @description A day; by hour, an hour of the clock, such as 09. */
                date: string;
                views?: {
                  expected: number;
                  low: number;
                  high: number;
                };
                conversions?: {
                  expected: number;
                  low: number;
                  high: number;
                };
                completions?: {
                  expected: number;
                  low: number;
                  high: number;
                };
                submissions?: {
                  expected: number;
                  low: number;
                  high: number;
                };
                subscribes?: {
                  expected: number;
                  low: number;
                  high: number;
                };
                orders?: {
                  expected: number;
                  low: number;
                  high: number;
                };
              }[];
              /** @description Of the whole website, before the period. */
              variation: {
                metrics: {
                  [key: string]: {
                    /** @description The variance of days beyond chance, relative to the square of the mean. */
                    day: number;
                    /** @description The same of weeks. */
                    week: number;
                    /** @description How many independent pairs of weeks it is measured on. 0: it is assumed. */
                    pairs: number;
                    /** @description What weekdays have, from Monday on, relative to the mean. */
                    weekdays?: number[];
                  };
                };
                /** @description The variance of single orders, relative to the square of their mean. */
                order_value: number;
              };
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_id'
              | 'invalid_group_by'
              | 'range_required'
              | 'range_without_custom'
              | 'range_too_wide'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_campaigns: {
    parameters: {
      query?: {
        /** @description The page number, from 1. */
        page?: number;
        /** @description Campaigns per page, at most 50. */
        per_page?: number;
        /** @description Sort key, always descending. */
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
        /** @description Only events with these values, such as `device:mobile`. */
        filter?: string[];
        /** @description HH:MM in the time zone of the website: of the first day, only what happened from then on. */
        since?: string;
        /** @description HH:MM in the time zone of the website: of the last day, only what happened before. */
        until?: string;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description distinct: unique visitors; never add them up. total: events. */
        count_type?: 'distinct' | 'total';
        /** @description Adds `previous` (period before) and `changes` (percent). */
        previous_period?: boolean;
        /** @description Implies previous_period. same_part: as much of the period before as has passed; year: same dates last year. */
        compare?: 'previous' | 'same_part' | 'year';
        /** @description With compare=year: as much of last year as has passed of this period. */
        same_part?: boolean;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description The first day that a CSV file is compared with, YYYY-MM-DD: it then has the changes since these days. */
        compare_start?: string;
        /** @description The last day that a CSV file is compared with. */
        compare_end?: string;
        /** @description HH:MM: of the last compared day, only what happened before. The website has to keep its events. */
        compare_until?: string;
        /** @description The last day of the period that counts in the changes, where it goes on. */
        compare_through?: string;
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
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
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @description What people recognize campaigns, steps and elements by, by their ids: dates, and names or else keys. Only with notes=true. */
            about?: {
              campaigns?: {
                [key: string]: {
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  created_at?: string;
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  published_at?: string;
                  /**
                   * Format: date
                   * @description The first day with views.
                   */
                  first_seen_on?: string;
                  /**
                   * Format: date
                   * @description The last day with views, up to today.
                   */
                  last_seen_on?: string;
                };
              };
              steps?: {
                [key: string]: string;
              };
              elements?: {
                [key: string]: string;
              };
            };
            /** @constant */
            report: 'campaigns';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description The filters, as they were sent. Only with filter. */
            filter?: string[];
            /** @description Whether the numbers come from a sample of the visitors. Only with filter, since, until, compare=same_part or same_part=true. */
            sampled?: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. Only with filter, since, until, compare=same_part or same_part=true. */
            sample_rate?: number;
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
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_page'
              | 'invalid_per_page'
              | 'invalid_sort'
              | 'invalid_cta_type'
              | 'invalid_status'
              | 'invalid_filter'
              | 'invalid_since'
              | 'invalid_until'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_previous_period'
              | 'invalid_compare'
              | 'invalid_same_part'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_campaign_report: {
    parameters: {
      query?: {
        /** @description Adds a timeseries, up to 400 points; hour: 14 days. */
        group_by?: 'day' | 'week' | 'month' | 'quarter' | 'year' | 'hour';
        /** @description Lets group_by cover more days: by hour 31, else as many as 400 points need. */
        long_series?: boolean;
        /** @description Adds `breakdown`: metrics by value. */
        break_down_by?:
          | 'channel'
          | 'utm_source'
          | 'utm_medium'
          | 'utm_campaign'
          | 'referrer'
          | 'device'
          | 'browser'
          | 'os'
          | 'country'
          | 'language'
          | 'page'
          | 'visitor_type';
        /** @description Only events with these values, such as `device:mobile`. */
        filter?: string[];
        /** @description HH:MM in the time zone of the website: of the first day, only what happened from then on. */
        since?: string;
        /** @description HH:MM in the time zone of the website: of the last day, only what happened before. */
        until?: string;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description distinct: unique visitors; never add them up. total: events. */
        count_type?: 'distinct' | 'total';
        /** @description Adds `previous` (period before) and `changes` (percent). */
        previous_period?: boolean;
        /** @description Implies previous_period. same_part: as much of the period before as has passed; year: same dates last year. */
        compare?: 'previous' | 'same_part' | 'year';
        /** @description With compare=year: as much of last year as has passed of this period. */
        same_part?: boolean;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'breakdown' | 'series' | 'hours_of_week' | 'variants';
        /** @description The first day that a CSV file is compared with, YYYY-MM-DD: it then has the changes since these days. */
        compare_start?: string;
        /** @description The last day that a CSV file is compared with. */
        compare_end?: string;
        /** @description HH:MM: of the last compared day, only what happened before. The website has to keep its events. */
        compare_until?: string;
        /** @description The last day of the period that counts in the changes, where it goes on. */
        compare_through?: string;
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the campaign, from `GET /api/v1/reports/campaigns`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Campaign report */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @description What people recognize campaigns, steps and elements by, by their ids: dates, and names or else keys. Only with notes=true. */
            about?: {
              campaigns?: {
                [key: string]: {
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  created_at?: string;
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  published_at?: string;
                  /**
                   * Format: date
                   * @description The first day with views.
                   */
                  first_seen_on?: string;
                  /**
                   * Format: date
                   * @description The last day with views, up to today.
                   */
                  last_seen_on?: string;
                };
              };
              steps?: {
                [key: string]: string;
              };
              elements?: {
                [key: string]: string;
              };
            };
            /** @constant */
            report: 'campaign';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description The filters, as they were sent. Only with filter. */
            filter?: string[];
            /** @description Whether the numbers come from a sample of the visitors. Only with filter, since, until, compare=same_part or same_part=true. */
            sampled?: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. Only with filter, since, until, compare=same_part or same_part=true. */
            sample_rate?: number;
            data: {
              id: number;
              name: string;
              cta_type: string;
              /** @enum {string} */
              status: 'live' | 'archived';
              metrics: components['schemas']['Metrics'];
              timeseries?: components['schemas']['Timeseries'];
              breakdown?: components['schemas']['Breakdown'];
              variants: components['schemas']['Variant'][];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_group_by'
              | 'invalid_long_series'
              | 'invalid_break_down_by'
              | 'invalid_filter'
              | 'invalid_since'
              | 'invalid_until'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_previous_period'
              | 'invalid_compare'
              | 'invalid_same_part'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'range_too_wide'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_experiments: {
    parameters: {
      query?: {
        /** @description Only the experiment of this campaign. */
        campaign_id?: number;
        /** @description Number of experiments, at most 50. */
        limit?: number;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description distinct: unique visitors; never add them up. total: events. */
        count_type?: 'distinct' | 'total';
        /** @description Adds `previous` (period before) and `changes` (percent). */
        previous_period?: boolean;
        /** @description Implies previous_period. same_part: as much of the period before as has passed; year: same dates last year. */
        compare?: 'previous' | 'same_part' | 'year';
        /** @description With compare=year: as much of last year as has passed of this period. */
        same_part?: boolean;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
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
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @description What people recognize campaigns, steps and elements by, by their ids: dates, and names or else keys. Only with notes=true. */
            about?: {
              campaigns?: {
                [key: string]: {
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  created_at?: string;
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  published_at?: string;
                  /**
                   * Format: date
                   * @description The first day with views.
                   */
                  first_seen_on?: string;
                  /**
                   * Format: date
                   * @description The last day with views, up to today.
                   */
                  last_seen_on?: string;
                };
              };
              steps?: {
                [key: string]: string;
              };
              elements?: {
                [key: string]: string;
              };
            };
            /** @constant */
            report: 'experiments';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description Whether the numbers come from a sample of the visitors. Only with filter, since, until, compare=same_part or same_part=true. */
            sampled?: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. Only with filter, since, until, compare=same_part or same_part=true. */
            sample_rate?: number;
            data: {
              experiments: {
                campaign_id: number;
                campaign_name: string;
                cta_type: string;
                variants: components['schemas']['Variant'][];
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_campaign_id'
              | 'invalid_limit'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_previous_period'
              | 'invalid_compare'
              | 'invalid_same_part'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_variant_report: {
    parameters: {
      query?: {
        /** @description Adds a timeseries, up to 400 points; hour: 14 days. */
        group_by?: 'day' | 'week' | 'month' | 'quarter' | 'year' | 'hour';
        /** @description Adds `breakdown`: metrics by value. */
        break_down_by?:
          | 'channel'
          | 'utm_source'
          | 'utm_medium'
          | 'utm_campaign'
          | 'referrer'
          | 'device'
          | 'browser'
          | 'os'
          | 'country'
          | 'language'
          | 'page'
          | 'visitor_type';
        /** @description Only events with these values, such as `device:mobile`. */
        filter?: string[];
        /** @description HH:MM in the time zone of the website: of the first day, only what happened from then on. */
        since?: string;
        /** @description HH:MM in the time zone of the website: of the last day, only what happened before. */
        until?: string;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description distinct: unique visitors; never add them up. total: events. */
        count_type?: 'distinct' | 'total';
        /** @description Adds `previous` (period before) and `changes` (percent). */
        previous_period?: boolean;
        /** @description Implies previous_period. same_part: as much of the period before as has passed; year: same dates last year. */
        compare?: 'previous' | 'same_part' | 'year';
        /** @description With compare=year: as much of last year as has passed of this period. */
        same_part?: boolean;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'breakdown' | 'series' | 'steps';
        /** @description The first day that a CSV file is compared with, YYYY-MM-DD: it then has the changes since these days. */
        compare_start?: string;
        /** @description The last day that a CSV file is compared with. */
        compare_end?: string;
        /** @description HH:MM: of the last compared day, only what happened before. The website has to keep its events. */
        compare_until?: string;
        /** @description The last day of the period that counts in the changes, where it goes on. */
        compare_through?: string;
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the variant, from `GET /api/v1/reports/campaigns/{id}`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Variant report */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @description What people recognize campaigns, steps and elements by, by their ids: dates, and names or else keys. Only with notes=true. */
            about?: {
              campaigns?: {
                [key: string]: {
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  created_at?: string;
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  published_at?: string;
                  /**
                   * Format: date
                   * @description The first day with views.
                   */
                  first_seen_on?: string;
                  /**
                   * Format: date
                   * @description The last day with views, up to today.
                   */
                  last_seen_on?: string;
                };
              };
              steps?: {
                [key: string]: string;
              };
              elements?: {
                [key: string]: string;
              };
            };
            /** @constant */
            report: 'variant';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description The filters, as they were sent. Only with filter. */
            filter?: string[];
            /** @description Whether the numbers come from a sample of the visitors. Only with filter, since, until, compare=same_part or same_part=true. */
            sampled?: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. Only with filter, since, until, compare=same_part or same_part=true. */
            sample_rate?: number;
            data: {
              id: number;
              name: string | null;
              variation: string;
              traffic_percentage: number;
              /**
               * @description It shows nothing. Only with notes=true.
               * @constant
               */
              is_holdout?: true;
              metrics: components['schemas']['Metrics'];
              timeseries?: components['schemas']['Timeseries'];
              breakdown?: components['schemas']['Breakdown'];
              funnel_steps: {
                id: number;
                position: number;
                metrics: components['schemas']['Metrics'];
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_group_by'
              | 'invalid_break_down_by'
              | 'invalid_filter'
              | 'invalid_since'
              | 'invalid_until'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_previous_period'
              | 'invalid_compare'
              | 'invalid_same_part'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'range_too_wide'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_step_report: {
    parameters: {
      query?: {
        /** @description Adds a timeseries, up to 400 points; hour: 14 days. */
        group_by?: 'day' | 'week' | 'month' | 'quarter' | 'year' | 'hour';
        /** @description Adds `breakdown`: metrics by value. */
        break_down_by?:
          | 'channel'
          | 'utm_source'
          | 'utm_medium'
          | 'utm_campaign'
          | 'referrer'
          | 'device'
          | 'browser'
          | 'os'
          | 'country'
          | 'language'
          | 'page'
          | 'visitor_type';
        /** @description Only events with these values, such as `device:mobile`. */
        filter?: string[];
        /** @description HH:MM in the time zone of the website: of the first day, only what happened from then on. */
        since?: string;
        /** @description HH:MM in the time zone of the website: of the last day, only what happened before. */
        until?: string;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description distinct: unique visitors; never add them up. total: events. */
        count_type?: 'distinct' | 'total';
        /** @description Adds `previous` (period before) and `changes` (percent). */
        previous_period?: boolean;
        /** @description Implies previous_period. same_part: as much of the period before as has passed; year: same dates last year. */
        compare?: 'previous' | 'same_part' | 'year';
        /** @description With compare=year: as much of last year as has passed of this period. */
        same_part?: boolean;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'breakdown' | 'series' | 'elements';
        /** @description The first day that a CSV file is compared with, YYYY-MM-DD: it then has the changes since these days. */
        compare_start?: string;
        /** @description The last day that a CSV file is compared with. */
        compare_end?: string;
        /** @description HH:MM: of the last compared day, only what happened before. The website has to keep its events. */
        compare_until?: string;
        /** @description The last day of the period that counts in the changes, where it goes on. */
        compare_through?: string;
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the step, from `GET /api/v1/reports/variants/{id}`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Step report */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @description What people recognize campaigns, steps and elements by, by their ids: dates, and names or else keys. Only with notes=true. */
            about?: {
              campaigns?: {
                [key: string]: {
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  created_at?: string;
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  published_at?: string;
                  /**
                   * Format: date
                   * @description The first day with views.
                   */
                  first_seen_on?: string;
                  /**
                   * Format: date
                   * @description The last day with views, up to today.
                   */
                  last_seen_on?: string;
                };
              };
              steps?: {
                [key: string]: string;
              };
              elements?: {
                [key: string]: string;
              };
            };
            /** @constant */
            report: 'step';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description The filters, as they were sent. Only with filter. */
            filter?: string[];
            /** @description Whether the numbers come from a sample of the visitors. Only with filter, since, until, compare=same_part or same_part=true. */
            sampled?: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. Only with filter, since, until, compare=same_part or same_part=true. */
            sample_rate?: number;
            data: {
              id: number;
              position: number;
              metrics: components['schemas']['Metrics'];
              timeseries?: components['schemas']['Timeseries'];
              breakdown?: components['schemas']['Breakdown'];
              elements: {
                id: number;
                element_type: string;
                position: number;
                metrics: components['schemas']['Metrics'];
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_group_by'
              | 'invalid_break_down_by'
              | 'invalid_filter'
              | 'invalid_since'
              | 'invalid_until'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_previous_period'
              | 'invalid_compare'
              | 'invalid_same_part'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'range_too_wide'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_element_report: {
    parameters: {
      query?: {
        /** @description Adds a timeseries, up to 400 points. */
        group_by?: 'day' | 'week' | 'month' | 'quarter' | 'year';
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description distinct: unique visitors; never add them up. total: events. */
        count_type?: 'distinct' | 'total';
        /** @description Adds `previous` (period before) and `changes` (percent). */
        previous_period?: boolean;
        /** @description Implies previous_period. same_part: as much of the period before as has passed; year: same dates last year. */
        compare?: 'previous' | 'same_part' | 'year';
        /** @description With compare=year: as much of last year as has passed of this period. */
        same_part?: boolean;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'series' | 'products' | 'answers';
        /** @description The first day that a CSV file is compared with, YYYY-MM-DD: it then has the changes since these days. */
        compare_start?: string;
        /** @description The last day that a CSV file is compared with. */
        compare_end?: string;
        /** @description HH:MM: of the last compared day, only what happened before. The website has to keep its events. */
        compare_until?: string;
        /** @description The last day of the period that counts in the changes, where it goes on. */
        compare_through?: string;
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the element, from `GET /api/v1/reports/steps/{id}`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Element report */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @description What people recognize campaigns, steps and elements by, by their ids: dates, and names or else keys. Only with notes=true. */
            about?: {
              campaigns?: {
                [key: string]: {
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  created_at?: string;
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  published_at?: string;
                  /**
                   * Format: date
                   * @description The first day with views.
                   */
                  first_seen_on?: string;
                  /**
                   * Format: date
                   * @description The last day with views, up to today.
                   */
                  last_seen_on?: string;
                };
              };
              steps?: {
                [key: string]: string;
              };
              elements?: {
                [key: string]: string;
              };
            };
            /** @constant */
            report: 'element';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description Whether the numbers come from a sample of the visitors. Only with filter, since, until, compare=same_part or same_part=true. */
            sampled?: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. Only with filter, since, until, compare=same_part or same_part=true. */
            sample_rate?: number;
            data: {
              id: number;
              element_type: string;
              position: number;
              metrics: components['schemas']['Metrics'];
              timeseries?: components['schemas']['Timeseries'];
              fields: {
                name: string;
                values: {
                  /** @description null: no value, or all rare values combined. */
                  value: string | null;
                  count: number;
                }[];
              }[];
              products: {
                /** @description null: no value, or all rare values combined. */
                value: string | null;
                selections: number;
                orders: number;
                revenue: number;
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_group_by'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_count_type'
              | 'invalid_previous_period'
              | 'invalid_compare'
              | 'invalid_same_part'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'range_too_wide'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_account_performance: {
    parameters: {
      query?: {
        /** @description Only this website. */
        website_id?: number;
        /** @description Only these websites. Default: all. */
        website_ids?: number[];
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description What to compare with. same_part: as much of the period before as has passed; year: same dates last year. */
        compare?: 'previous' | 'same_part' | 'year';
        /** @description With compare=year: as much of last year as has passed of this period. */
        same_part?: boolean;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description Adds `precision`: whether unique visitors are exact or estimated. */
        precision?: boolean;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
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
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
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
                | 'custom'
                | 'yesterday'
                | 'last_week'
                | 'last_month'
                | 'last_quarter';
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
              /** @description The time zone of all websites, or `mixed`: each website counts its own days. Left out: UTC. */
              timezone?: string;
              /**
               * Format: date
               * @description The first date of the window on any of the websites, if `timezone` is `mixed`.
               */
              first_date?: string;
              /**
               * Format: date
               * @description The last date of the window on any of the websites, if `timezone` is `mixed`.
               */
              last_date?: string;
              /** @description null without a previous period: all_time and insights_week have no previous period, nor has a range whose previous one would begin before the year 1. */
              previous_range_start: string | null;
              /** @description null without a previous period: all_time and insights_week have no previous period, nor has a range whose previous one would begin before the year 1. */
              previous_range_end: string | null;
            };
            /**
             * @description Of unique visitors. Only with precision=true.
             * @enum {string}
             */
            precision?: 'exact' | 'estimated';
            /** @description Rates are percent. */
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
                /** @description The sum over all websites, without conversion. */
                revenue: number;
                aov: number;
                /** @description That of all websites; null if they have different ones: then `revenue` and `aov` mix currencies. */
                currency: string | null;
                /** @description The revenue of the websites in each currency. Left out unless `currency` is null. */
                revenue_by_currency?: {
                  [key: string]: number;
                };
              };
              websites: {
                id: number;
                name: string;
                viewers: number;
                conversions: number;
                /** @description Percent, rounded to 2 decimals. */
                conversion_rate: number;
                /** @description Percent change from the previous period; null if the previous value is 0, or without a previous period: all_time and insights_week have no previous period, nor has a range whose previous one would begin before the year 1. */
                conversions_change: number | null;
                /** @description Percent change from the previous period; null if the previous value is 0, or without a previous period: all_time and insights_week have no previous period, nor has a range whose previous one would begin before the year 1. */
                revenue_change: number | null;
                subscribes: number;
                orders: number;
                revenue: number;
                aov: number;
                /** @description ISO 4217, such as USD. */
                currency: string;
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_compare'
              | 'invalid_same_part'
              | 'invalid_notes'
              | 'invalid_language'
              | 'invalid_precision'
              | 'range_required'
              | 'range_without_custom'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_account_trends: {
    parameters: {
      query?: {
        /** @description Only this website. */
        website_id?: number;
        /** @description Only these websites. Default: all. */
        website_ids?: number[];
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Account trends */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @constant */
            report: 'account_trends';
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
                | 'custom'
                | 'yesterday'
                | 'last_week'
                | 'last_month'
                | 'last_quarter';
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
              /** @description The time zone of all websites, or `mixed`: each website counts its own days. Left out: UTC. */
              timezone?: string;
              /**
               * Format: date
               * @description The first date of the window on any of the websites, if `timezone` is `mixed`.
               */
              first_date?: string;
              /**
               * Format: date
               * @description The last date of the window on any of the websites, if `timezone` is `mixed`.
               */
              last_date?: string;
            };
            data: {
              /** @enum {string} */
              group_by: 'day' | 'week' | 'month' | 'quarter' | 'year';
              /** @description The calendar start of each bucket; a week starts on Monday. */
              dates: string[];
              websites: {
                id: number;
                name: string;
                /** @description ISO 4217, such as USD. */
                currency: string;
                /** @description Unique visitors, one for each date. */
                viewers: number[];
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'range_too_wide';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_account_websites: {
    parameters: {
      query?: {
        /** @description Only this website. */
        website_id?: number;
        /** @description Only these websites. Default: all. */
        website_ids?: number[];
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description With the days before (previous), the same days a year before (year), or nothing (off). */
        compare_with?: 'previous' | 'year' | 'off';
        /** @description Only these of the websites, in this order. Their numbers are the same as without it. */
        listed?: number[];
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Websites of an account */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @constant */
            report: 'account_websites';
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
                | 'custom'
                | 'yesterday'
                | 'last_week'
                | 'last_month'
                | 'last_quarter';
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
              /** @description The time zone of all websites, or `mixed`: each website counts its own days. Left out: UTC. */
              timezone?: string;
              /**
               * Format: date
               * @description The first date of the window on any of the websites, if `timezone` is `mixed`.
               */
              first_date?: string;
              /**
               * Format: date
               * @description The last date of the window on any of the websites, if `timezone` is `mixed`.
               */
              last_date?: string;
            };
            /** @description Rates are percent. */
            data: {
              websites: {
                id: number;
                name: string;
                /** @description ISO 4217, such as USD. */
                currency: string;
                viewers: number;
                /** @description Percent. null: nothing is compared, or there was none in the days before. */
                viewers_change: number | null;
                conversions: number;
                /** @description Percent. null: nothing is compared, or there was none in the days before. */
                conversions_change: number | null;
                conversion_rate: number;
                subscribes: number;
                orders: number;
                revenue: number;
                /** @description Percent. null: nothing is compared, or there was none in the days before. */
                revenue_change: number | null;
                aov: number;
                /** @description null: it is in none. */
                group: string | null;
                /** @description The revenue in the reporting currency of the account. null: there is none, or no rate. */
                reporting: {
                  currency: string;
                  revenue: number;
                } | null;
                days: {
                  /**
                   * Format: date
                   * @description YYYY-MM-DD.
                   */
                  first_day: string;
                  /**
                   * Format: date
                   * @description YYYY-MM-DD.
                   */
                  last_day: string;
                  compared_with: {
                    /**
                     * Format: date
                     * @description YYYY-MM-DD.
                     */
                    first_day: string;
                    /**
                     * Format: date
                     * @description YYYY-MM-DD.
                     */
                    last_day: string;
                    /** @description HH:MM: of its last day, only what happened before. */
                    until: string | null;
                    /** @description The last day of the period that counts in the changes, where it goes on. */
                    through: string | null;
                  } | null;
                };
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_compare'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_context: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'goals' | 'annotations' | 'alerts' | 'types' | 'dimensions';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Context of a website */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'context';
            website: components['schemas']['ReportedWebsite'];
            data: {
              /**
               * Format: date
               * @description In the time zone of the website. Its numbers are not complete.
               */
              today: string;
              timezone: string;
              currency: string;
              /** @description The first day with events; null: none yet. */
              first_day: string | null;
              /** @description Filters, breakdowns, hours, funnels and attribution can begin here. null: nowhere. */
              kept_from: string | null;
              /** @description Of this month. */
              goals: {
                /** @description Left out: of the whole website. */
                campaign_id?: number;
                name: string;
                /** @enum {string} */
                metric: 'views' | 'conversions' | 'completions' | 'subscribes' | 'orders' | 'revenue';
                target: number;
                /** @description In this month so far. */
                reached: number;
                /** @description Percent of the target. */
                share: number;
                /** @description Percent of the month that is over. */
                over: number;
                /** @description Percent of what the target asks for until now; 100: on track. null: the month has just begun. */
                pace: number | null;
                /** @description At the end of the month; 9 of 10 are from low to high. null: four weeks are not known yet. */
                forecast: {
                  value: number;
                  low: number;
                  high: number;
                } | null;
              }[];
              /** @description What people noted about these days, newest first, at most 20. */
              annotations: {
                /**
                 * Format: date
                 * @description YYYY-MM-DD.
                 */
                date: string;
                name: string;
              }[];
              /** @description The newest of the last 7 days, at most 5. */
              alerts: {
                id: number;
                /** @enum {string} */
                kind:
                  | 'events_stopped'
                  | 'drop'
                  | 'spike'
                  | 'experiment_decided'
                  | 'experiment_unhealthy'
                  | 'goal_at_risk';
                /**
                 * Format: date
                 * @description YYYY-MM-DD.
                 */
                day: string;
                title: string;
              }[];
              /** @description The formats that campaigns have. */
              cta_types: {
                value: string;
                campaigns: number;
              }[];
              /** @description Percent of the views of the last 30 days that have a value. Empty: no events are kept. */
              dimensions: {
                /** @enum {string} */
                dimension:
                  | 'channel'
                  | 'utm_source'
                  | 'utm_medium'
                  | 'utm_campaign'
                  | 'referrer'
                  | 'device'
                  | 'browser'
                  | 'os'
                  | 'country'
                  | 'language'
                  | 'page';
                known: number;
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_values: {
    parameters: {
      query: {
        /** @description Such as country. */
        dimension:
          | 'channel'
          | 'utm_source'
          | 'utm_medium'
          | 'utm_campaign'
          | 'referrer'
          | 'device'
          | 'browser'
          | 'os'
          | 'country'
          | 'language'
          | 'page'
          | 'visitor_type';
        /** @description Only values with this text in them, in any case. */
        contains?: string;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Values of a dimension */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @constant */
            report: 'values';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description Whether the numbers come from a sample of the visitors. */
            sampled: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. */
            sample_rate?: number;
            data: {
              /** @enum {string} */
              dimension:
                | 'channel'
                | 'utm_source'
                | 'utm_medium'
                | 'utm_campaign'
                | 'referrer'
                | 'device'
                | 'browser'
                | 'os'
                | 'country'
                | 'language'
                | 'page'
                | 'visitor_type';
              /** @description How many values there are, also those that are not listed. */
              value_count: number;
              values: {
                /** @description (none): no value. */
                value: string;
                /** @description Unique visitors who saw something; one may have several values. */
                visitors: number;
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_dimension'
              | 'invalid_contains'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  search: {
    parameters: {
      query: {
        /** @description Words, such as `spring popup`. */
        query: string;
        /** @description Number of results, at most 50. */
        limit?: number;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Search */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'search';
            website: components['schemas']['ReportedWebsite'];
            data: {
              results: {
                /** @enum {string} */
                kind: 'campaign' | 'variant' | 'step';
                id: number;
                /** @description Without a name of its own: its variation or its position. */
                name: string;
                /** @description The names of what it belongs to, from the campaign on. */
                within?: string;
                /** @description Where to look in the dashboard. */
                path: string;
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_query'
              | 'invalid_limit'
              | 'invalid_website_id'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  count_contacts: {
    parameters: {
      query?: {
        /** @description Only contacts from forms of this campaign, from `GET /api/v1/reports/campaigns`. */
        campaign_id?: number;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Number of contacts */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @constant */
            report: 'contacts';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            data: {
              contacts: number;
            };
          };
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_campaign_id'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_experiment: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description What the verdict is about; default: conversion_rate, or order_rate if the campaign has a holdout and orders. */
        metric?: 'conversion_rate' | 'completion_rate' | 'subscribe_rate' | 'order_rate' | 'revenue_per_visitor';
        /** @description The smallest lift that matters, in percent, at most 100; default: the website's setting. */
        smallest_lift?: number;
        /** @description false: without `history`. */
        history?: boolean;
        /** @description Adds `breakdown`: metrics by value. */
        break_down_by?:
          | 'channel'
          | 'utm_source'
          | 'utm_medium'
          | 'utm_campaign'
          | 'referrer'
          | 'device'
          | 'browser'
          | 'os'
          | 'country'
          | 'language'
          | 'page'
          | 'visitor_type';
        /** @description Only events with these values, such as `device:mobile`. */
        filter?: string[];
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'variants' | 'breakdown' | 'history' | 'health';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the campaign, from `GET /api/v1/reports/campaigns`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Experiment of a campaign */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @description What people recognize campaigns, steps and elements by, by their ids: dates, and names or else keys. Only with notes=true. */
            about?: {
              campaigns?: {
                [key: string]: {
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  created_at?: string;
                  /**
                   * Format: date-time
                   * @description ISO 8601, UTC.
                   */
                  published_at?: string;
                  /**
                   * Format: date
                   * @description The first day with views.
                   */
                  first_seen_on?: string;
                  /**
                   * Format: date
                   * @description The last day with views, up to today.
                   */
                  last_seen_on?: string;
                };
              };
              steps?: {
                [key: string]: string;
              };
              elements?: {
                [key: string]: string;
              };
            };
            /** @constant */
            report: 'experiment';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description The filters, as they were sent. Only with filter. */
            filter?: string[];
            /** @description Whether the numbers come from a sample of the visitors. Only with filter, since, until, compare=same_part or same_part=true. */
            sampled?: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. Only with filter, since, until, compare=same_part or same_part=true. */
            sample_rate?: number;
            data: {
              id: number;
              name: string;
              cta_type: string;
              /** @enum {string} */
              status: 'live' | 'archived';
              /** @enum {string} */
              metric: 'conversion_rate' | 'completion_rate' | 'subscribe_rate' | 'order_rate' | 'revenue_per_visitor';
              /** @description In percent. */
              smallest_lift: number;
              /** @description null until every variant has visitors. */
              test: {
                /**
                 * Format: date
                 * @description YYYY-MM-DD.
                 */
                first_day: string;
                /**
                 * Format: date
                 * @description YYYY-MM-DD.
                 */
                last_day: string;
                days: number;
                /** @description The last known change of the traffic shares. */
                shares_changed_on: string | null;
              } | null;
              verdict: {
                /** @enum {string} */
                kind:
                  | 'winner'
                  | 'loser'
                  | 'harmful'
                  | 'no_difference'
                  | 'keep_running'
                  | 'will_not_settle'
                  | 'unhealthy'
                  | 'no_experiment';
                /** @description The winner or the loser. */
                variant_id: number | null;
                sentence: string;
                /** @description Until it is settled at the present traffic. */
                days_left: number | null;
              };
              /** @description What a week of giving all the traffic to the leading variant would bring; null: too early. */
              at_stake: {
                /** @description By the metric; null for revenue_per_visitor. */
                conversions_per_week: {
                  estimate: number;
                  low: number;
                  high: number;
                } | null;
                /** @description null: it is not decided that the leading variant brings more revenue. */
                revenue_per_week: {
                  estimate: number;
                  low: number;
                  high: number;
                } | null;
              } | null;
              health: {
                /** @enum {string} */
                kind:
                  | 'sample_ratio_mismatch'
                  | 'variant_without_traffic'
                  | 'visitors_in_several_variants'
                  | 'traffic_shares_changed'
                  | 'sampled'
                  | 'holdout_not_comparable';
                /**
                 * @description alarm: nothing is decided.
                 * @enum {string}
                 */
                severity: 'alarm' | 'warning' | 'note';
                sentence: string;
              }[];
              variants: {
                id: number;
                name: string | null;
                variation: string;
                traffic_percentage: number;
                is_control: boolean;
                /**
                 * @description It shows nothing. Absent: it shows something.
                 * @constant
                 */
                is_holdout?: true;
                visitors: number;
                /** @description Percent of the visitors of all variants. */
                visitors_share: number;
                /** @description New visitors a day in the last week. */
                daily_visitors: number;
                metrics: {
                  conversion_rate: {
                    /** @description Percent of the visitors; revenue_per_visitor in the website's currency. */
                    value: number;
                    /** @description Of the value from that of the control, in its unit; null for the control. */
                    difference: {
                      estimate: number;
                      low: number;
                      high: number;
                    } | null;
                    /** @description Percent over the control, which is the first variant; null for the control, and for a segment that is not judged. high is null without a bound. */
                    lift: {
                      estimate: number | null;
                      low: number;
                      high: number | null;
                    } | null;
                  };
                  completion_rate: {
                    /** @description Percent of the visitors; revenue_per_visitor in the website's currency. */
                    value: number;
                    /** @description Of the value from that of the control, in its unit; null for the control. */
                    difference: {
                      estimate: number;
                      low: number;
                      high: number;
                    } | null;
                    /** @description Percent over the control, which is the first variant; null for the control, and for a segment that is not judged. high is null without a bound. */
                    lift: {
                      estimate: number | null;
                      low: number;
                      high: number | null;
                    } | null;
                  };
                  subscribe_rate: {
                    /** @description Percent of the visitors; revenue_per_visitor in the website's currency. */
                    value: number;
                    /** @description Of the value from that of the control, in its unit; null for the control. */
                    difference: {
                      estimate: number;
                      low: number;
                      high: number;
                    } | null;
                    /** @description Percent over the control, which is the first variant; null for the control, and for a segment that is not judged. high is null without a bound. */
                    lift: {
                      estimate: number | null;
                      low: number;
                      high: number | null;
                    } | null;
                  };
                  order_rate: {
                    /** @description Percent of the visitors; revenue_per_visitor in the website's currency. */
                    value: number;
                    /** @description Of the value from that of the control, in its unit; null for the control. */
                    difference: {
                      estimate: number;
                      low: number;
                      high: number;
                    } | null;
                    /** @description Percent over the control, which is the first variant; null for the control, and for a segment that is not judged. high is null without a bound. */
                    lift: {
                      estimate: number | null;
                      low: number;
                      high: number | null;
                    } | null;
                  };
                  revenue_per_visitor: {
                    /** @description Percent of the visitors; revenue_per_visitor in the website's currency. */
                    value: number;
                    /** @description Of the value from that of the control, in its unit; null for the control. */
                    difference: {
                      estimate: number;
                      low: number;
                      high: number;
                    } | null;
                    /** @description Percent over the control, which is the first variant; null for the control, and for a segment that is not judged. high is null without a bound. */
                    lift: {
                      estimate: number | null;
                      low: number;
                      high: number | null;
                    } | null;
                  };
                };
              }[];
              /** @description The lift by `metric` as it was seen on at most 60 days. Absent with history=false. */
              history?: {
                /**
                 * Format: date
                 * @description YYYY-MM-DD.
                 */
                date: string;
                /** @description By variant, in the same order. */
                lifts: ({
                  estimate: number | null;
                  low: number;
                  high: number | null;
                } | null)[];
              }[];
              /** @description What would not have come without the campaign: of the visitors who were shown it, over the whole test, compared with those of the holdout. Below 0: showing it cost so much. Revenue in the website's currency. Only if a variant with traffic is a holdout, and without filters. */
              incremental?: {
                /** @description With a confidence sequence of 95 %, over all looks. null: there are none yet, or the numbers of the test can not be trusted. */
                revenue: {
                  estimate: number;
                  low: number;
                  high: number;
                } | null;
                /** @description With a confidence sequence of 95 %, over all looks. null: there are none yet, or the numbers of the test can not be trusted. */
                orders: {
                  estimate: number;
                  low: number;
                  high: number;
                } | null;
                /** @description With a confidence sequence of 95 %, over all looks. null: there are none yet, or the numbers of the test can not be trusted. */
                conversions: {
                  estimate: number;
                  low: number;
                  high: number;
                } | null;
              };
              /** @description What `incremental` means, in words. */
              incremental_sentence?: string;
              /** @description The experiment by value of a dimension: at most 50 values, those with the most visitors first, then (other). Of experiments without a difference, at most 5 % ever get a winner in any segment, however many segments are looked at. Only with break_down_by. */
              breakdown?: {
                /** @enum {string} */
                dimension:
                  | 'channel'
                  | 'utm_source'
                  | 'utm_medium'
                  | 'utm_campaign'
                  | 'referrer'
                  | 'device'
                  | 'browser'
                  | 'os'
                  | 'country'
                  | 'language'
                  | 'page'
                  | 'visitor_type';
                /** @description Whether the numbers come from a sample of the visitors. Then nothing is decided. */
                sampled: boolean;
                /** @description Percent of the visitors that are in the sample. Left out without one. */
                sample_rate?: number;
                values: {
                  /** @description (none): no value. (other): all values that are not listed. */
                  value: string;
                  /** @description null for (other), which is not the same values every day. */
                  verdict: {
                    /** @enum {string} */
                    kind:
                      | 'winner'
                      | 'loser'
                      | 'harmful'
                      | 'no_difference'
                      | 'keep_running'
                      | 'will_not_settle'
                      | 'unhealthy'
                      | 'no_experiment';
                    /** @description The winner or the loser. */
                    variant_id: number | null;
                    sentence: string;
                    /** @description Until it is settled at the present traffic. */
                    days_left: number | null;
                  } | null;
                  /** @description By `metric`, in the order of the report. */
                  variants: {
                    id: number;
                    visitors: number;
                    /** @description Percent of the visitors; revenue_per_visitor in the website's currency. */
                    value: number;
                    /** @description Of the value from that of the control, in its unit; null for the control. */
                    difference: {
                      estimate: number;
                      low: number;
                      high: number;
                    } | null;
                    /** @description Percent over the control, which is the first variant; null for the control, and for a segment that is not judged. high is null without a bound. */
                    lift: {
                      estimate: number | null;
                      low: number;
                      high: number | null;
                    } | null;
                  }[];
                }[];
              };
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_website_id'
              | 'invalid_metric'
              | 'invalid_smallest_lift'
              | 'invalid_history'
              | 'invalid_break_down_by'
              | 'invalid_filter'
              | 'invalid_notes'
              | 'invalid_language'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_insights: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description The Monday of the week, YYYY-MM-DD; default: the newest. */
        week?: string;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Weekly insights of any week */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'insights_week';
            website: components['schemas']['ReportedWebsite'];
            data: {
              /** @description The Mondays of the weeks that were written, newest first, at most 520. */
              weeks: string[];
              /**
               * Format: date
               * @description The Monday of this week.
               */
              week: string;
              performance: {
                revenue: number;
                viewers: number;
              };
              /** @description The week before; null if it was not written. */
              previous: {
                revenue: number;
                viewers: number;
              } | null;
              changes: {
                /** @description Percent since the week before; null if it was 0. */
                revenue: number | null;
                /** @description Percent since the week before; null if it was 0. */
                viewers: number | null;
              } | null;
              items: {
                text: string;
                /** @description claim: significant; fact: certain; note: worth knowing; summary: the week in numbers. */
                kind: ('claim' | 'fact' | 'note' | 'summary') | null;
                /** @description Empty: the whole website. */
                campaign_ids: number[];
                /** @description The one segment that explains it, for the parameter filter. */
                segment?: {
                  /** @enum {string} */
                  dimension:
                    | 'channel'
                    | 'utm_source'
                    | 'utm_medium'
                    | 'utm_campaign'
                    | 'referrer'
                    | 'device'
                    | 'browser'
                    | 'os'
                    | 'country'
                    | 'language'
                    | 'page'
                    | 'visitor_type';
                  value: string;
                  /** @description The part of the move that it carries, in percent; above 100 if the others moved against it. */
                  share: number;
                };
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_week'
              | 'invalid_language'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_alerts: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description The page number, from 1. */
        page?: number;
        /** @description Alerts per page, at most 50. */
        per_page?: number;
        /** @description false: decisions about experiments without what to do, for those that have ended. */
        advice?: boolean;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Alerts */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @constant */
            report: 'alerts';
            website: components['schemas']['ReportedWebsite'];
            data: {
              alerts: {
                id: number;
                /** @enum {string} */
                kind:
                  | 'events_stopped'
                  | 'drop'
                  | 'spike'
                  | 'experiment_decided'
                  | 'experiment_unhealthy'
                  | 'goal_at_risk';
                /**
                 * Format: date
                 * @description The day that it is about, YYYY-MM-DD.
                 */
                day: string;
                /** @description One sentence with the numbers. */
                title: string;
                /** @description What was expected, and what to check. */
                text: string;
                /** @description Where to look in the dashboard. */
                path: string;
                /** @description The one segment that explains it, for the parameter filter. */
                segment?: {
                  /** @enum {string} */
                  dimension:
                    | 'channel'
                    | 'utm_source'
                    | 'utm_medium'
                    | 'utm_campaign'
                    | 'referrer'
                    | 'device'
                    | 'browser'
                    | 'os'
                    | 'country'
                    | 'language'
                    | 'page'
                    | 'visitor_type';
                  value: string;
                  /** @description The part of the move that it carries, in percent; above 100 if the others moved against it. */
                  share: number;
                };
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                created_at: string;
              }[];
              pagination: {
                page: number;
                per_page: number;
                total_entries: number;
                total_pages: number;
              };
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_page'
              | 'invalid_per_page'
              | 'invalid_advice'
              | 'invalid_notes'
              | 'invalid_language'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_account_overview: {
    parameters: {
      query?: {
        /** @description Only this website. */
        website_id?: number;
        /** @description Only these websites. Default: all. */
        website_ids?: number[];
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'websites' | 'reporting' | 'attention';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Account overview */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'account_overview';
            data: {
              websites: {
                id: number;
                account_id: number;
                /** @description null: it is in none. */
                group: string | null;
              }[];
              /** @description Of the accounts that have one. A unit of `currency` in a rate is worth `rate` of the reporting one. */
              reporting: {
                account_id: number;
                currency: string;
                rates: {
                  currency: string;
                  /**
                   * Format: date
                   * @description YYYY-MM-DD.
                   */
                  date: string;
                  rate: number;
                }[];
              }[];
              attention: {
                website_id: number;
                /**
                 * @description That of the alert, or fell: less in 7 days than in the 7 days before.
                 * @enum {string}
                 */
                kind:
                  | 'events_stopped'
                  | 'drop'
                  | 'spike'
                  | 'experiment_decided'
                  | 'experiment_unhealthy'
                  | 'goal_at_risk'
                  | 'fell';
                /**
                 * Format: date
                 * @description YYYY-MM-DD.
                 */
                day: string;
                /** @description One sentence with the numbers. */
                title: string;
                /** @description Where to look in the dashboard. */
                path: string;
                /** @description null: nobody knows, as with an experiment whose numbers cannot be trusted. */
                stake: {
                  /** @enum {string} */
                  of: 'visitors' | 'conversions' | 'completions' | 'subscribes' | 'orders';
                  /** @description How many are missing, or came in addition; of an experiment, what a week of its leader would bring. */
                  count: number;
                  /** @description What so many brought on average in the 28 days before. Of an experiment: the revenue of a week, or 0 unless it is decided that its leader brings more revenue. */
                  amount: number;
                  /** @description Of the website. */
                  currency: string;
                } | null;
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_language'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  explain_change: {
    parameters: {
      query: {
        /** @description What has changed. */
        metric:
          | 'views'
          | 'conversions'
          | 'completions'
          | 'submissions'
          | 'subscribes'
          | 'orders'
          | 'revenue'
          | 'conversion_rate'
          | 'completion_rate'
          | 'subscribe_rate'
          | 'order_rate'
          | 'aov';
        /** @description A campaign, from `GET /api/v1/reports/campaigns`. Default: the whole website. */
        id?: number;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'parts' | 'annotations';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Explanation of a change */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @constant */
            report: 'change';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            data: {
              /** @description The campaign. Left out: the whole website. */
              id?: number;
              /** @enum {string} */
              metric:
                | 'views'
                | 'conversions'
                | 'completions'
                | 'submissions'
                | 'subscribes'
                | 'orders'
                | 'revenue'
                | 'conversion_rate'
                | 'completion_rate'
                | 'subscribe_rate'
                | 'order_rate'
                | 'aov';
              current: number;
              previous: number;
              /** @description First campaigns or variants, then segments, each from the largest difference on. A visitor may be in several, so shares need not add up to 100. */
              parts: {
                /**
                 * @description A campaign, a variant, or the dimension of a segment.
                 * @enum {string}
                 */
                kind:
                  | 'campaign'
                  | 'variant'
                  | 'channel'
                  | 'utm_source'
                  | 'utm_medium'
                  | 'utm_campaign'
                  | 'referrer'
                  | 'device'
                  | 'browser'
                  | 'os'
                  | 'country'
                  | 'language'
                  | 'page'
                  | 'visitor_type';
                /** @description Of campaigns and variants; null: no campaign. */
                id?: number | null;
                /** @description Of segments, for the parameter filter. */
                value?: string;
                name: string;
                /** @description What it adds to the difference; of a rate, in percentage points. */
                change: number;
                /** @description Percent of the difference; negative: it went against it. */
                share: number | null;
                /** @description Percent that it had before of what is counted. */
                share_before: number | null;
                /**
                 * @description It alone explains the change, beyond chance.
                 * @constant
                 */
                explains?: true;
              }[];
              /**
               * @description Whether segments could be compared in both periods.
               * @enum {string}
               */
              segments: 'compared' | 'events_not_kept' | 'too_many_events';
              /** @description What people noted about these days, newest first, at most 20. */
              annotations: {
                /**
                 * Format: date
                 * @description YYYY-MM-DD.
                 */
                date: string;
                name: string;
              }[];
              explained: boolean;
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_metric'
              | 'invalid_id'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'no_previous_period';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_funnel: {
    parameters: {
      query: {
        /** @description The steps in order, 2 to 8, each an event type, then `;campaign:ID`, `;variant:ID`, `;step:ID` or `;element:ID`, and dimensions, such as `view;campaign:10;device:mobile`. */
        step: string[];
        /** @description The last step is at most so long after the first. Default: 7 days. */
        within_minutes?: number;
        /** @description Adds `breakdown`: metrics by value. */
        break_down_by?:
          | 'channel'
          | 'utm_source'
          | 'utm_medium'
          | 'utm_campaign'
          | 'referrer'
          | 'device'
          | 'browser'
          | 'os'
          | 'country'
          | 'language'
          | 'page'
          | 'visitor_type';
        /** @description HH:MM in the time zone of the website: of the first day, only what happened from then on. */
        since?: string;
        /** @description HH:MM in the time zone of the website: of the last day, only what happened before. */
        until?: string;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description Adds `previous` (period before) and `changes` (percent). */
        previous_period?: boolean;
        /** @description Implies previous_period. same_part: as much of the period before as has passed; year: same dates last year. */
        compare?: 'previous' | 'same_part' | 'year';
        /** @description With compare=year: as much of last year as has passed of this period. */
        same_part?: boolean;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'breakdown' | 'steps';
        /** @description The first day that a CSV file is compared with, YYYY-MM-DD: it then has the changes since these days. */
        compare_start?: string;
        /** @description The last day that a CSV file is compared with. */
        compare_end?: string;
        /** @description HH:MM: of the last compared day, only what happened before. The website has to keep its events. */
        compare_until?: string;
        /** @description The last day of the period that counts in the changes, where it goes on. */
        compare_through?: string;
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Funnel report */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @description The subjects of the steps, such as `variant:100`: their names, and those above. Only with notes=true. */
            about?: {
              subjects: {
                [key: string]: {
                  campaign: string;
                  variant?: {
                    name: string | null;
                    variation: string;
                  };
                  step?: {
                    name: string | null;
                    position: number;
                  };
                  element?: {
                    name: string | null;
                    element_type: string;
                  };
                };
              };
            };
            /** @constant */
            report: 'funnel';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description Whether the numbers come from a sample of the visitors. */
            sampled: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. */
            sample_rate?: number;
            data: {
              within_minutes: number;
              steps: components['schemas']['FunnelStep'][];
              /** @description The funnel by the value that the visitor's first step has: at most 50 values, those with the most visitors first, then (other). Only with break_down_by. */
              breakdown?: {
                /** @enum {string} */
                dimension:
                  | 'channel'
                  | 'utm_source'
                  | 'utm_medium'
                  | 'utm_campaign'
                  | 'referrer'
                  | 'device'
                  | 'browser'
                  | 'os'
                  | 'country'
                  | 'language'
                  | 'page'
                  | 'visitor_type';
                values: {
                  /** @description (none): no value. (other): all values that are not listed. */
                  value: string;
                  steps: components['schemas']['FunnelStep'][];
                }[];
              };
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_step'
              | 'invalid_within_minutes'
              | 'invalid_break_down_by'
              | 'invalid_since'
              | 'invalid_until'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_previous_period'
              | 'invalid_compare'
              | 'invalid_same_part'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept'
              | 'unknown_subject';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_attribution: {
    parameters: {
      query?: {
        /** @description What gets the credit. Default: campaign. */
        by?:
          | 'campaign'
          | 'channel'
          | 'utm_source'
          | 'utm_medium'
          | 'utm_campaign'
          | 'referrer'
          | 'device'
          | 'country'
          | 'page';
        /** @description last, first: what was touched last or first. linear: all of it in equal parts. any: each for the whole order. Default: all. */
        model?: 'last' | 'first' | 'linear' | 'any';
        /** @description How many days before that of the order a touch may be. Default: as the website, or 7 if it credits no orders. */
        window_days?: number;
        /** @description What a touch is: a conversion, or also a view. Default: as the website, or with by all events. */
        credit_by?: 'conversion' | 'view';
        /** @description The model of cost_per_order and return_on_spend, where the answer has several. Default: the first. */
        costs_by?: 'last' | 'first' | 'linear' | 'any';
        /** @description Also credits conversions, as orders without revenue. */
        conversions?: boolean;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'values' | 'campaigns';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Attribution report */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @constant */
            report: 'attribution';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description Whether the numbers come from a sample of the visitors. */
            sampled: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. */
            sample_rate?: number;
            data: {
              /**
               * @description Left out if campaigns get the credit.
               * @enum {string}
               */
              by?:
                | 'channel'
                | 'utm_source'
                | 'utm_medium'
                | 'utm_campaign'
                | 'referrer'
                | 'device'
                | 'country'
                | 'page';
              window_days: number;
              /**
               * @description Where window_days comes from. default: the website credits no orders, so it has no setting of its own.
               * @enum {string}
               */
              window_days_from: 'request' | 'website' | 'default';
              /**
               * @description Left out if every event with a value but an order is a touch.
               * @enum {string}
               */
              credit_by?: 'conversion' | 'view';
              /**
               * @description The model of cost_per_order and return_on_spend. Only with notes=true, and where rows have costs.
               * @enum {string}
               */
              costs_by?: 'last' | 'first' | 'linear' | 'any';
              /** @description Campaigns with orders, by revenue under the first of the models. The last row, with the id null and the name (none), has the orders without a campaign: by a model those without touches. */
              campaigns?: {
                id: number | null;
                name: string;
                /** @description As in all other reports. */
                stored: {
                  /** @description By the model `linear`, parts of orders with at most 4 decimals. */
                  orders: number;
                  /** @description In the website's currency. */
                  revenue: number;
                  /** @description Only with conversions. */
                  conversions?: number;
                };
                last?: {
                  /** @description By the model `linear`, parts of orders with at most 4 decimals. */
                  orders: number;
                  /** @description In the website's currency. */
                  revenue: number;
                  /** @description Only with conversions. */
                  conversions?: number;
                };
                first?: {
                  /** @description By the model `linear`, parts of orders with at most 4 decimals. */
                  orders: number;
                  /** @description In the website's currency. */
                  revenue: number;
                  /** @description Only with conversions. */
                  conversions?: number;
                };
                linear?: {
                  /** @description By the model `linear`, parts of orders with at most 4 decimals. */
                  orders: number;
                  /** @description In the website's currency. */
                  revenue: number;
                  /** @description Only with conversions. */
                  conversions?: number;
                };
                any?: {
                  /** @description By the model `linear`, parts of orders with at most 4 decimals. */
                  orders: number;
                  /** @description In the website's currency. */
                  revenue: number;
                  /** @description Only with conversions. */
                  conversions?: number;
                };
              }[];
              /** @description Only with by: values with orders, at most 50, by revenue under the first of the models, and the 50 that cost most, then (other). The last row, (none), has the orders without a value: by a model those without touches. */
              rows?: {
                value: string;
                /** @description By the order's own value, as breakdowns have it. */
                stored: {
                  /** @description By the model `linear`, parts of orders with at most 4 decimals. */
                  orders: number;
                  /** @description In the website's currency. */
                  revenue: number;
                  /** @description Only with conversions. */
                  conversions?: number;
                };
                last?: {
                  /** @description By the model `linear`, parts of orders with at most 4 decimals. */
                  orders: number;
                  /** @description In the website's currency. */
                  revenue: number;
                  /** @description Only with conversions. */
                  conversions?: number;
                };
                first?: {
                  /** @description By the model `linear`, parts of orders with at most 4 decimals. */
                  orders: number;
                  /** @description In the website's currency. */
                  revenue: number;
                  /** @description Only with conversions. */
                  conversions?: number;
                };
                linear?: {
                  /** @description By the model `linear`, parts of orders with at most 4 decimals. */
                  orders: number;
                  /** @description In the website's currency. */
                  revenue: number;
                  /** @description Only with conversions. */
                  conversions?: number;
                };
                any?: {
                  /** @description By the model `linear`, parts of orders with at most 4 decimals. */
                  orders: number;
                  /** @description In the website's currency. */
                  revenue: number;
                  /** @description Only with conversions. */
                  conversions?: number;
                };
                /** @description Of the days of the window until today, from list_costs. Only by channel and utm_campaign; null: none is known. */
                cost?: number | null;
                /** @description By the first of the models, or costs_by. null: no cost, or no orders. */
                cost_per_order?: number | null;
                /** @description Revenue by that model for each unit of cost. */
                return_on_spend?: number | null;
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_by'
              | 'invalid_model'
              | 'invalid_window_days'
              | 'invalid_credit_by'
              | 'invalid_costs_by'
              | 'invalid_conversions'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_retention: {
    parameters: {
      query?: {
        /** @description Weeks begin on Monday. */
        by?: 'week' | 'month';
        /** @description What visitors begin with. */
        first?: 'view' | 'conversion' | 'order' | 'page_view';
        /** @description What they come back with. Default: as first. */
        then?: 'view' | 'conversion' | 'order' | 'page_view';
        /** @description Weeks or months after the first. */
        periods?: number;
        /** @description By the value of the first event. */
        break_down_by?:
          | 'channel'
          | 'utm_source'
          | 'utm_medium'
          | 'utm_campaign'
          | 'referrer'
          | 'device'
          | 'browser'
          | 'os'
          | 'country'
          | 'language'
          | 'page'
          | 'visitor_type';
        /** @description Only events with these values, such as `device:mobile`. */
        filter?: string[];
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'breakdown' | 'cohorts' | 'buyers';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Retention report */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @constant */
            report: 'retention';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description The filters, as they were sent. Only with filter. */
            filter?: string[];
            /** @description Whether the numbers come from a sample of the visitors. */
            sampled: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. */
            sample_rate?: number;
            data: {
              /** @enum {string} */
              by: 'week' | 'month';
              /** @enum {string} */
              first: 'view' | 'conversion' | 'order' | 'page_view';
              /** @enum {string} */
              then: 'view' | 'conversion' | 'order' | 'page_view';
              /** @description Percent of the visitors who can be followed to other days. The others have no consent and another id on each day: they are left out. null without visitors. */
              followable_share: number | null;
              /** @description One for each week or month of the window. */
              cohorts: {
                /**
                 * Format: date
                 * @description The first day of the week or month. The first cohort may have fewer days: those of the window.
                 */
                start: string;
                /** @description Visitors whose first event ever is in this week or month, and in the window. */
                visitors: number;
                /** @description How many of them have an event `then` in the same week or month, after the first event, and in each later one. null: it has not begun. */
                returned: (number | null)[];
              }[];
              /** @description What buyers do within 30, 60, 90 days. Only with first=order. */
              buyers?: {
                /** @description How many days after the day of the first order. */
                days: number;
                /** @description Visitors of the cohorts whose days are over. All other numbers are about them. */
                buyers: number;
                /** @description How many of them order again within these days. */
                repeat_buyers: number;
                /** @description repeat_buyers / buyers; null without buyers. */
                repeat_rate: number | null;
                /** @description What they buy within these days, the first order included and refunds subtracted, in the website's currency. */
                revenue: number;
                /** @description revenue / buyers; null without buyers. */
                revenue_per_buyer: number | null;
              }[];
              /** @description By the value of the visitor's first event: at most 50 values, those with the most visitors first, then (other). Only with break_down_by. */
              breakdown?: {
                /** @enum {string} */
                dimension:
                  | 'channel'
                  | 'utm_source'
                  | 'utm_medium'
                  | 'utm_campaign'
                  | 'referrer'
                  | 'device'
                  | 'browser'
                  | 'os'
                  | 'country'
                  | 'language'
                  | 'page'
                  | 'visitor_type';
                values: {
                  /** @description (none): no value. (other): all values that are not listed. */
                  value: string;
                  cohorts: {
                    /**
                     * Format: date
                     * @description The first day of the week or month. The first cohort may have fewer days: those of the window.
                     */
                    start: string;
                    /** @description Visitors whose first event ever is in this week or month, and in the window. */
                    visitors: number;
                    /** @description How many of them have an event `then` in the same week or month, after the first event, and in each later one. null: it has not begun. */
                    returned: (number | null)[];
                  }[];
                  /** @description What buyers do within 30, 60, 90 days. Only with first=order. */
                  buyers?: {
                    /** @description How many days after the day of the first order. */
                    days: number;
                    /** @description Visitors of the cohorts whose days are over. All other numbers are about them. */
                    buyers: number;
                    /** @description How many of them order again within these days. */
                    repeat_buyers: number;
                    /** @description repeat_buyers / buyers; null without buyers. */
                    repeat_rate: number | null;
                    /** @description What they buy within these days, the first order included and refunds subtracted, in the website's currency. */
                    revenue: number;
                    /** @description revenue / buyers; null without buyers. */
                    revenue_per_buyer: number | null;
                  }[];
                }[];
              };
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_by'
              | 'invalid_first'
              | 'invalid_then'
              | 'invalid_periods'
              | 'invalid_break_down_by'
              | 'invalid_filter'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept'
              | 'range_too_wide';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_paths: {
    parameters: {
      query?: {
        /** @description The first step, such as view;campaign:10. Either from or to. */
        from?: string;
        /** @description The last step: children are the events before. */
        to?: string;
        /** @description How many events are followed. */
        depth?: number;
        /** @description How long after the step, or before it. */
        within_minutes?: number;
        /** @description Children of a node, at most 10. */
        limit?: number;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Paths report */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @description The subjects of the steps, such as `variant:100`: their names, and those above. Only with notes=true. */
            about?: {
              subjects: {
                [key: string]: {
                  campaign: string;
                  variant?: {
                    name: string | null;
                    variation: string;
                  };
                  step?: {
                    name: string | null;
                    position: number;
                  };
                  element?: {
                    name: string | null;
                    element_type: string;
                  };
                };
              };
            };
            /** @constant */
            report: 'paths';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description Whether the numbers come from a sample of the visitors. */
            sampled: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. */
            sample_rate?: number;
            data: {
              /** @description The step as it was sent. */
              from?: string;
              to?: string;
              within_minutes: number;
              /** @description Percent of the visitors who can be followed to other days. The others have no consent and another id on each day: they are left out. null without visitors. */
              followable_share: number | null;
              /** @description Visitors with the step who can be followed. */
              visitors: number;
              /** @description The commonest next events, those with the most visitors first. */
              children: {
                /** @description `TYPE;campaign:ID`, `page_view;page:PATH`, or `TYPE` for any other event. It can be a step of get_funnel. */
                step: string;
                visitors: number;
                children: {
                  /** @description `TYPE;campaign:ID`, `page_view;page:PATH`, or `TYPE` for any other event. It can be a step of get_funnel. */
                  step: string;
                  visitors: number;
                  children: {
                    /** @description `TYPE;campaign:ID`, `page_view;page:PATH`, or `TYPE` for any other event. It can be a step of get_funnel. */
                    step: string;
                    visitors: number;
                    children: {
                      /** @description `TYPE;campaign:ID`, `page_view;page:PATH`, or `TYPE` for any other event. It can be a step of get_funnel. */
                      step: string;
                      visitors: number;
                      children: unknown[];
                    }[];
                    /** @description Not at the last depth. */
                    ended?: number;
                    /** @description Not at the last depth. */
                    others?: number;
                  }[];
                  /** @description Not at the last depth. */
                  ended?: number;
                  /** @description Not at the last depth. */
                  others?: number;
                }[];
                /** @description Not at the last depth. */
                ended?: number;
                /** @description Not at the last depth. */
                others?: number;
              }[];
              /** @description Visitors without a further event. */
              ended: number;
              /** @description Visitors who go on with an event that is not among the children. */
              others: number;
              /** @description Only if from is a page_view: of all visitors with it, also those who can not be followed. */
              campaign_reach?: {
                /** @description Visitors with page views. */
                visitors: number;
                /** @description Those of them who saw any campaign. */
                saw_campaign: number;
                /** @description saw_campaign in percent of visitors. null without visitors. */
                share: number | null;
              };
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_from'
              | 'invalid_to'
              | 'invalid_depth'
              | 'invalid_within_minutes'
              | 'invalid_limit'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept'
              | 'unknown_subject';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_campaign_reach: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description Only events with these values, such as `device:mobile`. */
        filter?: string[];
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Reach of campaigns */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @constant */
            report: 'campaign_reach';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description The filters, as they were sent. Only with filter. */
            filter?: string[];
            /** @description Whether the numbers come from a sample of the visitors. */
            sampled: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. */
            sample_rate?: number;
            data: {
              /** @description Visitors with page views. */
              visitors: number;
              /** @description Those of them who saw any campaign. */
              saw_campaign: number;
              /** @description saw_campaign in percent of visitors. null without visitors. */
              share: number | null;
            };
          };
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_filter'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'events_not_kept';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_products: {
    parameters: {
      query?: {
        /** @description Only products of this campaign, from `GET /api/v1/reports/campaigns`. */
        campaign_id?: number;
        /** @description Number of products, at most 100. The others are combined under null. */
        limit?: number;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Products of a website */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @constant */
            report: 'website_products';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            data: {
              /** @description How many products there are, without null. */
              product_count: number;
              /** @description By revenue, then by selections; null, if there is one, is the last. */
              products: {
                /** @description null: no value, or all rare values combined. */
                value: string | null;
                selections: number;
                orders: number;
                revenue: number;
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_campaign_id'
              | 'invalid_limit'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'range_too_wide';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_campaign_products: {
    parameters: {
      query?: {
        /** @description Number of products, at most 100. The others are combined under null. */
        limit?: number;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the campaign, from `GET /api/v1/reports/campaigns`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Products of a campaign */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @constant */
            report: 'campaign_products';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            data: {
              id: number;
              /** @description How many products there are, without null. */
              product_count: number;
              /** @description By revenue, then by selections; null, if there is one, is the last. */
              products: {
                /** @description null: no value, or all rare values combined. */
                value: string | null;
                selections: number;
                orders: number;
                revenue: number;
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_limit'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'range_too_wide';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_campaign_orders: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the campaign, from `GET /api/v1/reports/campaigns`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Where the orders of a campaign come from */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @constant */
            report: 'campaign_orders';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            data: {
              id: number;
              /** @description What is left after refunds: the numbers of other reports. */
              counted: {
                orders: number;
                revenue: number;
              };
              /** @description Of these, orders that named the campaign, or something in it. */
              named: {
                orders: number;
                revenue: number;
              };
              /** @description Of these, orders without a subject that were credited to the visitor's last touch. */
              credited: {
                orders: number;
                revenue: number;
              };
              /** @description Orders of which nothing is left, and what all refunds have taken. */
              refunded: {
                orders: number;
                revenue: number;
              };
              /** @description As it is set now. 0: no orders are credited. */
              credit_window_days: number;
              /**
               * @description As it is set now.
               * @enum {string}
               */
              credit_by: 'conversion' | 'view';
            };
          };
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_best_times: {
    parameters: {
      query?: {
        /** @description A campaign, from `GET /api/v1/reports/campaigns`. Default: the whole website. */
        id?: number;
        /** @description What is counted. */
        metric?:
          | 'views'
          | 'conversions'
          | 'completions'
          | 'submissions'
          | 'subscribes'
          | 'orders'
          | 'revenue'
          | 'conversion_rate'
          | 'completion_rate'
          | 'subscribe_rate'
          | 'order_rate';
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Best times */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'best_times';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            /** @description Whether the numbers come from a sample of the visitors. */
            sampled: boolean;
            /** @description Percent of the visitors that are in the sample. Left out without one. */
            sample_rate?: number;
            data: {
              /** @description The campaign. null: the whole website. */
              id: number | null;
              /** @enum {string} */
              metric:
                | 'views'
                | 'conversions'
                | 'completions'
                | 'submissions'
                | 'subscribes'
                | 'orders'
                | 'revenue'
                | 'conversion_rate'
                | 'completion_rate'
                | 'subscribe_rate'
                | 'order_rate';
              /** @constant */
              days: 7;
              /** @constant */
              hours: 24;
              /** @description By day, from Monday on, and hour, from 00:00 on. Unique visitors of each hour, added up over the weeks. null: a rate of fewer than 20 visitors. */
              values: (number | null)[][];
              /** @description The highest values. */
              best: {
                /** @description 1: Monday. 7: Sunday. */
                day: number;
                hour: number;
                value: number;
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_metric'
              | 'invalid_website_id'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_ctas: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
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
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CampaignRecord'][];
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_areas: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
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
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Area'][];
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_website: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the website */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
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
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_catalog: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'campaigns' | 'areas' | 'exchange_rates';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the catalog */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            website_id: number;
            website: {
              id: number;
              name: string;
              currency: string;
              /** @enum {string} */
              status: 'live' | 'archived';
              /** @description Whether accepted events are kept. */
              event_log: boolean;
              /** @description Of its days: an IANA name. */
              timezone: string;
              /** @description Orders without a subject are credited to a touch of the visitor within so many days. 0: they are not. */
              credit_window_days: number;
              /**
               * @description Which events are touches; `view`: conversions and views.
               * @enum {string}
               */
              credit_by: 'conversion' | 'view';
              /** @description The group under which the overview lists it. Empty: under none. */
              group_name: string;
              /** @description What a unit of another currency is worth in that of the website, from a date on. */
              exchange_rates: {
                currency: string;
                /**
                 * Format: date
                 * @description YYYY-MM-DD.
                 */
                date: string;
                rate: number;
              }[];
              /** @description The version of the record, for If-Match. */
              etag: string;
            };
            settings: {
              /** @description Whether events with new keys register them. */
              register_keys: boolean;
              /** @description Whether browsers may send orders. */
              browser_orders: boolean;
              /** @description Whether forms on the pages of the website create contacts. */
              form_contacts: boolean;
            };
            areas: {
              id: number;
              name: string;
              /** @enum {string} */
              status: 'live' | 'archived';
              /** @description The version of the record, for If-Match. */
              etag: string;
            }[];
            campaigns: {
              id: number;
              /** @description How events name it. Unique under its parent. */
              key: string | null;
              /** @enum {string} */
              status: 'live' | 'archived';
              /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
              is_new: boolean;
              /** @description The version of the record, for If-Match. */
              etag: string;
              name: string;
              cta_type: string;
              page_path: string;
              variants: {
                id: number;
                /** @description How events name it. Unique under its parent. */
                key: string | null;
                /** @enum {string} */
                status: 'live' | 'archived';
                /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
                is_new: boolean;
                /** @description The version of the record, for If-Match. */
                etag: string;
                name: string | null;
                variation: string;
                traffic_percentage: number;
                /**
                 * @description It shows nothing. Absent: it shows something.
                 * @constant
                 */
                is_holdout?: true;
                steps: {
                  id: number;
                  /** @description How events name it. Unique under its parent. */
                  key: string | null;
                  /** @enum {string} */
                  status: 'live' | 'archived';
                  /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
                  is_new: boolean;
                  /** @description The version of the record, for If-Match. */
                  etag: string;
                  name: string | null;
                  position: number;
                  elements: {
                    id: number;
                    /** @description How events name it. Unique under its parent. */
                    key: string | null;
                    /** @enum {string} */
                    status: 'live' | 'archived';
                    /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
                    is_new: boolean;
                    /** @description The version of the record, for If-Match. */
                    etag: string;
                    name: string | null;
                    element_type: string;
                    position: number;
                  }[];
                  /** @description The version of the list and its order, for If-Match. */
                  elements_etag: string;
                }[];
                /** @description The version of the list and its order, for If-Match. */
                steps_etag: string;
              }[];
              /** @description The version of the list and the shares of the traffic, for If-Match. */
              variants_etag: string;
            }[];
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_website: {
    parameters: {
      query?: {
        /** @description An account of the user. Optional if the user has only one. */
        account_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The root domain name. Unique in the account. */
          name: string;
          /** @description An ISO 4217 code. Default: USD. It can only be changed before the first event. */
          currency?: string;
          /** @description Of its days: an IANA name. Default: UTC. */
          timezone?: string;
          /** @description Where its pages are, such as `https://www.example.com`. The website gets a public key that works there. */
          origins?: string[];
          /** @description Whether events add the campaigns, variants, steps and elements that they name. Default: false. */
          register_keys?: boolean;
          /** @description The first campaign. Left out: none is created. */
          campaign_name?: string;
          /** @description The type of the first campaign, such as overlay. */
          cta_type?: string;
        };
      };
    };
    responses: {
      /** @description The new website. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: number;
            name: string;
            currency: string;
            /** @enum {string} */
            status: 'live' | 'archived';
            /** @description Whether accepted events are kept. */
            event_log: boolean;
            /** @description Of its days: an IANA name. */
            timezone: string;
            /** @description Orders without a subject are credited to a touch of the visitor within so many days. 0: they are not. */
            credit_window_days: number;
            /**
             * @description Which events are touches; `view`: conversions and views.
             * @enum {string}
             */
            credit_by: 'conversion' | 'view';
            /** @description The group under which the overview lists it. Empty: under none. */
            group_name: string;
            /** @description What a unit of another currency is worth in that of the website, from a date on. */
            exchange_rates: {
              currency: string;
              /**
               * Format: date
               * @description YYYY-MM-DD.
               */
              date: string;
              rate: number;
            }[];
            /** @description The version of the record, for If-Match. */
            etag: string;
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
            code?: 'account_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'name_taken';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_account_id'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field'
              | 'too_many_records'
              | 'invalid_origins';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_website: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: {
        /** @description The etag in quotes, as in the ETag header. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string;
          /** @description An ISO 4217 code. It can only be changed before the first event. */
          currency?: string;
          /** @enum {string} */
          status?: 'live' | 'archived';
          /** @description Whether accepted events are kept, so that reports can be broken down and filtered by dimensions. */
          event_log?: boolean;
          /** @description The time zone of the days of the website, as an IANA name. A change holds for events that arrive from then on. */
          timezone?: string;
          /** @description An order that names a visitor but no subject is credited to the visitor's last touch within so many days. 0: it is not. */
          credit_window_days?: number;
          /**
           * @description Which events are touches: conversions, or with `view` also views.
           * @enum {string}
           */
          credit_by?: 'conversion' | 'view';
          /** @description The group under which the overview lists the website. Empty: under none. */
          group_name?: string;
          /** @description Replaces all rates: what a unit of another currency is worth in that of the website, from a date on. Orders are converted when they arrive, at the last rate on or before their day. */
          exchange_rates?: {
            currency: string;
            /** Format: date */
            date: string;
            rate: number;
          }[];
        };
      };
    };
    responses: {
      /** @description The changed website. */
      200: {
        headers: {
          /** @description The version of the record. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: number;
            name: string;
            currency: string;
            /** @enum {string} */
            status: 'live' | 'archived';
            /** @description Whether accepted events are kept. */
            event_log: boolean;
            /** @description Of its days: an IANA name. */
            timezone: string;
            /** @description Orders without a subject are credited to a touch of the visitor within so many days. 0: they are not. */
            credit_window_days: number;
            /**
             * @description Which events are touches; `view`: conversions and views.
             * @enum {string}
             */
            credit_by: 'conversion' | 'view';
            /** @description The group under which the overview lists it. Empty: under none. */
            group_name: string;
            /** @description What a unit of another currency is worth in that of the website, from a date on. */
            exchange_rates: {
              currency: string;
              /**
               * Format: date
               * @description YYYY-MM-DD.
               */
              date: string;
              rate: number;
            }[];
            /** @description The version of the record, for If-Match. */
            etag: string;
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'name_taken' | 'currency_in_use';
          };
        };
      };
      /** @description The record does not have the ETag in If-Match. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 412;
            /** @enum {unknown} */
            code?: 'changed_meanwhile';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_if_match'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_area: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          /** @enum {string} */
          status?: 'live' | 'archived';
        };
      };
    };
    responses: {
      /** @description The new area. */
      201: {
        headers: {
          /** @description The version of the record. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: number;
            name: string;
            /** @enum {string} */
            status: 'live' | 'archived';
            /** @description The version of the record, for If-Match. */
            etag: string;
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'name_taken';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field'
              | 'too_many_records';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_area: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: {
        /** @description The etag in quotes, as in the ETag header. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the area, from `GET /api/v1/catalog`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string;
          /** @enum {string} */
          status?: 'live' | 'archived';
        };
      };
    };
    responses: {
      /** @description The changed area. */
      200: {
        headers: {
          /** @description The version of the record. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: number;
            name: string;
            /** @enum {string} */
            status: 'live' | 'archived';
            /** @description The version of the record, for If-Match. */
            etag: string;
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'name_taken';
          };
        };
      };
      /** @description The record does not have the ETag in If-Match. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 412;
            /** @enum {unknown} */
            code?: 'changed_meanwhile';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_website_id'
              | 'invalid_if_match'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_campaign: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          /** @description How events name it: a string of 1 to 64 letters (a to z), digits, -, _ and ., not only digits. null: none. */
          key?: string | null;
          /** @enum {string} */
          status?: 'live' | 'archived';
          /** @description Usually `overlay`, `bar`, `embed`, `quiz` or `landing_page`. Free text. */
          cta_type?: string;
          page_path?: string;
        };
      };
    };
    responses: {
      /** @description The new campaign. */
      201: {
        headers: {
          /** @description The version of the record. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: number;
            /** @description How events name it. Unique under its parent. */
            key: string | null;
            /** @enum {string} */
            status: 'live' | 'archived';
            /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
            is_new: boolean;
            /** @description The version of the record, for If-Match. */
            etag: string;
            name: string;
            cta_type: string;
            page_path: string;
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'key_taken';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field'
              | 'too_many_records';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_campaign: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: {
        /** @description The etag in quotes, as in the ETag header. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the campaign, from `GET /api/v1/catalog`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string;
          /** @description How events name it: a string of 1 to 64 letters (a to z), digits, -, _ and ., not only digits. null: none. */
          key?: string | null;
          /** @enum {string} */
          status?: 'live' | 'archived';
          /**
           * @description Marks it as seen. Any other change does so too.
           * @constant
           */
          is_new?: false;
          /** @description Usually `overlay`, `bar`, `embed`, `quiz` or `landing_page`. Free text. */
          cta_type?: string;
          page_path?: string;
        };
      };
    };
    responses: {
      /** @description The changed campaign. */
      200: {
        headers: {
          /** @description The version of the record. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: number;
            /** @description How events name it. Unique under its parent. */
            key: string | null;
            /** @enum {string} */
            status: 'live' | 'archived';
            /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
            is_new: boolean;
            /** @description The version of the record, for If-Match. */
            etag: string;
            name: string;
            cta_type: string;
            page_path: string;
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'key_taken';
          };
        };
      };
      /** @description The record does not have the ETag in If-Match. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 412;
            /** @enum {unknown} */
            code?: 'changed_meanwhile';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_website_id'
              | 'invalid_if_match'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  mark_campaign_seen: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the campaign, from `GET /api/v1/catalog`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description How many records were new. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description How many records were new. */
            marked: number;
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_id' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_variant: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the campaign, from `GET /api/v1/catalog`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description For people. null: none. */
          name?: string | null;
          /** @description How events name it: a string of 1 to 64 letters (a to z), digits, -, _ and ., not only digits. null: none. */
          key?: string | null;
          /** @enum {string} */
          status?: 'live' | 'archived';
          /** @description It shows nothing, and the other variants are compared with it. A campaign has at most one. It can only be changed before the first event of the variant. */
          is_holdout?: boolean;
        };
      };
    };
    responses: {
      /** @description The new variant. */
      201: {
        headers: {
          /** @description The version of the record. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: number;
            /** @description How events name it. Unique under its parent. */
            key: string | null;
            /** @enum {string} */
            status: 'live' | 'archived';
            /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
            is_new: boolean;
            /** @description The version of the record, for If-Match. */
            etag: string;
            name: string | null;
            variation: string;
            traffic_percentage: number;
            /**
             * @description It shows nothing. Absent: it shows something.
             * @constant
             */
            is_holdout?: true;
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'key_taken' | 'holdout_taken';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_website_id'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field'
              | 'too_many_records';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  share_traffic: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: {
        /** @description The etag in quotes, as in the ETag header. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the campaign, from `GET /api/v1/catalog`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description One for each variant that is not archived. They add up to 100. */
          shares: {
            /** @description Of the variant. */
            id: number;
            traffic_percentage: number;
          }[];
        };
      };
    };
    responses: {
      /** @description The variants with their new shares. */
      200: {
        headers: {
          /** @description The version of the list. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The version of the list and the shares of the traffic, for If-Match. */
            etag: string;
            variants: {
              id: number;
              /** @description How events name it. Unique under its parent. */
              key: string | null;
              /** @enum {string} */
              status: 'live' | 'archived';
              /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
              is_new: boolean;
              /** @description The version of the record, for If-Match. */
              etag: string;
              name: string | null;
              variation: string;
              traffic_percentage: number;
              /**
               * @description It shows nothing. Absent: it shows something.
               * @constant
               */
              is_holdout?: true;
            }[];
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The record does not have the ETag in If-Match. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 412;
            /** @enum {unknown} */
            code?: 'changed_meanwhile';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_website_id'
              | 'invalid_if_match'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field'
              | 'incomplete_list'
              | 'invalid_sum';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_variant: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: {
        /** @description The etag in quotes, as in the ETag header. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the variant, from `GET /api/v1/catalog`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description For people. null: none. */
          name?: string | null;
          /** @description How events name it: a string of 1 to 64 letters (a to z), digits, -, _ and ., not only digits. null: none. */
          key?: string | null;
          /** @enum {string} */
          status?: 'live' | 'archived';
          /**
           * @description Marks it as seen. Any other change does so too.
           * @constant
           */
          is_new?: false;
          traffic_percentage?: number;
          /** @description It shows nothing, and the other variants are compared with it. A campaign has at most one. It can only be changed before the first event of the variant. */
          is_holdout?: boolean;
        };
      };
    };
    responses: {
      /** @description The changed variant. */
      200: {
        headers: {
          /** @description The version of the record. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: number;
            /** @description How events name it. Unique under its parent. */
            key: string | null;
            /** @enum {string} */
            status: 'live' | 'archived';
            /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
            is_new: boolean;
            /** @description The version of the record, for If-Match. */
            etag: string;
            name: string | null;
            variation: string;
            traffic_percentage: number;
            /**
             * @description It shows nothing. Absent: it shows something.
             * @constant
             */
            is_holdout?: true;
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'key_taken' | 'holdout_taken' | 'variant_has_events';
          };
        };
      };
      /** @description The record does not have the ETag in If-Match. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 412;
            /** @enum {unknown} */
            code?: 'changed_meanwhile';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_website_id'
              | 'invalid_if_match'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_step: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the variant, from `GET /api/v1/catalog`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description For people. null: none. */
          name?: string | null;
          /** @description How events name it: a string of 1 to 64 letters (a to z), digits, -, _ and ., not only digits. null: none. */
          key?: string | null;
          /** @enum {string} */
          status?: 'live' | 'archived';
        };
      };
    };
    responses: {
      /** @description The new step. */
      201: {
        headers: {
          /** @description The version of the record. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: number;
            /** @description How events name it. Unique under its parent. */
            key: string | null;
            /** @enum {string} */
            status: 'live' | 'archived';
            /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
            is_new: boolean;
            /** @description The version of the record, for If-Match. */
            etag: string;
            name: string | null;
            position: number;
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'key_taken';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_website_id'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field'
              | 'too_many_records';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  order_steps: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: {
        /** @description The etag in quotes, as in the ETag header. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the variant, from `GET /api/v1/catalog`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The ids of all of them, archived ones too, in the new order. */
          order: number[];
        };
      };
    };
    responses: {
      /** @description The steps in their new order. */
      200: {
        headers: {
          /** @description The version of the list. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The version of the list and its order, for If-Match. */
            etag: string;
            steps: {
              id: number;
              /** @description How events name it. Unique under its parent. */
              key: string | null;
              /** @enum {string} */
              status: 'live' | 'archived';
              /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
              is_new: boolean;
              /** @description The version of the record, for If-Match. */
              etag: string;
              name: string | null;
              position: number;
            }[];
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The record does not have the ETag in If-Match. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 412;
            /** @enum {unknown} */
            code?: 'changed_meanwhile';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_website_id'
              | 'invalid_if_match'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field'
              | 'incomplete_list';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_step: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: {
        /** @description The etag in quotes, as in the ETag header. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the step, from `GET /api/v1/catalog`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description For people. null: none. */
          name?: string | null;
          /** @description How events name it: a string of 1 to 64 letters (a to z), digits, -, _ and ., not only digits. null: none. */
          key?: string | null;
          /** @enum {string} */
          status?: 'live' | 'archived';
          /**
           * @description Marks it as seen. Any other change does so too.
           * @constant
           */
          is_new?: false;
          /** @description Lower ones come first. */
          position?: number;
        };
      };
    };
    responses: {
      /** @description The changed step. */
      200: {
        headers: {
          /** @description The version of the record. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: number;
            /** @description How events name it. Unique under its parent. */
            key: string | null;
            /** @enum {string} */
            status: 'live' | 'archived';
            /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
            is_new: boolean;
            /** @description The version of the record, for If-Match. */
            etag: string;
            name: string | null;
            position: number;
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'key_taken';
          };
        };
      };
      /** @description The record does not have the ETag in If-Match. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 412;
            /** @enum {unknown} */
            code?: 'changed_meanwhile';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_website_id'
              | 'invalid_if_match'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_element: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the step, from `GET /api/v1/catalog`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description For people. null: none. */
          name?: string | null;
          /** @description How events name it: a string of 1 to 64 letters (a to z), digits, -, _ and ., not only digits. null: none. */
          key?: string | null;
          /** @enum {string} */
          status?: 'live' | 'archived';
          /** @description Usually `form`, `quiz_question`, `product_picker`, `button` or `other`. Free text. */
          element_type?: string;
        };
      };
    };
    responses: {
      /** @description The new element. */
      201: {
        headers: {
          /** @description The version of the record. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: number;
            /** @description How events name it. Unique under its parent. */
            key: string | null;
            /** @enum {string} */
            status: 'live' | 'archived';
            /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
            is_new: boolean;
            /** @description The version of the record, for If-Match. */
            etag: string;
            name: string | null;
            element_type: string;
            position: number;
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'key_taken';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_website_id'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field'
              | 'too_many_records';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  order_elements: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: {
        /** @description The etag in quotes, as in the ETag header. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the step, from `GET /api/v1/catalog`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The ids of all of them, archived ones too, in the new order. */
          order: number[];
        };
      };
    };
    responses: {
      /** @description The elements in their new order. */
      200: {
        headers: {
          /** @description The version of the list. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The version of the list and its order, for If-Match. */
            etag: string;
            elements: {
              id: number;
              /** @description How events name it. Unique under its parent. */
              key: string | null;
              /** @enum {string} */
              status: 'live' | 'archived';
              /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
              is_new: boolean;
              /** @description The version of the record, for If-Match. */
              etag: string;
              name: string | null;
              element_type: string;
              position: number;
            }[];
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The record does not have the ETag in If-Match. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 412;
            /** @enum {unknown} */
            code?: 'changed_meanwhile';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_website_id'
              | 'invalid_if_match'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field'
              | 'incomplete_list';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_element: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: {
        /** @description The etag in quotes, as in the ETag header. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the element, from `GET /api/v1/catalog`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description For people. null: none. */
          name?: string | null;
          /** @description How events name it: a string of 1 to 64 letters (a to z), digits, -, _ and ., not only digits. null: none. */
          key?: string | null;
          /** @enum {string} */
          status?: 'live' | 'archived';
          /**
           * @description Marks it as seen. Any other change does so too.
           * @constant
           */
          is_new?: false;
          /** @description Usually `form`, `quiz_question`, `product_picker`, `button` or `other`. Free text. */
          element_type?: string;
          /** @description Lower ones come first. */
          position?: number;
        };
      };
    };
    responses: {
      /** @description The changed element. */
      200: {
        headers: {
          /** @description The version of the record. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: number;
            /** @description How events name it. Unique under its parent. */
            key: string | null;
            /** @enum {string} */
            status: 'live' | 'archived';
            /** @description An event has registered it, and nobody has changed it or marked it as seen yet. */
            is_new: boolean;
            /** @description The version of the record, for If-Match. */
            etag: string;
            name: string | null;
            element_type: string;
            position: number;
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'key_taken';
          };
        };
      };
      /** @description The record does not have the ETag in If-Match. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 412;
            /** @enum {unknown} */
            code?: 'changed_meanwhile';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_id'
              | 'invalid_website_id'
              | 'invalid_if_match'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_funnels: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The saved funnels. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            funnels: components['schemas']['SavedFunnel'][];
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_funnel: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Unique on the website. */
          name: string;
          /** @description The steps in order, 2 to 8, each an event type, then `;campaign:ID`, `;variant:ID`, `;step:ID` or `;element:ID`, and dimensions, such as `view;campaign:10;device:mobile`. */
          step: string[];
          /**
           * @description The last step is at most so long after the first. Default: 7 days.
           * @default 10080
           */
          within_minutes?: number;
          /**
           * @description null: it is not broken down.
           * @default null
           */
          break_down_by?:
            | (
                | 'channel'
                | 'utm_source'
                | 'utm_medium'
                | 'utm_campaign'
                | 'referrer'
                | 'device'
                | 'browser'
                | 'os'
                | 'country'
                | 'language'
                | 'page'
                | 'visitor_type'
              )
            | null;
        };
      };
    };
    responses: {
      /** @description The saved funnel. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedFunnel'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'name_taken';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_name'
              | 'invalid_step'
              | 'invalid_within_minutes'
              | 'invalid_break_down_by'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_subject'
              | 'too_many_funnels';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  delete_funnel: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the saved funnel, from `GET /api/v1/funnels`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The saved funnel is deleted. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_funnel: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the saved funnel, from `GET /api/v1/funnels`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Unique on the website. */
          name?: string;
          /** @description The steps in order, 2 to 8, each an event type, then `;campaign:ID`, `;variant:ID`, `;step:ID` or `;element:ID`, and dimensions, such as `view;campaign:10;device:mobile`. */
          step?: string[];
          within_minutes?: number;
          /** @description null: it is not broken down. */
          break_down_by?:
            | (
                | 'channel'
                | 'utm_source'
                | 'utm_medium'
                | 'utm_campaign'
                | 'referrer'
                | 'device'
                | 'browser'
                | 'os'
                | 'country'
                | 'language'
                | 'page'
                | 'visitor_type'
              )
            | null;
        };
      };
    };
    responses: {
      /** @description The changed saved funnel. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedFunnel'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'name_taken';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_name'
              | 'invalid_step'
              | 'invalid_within_minutes'
              | 'invalid_break_down_by'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_subject';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_annotations: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The annotations. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            annotations: components['schemas']['Annotation'][];
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_annotation: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          /**
           * Format: date
           * @description YYYY-MM-DD, in the time zone of the website.
           */
          date: string;
        };
      };
    };
    responses: {
      /** @description The annotation. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Annotation'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_name'
              | 'invalid_date'
              | 'invalid_body'
              | 'invalid_field'
              | 'too_many_annotations';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  delete_annotation: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the annotation, from `GET /api/v1/annotations`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The annotation is deleted. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_annotation: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the annotation, from `GET /api/v1/annotations`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string;
          /**
           * Format: date
           * @description YYYY-MM-DD, in the time zone of the website.
           */
          date?: string;
        };
      };
    };
    responses: {
      /** @description The changed annotation. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Annotation'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_name'
              | 'invalid_date'
              | 'invalid_body'
              | 'invalid_field';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_goals: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Goals of the month */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            report: 'goals';
            website: components['schemas']['ReportedWebsite'];
            data: {
              goals: {
                id: number;
                /** @description null: the whole website. */
                campaign_id: number | null;
                name: string;
                /** @enum {string} */
                metric: 'views' | 'conversions' | 'completions' | 'subscribes' | 'orders' | 'revenue';
                target: number;
                /** @description In this month so far. */
                reached: number;
                /** @description Percent of the target. */
                share: number;
                /** @description Percent of the month that is over. */
                over: number;
                /** @description Percent of what the target asks for until now; 100: on track. null: the month has just begun. */
                pace: number | null;
                /** @description At the end of the month; 9 of 10 are from low to high. null: four weeks are not known yet. */
                forecast: {
                  value: number;
                  low: number;
                  high: number;
                } | null;
              }[];
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_goals: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The goals. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            goals: components['schemas']['Goal'][];
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_goal: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Unique on the website. */
          name: string;
          /**
           * @description Counted as the reports do by default: each visitor once. Revenue is a sum.
           * @enum {string}
           */
          metric: 'views' | 'conversions' | 'completions' | 'subscribes' | 'orders' | 'revenue';
          /** @description For each month. Of revenue, in the currency of the website. */
          target: number;
          /**
           * @description null: of the whole website.
           * @default null
           */
          campaign_id?: number | null;
        };
      };
    };
    responses: {
      /** @description The goal. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Goal'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'name_taken';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_name'
              | 'invalid_metric'
              | 'invalid_target'
              | 'invalid_campaign_id'
              | 'invalid_body'
              | 'invalid_field'
              | 'too_many_goals';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  delete_goal: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the goal, from `GET /api/v1/goals`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The goal is deleted. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_goal: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the goal, from `GET /api/v1/goals`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Unique on the website. */
          name?: string;
          /**
           * @description Counted as the reports do by default: each visitor once. Revenue is a sum.
           * @enum {string}
           */
          metric?: 'views' | 'conversions' | 'completions' | 'subscribes' | 'orders' | 'revenue';
          /** @description For each month. Of revenue, in the currency of the website. */
          target?: number;
          /** @description null: of the whole website. */
          campaign_id?: number | null;
        };
      };
    };
    responses: {
      /** @description The changed goal. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Goal'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'name_taken';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_name'
              | 'invalid_metric'
              | 'invalid_target'
              | 'invalid_campaign_id'
              | 'invalid_body'
              | 'invalid_field';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_views: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The saved views. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            views: components['schemas']['SavedView'][];
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_view: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Unique on the website. */
          name: string;
          /** @description The path of the page in the dashboard, with its query. */
          path: string;
        };
      };
    };
    responses: {
      /** @description The saved view. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedView'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'name_taken';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_name'
              | 'invalid_path'
              | 'invalid_body'
              | 'invalid_field'
              | 'too_many_views';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  delete_view: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the saved view, from `GET /api/v1/views`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The saved view is deleted. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_view: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the saved view, from `GET /api/v1/views`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Unique on the website. */
          name?: string;
          /** @description The path of the page in the dashboard, with its query. */
          path?: string;
        };
      };
    };
    responses: {
      /** @description The changed saved view. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedView'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'name_taken';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_name'
              | 'invalid_path'
              | 'invalid_body'
              | 'invalid_field';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_share_links: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The links. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            share_links: components['schemas']['ShareLink'][];
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_share_link: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewShareLink'];
      };
    };
    responses: {
      /** @description The link. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedShareLink'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_name'
              | 'invalid_path'
              | 'invalid_locked'
              | 'invalid_password'
              | 'invalid_origins'
              | 'invalid_expires_at'
              | 'invalid_body'
              | 'invalid_field'
              | 'too_many_share_links';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  revoke_share_link: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the link, from `GET /api/v1/share-links`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The link has ended. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_costs: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List costs */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Costs'];
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  set_costs: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The channel that the amount was spent on; else utm_campaign.
           * @enum {string}
           */
          channel?:
            | 'direct'
            | 'organic_search'
            | 'paid_search'
            | 'organic_social'
            | 'paid_social'
            | 'email'
            | 'display'
            | 'affiliates'
            | 'referral'
            | 'other';
          /** @description The UTM campaign that it was spent on. Upper and lower case are the same. */
          utm_campaign?: string;
          /** @description Such as 2026-10, in the website's days. */
          month?: string;
          /** @description For the whole month, in the website's currency. 0 or null removes the cost. */
          amount?: number | null;
          /** @description Several costs, instead of the other fields. */
          costs?: components['schemas']['SentCost'][];
        };
      };
    };
    responses: {
      /** @description All costs of the website. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Costs'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_body'
              | 'invalid_field'
              | 'unknown_field'
              | 'duplicate_cost'
              | 'too_many_costs';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_history: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Whole days; last_24_hours: yesterday, today; weeks from Monday. */
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
          | 'custom'
          | 'yesterday'
          | 'last_week'
          | 'last_month'
          | 'last_quarter';
        /** @description First day, YYYY-MM-DD, for custom. */
        range_start?: string;
        /** @description Last day, for custom. */
        range_end?: string;
        /** @description Adds a timeseries, up to 400 points. */
        group_by?: 'day' | 'week' | 'month' | 'quarter' | 'year';
        /** @description Adds `previous` (period before) and `changes` (percent). */
        previous_period?: boolean;
        /** @description Implies previous_period. year: the same dates last year. */
        compare?: 'previous' | 'year';
        /** @description Adds `breakdown`: the traffic by value. event: events of the imported files. */
        by?:
          | 'channel'
          | 'utm_source'
          | 'utm_medium'
          | 'utm_campaign'
          | 'referrer'
          | 'device'
          | 'browser'
          | 'os'
          | 'country'
          | 'language'
          | 'page'
          | 'event';
        /** @description Adds `notes`, if there is something to know before reading the numbers. */
        notes?: boolean;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'breakdown' | 'series' | 'metrics';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Traffic, with imported history */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What to know before reading the numbers, and what to do about it. Only with notes=true. */
            notes?: {
              /** @enum {string} */
              code:
                | 'unknown_value'
                | 'before_first_day'
                | 'in_the_future'
                | 'partly_covered'
                | 'period_not_over'
                | 'within_noise'
                | 'includes_holdout'
                | 'no_previous_period'
                | 'mixed_currencies'
                | 'estimated'
                | 'none_stored'
                | 'watched'
                | 'no_views'
                | 'outside_campaigns'
                | 'has_history'
                | 'visitors_added_per_day';
              message: string;
            }[];
            /** @constant */
            report: 'history';
            website: components['schemas']['ReportedWebsite'];
            timeframe: components['schemas']['Timeframe'];
            data: {
              /** @constant */
              visitors_added_per_day: true;
              /** @description Whether the page views of days that were counted here come from a sample of the visitors. */
              sampled: boolean;
              /** @description Those that have counted days of the window, or of the one before. */
              tools: ('plausible' | 'umami' | 'ga4')[];
              /** @description The first imported day of all. null: nothing was imported. */
              first_day: string | null;
              last_day: string | null;
              metrics: {
                /** @description Days that another tool has counted. */
                imported_days: number;
                /** @description Other days, with page views that this service has counted. */
                counted_days: number;
                /** @description Unique on each day, and added up: whoever came on two days counts twice. */
                visitors: number | null;
                /** @description Only other tools count visits. */
                visits: number | null;
                page_views: number | null;
                /** @description Events that were chosen at the import. */
                conversions: number | null;
                previous?: {
                  /** @description Days that another tool has counted. */
                  imported_days: number;
                  /** @description Other days, with page views that this service has counted. */
                  counted_days: number;
                  /** @description Unique on each day, and added up: whoever came on two days counts twice. */
                  visitors: number | null;
                  /** @description Only other tools count visits. */
                  visits: number | null;
                  page_views: number | null;
                  /** @description Events that were chosen at the import. */
                  conversions: number | null;
                };
                /** @description null, too, if one period has over a tenth fewer days with numbers than the other. */
                changes?: {
                  /** @description Percent change from `previous`; null if the previous value is 0. */
                  visitors: number | null;
                  /** @description Percent change from `previous`; null if the previous value is 0. */
                  visits: number | null;
                  /** @description Percent change from `previous`; null if the previous value is 0. */
                  page_views: number | null;
                  /** @description Percent change from `previous`; null if the previous value is 0. */
                  conversions: number | null;
                };
              };
              timeseries?: {
                group_by: string;
                points: {
                  /**
                   * Format: date
                   * @description YYYY-MM-DD.
                   */
                  date: string;
                  /** @description Days that another tool has counted. */
                  imported_days: number;
                  /** @description Other days, with page views that this service has counted. */
                  counted_days: number;
                  /** @description Unique on each day, and added up: whoever came on two days counts twice. */
                  visitors: number | null;
                  /** @description Only other tools count visits. */
                  visits: number | null;
                  page_views: number | null;
                  /** @description Events that were chosen at the import. */
                  conversions: number | null;
                }[];
              };
              breakdown?: {
                /** @enum {string} */
                dimension:
                  | 'channel'
                  | 'utm_source'
                  | 'utm_medium'
                  | 'utm_campaign'
                  | 'referrer'
                  | 'device'
                  | 'browser'
                  | 'os'
                  | 'country'
                  | 'language'
                  | 'page'
                  | 'event';
                /** @description Those with the most visitors. By event, page_views are the events of this name. */
                values: {
                  value: string;
                  visitors: number | null;
                  visits: number | null;
                  page_views: number | null;
                }[];
              };
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_timeframe'
              | 'invalid_range'
              | 'invalid_group_by'
              | 'invalid_previous_period'
              | 'invalid_compare'
              | 'invalid_by'
              | 'invalid_notes'
              | 'invalid_language'
              | 'range_required'
              | 'range_without_custom'
              | 'range_too_wide'
              | 'invalid_table'
              | 'table_not_asked_for'
              | 'events_not_kept';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_history_imports: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description Adds `unfinished`: files that wait, are imported, or could not be imported, newest first. */
        unfinished?: boolean;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The imports. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            history_imports: components['schemas']['HistoryImport'][];
            unfinished?: components['schemas']['HistoryProgress'][];
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_unfinished'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  import_history: {
    parameters: {
      query: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description What has exported the file. */
        tool: 'plausible' | 'umami' | 'ga4';
        /** @description The name of the file. Single files of Plausible are known by it. */
        file_name: string;
        /** @description Events of this name, or this goal, are imported as conversions. Default: none. */
        conversion_event?: string;
        /** @description Only days up to this one. Default: up to yesterday. */
        last_day?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UmamiDays'];
        'application/zip': string;
        'text/csv': string;
        'application/octet-stream': string;
      };
    };
    responses: {
      /** @description The same file was imported before: the import of then. Nothing was changed. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoryUpload'];
        };
      };
      /** @description The file is stored, and waits until it is imported. */
      202: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoryUpload'];
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
            code?: 'website_id_required' | 'invalid_gzip';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The body was sent too slowly. */
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
            code?: 'batch_too_large';
          };
        };
      };
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_tool'
              | 'invalid_file_name'
              | 'invalid_conversion_event'
              | 'invalid_last_day'
              | 'invalid_file'
              | 'too_many_imports';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_history_import: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id from `POST /api/v1/history-imports` or `GET /api/v1/history-imports`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The import, or the file. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoryProgress'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  remove_history_import: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the import, from `GET /api/v1/history-imports`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The import is removed. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_contact_story: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description The page number, from 1. A page has 100 entries. */
        page?: number;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: {
        /** @description The ETag of a response that the client has cached. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the contact, from `GET /api/v1/contacts`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The story of a contact */
      200: {
        headers: {
          /** @description Identifies this version of the response. Send it as If-None-Match to get 304 without a body if nothing has changed. */
          ETag?: string;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            contact_id: number;
            /** @description The time zone of the website. */
            timezone: string;
            /** @description Of all amounts. */
            currency: string;
            /** @description What is not known of the contact, and why. Empty: nothing is known to be missing. */
            notes: {
              /** @enum {string} */
              code: 'events_not_kept' | 'kept_from' | 'visitor_unknown' | 'not_all_read' | 'days_without_visitor';
              message: string;
            }[];
            entries: {
              /**
               * Format: date-time
               * @description ISO 8601, UTC.
               */
              at: string;
              /**
               * @description visit: a visit begins. contact_added: the contact was created. answered: what was chosen before a form was sent. form_sent: a form that waits to be confirmed.
               * @enum {string}
               */
              kind:
                | 'visit'
                | 'view'
                | 'conversion'
                | 'completion'
                | 'submission'
                | 'subscribe'
                | 'selection'
                | 'page_view'
                | 'order'
                | 'refund'
                | 'contact_added'
                | 'answered'
                | 'form_sent';
              /** @description How often it happened one after the other, beginning at `at`. */
              count: number;
              /** @description Where a visit or the contact came from. */
              source: {
                channel: string | null;
                utm_source: string | null;
                utm_medium: string | null;
                utm_campaign: string | null;
                referrer: string | null;
              } | null;
              device: string | null;
              country: string | null;
              page: string | null;
              /** @description null: none, or the catalog does not tell which. */
              campaign_id: number | null;
              /** @description The names from the campaign down to what it happened with. Empty: with the website. */
              subject: string[];
              order_id: string | null;
              /** @description What was ordered, or refunded. */
              revenue: number | null;
              /** @description What was refunded of the order until now. */
              refunded: number | null;
              /** @description What was ordered, without what was refunded. */
              products: string[];
              /** @description What the contact, or the form, says. */
              fields: {
                [key: string]: string;
              };
            }[];
            pagination: {
              page: number;
              per_page: number;
              total_entries: number;
              total_pages: number;
            };
          };
          'text/csv': string;
        };
      };
      /** @description Not modified: the response still has the ETag sent in If-None-Match. */
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_page'
              | 'invalid_language'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_contacts: {
    parameters: {
      query?: {
        /** @description Only the contact with this email (case-insensitive). */
        email?: string;
        /** @description Only the contact with this id. */
        id?: number;
        /** @description The page number, from 1. A page has 25 contacts. */
        page?: number;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
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
          /** @description RFC 8288 links to the first, prev, next and last page, where they exist. */
          Link?: string;
          /** @description Total number of contacts. */
          'X-Total-Count'?: number;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Contact'][];
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_email'
              | 'invalid_id'
              | 'invalid_page'
              | 'invalid_website_id'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  upsert_contact: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
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
           * @description Generated if none is sent. null is ignored.
           */
          visitor_token?: string | null;
          /** @description At most 254 characters. Stored in lower case. null or an empty string is ignored. */
          email?: string | null;
          name?: string | null;
          last_name?: string | null;
          /** @description At most 64 characters, preferably with country code: +49 30 123456 and 0049 (0)30/123456 match. Stored as sent. null or an empty string is ignored. */
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
          /** @description Stored as `name`, and takes precedence over it. */
          first_name?: string | null;
          /** @description Custom fields, merged key by key with the existing ones; null removes all of them. */
          extra?: {
            [key: string]: unknown;
          } | null;
          /** @description Merged key by key with the existing object; null clears it. */
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
      /** @description The updated contact. */
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
      /** @description The created contact. */
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
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
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  delete_contact: {
    parameters: {
      query: {
        /** @description Case-insensitive. */
        email: string;
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The contact was deleted. */
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_email' | 'invalid_website_id' | 'email_required';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  export_contacts: {
    parameters: {
      query?: {
        /** @description `next` of the part before; left out for the first part. */
        after?: number;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A part of the contacts. */
      200: {
        headers: {
          /** @description Total number of contacts. */
          'X-Total-Count'?: number;
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            contacts: components['schemas']['Contact'][];
            /** @description null: this is the last part. */
            next: number | null;
            /** @description How many contacts there are now. */
            total: number;
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_after'
              | 'invalid_website_id'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  search_contacts: {
    parameters: {
      query?: {
        /** @description Parts of names, email or phone, separated by spaces. */
        query?: string;
        /** @description Only contacts that came from a form of this campaign. */
        campaign_id?: number;
        /** @description `next` of the answer before; left out for the first one. */
        after?: number;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The contacts that were found. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            contacts: components['schemas']['Contact'][];
            /** @description null: there are no more. */
            next: number | null;
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_query'
              | 'invalid_campaign_id'
              | 'invalid_after'
              | 'invalid_website_id'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  remove_contact: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the contact, from `GET /api/v1/contacts`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The contact is deleted. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_contact: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the contact, from `GET /api/v1/contacts`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: uuid
           * @description Generated if none is sent. null is ignored.
           */
          visitor_token?: string | null;
          /** @description At most 254 characters. Stored in lower case. null or an empty string is ignored. */
          email?: string | null;
          name?: string | null;
          last_name?: string | null;
          /** @description At most 64 characters, preferably with country code: +49 30 123456 and 0049 (0)30/123456 match. Stored as sent. null or an empty string is ignored. */
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
          /** @description Stored as `name`, and takes precedence over it. */
          first_name?: string | null;
          /** @description Custom fields, merged key by key with the existing ones; null removes all of them. */
          extra?: {
            [key: string]: unknown;
          } | null;
          /** @description Merged key by key with the existing object; null clears it. */
          data?: {
            [key: string]: unknown;
          } | null;
        } & {
          [key: string]: unknown;
        };
      };
    };
    responses: {
      /** @description The changed contact. */
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'email_in_use';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_body'
              | 'invalid_email'
              | 'invalid_phone'
              | 'invalid_field'
              | 'too_deep'
              | 'too_many_fields'
              | 'contact_too_large';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_unconfirmed: {
    parameters: {
      query?: {
        /** @description Only of this contact. */
        contact_id?: number;
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What waits to be confirmed. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            unconfirmed: {
              id: number;
              contact: components['schemas']['Contact'];
              /** @description What a form said about the contact. */
              fields: {
                email?: string;
                phone?: string;
                privacy_consent?: string;
                marketing_consent?: string;
                sms_consent?: string;
              };
              /** @description The page of the form. */
              source_url: string | null;
              /** @description The campaign of the form. */
              campaign: string | null;
              /**
               * Format: date-time
               * @description When the form was sent.
               */
              created_at: string;
            }[];
            /** @description How many there are. */
            total: number;
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_contact_id'
              | 'invalid_website_id'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  accept_unconfirmed: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of what waits, from `GET /api/v1/contacts/unconfirmed`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The changed contact. */
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'email_in_use';
          };
        };
      };
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'contact_too_large';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  dismiss_unconfirmed: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of what waits, from `GET /api/v1/contacts/unconfirmed`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is dismissed. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  collect_contact: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description A public key, `fpk_…`. */
          key: string;
          /** @description The id that the page keeps, a UUID, only with the consent of the visitor: the `visitor_token`. */
          visitor?: string;
          /** @description What was entered. `email` or `phone` is required. */
          contact: {
            email?: string;
            phone?: string;
            first_name?: string;
            last_name?: string;
            city?: string;
            company_name?: string;
            company_title?: string;
            state?: string;
            address?: string;
            zip_code?: string;
            country?: string;
            privacy_consent?: string;
            marketing_consent?: string;
            sms_consent?: string;
          };
          /** @description What the visitor has chosen on the page before, by field, at most 20. It is kept in `data.answers` with the time, only with `visitor`, and of a contact that exists only if that is its visitor. */
          answers?: {
            [key: string]: string | number | boolean;
          };
          campaign?: string;
          variant?: string;
          step?: string;
          /** @description Keys can be sent instead of ids. Each is looked up under the one above it, so send those too. */
          element?: string;
          campaign_id?: number;
          variant_id?: number;
          step_id?: number;
          /** @description Only the deepest of these ids is needed. */
          element_id?: number;
          /** @description The URL or path that it happened on. The query is dropped. */
          page?: string;
          /** @description The URL or host that the visit came from. */
          referrer?: string;
          utm_source?: string;
          utm_medium?: string;
          /** @description Tags of the link that the visit began with. */
          utm_campaign?: string;
          /** @description A program has filled in the form: nothing is stored. */
          automated?: boolean;
        };
        'text/plain': string;
      };
    };
    responses: {
      /** @description The contact is stored. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            received: true;
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
      401: components['responses']['Unauthorized'];
      /** @description The token does not have the required scope, or the role of its user does not suffice. */
      403: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {unknown} */
            code?: 'origin_not_allowed' | 'secret_key_not_allowed' | 'form_contacts_off';
          };
        };
      };
      /** @description The body was sent too slowly. */
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
            code?: 'batch_too_large';
          };
        };
      };
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'invalid_body'
              | 'unknown_field'
              | 'email_or_phone_required'
              | 'invalid_email'
              | 'invalid_phone'
              | 'invalid_field'
              | 'invalid_utm_source'
              | 'invalid_utm_medium'
              | 'invalid_utm_campaign'
              | 'invalid_referrer'
              | 'invalid_page';
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
            code?: 'rate_limited' | 'too_many_contacts' | 'too_much_at_once';
          };
        };
      };
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_contact_data: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'events' | 'orders' | 'touches' | 'unconfirmed' | 'recipients' | 'webhooks';
      };
      header?: never;
      path: {
        /** @description The id of the contact, from `GET /api/v1/contacts`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Everything that is stored. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            contact: components['schemas']['Contact'];
            /** @description What is not known of the contact, and why. */
            notes: {
              /** @enum {string} */
              code: 'events_not_kept' | 'kept_from' | 'visitor_unknown' | 'not_all_read' | 'days_without_visitor';
              message: string;
            }[];
            /** @description What forms said about the contact and waits to be confirmed. */
            unconfirmed: {
              /**
               * Format: date-time
               * @description ISO 8601, UTC.
               */
              at: string;
              fields: {
                [key: string]: string;
              };
            }[];
            events: {
              /**
               * Format: date-time
               * @description ISO 8601, UTC.
               */
              at: string;
              /**
               * @description restated_order: what a refund changed.
               * @enum {string}
               */
              type:
                | 'view'
                | 'conversion'
                | 'completion'
                | 'submission'
                | 'subscribe'
                | 'order'
                | 'selection'
                | 'restated_order'
                | 'page_view';
              /** @description The names from the campaign down to what it happened with. Empty: with the website. */
              subject: string[];
              revenue: number;
              dimensions: {
                [key: string]: string;
              };
            }[];
            orders: {
              order_id: string;
              /**
               * Format: date-time
               * @description ISO 8601, UTC.
               */
              at: string;
              /** @description The names from the campaign down to what it happened with. Empty: with the website. */
              subject: string[];
              revenue: number;
              refunded: number;
              products: string[];
            }[];
            /** @description What the next order of the visitor may be credited to. */
            touches: {
              /**
               * Format: date-time
               * @description ISO 8601, UTC.
               */
              at: string;
              /** @description The names from the campaign down to what it happened with. Empty: with the website. */
              subject: string[];
            }[];
            /** @description Reports that are mailed to the address. */
            recipients: {
              email: string;
              language: string;
              state: string;
              /**
               * Format: date-time
               * @description ISO 8601, UTC.
               */
              created_at: string;
              /**
               * Format: date-time
               * @description ISO 8601, UTC.
               */
              changed_at: string;
            }[];
            /** @description Who was sent the contact in the last 30 days, by webhooks that are there still. */
            webhooks: {
              /**
               * Format: date-time
               * @description ISO 8601, UTC.
               */
              at: string;
              host: string;
            }[];
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_language'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  forget_contact: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path: {
        /** @description The id of the contact, from `GET /api/v1/contacts`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The contact is deleted, and how much was erased besides it. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Erased touches that orders could be credited to. */
            touches: number;
            /** @description Orders that can be refunded and no longer tell whose they were. */
            orders: number;
            /** @description Events in the event log that no longer tell whose they were, nor when. */
            logged_events: number;
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  preview_erasure: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          kind: 'visitor' | 'contact' | 'day' | 'website';
          /** @description Of the kind visitor: as sent with the events. */
          visitor?: string;
          /** @description Of the kind contact. */
          contact_id?: number;
          /** @description Of the kind day: YYYY-MM-DD, in the time zone of the website. */
          day?: string;
        };
      };
    };
    responses: {
      /** @description What would be erased. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What is stored of it: how many rows of each table, or traces of each kind. */
            rows: {
              [key: string]: number;
            };
            /**
             * @description preview: nothing was erased. running: a whole website is being erased; its preview says what is left.
             * @enum {string}
             */
            state: 'preview' | 'running' | 'done';
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_field' | 'invalid_body';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  erase_data: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          kind: 'visitor' | 'contact' | 'day' | 'website';
          /** @description Of the kind visitor: as sent with the events. */
          visitor?: string;
          /** @description Of the kind contact. */
          contact_id?: number;
          /** @description Of the kind day: YYYY-MM-DD, in the time zone of the website. */
          day?: string;
          /**
           * @description Must be true: nothing can be undone.
           * @constant
           */
          confirm: true;
        };
      };
    };
    responses: {
      /** @description It is erased. `rows` says what was stored of it. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What is stored of it: how many rows of each table, or traces of each kind. */
            rows: {
              [key: string]: number;
            };
            /**
             * @description preview: nothing was erased. running: a whole website is being erased; its preview says what is left.
             * @enum {string}
             */
            state: 'preview' | 'running' | 'done';
          };
        };
      };
      /** @description The website is being erased. */
      202: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What is stored of it: how many rows of each table, or traces of each kind. */
            rows: {
              [key: string]: number;
            };
            /**
             * @description preview: nothing was erased. running: a whole website is being erased; its preview says what is left.
             * @enum {string}
             */
            state: 'preview' | 'running' | 'done';
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
            code?: 'website_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_field' | 'invalid_body';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_kept_data: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All kinds of data. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description preview_erasure says what is left of it. */
            is_being_erased: boolean;
            kept: {
              /** @enum {string} */
              kind:
                | 'events'
                | 'counters'
                | 'sketches'
                | 'insights'
                | 'alerts'
                | 'orders'
                | 'waiting_refunds'
                | 'order_feed'
                | 'touches'
                | 'event_ids'
                | 'arrivals'
                | 'contacts'
                | 'unconfirmed_contacts'
                | 'history'
                | 'audit_log'
                | 'messages'
                | 'recipients'
                | 'recipient_links'
                | 'share_links'
                | 'logins'
                | 'visitor_salts'
                | 'exports';
              /**
               * @description age: deleted after kept_days. erased: until somebody erases it. expired: until its own end, such as that of a login. receiver: as long as whoever received it keeps it.
               * @enum {string}
               */
              until: 'age' | 'erased' | 'expired' | 'receiver';
              /** @description null: no age ends it. */
              kept_days: number | null;
              /** @description What decides about it. null: it is the same everywhere. */
              setting: string | null;
              /** @description null: there is none, or it has no date. */
              oldest: string | null;
              /** @description The oldest is deleted on this day, or on the one after it: what websites have is looked through once a day. */
              goes_on: string | null;
            }[];
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_scheduled_export: {
    parameters: {
      query?: {
        /** @description Only this website. */
        website_id?: number;
        /** @description Only these websites. Default: all. */
        website_ids?: number[];
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The scheduled export. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description off: none of the websites is exported by a schedule. waiting: the first run has not begun. running: a run is in progress. done: the last run has finished. failed: the last run has not; it is repeated every ten minutes.
             * @enum {string}
             */
            state: 'off' | 'waiting' | 'running' | 'done' | 'failed';
            /** @description No run has finished, although one has been due for more than two hours. */
            is_late: boolean;
            /** @description null: the state is off. */
            schedule: {
              /**
               * @description folder: files on a machine of the operator. s3: an S3-compatible storage. database: PostgreSQL.
               * @enum {string}
               */
              target: 'folder' | 's3' | 'database';
              /** @description null: a database has none. */
              format: ('parquet' | 'ndjson') | null;
              every_hours: number;
            } | null;
            /** @description When the last run began that was finished. null: none was yet. */
            last_at: string | null;
            /** @description When the next run is due. null: the state is off. */
            due_at: string | null;
            /** @description null: the last run has not failed. */
            failure: {
              /**
               * Format: date-time
               * @description ISO 8601, UTC.
               */
              at: string;
              /**
               * @description keys_refused: the target refuses the login or the permissions. no_target: it does not exist. redirected: its region or address is another one. unreachable: it does not answer, or the data of some websites cannot be reached, and the others were written. not_public: its address is not allowed. full: it has no room. refused: it refuses what was written. damaged_target: it has what no export has written. busy: another export is writing to it. unexpected: anything else, which the log of the service says.
               * @enum {string}
               */
              problem:
                | 'keys_refused'
                | 'no_target'
                | 'redirected'
                | 'unreachable'
                | 'not_public'
                | 'full'
                | 'refused'
                | 'damaged_target'
                | 'busy'
                | 'unexpected';
            } | null;
            websites: {
              id: number;
              is_included: boolean;
              /** @description When the last finished run began that had it. null: none has it, or not any more. */
              exported_at: string | null;
              /** @description Files, or parts of tables, that this run wrote of it: what had not changed was not written again. */
              files: number | null;
              /** @description Rows in these files. */
              rows: number | null;
            }[];
          };
          'text/csv': string;
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
            code?: 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  collect_events: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key and body within 7 days gets the first response and is not counted again. */
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
      /** @description How many events were counted, and which were rejected. */
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
            /** @description The first 100 rejected events. `index` is the position in the batch, from 0. */
            rejected: {
              index: number;
              code: string;
              message: string;
            }[];
            /** @description Only if not all rejected events are listed: the total number by code. */
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
      401: components['responses']['Unauthorized'];
      /** @description The token does not have the required scope, or the role of its user does not suffice. */
      403: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {unknown} */
            code?: 'public_key_not_allowed';
          };
        };
      };
      /** @description The body was sent too slowly. */
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
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
      /** @description The service is temporarily unavailable. */
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
            code?: 'busy' | 'database_unavailable' | 'commit_unknown' | 'damaged_data' | 'not_stored';
          };
        };
      };
      default: components['responses']['OtherProblem'];
    };
  };
  collect_browser_events: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description A public key, `fpk_…`. */
          key: string;
          /** @description An id that the page keeps, only with the consent of the visitor. Left out: one that changes daily. */
          visitor?: string;
          events: {
            /** @enum {string} */
            type:
              | 'view'
              | 'conversion'
              | 'completion'
              | 'submission'
              | 'subscribe'
              | 'order'
              | 'selection'
              | 'refund'
              | 'page_view';
            /** @description May be left out: an ingest key is for one website. */
            website_id?: number;
            campaign_id?: number;
            variant_id?: number;
            step_id?: number;
            /** @description Only the deepest of these ids is needed. */
            element_id?: number;
            campaign?: string;
            variant?: string;
            step?: string;
            /** @description Keys can be sent instead of ids. Each is looked up under the one above it, so send those too. */
            element?: string;
            /** @description Required, except for an order or a refund. 1 to 128 characters. */
            visitor?: string;
            /**
             * Format: date-time
             * @description When it happened. Default: now.
             */
            at?: string;
            /** @description 1 to 64 characters. Events with the same id are counted once within 7 days. */
            id?: string;
            /** @description 1 to 100 characters. Orders with the same order_id are counted only once. */
            order_id?: string;
            /** @description Only for an order: the id of its payment. The `order_id` of a refund may be this id, too. */
            payment_id?: string;
            /** @description Of a refund: 1 to 100 characters. Refunds of an order with the same refund_id are counted only once. */
            refund_id?: string;
            /** @description Of an order, or the amount of a refund. Default of a refund: all that is left of its order. */
            revenue?: number | string;
            /** @description Must be the website's currency. */
            currency?: string;
            products?: {
              value: string | null;
              revenue?: number | string;
            }[];
            product?: unknown;
            field?: string;
            value?: unknown;
            utm_source?: string;
            utm_medium?: string;
            /** @description Tags of the link that the visit began with. */
            utm_campaign?: string;
            /** @description The URL or host that the visit came from. */
            referrer?: string;
            /** @enum {string} */
            device?: 'desktop' | 'mobile' | 'tablet';
            browser?: string;
            os?: string;
            /** @description A code of two letters, ISO 3166-1. */
            country?: string;
            /** @description A tag such as de or de-AT, BCP 47. Only the language is kept. */
            language?: string;
            /** @description The URL or path that it happened on. The query is dropped. */
            page?: string;
            /** @description Free for your own use. Ignored. */
            properties?: {
              [key: string]: unknown;
            };
          }[];
          /** @description The URL or path that it happened on. The query is dropped. */
          page?: string;
          /** @description The URL or host that the visit came from. */
          referrer?: string;
          utm_source?: string;
          utm_medium?: string;
          /** @description Tags of the link that the visit began with. */
          utm_campaign?: string;
          /** @description A program controls the browser: nothing is counted. */
          automated?: boolean;
          /** @description Asks for the visitor's id of the day, to hand it on to a shop without consent. */
          tell_visitor?: boolean;
        };
        'text/plain': string;
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
            /** @description The first 100 rejected events. `index` is the position in the batch, from 0. */
            rejected: {
              index: number;
              code: string;
              message: string;
            }[];
            /** @description Only if not all rejected events are listed: the total number by code. */
            rejected_counts?: {
              [key: string]: number;
            };
            /** @description Only if `tell_visitor` was sent: the id that changes daily. */
            visitor?: string;
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
      401: components['responses']['Unauthorized'];
      /** @description The token does not have the required scope, or the role of its user does not suffice. */
      403: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {unknown} */
            code?: 'origin_not_allowed' | 'secret_key_not_allowed';
          };
        };
      };
      /** @description The body was sent too slowly. */
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
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'invalid_body'
              | 'invalid_events'
              | 'unknown_field'
              | 'invalid_utm_source'
              | 'invalid_utm_medium'
              | 'invalid_utm_campaign'
              | 'invalid_referrer'
              | 'invalid_page';
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
      /** @description The service is temporarily unavailable. */
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
            code?: 'busy' | 'database_unavailable' | 'commit_unknown' | 'damaged_data' | 'not_stored';
          };
        };
      };
      default: components['responses']['OtherProblem'];
    };
  };
  list_arrivals: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description The cursor of an earlier answer: only what arrived since. */
        after?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What arrived. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            arrivals: components['schemas']['Arrival'][];
            cursor: string;
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_after'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  count_arrivals: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'reasons' | 'outcomes';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The counts. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ArrivalCounts'];
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_ingest_keys: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The keys, without secrets. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            keys: components['schemas']['IngestKey'][];
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_ingest_key: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewIngestKey'];
      };
    };
    responses: {
      /** @description The key. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedIngestKey'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_public'
              | 'invalid_name'
              | 'invalid_origins'
              | 'invalid_body'
              | 'too_many_keys';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  revoke_ingest_key: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The key's id, from `GET /dashboard/ingest-keys`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The key is revoked. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_website_settings: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The settings. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebsiteSettings'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_website_settings: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Whether browsers may send orders. Anybody could invent revenue. */
          browser_orders?: boolean;
          /**
           * @description Which events are touches: conversions, or with `view` also views.
           * @enum {string}
           */
          credit_by?: 'conversion' | 'view';
          /** @description An order that names a visitor but no subject is credited to the visitor's last touch within so many days. 0: it is not. */
          credit_window_days?: number;
          /** @description Whether accepted events are kept, so that reports can be broken down and filtered by dimensions. */
          event_log?: boolean;
          /** @description Whether forms on the pages of the website create contacts. Anybody could invent people. */
          form_contacts?: boolean;
          /** @description The group under which the overview lists the website. Empty: under none. */
          group_name?: string;
          /** @description Whether an event with a key that is new registers its campaign, variant, step or element. */
          register_keys?: boolean;
          /** @description The smallest lift that matters in experiments, in percent. Smaller ones are called no difference. */
          smallest_lift?: number;
          /** @description The time zone of the days of the website, as an IANA name. A change holds for events that arrive from then on. */
          timezone?: string;
        };
      };
    };
    responses: {
      /** @description The settings after the change. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebsiteSettings'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_browser_orders'
              | 'invalid_credit_by'
              | 'invalid_credit_window_days'
              | 'invalid_event_log'
              | 'invalid_form_contacts'
              | 'invalid_group_name'
              | 'invalid_register_keys'
              | 'invalid_smallest_lift'
              | 'invalid_timezone'
              | 'invalid_body';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_webhooks: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The webhooks, without their secrets. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            webhooks: components['schemas']['Webhook'][];
            /** @description Where each provider has to send its webhooks to. */
            urls: {
              shopify: string;
              woocommerce: string;
              stripe: string;
            };
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_webhook: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewWebhook'];
      };
    };
    responses: {
      /** @description The webhook. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedWebhook'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_provider'
              | 'invalid_secret'
              | 'invalid_body'
              | 'too_many_webhooks';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  revoke_webhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The webhook's id, from `GET /dashboard/webhooks`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The webhook is revoked. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_tokens: {
    parameters: {
      query?: {
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
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
          'text/csv': string;
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
            code?: 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_name'
              | 'invalid_audience'
              | 'invalid_scopes'
              | 'invalid_website_ids'
              | 'invalid_expires_in_days'
              | 'invalid_body';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  revoke_token: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The token's id, from `GET /oauth/tokens`. */
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_people: {
    parameters: {
      query?: {
        /** @description An account of the user. Optional if the user has only one. */
        account_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The people. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            people: components['schemas']['Person'][];
          };
          'text/csv': string;
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
            code?: 'account_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_account_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  remove_person: {
    parameters: {
      query?: {
        /** @description An account of the user. Optional if the user has only one. */
        account_id?: number;
      };
      header?: never;
      path: {
        /** @description The user's id, from `GET /dashboard/people`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The person is removed. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
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
            code?: 'account_id_required';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'last_owner';
          };
        };
      };
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_account_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_role: {
    parameters: {
      query?: {
        /** @description An account of the user. Optional if the user has only one. */
        account_id?: number;
      };
      header?: never;
      path: {
        /** @description The user's id, from `GET /dashboard/people`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description What the person may do. Each role includes those before it.
           * @enum {string}
           */
          role: 'viewer' | 'editor' | 'owner';
          /** @description The websites on which the role holds. null: all of the account, now and later. Owners always have all. */
          website_ids?: number[] | null;
        };
      };
    };
    responses: {
      /** @description The person. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Person'];
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
            code?: 'account_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'last_owner';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_account_id' | 'invalid_role' | 'invalid_website_ids' | 'invalid_body';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  join_account: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The part of the link after the #. */
          secret: string;
        };
      };
    };
    responses: {
      /** @description The user belongs to the account. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
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
            code?: 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description The token does not have the required scope, or the role of its user does not suffice. */
      403: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {unknown} */
            code?: 'other_email';
          };
        };
      };
      /** @description Not found on the websites of the token. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {unknown} */
            code?: 'link_not_valid';
          };
        };
      };
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_body';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  leave_account: {
    parameters: {
      query?: {
        /** @description An account of the user. Optional if the user has only one. */
        account_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The user has left the account. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
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
            code?: 'account_id_required';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'last_owner';
          };
        };
      };
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_account_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_reset_link: {
    parameters: {
      query?: {
        /** @description An account of the user. Optional if the user has only one. */
        account_id?: number;
      };
      header?: never;
      path: {
        /** @description The user's id, from `GET /dashboard/people`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The link. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ResetLink'];
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
            code?: 'account_id_required';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'no_password' | 'own_password' | 'passwords_off';
          };
        };
      };
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_account_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_invitations: {
    parameters: {
      query?: {
        /** @description An account of the user. Optional if the user has only one. */
        account_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The invitations, without their links. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            invitations: components['schemas']['Invitation'][];
          };
          'text/csv': string;
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
            code?: 'account_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_account_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_invitation: {
    parameters: {
      query?: {
        /** @description An account of the user. Optional if the user has only one. */
        account_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewInvitation'];
      };
    };
    responses: {
      /** @description The invitation. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedInvitation'];
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
            code?: 'account_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'already_member' | 'too_many_invitations';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_account_id'
              | 'invalid_email'
              | 'invalid_role'
              | 'invalid_website_ids'
              | 'invalid_body';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  withdraw_invitation: {
    parameters: {
      query?: {
        /** @description An account of the user. Optional if the user has only one. */
        account_id?: number;
      };
      header?: never;
      path: {
        /** @description The invitation's id, from `GET /dashboard/invitations`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The invitation is withdrawn. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
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
            code?: 'account_id_required';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_account_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  show_invitation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The part of the link after the #. */
          secret: string;
        };
      };
    };
    responses: {
      /** @description The invitation. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ShownInvitation'];
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
      /** @description The token is missing, invalid, expired or revoked. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {unknown} */
            code?: 'link_not_valid';
          };
        };
      };
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_body';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  accept_invitation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Acceptance'];
      };
    };
    responses: {
      /** @description The person belongs to the account, and can log in. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
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
            code?: 'invalid_json';
          };
        };
      };
      /** @description The token is missing, invalid, expired or revoked. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {unknown} */
            code?: 'link_not_valid';
          };
        };
      };
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'login_exists' | 'passwords_off';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_body' | 'invalid_login' | 'invalid_password' | 'wrong_password';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  show_password_reset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The part of the link after the #. */
          secret: string;
        };
      };
    };
    responses: {
      /** @description The email address. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            email: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expires_at: string;
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
            code?: 'invalid_json';
          };
        };
      };
      /** @description The token is missing, invalid, expired or revoked. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {unknown} */
            code?: 'link_not_valid';
          };
        };
      };
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'passwords_off';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_body';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  reset_password: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The part of the link after the #. */
          secret: string;
          password: string;
        };
      };
    };
    responses: {
      /** @description The password is changed. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
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
            code?: 'invalid_json';
          };
        };
      };
      /** @description The token is missing, invalid, expired or revoked. */
      401: {
        headers: {
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {unknown} */
            code?: 'link_not_valid';
          };
        };
      };
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'passwords_off';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_body' | 'invalid_password';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_reporting_currency: {
    parameters: {
      query?: {
        /** @description An account of the user. Optional if the user has only one. */
        account_id?: number;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The reporting currency. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description An ISO 4217 code. null: the account has none. */
            currency: string | null;
            /** @description What a unit of another currency is worth in this one, from a date on. */
            rates: {
              currency: string;
              /**
               * Format: date
               * @description YYYY-MM-DD.
               */
              date: string;
              rate: number;
            }[];
          };
          'text/csv': string;
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
            code?: 'account_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_account_id' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_reporting_currency: {
    parameters: {
      query?: {
        /** @description An account of the user. Optional if the user has only one. */
        account_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description An ISO 4217 code. null: none from now on. */
          currency: string | null;
          /** @description Replaces all rates. */
          rates: {
            currency: string;
            /** Format: date */
            date: string;
            rate: number;
          }[];
        };
      };
    };
    responses: {
      /** @description The reporting currency. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description An ISO 4217 code. null: the account has none. */
            currency: string | null;
            /** @description What a unit of another currency is worth in this one, from a date on. */
            rates: {
              currency: string;
              /**
               * Format: date
               * @description YYYY-MM-DD.
               */
              date: string;
              rate: number;
            }[];
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
            code?: 'account_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_account_id' | 'invalid_currency' | 'invalid_rates' | 'invalid_body';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_audit_log: {
    parameters: {
      query?: {
        /** @description An account of the user. Optional if the user has only one. */
        account_id?: number;
        /** @description Only entries before this one: `next` of the page before. */
        before?: number;
        /** @description Only entries with this action. */
        action?:
          | 'account_set_up'
          | 'signed_in'
          | 'sign_in_failed'
          | 'identity_linked'
          | 'password_removed'
          | 'session_ended'
          | 'application_connected'
          | 'application_disconnected'
          | 'password_changed'
          | 'person_added'
          | 'person_removed'
          | 'person_invited'
          | 'invitation_withdrawn'
          | 'invitation_accepted'
          | 'account_left'
          | 'reset_link_created'
          | 'reset_link_mailed'
          | 'password_reset'
          | 'role_changed'
          | 'token_created'
          | 'token_revoked'
          | 'share_link_created'
          | 'share_link_revoked'
          | 'ingest_key_created'
          | 'ingest_key_revoked'
          | 'webhook_created'
          | 'webhook_revoked'
          | 'subscription_created'
          | 'subscription_changed'
          | 'subscription_removed'
          | 'subscription_halted'
          | 'recipient_added'
          | 'recipient_asked_again'
          | 'recipient_confirmed'
          | 'recipient_unsubscribed'
          | 'recipient_removed'
          | 'branding_changed'
          | 'reporting_currency_changed'
          | 'website_settings_changed'
          | 'unconfirmed_accepted'
          | 'unconfirmed_dismissed'
          | 'contact_forgotten'
          | 'contact_data_read'
          | 'data_erased'
          | 'catalog_created'
          | 'catalog_changed'
          | 'catalog_imported'
          | 'funnel_created'
          | 'funnel_changed'
          | 'funnel_deleted'
          | 'annotation_created'
          | 'annotation_changed'
          | 'annotation_deleted'
          | 'goal_created'
          | 'goal_changed'
          | 'goal_deleted'
          | 'view_created'
          | 'view_changed'
          | 'view_deleted'
          | 'costs_changed'
          | 'history_imported'
          | 'history_removed';
        /** @description Only what this user did. */
        user_id?: number;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The entries. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            entries: components['schemas']['AuditEntry'][];
            /** @description For `before`, to read on. null: there are no older entries. */
            next: number | null;
          };
          'text/csv': string;
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
            code?: 'account_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_account_id'
              | 'invalid_before'
              | 'invalid_action'
              | 'invalid_user_id'
              | 'invalid_language'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_notifications: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscriptions, without secrets. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            subscriptions: components['schemas']['ListedSubscription'][];
            /** @description Where emails go. null: this service has no mail server. */
            email: string | null;
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_language'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  create_subscription: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewSubscription'];
      };
    };
    responses: {
      /** @description The subscription. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedSubscription'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'duplicate_subscription';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_channel'
              | 'invalid_url'
              | 'invalid_topics'
              | 'invalid_quiet_hours'
              | 'invalid_report'
              | 'invalid_body'
              | 'email_not_configured'
              | 'too_many_subscriptions';
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
            code?: 'rate_limited' | 'too_many_confirmations';
          };
        };
      };
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  remove_subscription: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The subscription's id, from `GET /dashboard/notifications`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscription is removed. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_subscription: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The subscription's id, from `GET /dashboard/notifications`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SubscriptionChange'];
      };
    };
    responses: {
      /** @description The subscription. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'duplicate_subscription';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_url'
              | 'invalid_topics'
              | 'invalid_quiet_hours'
              | 'invalid_report'
              | 'invalid_body';
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
            code?: 'rate_limited' | 'too_many_confirmations';
          };
        };
      };
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  replace_subscription_secret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The subscription's id, from `GET /dashboard/notifications`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The new secret. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description What webhooks are signed with from now on. It cannot be shown again. */
            secret: string;
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'no_secret';
          };
        };
      };
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  send_test_notification: {
    parameters: {
      query?: {
        /** @description An example of this, if the subscription sends it. */
        topic?: 'new_contact' | 'order' | 'refund';
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
      };
      header?: never;
      path: {
        /** @description The subscription's id, from `GET /dashboard/notifications`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Whether it was delivered. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestResult'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_topic' | 'invalid_language' | 'email_not_configured';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  resume_subscription: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The subscription's id, from `GET /dashboard/notifications`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscription. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'not_switched_off';
          };
        };
      };
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_webhook_deliveries: {
    parameters: {
      query?: {
        /** @description Only messages before this one: `next` of the page before. */
        before?: number;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path: {
        /** @description The subscription's id, from `GET /dashboard/notifications`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The messages. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            deliveries: components['schemas']['ListedDelivery'][];
            /** @description For `before`, to read on. null: there are no older messages. */
            next: number | null;
          };
          'text/csv': string;
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
            code?: 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_before'
              | 'invalid_language'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_recipients: {
    parameters: {
      query?: {
        /** @description Optional if the token has one website. */
        website_id?: number;
        /** @description The language of sentences: en, de, fr, es, pt, also with a region for numbers and dates, such as de-AT. Default: en. */
        language?: string;
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The recipients. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            recipients: components['schemas']['ReportRecipient'][];
          };
          'text/csv': string;
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
            code?: 'website_id_required' | 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description A value is invalid. */
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
              | 'unknown_parameter'
              | 'invalid_website_id'
              | 'invalid_language'
              | 'invalid_table'
              | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  ask_recipient: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The recipient's id, from `GET /dashboard/recipients`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The email with the link will be sent. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'not_waiting';
          };
        };
      };
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter';
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
            code?: 'rate_limited' | 'too_many_confirmations';
          };
        };
      };
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  remove_recipient: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The recipient's id, from `GET /dashboard/recipients`. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The recipient is removed. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_branding: {
    parameters: {
      query?: {
        /** @description An account of the user. Optional if the user has only one. */
        account_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The branding. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Branding'];
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
            code?: 'account_id_required';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_account_id';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_branding: {
    parameters: {
      query?: {
        /** @description An account of the user. Optional if the user has only one. */
        account_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BrandingChange'];
      };
    };
    responses: {
      /** @description The branding. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Branding'];
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
            code?: 'account_id_required' | 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_account_id' | 'invalid_sender_name' | 'invalid_logo' | 'invalid_body';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  get_profile: {
    parameters: {
      query?: {
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
        /** @description Which table the CSV file has. Default: the first of these that the answer has. */
        table?: 'websites' | 'accounts';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The profile. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Profile'];
          'text/csv': string;
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
            code?: 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_profile: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ProfileChange'];
      };
    };
    responses: {
      /** @description The changed profile. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Profile'];
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
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_language' | 'invalid_body';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  change_own_password: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPassword'];
      };
    };
    responses: {
      /** @description The password is changed. Says what was ended. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            ended_sessions: number;
            revoked_applications: number;
            revoked_tokens: number;
            revoked_share_links: number;
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
            code?: 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      406: components['responses']['NotAcceptable'];
      /** @description The change contradicts what is stored. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {unknown} */
            code?: 'no_password';
          };
        };
      };
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_current_password' | 'invalid_new_password' | 'invalid_body';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_own_sessions: {
    parameters: {
      query?: {
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The sessions. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            sessions: components['schemas']['BrowserSession'][];
          };
          'text/csv': string;
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
            code?: 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  end_own_session: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The session's id, from `GET /dashboard/profile/sessions`. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session has ended. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_connected_applications: {
    parameters: {
      query?: {
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The applications. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            applications: components['schemas']['ConnectedApplication'][];
          };
          'text/csv': string;
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
            code?: 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  revoke_connected_application: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The application's id, from `GET /dashboard/profile/applications`. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The access is revoked. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  list_own_websites: {
    parameters: {
      query?: {
        /** @description csv: the rows of the answer as a CSV file. `Accept: text/csv` does the same. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The websites. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            websites: components['schemas']['WebsiteChoice'][];
          };
          'text/csv': string;
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
            code?: 'unknown_format';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_table' | 'table_not_asked_for';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  choose_own_websites: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description All that the login is to show. */
          website_ids: number[];
        };
      };
    };
    responses: {
      /** @description All websites, and whether the login shows them. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            websites: components['schemas']['WebsiteChoice'][];
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
            code?: 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_website_ids' | 'invalid_body';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  check_setup: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The company or team that the websites belong to. */
          account_name?: string;
          /** @description What the user logs in with. */
          email?: string;
          /** @description 10 to 200 characters, and not a common one. Left out if passwords are switched off: the user then logs in with single sign-on. */
          password?: string;
          /** @description Usually its domain. */
          website_name?: string;
          /** @description Of the orders of the website: an ISO 4217 code such as USD. */
          currency?: string;
          /** @description Of the days of the website: an IANA name such as Europe/Berlin. Default: UTC. */
          timezone?: string;
          /** @description Where its pages are: `https://www.example.com`, or `https://*.example.com` for all subdomains. */
          origins?: string[];
          /** @description Whether events add the campaigns, variants, steps and elements that they name. */
          register_keys?: boolean;
          /** @description The first campaign. Left out: none is created. */
          campaign_name?: string;
          /** @description The type of the first campaign, such as overlay. */
          cta_type?: string;
          /** @description From the setup link: what follows the #. */
          secret: string;
        };
      };
    };
    responses: {
      /** @description The link can be used, and the fields are valid. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * Format: date-time
             * @description Until when the link can be used.
             */
            expires_at: string;
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
            code?: 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_body' | 'invalid_field' | 'invalid_origins';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  finish_setup: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewSetup'];
      };
    };
    responses: {
      /** @description Everything is created. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            website_id: number;
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
            code?: 'invalid_json';
          };
        };
      };
      401: components['responses']['Unauthorized'];
      406: components['responses']['NotAcceptable'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description A value is invalid. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {unknown} */
            code?: 'unknown_parameter' | 'invalid_body' | 'invalid_field' | 'invalid_origins';
          };
        };
      };
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
      default: components['responses']['OtherProblem'];
    };
  };
  receive_digest: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the message, the same for all attempts. */
        'webhook-id': string;
        /** @description When this attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature by the scheme of Standard Webhooks, in base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @constant */
          type: 'digest';
          /**
           * Format: date-time
           * @description When the message was written.
           */
          timestamp: string;
          data: {
            website: {
              id: number;
              name: string;
              currency: string;
            };
            /**
             * Format: date
             * @description Its Monday.
             */
            week: string;
            /** @description Revenue in the currency of the website, and unique visitors. */
            figures: {
              revenue: number;
              viewers: number;
            };
            /** @description The week before. null: it was not written, or begins before the first day of the website. */
            previous: {
              revenue: number;
              viewers: number;
            } | null;
            /** @description In percent. null where the week before was 0. */
            changes: {
              revenue: number | null;
              viewers: number | null;
            } | null;
            /** @description What to do next. */
            items: {
              text: string;
              campaigns: {
                id: number;
                name: string;
                url: string;
              }[];
              /** @description The one that explains it. */
              segment?: {
                /** @enum {string} */
                dimension:
                  | 'channel'
                  | 'utm_source'
                  | 'utm_medium'
                  | 'utm_campaign'
                  | 'referrer'
                  | 'device'
                  | 'browser'
                  | 'os'
                  | 'country'
                  | 'language'
                  | 'page'
                  | 'visitor_type';
                value: string;
                /** @description The part of the move that it carries, in percent; above 100 if the others moved against it. */
                share: number;
                url: string;
              };
            }[];
            /** @description Where to look in the dashboard. */
            url: string;
          };
        };
      };
    };
    responses: {
      /** @description This message is refused, and not sent again. So do 413, 415 and 422. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Nothing is taken any more: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The message is taken. Any other answer is repeated later, but for those below. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receive_alert: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the message, the same for all attempts. */
        'webhook-id': string;
        /** @description When this attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature by the scheme of Standard Webhooks, in base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @constant */
          type: 'alert';
          /**
           * Format: date-time
           * @description When the message was written.
           */
          timestamp: string;
          data: {
            website: {
              id: number;
              name: string;
              currency: string;
            };
            id: number;
            /** @enum {string} */
            kind: 'events_stopped' | 'drop' | 'spike' | 'experiment_decided' | 'experiment_unhealthy' | 'goal_at_risk';
            /**
             * Format: date
             * @description Of the website.
             */
            day: string;
            title: string;
            text: string;
            /** @description The one that explains a drop or a spike. `url` is then filtered by it. */
            segment?: {
              /** @enum {string} */
              dimension:
                | 'channel'
                | 'utm_source'
                | 'utm_medium'
                | 'utm_campaign'
                | 'referrer'
                | 'device'
                | 'browser'
                | 'os'
                | 'country'
                | 'language'
                | 'page'
                | 'visitor_type';
              value: string;
              /** @description The part of the move that it carries, in percent; above 100 if the others moved against it. */
              share: number;
            };
            /** @description Of `experiment_decided` and `experiment_unhealthy`. */
            experiment?: {
              campaign: {
                id: number;
                name: string;
              };
              /**
               * @description What it was judged by.
               * @enum {string}
               */
              metric: 'conversion_rate' | 'completion_rate' | 'subscribe_rate' | 'order_rate' | 'revenue_per_visitor';
              /** @enum {string} */
              verdict:
                | 'winner'
                | 'loser'
                | 'harmful'
                | 'no_difference'
                | 'keep_running'
                | 'will_not_settle'
                | 'unhealthy'
                | 'no_experiment';
              /** @description The winner or the loser. null: neither. */
              variant_id: number | null;
            };
            /** @description Where to look in the dashboard. */
            url: string;
          };
        };
      };
    };
    responses: {
      /** @description This message is refused, and not sent again. So do 413, 415 and 422. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Nothing is taken any more: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The message is taken. Any other answer is repeated later, but for those below. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receive_new_contact: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the message, the same for all attempts. */
        'webhook-id': string;
        /** @description When this attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature by the scheme of Standard Webhooks, in base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @constant */
          type: 'new_contact';
          /**
           * Format: date-time
           * @description When the message was written.
           */
          timestamp: string;
          data: {
            website: {
              id: number;
              name: string;
              currency: string;
            };
            contact: components['schemas']['Contact'];
          };
        };
      };
    };
    responses: {
      /** @description This message is refused, and not sent again. So do 413, 415 and 422. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Nothing is taken any more: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The message is taken. Any other answer is repeated later, but for those below. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receive_order: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the message, the same for all attempts. */
        'webhook-id': string;
        /** @description When this attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature by the scheme of Standard Webhooks, in base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @constant */
          type: 'order';
          /**
           * Format: date-time
           * @description When the message was written.
           */
          timestamp: string;
          data: {
            website: {
              id: number;
              name: string;
              currency: string;
            };
            order_id: string;
            /**
             * Format: date-time
             * @description When it was placed.
             */
            at: string;
            /**
             * Format: date
             * @description The day of the website that it counts on.
             */
            day: string;
            /** @description What is left of it after refunds, in the currency of the website. */
            revenue: number;
            /** @description What all refunds of it have taken. */
            refunded: number;
            /** @description What the order counts for. null: it counts for the website alone, or the campaign is gone. */
            campaign: {
              id: number;
              name: string;
              url: string;
            } | null;
            variant: {
              id: number;
              name: string;
            } | null;
            step: {
              id: number;
              name: string;
            } | null;
            element: {
              id: number;
              name: string;
            } | null;
            /** @description It was sent without a campaign, and credited to the last touch of its visitor. */
            is_credited: boolean;
            products: {
              value: string | null;
              revenue: number;
            }[];
            /** @description Such as `channel`, `utm_source` and `device`. Empty: the website did not keep its events. */
            dimensions: {
              [key: string]: string;
            };
            /** @description Where to look in the dashboard. */
            url: string;
          };
        };
      };
    };
    responses: {
      /** @description This message is refused, and not sent again. So do 413, 415 and 422. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Nothing is taken any more: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The message is taken. Any other answer is repeated later, but for those below. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receive_refund: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the message, the same for all attempts. */
        'webhook-id': string;
        /** @description When this attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature by the scheme of Standard Webhooks, in base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @constant */
          type: 'refund';
          /**
           * Format: date-time
           * @description When the message was written.
           */
          timestamp: string;
          data: {
            website: {
              id: number;
              name: string;
              currency: string;
            };
            order_id: string;
            /**
             * Format: date-time
             * @description When it was placed.
             */
            at: string;
            /**
             * Format: date
             * @description The day of the website that it counts on.
             */
            day: string;
            /** @description What is left of it after refunds, in the currency of the website. */
            revenue: number;
            /** @description What all refunds of it have taken. */
            refunded: number;
            /** @description What the order counts for. null: it counts for the website alone, or the campaign is gone. */
            campaign: {
              id: number;
              name: string;
              url: string;
            } | null;
            variant: {
              id: number;
              name: string;
            } | null;
            step: {
              id: number;
              name: string;
            } | null;
            element: {
              id: number;
              name: string;
            } | null;
            /** @description It was sent without a campaign, and credited to the last touch of its visitor. */
            is_credited: boolean;
            products: {
              value: string | null;
              revenue: number;
            }[];
            /** @description Such as `channel`, `utm_source` and `device`. Empty: the website did not keep its events. */
            dimensions: {
              [key: string]: string;
            };
            /** @description Where to look in the dashboard. */
            url: string;
          };
        };
      };
    };
    responses: {
      /** @description This message is refused, and not sent again. So do 413, 415 and 422. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Nothing is taken any more: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The message is taken. Any other answer is repeated later, but for those below. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receive_test: {
    parameters: {
      query?: never;
      header: {
        /** @description The id of the message, the same for all attempts. */
        'webhook-id': string;
        /** @description When this attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature by the scheme of Standard Webhooks, in base64. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @constant */
          type: 'test';
          /**
           * Format: date-time
           * @description When the message was written.
           */
          timestamp: string;
          data: {
            website: {
              id: number;
              name: string;
              currency: string;
            };
            /** @description Where to look in the dashboard. */
            url: string;
          };
        };
      };
    };
    responses: {
      /** @description This message is refused, and not sent again. So do 413, 415 and 422. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Nothing is taken any more: the webhook is switched off. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The message is taken. Any other answer is repeated later, but for those below. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
