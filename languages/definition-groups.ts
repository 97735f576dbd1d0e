// The words of the dashboard that have a definition, in groups. What they mean is in languages/LANGUAGE/definitions.ts: a name, a sentence,
// an example, and other names. Tooltips have it in the reader's language; the page Definitions of /docs, docs/definitions.md and the
// resource of the tool server in English.
import type { TextsOf } from './translate.ts';

export interface Definition {
  readonly name: string;
  readonly sentence: string;
  readonly example: string;
  /** Other words that people search for. */
  readonly alsoCalled?: string;
  /** How the API calls it, where that differs. */
  readonly inApi?: string;
}

interface About {
  readonly hasOtherNames?: true;
  readonly inApi?: string;
}

type TextName = keyof TextsOf<'definitions'>;
export type Term = TextName extends infer Name ? (Name extends `${infer T}_name` ? T : never) : never;

/** The order of the page. */
const GROUPS: readonly { readonly title: string; readonly terms: Readonly<Partial<Record<Term, About>>> }[] = [
  {
    title: 'People and what they do',
    terms: {
      visitors: {
        hasOtherNames: true,
        inApi: '`views` with `count_type=distinct` (the default); `viewers` in account performance and insights',
      },
      views: { hasOtherNames: true, inApi: '`views` with `count_type=total`' },
      conversions: { hasOtherNames: true },
      completions: {},
      submissions: { hasOtherNames: true },
      subscribes: { hasOtherNames: true },
      orders: { hasOtherNames: true },
      revenue: { hasOtherNames: true },
      selections: { inApi: '`selections`' },
    },
  },
  {
    title: 'Rates and averages',
    terms: {
      conversion_rate: { hasOtherNames: true },
      completion_rate: {},
      subscribe_rate: { hasOtherNames: true },
      order_rate: { hasOtherNames: true },
      average_order: { hasOtherNames: true, inApi: '`aov`' },
      revenue_per_visitor: { hasOtherNames: true },
      share_of_choices: {},
    },
  },
  {
    title: 'How numbers are counted',
    terms: {
      unique: { inApi: '`count_type=distinct`' },
      total: { inApi: '`count_type=total`' },
      change: { inApi: '`changes`' },
      noise: { inApi: 'the note `within_noise`' },
      estimate: { inApi: '`sampled` and `sample_rate`' },
      segment: { hasOtherNames: true, inApi: '`filter` and `break_down_by`' },
    },
  },
  {
    title: 'Campaigns and their parts',
    terms: {
      campaign: { hasOtherNames: true, inApi: '`cta` in some paths and fields' },
      variant: { hasOtherNames: true },
      step: { hasOtherNames: true },
      element: {},
      product: { inApi: '`value` of `products`' },
      website: {},
    },
  },
  {
    title: 'Funnels',
    terms: {
      funnel: {},
      funnel_visitors: {},
      share_of_first_step: { inApi: '`rate` of the steps of a funnel' },
      drop_off: { hasOtherNames: true },
      median_time: { inApi: '`seconds_since_step_before`' },
    },
  },
  {
    title: 'Experiments',
    terms: {
      experiment: { hasOtherNames: true },
      control: { hasOtherNames: true },
      holdout: { hasOtherNames: true },
      lift: { hasOtherNames: true },
      at_stake: {},
      days_left: {},
      running_for: {},
      incremental: { hasOtherNames: true },
      verdict: {},
    },
  },
  {
    title: 'Attribution',
    terms: {
      attribution: { hasOtherNames: true },
      touch: { hasOtherNames: true },
      as_counted: { inApi: '`stored`' },
      last_touch: { inApi: '`last`' },
      first_touch: { inApi: '`first`' },
      equal_parts: { hasOtherNames: true, inApi: '`linear`' },
      any_touch: { inApi: '`any`' },
      cost: { hasOtherNames: true, inApi: '`cost`' },
      cost_per_order: { hasOtherNames: true, inApi: '`cost_per_order`' },
      return_on_spend: { hasOtherNames: true, inApi: '`return_on_spend`' },
    },
  },
  {
    title: 'Retention and paths',
    terms: {
      retention: { hasOtherNames: true },
      cohort: {},
      path: { hasOtherNames: true },
      followable_share: { inApi: '`followable_share`' },
      buyers: { inApi: '`buyers` of retention with `first=order`' },
      repeat_buyers: { hasOtherNames: true, inApi: '`repeat_buyers` and `repeat_rate`' },
      revenue_per_buyer: { hasOtherNames: true, inApi: '`revenue_per_buyer`' },
    },
  },
  {
    title: 'Pages',
    terms: {
      page_views: { inApi: 'the event type `page_view`' },
      visitors_per_day: { inApi: '`visitors` of the history' },
      reach: { hasOtherNames: true, inApi: '`share` of the campaign reach' },
    },
  },
];

interface DefinitionGroup {
  readonly title: string;
  readonly definitions: readonly (readonly [Term, Definition])[];
}

/** `text`: the texts of a language. */
export function definitionGroups(text: (name: TextName) => string): readonly DefinitionGroup[] {
  return GROUPS.map(({ title, terms }) => ({
    title,
    definitions: (Object.entries(terms) as [Term, About][]).map(([term, { hasOtherNames, inApi }]) => [
      term,
      {
        name: text(`${term}_name`),
        sentence: text(`${term}_sentence`),
        example: text(`${term}_example`),
        ...(hasOtherNames && { alsoCalled: text(`${term}_alsoCalled` as TextName) }),
        ...(inApi !== undefined && { inApi }),
      },
    ]),
  }));
}
