// What the words of the dashboard mean: a sentence and an example each. Tooltips, the page Definitions of /docs and docs/definitions.md all
// come from here.

export interface Definition {
  readonly name: string;
  readonly sentence: string;
  readonly example: string;
  /** Other words that people search for. */
  readonly alsoCalled?: string;
  /** How the API calls it, where that differs. */
  readonly inApi?: string;
}

interface DefinitionGroup<Name extends string> {
  readonly title: string;
  readonly terms: Readonly<Record<Name, Definition>>;
}

function group<Name extends string>(title: string, terms: Readonly<Record<Name, Definition>>): DefinitionGroup<Name> {
  return { title, terms };
}

const PEOPLE = group('People and what they do', {
  visitors: {
    name: 'Visitors',
    sentence:
      'People who saw something, each counted once in the whole period. Up to 1,280 visitors are counted exactly; above that, the number is an estimate, usually within 1%.',
    example: 'Somebody who sees your popup on Monday and on Friday counts as one visitor in that week.',
    alsoCalled: 'unique visitors, users, reach',
    inApi: '`views` with `count_type=distinct` (the default); `viewers` in account performance and insights',
  },
  views: {
    name: 'Views',
    sentence: 'How often something was seen. Every time counts.',
    example: 'Somebody who sees your popup on Monday and on Friday counts as two views.',
    alsoCalled: 'impressions',
    inApi: '`views` with `count_type=total`',
  },
  conversions: {
    name: 'Conversions',
    sentence: 'Visitors who did what the campaign asks for, such as a click on its button or a submitted form.',
    example: 'Of 1,000 visitors who see a popup, 50 click on its button: 50 conversions.',
    alsoCalled: 'clicks, goals, key events',
  },
  completions: {
    name: 'Completions',
    sentence: 'Visitors who completed a campaign. A campaign has completions only if your pages send them.',
    example: 'Of 50 visitors who start a quiz, 20 see its result: 20 completions.',
  },
  submissions: {
    name: 'Submissions',
    sentence: 'Visitors who submitted a form. A submitted form also counts as a conversion.',
    example: 'Somebody who fills in the form of a popup counts as one submission and one conversion.',
    alsoCalled: 'form submissions, leads',
  },
  subscribes: {
    name: 'Subscribes',
    sentence: 'Visitors who signed up for something that you send, such as a newsletter. Your pages report this.',
    example: 'Of 50 visitors who submit a form, 30 tick the newsletter box: 30 subscribes.',
    alsoCalled: 'sign-ups, opt-ins',
  },
  orders: {
    name: 'Orders',
    sentence: 'Purchases. Each order counts once. An order that is refunded in full no longer counts.',
    example: 'A visitor who buys on Monday and on Friday places two orders.',
    alsoCalled: 'purchases, transactions, sales',
  },
  revenue: {
    name: 'Revenue',
    sentence: 'The value of all orders, in the currency of the website, minus refunds.',
    example: 'Two orders of $60 and $40, of which $10 was refunded: $90.',
    alsoCalled: 'sales, turnover',
  },
  selections: {
    name: 'Chosen',
    sentence: 'How often a product or an answer was chosen. Every time counts.',
    example: 'Somebody who tries two sizes in a product picker has chosen twice.',
    inApi: '`selections`',
  },
});

const RATES = group('Rates and averages', {
  conversion_rate: {
    name: 'Conversion rate',
    sentence: 'The share of visitors who converted. With Total, conversions divided by views.',
    example: '50 conversions from 1,000 visitors: 5%.',
    alsoCalled: 'CTR, click-through rate',
  },
  completion_rate: {
    name: 'Completion rate',
    sentence: 'The share of visitors who completed. With Total, completions divided by views.',
    example: '20 completions from 1,000 visitors: 2%.',
  },
  subscribe_rate: {
    name: 'Subscribe rate',
    sentence: 'The share of visitors who subscribed. With Total, subscribes divided by views.',
    example: '30 subscribes from 1,000 visitors: 3%.',
    alsoCalled: 'opt-in rate',
  },
  order_rate: {
    name: 'Order rate',
    sentence: 'Orders per 100 visitors or, with Total, per 100 views.',
    example: '10 orders from 1,000 visitors: 1%.',
    alsoCalled: 'purchase rate',
  },
  average_order: {
    name: 'Avg. order',
    sentence: 'Revenue divided by the number of orders.',
    example: '$90 from two orders: $45.',
    alsoCalled: 'average order value, AOV',
    inApi: '`aov`',
  },
  revenue_per_visitor: {
    name: 'Revenue per visitor',
    sentence: 'Revenue divided by the number of visitors, whether they ordered or not.',
    example: '$90 from 1,000 visitors: $0.09.',
    alsoCalled: 'RPV',
  },
  share_of_choices: {
    name: 'Share of choices',
    sentence: 'The share of all choices that were this product. All products together are 100%.',
    example: 'Chosen 30 times out of 120 choices in total: 25%.',
  },
});

