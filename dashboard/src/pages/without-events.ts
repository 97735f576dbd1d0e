// Whether a website or an account has never had an event. Reports don't say so: those of all time are asked, but only if the
// chosen period is empty.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { View } from '../routing/view.ts';

export const ALL_TIME: View = { timeframe: 'all_time', compare: 'off', countType: 'distinct', filters: [] };

/** A part of a report. Whatever else it contains is not looked at. */
interface Counts {
  readonly views?: number;
  readonly viewers?: number;
  readonly conversions: number;
  readonly completions?: number;
  readonly subscribes: number;
  readonly orders: number;
}

export function isEmpty(counts: Counts | undefined): boolean {
  if (!counts) return false;
  const { views = 0, viewers = 0, conversions, completions = 0, subscribes, orders } = counts;
  return views + viewers + conversions + completions + subscribes + orders === 0;
}

/**
 * Stays true when the first event arrives, so that the page can say what arrived, until the user asks for the numbers with the
 * function that it returns.
 */
export function useWaiting(isWithoutEvents: boolean): readonly [isWaiting: boolean, showNumbers: () => void] {
  const queries = useQueryClient();
  const [isWaiting, setWaiting] = useState(false);
  if (isWithoutEvents && !isWaiting) setWaiting(true);
  const showNumbers = async () => {
    await queries.invalidateQueries();
    setWaiting(false);
  };
  return [isWaiting, showNumbers];
}
