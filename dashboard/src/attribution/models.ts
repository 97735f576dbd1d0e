// The models of attribution, and what the page asks for.

import { PARAMETER_VALUES } from '@funnel/api-client/constants';
import type { AttributionReport } from '../api/types.ts';
import type { Term } from '../format/definitions.ts';
import { t } from '../language/t.ts';
import { CREDIT_DAYS, CREDITED_DIMENSIONS } from '../routing/offered-values.ts';

export type Model = (typeof PARAMETER_VALUES.model)[number];
type CreditBy = (typeof PARAMETER_VALUES.credit_by)[number];

/** The order of the columns. */
export const MODELS: readonly Model[] = PARAMETER_VALUES.model;

/** `stored`: as all other reports have it. */
export const CREDIT_NAMES = ['stored', ...MODELS] as const;

export const MODEL_TERMS = {
  stored: 'as_counted',
  last: 'last_touch',
  first: 'first_touch',
  linear: 'equal_parts',
  any: 'any_touch',
} as const satisfies Readonly<Record<Model | 'stored', Term>>;

/** Which touches get credit. undefined: those that the website itself credits orders to, which are of campaigns. */
export interface Touches {
  readonly by: (typeof CREDITED_DIMENSIONS)[number] | undefined;
  readonly creditDays: number | undefined;
  readonly creditBy: CreditBy | undefined;
  /** The model of the cost per order. undefined: last touch. */
  readonly costsBy: Model | undefined;
}

/** What the URL has otherwise than the page offers it is as if it did not have it. */
export function readTouches(search: URLSearchParams): Touches {
  const creditDays = CREDIT_DAYS.find((days) => String(days) === search.get('window_days'));
  const creditBy = PARAMETER_VALUES.credit_by.find((value) => value === search.get('credit_by'));
  const by = CREDITED_DIMENSIONS.find((dimension) => dimension === search.get('by'));
  const costsBy = MODELS.find((model) => model === search.get('costs_by'));
  return { by, creditDays, creditBy, costsBy };
}

/** The touches of a report, as a sentence. */
export function touchesSentence({ window_days: days, credit_by: creditBy }: AttributionReport['data']): string {
  if (creditBy === undefined) return t('attribution.touchesEvents', { days });
  return creditBy === 'view' ? t('attribution.touchesViews', { days }) : t('attribution.touchesConversions', { days });
}