const COUNTING = group('How numbers are counted', {
  unique: {
    name: 'Unique',
    sentence:
      'Each visitor counts once in the period, no matter how often they come. So the days can add up to more than the period.',
    example: 'Somebody who comes on three days of a week counts once on each of these days, and once in the week.',
    inApi: '`count_type=distinct`',
  },
  total: {
    name: 'Total',
    sentence: 'Everything counts each time it happens. So the days add up to the period.',
    example: 'Somebody who comes on three days of a week counts three times.',
    inApi: '`count_type=total`',
  },
  change: {
    name: 'Change',
    sentence: 'The difference from the period that it is compared with, in percent.',
    example: '120 visitors after 100: +20%.',
    inApi: '`changes`',
  },
  estimate: {
    name: '≈',
    sentence:
      'An estimate: the number comes from a sample of the visitors, or it counts people on several websites, where somebody who visits two of them counts once.',
    example:
      'Two websites with 3,000 and 2,000 visitors have ≈ 4,600 visitors together, because about 400 visited both.',
    inApi: '`sampled` and `sample_rate`',
  },
  segment: {
    name: 'Segment',
    sentence:
      'Visitors who have something in common, such as their channel, device or country. Choose one to see only its visitors.',
    example: 'Visitors on phones who came from a search are one segment.',
    alsoCalled: 'audience, filter, breakdown',
    inApi: '`filter` and `break_down_by`',
  },
});

const CAMPAIGNS = group('Campaigns and their parts', {
  campaign: {
    name: 'Campaign',
    sentence: 'Something on your website that asks visitors to act: a popup, a bar, a form, a quiz or a landing page.',
    example: 'A popup that offers 10% off the first order.',
    alsoCalled: 'call to action, CTA',
    inApi: '`cta` in some paths and fields',
  },
  variant: {
    name: 'Variant',
    sentence: 'One of several versions of a campaign. Each visitor is shown one of them.',
    example: 'Variant A says “10% off”, variant B says “Free shipping”.',
    alsoCalled: 'version, treatment',
  },
  step: {
    name: 'Step',
    sentence: 'One of the parts of a campaign, which visitors see one after the other.',
    example: 'A quiz with three questions and a result has four steps.',
    alsoCalled: 'screen, page',
  },
  element: {
    name: 'Element',
    sentence: 'Something in a step that visitors can use.',
    example: 'A button, a form, a question of a quiz or a product picker.',
  },
  product: {
    name: 'Product',
    sentence: 'What was chosen or bought, under the name that your pages or your shop send.',
    example: 'A product picker with three sizes has three products.',
    inApi: '`value` of `products`',
  },
  website: {
    name: 'Website',
    sentence: 'One of the websites of your account, with its own campaigns, currency and time zone.',
    example: 'Your shop in Germany and your shop in the US are two websites.',
  },
});

const FUNNELS = group('Funnels', {
  funnel: {
    name: 'Funnel',
    sentence: 'Steps that visitors take one after the other, and how many of them reach each step.',
    example: '1,000 see an offer, 200 open it, 20 order.',
  },
  funnel_visitors: {
    name: 'Visitors of a step',
    sentence: 'Visitors who took all steps up to this one, in order. Each counts once.',
    example: 'Somebody who orders without having seen the offer is not in the funnel.',
  },
  share_of_first_step: {
    name: 'Of the first step',
    sentence: 'The share of the visitors of the first step who reached this step.',
    example: '1,000 visitors at the first step and 200 here: 20%.',
    inApi: '`rate` of the steps of a funnel',
  },
  drop_off: {
    name: 'Drop-off',
    sentence: 'The share of visitors of the previous step who did not reach this one.',
    example: '200 visitors at the step before and 150 here: 25%.',
    alsoCalled: 'abandonment',
  },
  median_time: {
    name: 'Median time',
    sentence: 'The typical time since the previous step: half of the visitors took less, half took more.',
    example: 'Three visitors who took 10, 20 and 90 seconds: 20 seconds.',
    inApi: '`seconds_since_step_before`',
  },
});

