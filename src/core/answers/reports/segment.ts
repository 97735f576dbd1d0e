// Reports about a part of the events: what they say about the filters, and about the sample that their numbers come from.
import type { Filter, Sampled, TimeSpan } from '../../engine/event-log/counting/log-question.ts';

/** Whether the numbers come from a sample of the visitors, and from how many percent of them. */
export interface Sampling {
  readonly sampled: boolean;
  readonly sample_rate?: number;
}

/** The fields of the envelope that say which events were counted. If all were, there are none. */
export type Segment = (Sampling & { readonly filter?: string[] }) | Record<never, never>;

export function samplingOf({ sampled }: { readonly sampled: Sampled }): Sampling {
  // It has so many decimals, and is rounded up, so that a small rate is not 0.
  return sampled ? { sampled: true, sample_rate: Math.ceil(sampled.rate * 1e6) / 1e4 } : { sampled: false };
}

interface CountedPart {
  readonly filters: readonly Filter[];
  readonly timeSpan?: TimeSpan | undefined;
}

export function segmentOf({ filters, timeSpan }: CountedPart, answer: { readonly sampled: Sampled }): Segment {
  const filter = filters.map(({ dimension, value }) => `${dimension}:${value}`);
  if (filter.length === 0) return timeSpan ? samplingOf(answer) : {};
  return { filter, ...samplingOf(answer) };
}
