// Which page of the dashboard shows the result of a tool.

import type { DayRange } from '@funnel/report-files/days.ts';
import { rangeOf } from '@funnel/report-files/timeframe.ts';
import type { TimeframeBlock } from '../api/types.ts';
import { readFilters } from '../routing/filters.ts';
import { type Page, UNKNOWN_ID } from '../routing/pages.ts';
import { type View, viewParameters } from '../routing/view.ts';

/** What the pages need to know of any report. */
export interface ShownReport {
  readonly report?: string;
  readonly website?: { readonly id: number };
  readonly timeframe?: TimeframeBlock & { readonly selected: View['timeframe'] };
  readonly filter?: readonly string[];
  readonly data?: { readonly id?: number | null; readonly breakdown?: { readonly dimension: string } };
}

/** Arguments that pages have as parameters too. */
const LIST_ARGUMENTS = ['sort', 'cta_type', 'status', 'page', 'group_by'] as const;

export function pageOf({ report, website, data }: ShownReport): Page | undefined {
  if (report === 'account_performance') return { name: 'overview' };
  if (!website) return undefined;
  const ids = { websiteId: website.id, campaignId: UNKNOWN_ID, variantId: UNKNOWN_ID, stepId: UNKNOWN_ID };
  const id = data?.id ?? UNKNOWN_ID;
  switch (report) {
    case 'website':
    case 'campaigns':
    case 'funnel':
    case 'retention':
    case 'paths':
      return { name: 'website', websiteId: website.id };
    // Links of these results lead to the pages of what they are about.
    case 'change':
    case 'best_times':
      return data?.id
        ? { name: 'campaign', websiteId: website.id, campaignId: data.id }
        : { name: 'website', websiteId: website.id };
    case 'experiments':
      return { name: 'experiments', websiteId: website.id };
    case 'website_insights':
      return { name: 'insights', websiteId: website.id };
    case 'campaign':
    case 'experiment':
      return { name: 'campaign', websiteId: website.id, campaignId: id };
    case 'variant':
      return { name: 'variant', ...ids, variantId: id };
    case 'step':
      return { name: 'step', ...ids, stepId: id };
    case 'element':
      return { name: 'element', ...ids, elementId: id };
    default:
      return undefined;
  }
}

/** undefined: the window has a name. */
function daysOf(timeframe: ShownReport['timeframe']): DayRange | undefined {
  return timeframe?.selected === 'custom' ? rangeOf(timeframe) : undefined;
}

/** The same window, filters and breakdown as the call had. */
export function parametersOf(
  { timeframe, filter = [], data }: ShownReport,
  args: Readonly<Record<string, unknown>>,
): URLSearchParams {
  const range = daysOf(timeframe);
  const parameters = viewParameters({
    timeframe: timeframe?.selected ?? 'last_30_days',
    ...(range && { rangeStart: range.start, rangeEnd: range.end }),
    compare: 'previous',
    countType: args.count_type === 'total' ? 'total' : 'distinct',
    filters: readFilters(filter),
  });
  if (data?.breakdown) parameters.set('break_down_by', data.breakdown.dimension);
  for (const name of LIST_ARGUMENTS)
    if (args[name] !== undefined && args[name] !== null) parameters.set(name, String(args[name]));
  return parameters;
}