const EXPERIMENTS = group('Experiments', {
  experiment: {
    name: 'Experiment',
    sentence: 'A campaign that divides its visitors between two or more variants, to find out which one is better.',
    example: 'Half of the visitors see variant A, half of them variant B.',
    alsoCalled: 'A/B test, split test',
  },
  control: {
    name: 'Control',
    sentence: 'The variant that the others are compared with: the holdout, or else the first variant.',
    example: 'Variant A is the control of an experiment with variants A, B and C.',
    alsoCalled: 'baseline',
  },
  holdout: {
    name: 'Holdout',
    sentence: 'Visitors who are shown nothing, to find out what they would have bought anyway.',
    example: 'Of 100 visitors, 10 don’t see the popup.',
    alsoCalled: 'control group',
  },
  lift: {
    name: 'Lift',
    sentence:
      'How much better a variant is than the control, in percent of the control. The true lift is within the interval with a probability of 95%, however often you look.',
    example: 'The control converts 5% of its visitors, the variant 6%: a lift of +20%.',
    alsoCalled: 'uplift, improvement',
  },
  at_stake: {
    name: 'At stake per week',
    sentence: 'How much more a week would bring if all visitors saw the leading variant.',
    example: 'At stake: $250. Each week in which half of the visitors see the weaker variant costs about that much.',
  },
  days_left: {
    name: 'Days left',
    sentence: 'About how long it takes until the experiment is decided, if traffic stays as in the last 7 days.',
    example: 'About 9 days: look again next week.',
  },
  running_for: {
    name: 'Running for',
    sentence:
      'How many days the test has been running. It begins when all variants have visitors, and begins again when their shares of the traffic change.',
    example: '14 days, from November 1 to 14.',
  },
  incremental: {
    name: 'Would not have come without it',
    sentence: 'What the campaign brought beyond what its visitors would have bought anyway, as the holdout shows.',
    example: 'Of $4,800 that was credited to a popup, about $780 would not have come without it.',
    alsoCalled: 'incremental revenue, incrementality',
  },
  verdict: {
    name: 'Verdict',
    sentence: 'What the numbers of an experiment say, and whether they are enough to decide.',
    example: '“Keep running”: the difference may still be chance.',
  },
});

const ATTRIBUTION = group('Attribution', {
  attribution: {
    name: 'Attribution',
    sentence:
      'Which campaigns get the credit for an order. There are several models, and none of them is the only right one.',
    example: 'A visitor clicks on a popup and later on a bar, then orders: by last touch, the bar gets the order.',
    alsoCalled: 'credit, conversion credit',
  },
  touch: {
    name: 'Touch',
    sentence:
      'Something that a visitor did on a campaign before the order: a conversion, or also a view, if you choose that.',
    example: 'A click on a popup three days before the order.',
    alsoCalled: 'touchpoint, interaction',
  },
  as_counted: {
    name: 'As counted',
    sentence:
      'The campaign that the order names gets the whole order. If it names none, the one gets it that it was credited to when it arrived. All other pages count this way.',
    example: 'An order that names the popup counts for the popup, whatever the visitor saw before.',
    inApi: '`stored`',
  },
  last_touch: {
    name: 'Last touch',
    sentence: 'The campaign that the visitor touched last before the order gets the whole order.',
    example: 'Popup, then bar, then an order of $100: the bar gets $100.',
    inApi: '`last`',
  },
  first_touch: {
    name: 'First touch',
    sentence: 'The campaign that the visitor touched first before the order gets the whole order.',
    example: 'Popup, then bar, then an order of $100: the popup gets $100.',
    inApi: '`first`',
  },
  equal_parts: {
    name: 'Equal parts',
    sentence: 'All campaigns that the visitor touched get equal parts of the order.',
    example: 'Popup, then bar, then an order of $100: both get $50.',
    alsoCalled: 'linear attribution',
    inApi: '`linear`',
  },
  any_touch: {
    name: 'Any touch',
    sentence:
      'Every campaign that the visitor touched gets the whole order, so the rows add up to more than the website.',
    example: 'Popup, then bar, then an order of $100: both get $100.',
    inApi: '`any`',
  },
});

/** In the order of the page. */
export const DEFINITION_GROUPS: readonly DefinitionGroup<string>[] = [
  PEOPLE,
  RATES,
  COUNTING,
  CAMPAIGNS,
  FUNNELS,
  EXPERIMENTS,
  ATTRIBUTION,
];

export const DEFINITIONS = {
  ...PEOPLE.terms,
  ...RATES.terms,
  ...COUNTING.terms,
  ...CAMPAIGNS.terms,
  ...FUNNELS.terms,
  ...EXPERIMENTS.terms,
  ...ATTRIBUTION.terms,
};

export type Term = keyof typeof DEFINITIONS;

/** The page of all definitions. */
export const DEFINITIONS_URL = '/docs#definitions';
