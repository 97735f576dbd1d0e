// The segment that explains a move, as reports, notifications and the database have it, and in words.
import type { Dimension } from '../../foundation/dimensions/dimension.ts';
import { number, quoted } from '../../foundation/text/wording.ts';
import type { Compared, Explanation } from './explain-move.ts';

export interface MovedSegment {
  readonly dimension: Dimension;
  readonly value: string;
  /** The part of the move that it carries, in percent. */
  readonly share: number;
}

export function movedSegmentOf({ dimension, value, share }: Explanation): MovedSegment {
  return { dimension, value, share: Math.round(100 * share) };
}

const NAMES: Readonly<Record<Dimension, string>> = {
  channel: 'channel',
  utm_source: 'source',
  utm_medium: 'medium',
  utm_campaign: 'UTM campaign',
  referrer: 'referrer',
  device: 'device',
  browser: 'browser',
  os: 'operating system',
  country: 'country',
  language: 'language',
  page: 'page',
  visitor_type: 'kind of visitor',
};

/** `the device “mobile”`. Values are text from visitors: they are always quoted. */
export function segmentName(segment: Pick<MovedSegment, 'dimension' | 'value'>): string {
  return `the ${NAMES[segment.dimension]} ${quoted(segmentValueName(segment))}`;
}

export function segmentValueName(
  { dimension, value }: Pick<MovedSegment, 'dimension' | 'value'>,
  locale = 'en',
): string {
  if (dimension === 'country' && /^[A-Z]{2}$/.test(value)) {
    return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(value) ?? value;
  }
  return dimension === 'channel' ? value.replaceAll('_', ' ') : value;
}

/** `noun`: what is counted, in the plural. */
export function explanationSentence(explanation: Explanation, noun: string): string {
  const { own, others } = explanation;
  const counts = ({ observed, expected }: Compared, what: string) =>
    `${number(observed)}${what} instead of about ${number(expected)}`;
  return (
    `The ${own.observed < own.expected ? 'fall' : 'rise'} comes from ${segmentName(explanation)}: ` +
    `${counts(own, ` ${noun}`)}. All others are stable: ${counts(others, '')}.`
  );
}
