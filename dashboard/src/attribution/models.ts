// The models of attribution, with what they say in one sentence, and what the page asks for.
import { PARAMETER_VALUES } from '@funnel/api-client/constants';
import type { AttributionReport } from '../api/types.ts';

export type Model = (typeof PARAMETER_VALUES.model)[number];
type CreditBy = (typeof PARAMETER_VALUES.credit_by)[number];

/** In the order of the columns. */
const MODELS: readonly Model[] = PARAMETER_VALUES.model;

/** `stored`: as all other reports have it. */
export const CREDIT_NAMES = ['stored', ...MODELS] as const;

export const EXPLAINED: Readonly<Record<Model | 'stored', { readonly name: string; readonly sentence: string }>> = {
  stored: {
    name: 'As counted',
    sentence:
      'The campaign that the order names, or else the one that it was credited to when it came, gets all of it, as on all other pages.',
  },
  last: {
    name: 'Last touch',
    sentence: 'The campaign that the visitor touched last before the order gets all of it.',
  },
  first: { name: 'First touch', sentence: 'The campaign that the visitor touched first gets all of it.' },
  linear: { name: 'Equal parts', sentence: 'All campaigns that the visitor touched get equal parts of it.' },
  any: {
    name: 'Any touch',
    sentence: 'Every campaign that the visitor touched gets all of it, so the rows add up to more than the website.',
  },
};

/** Which touches get credit. undefined: those that the website itself credits orders to. */
export interface Touches {
  readonly windowDays: number | undefined;
  readonly creditBy: CreditBy | undefined;
}

export const WINDOWS_DAYS: readonly number[] = [1, 7, 14, 30, 60, 90];

/** What the URL has otherwise than the page offers it is as if it did not have it. */
export function readTouches(search: URLSearchParams): Touches {
  const windowDays = WINDOWS_DAYS.find((days) => String(days) === search.get('window_days'));
  const creditBy = PARAMETER_VALUES.credit_by.find((value) => value === search.get('credit_by'));
  return { windowDays, creditBy };
}

/** The touches of a report, as a sentence. */
export function touchesSentence({ window_days: days, credit_by: creditBy }: AttributionReport['data']): string {
  if (days === 1) {
    return creditBy === 'view'
      ? 'Conversions and views of the day of an order, and of the day before, are touches.'
      : 'Conversions of the day of an order, and of the day before, are touches.';
  }
  return creditBy === 'view'
    ? `Conversions and views of the day of an order, and of the ${days} days before, are touches.`
    : `Conversions of the day of an order, and of the ${days} days before, are touches.`;
}
