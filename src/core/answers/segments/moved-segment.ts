// The segment that explains a change, as reports, notifications and the database have it, and in words.
import { type Code, type Sentence, sentence } from '../../../../languages/sentence.ts';
import type { Dimension } from '../../foundation/dimensions/dimension.ts';
import { plainName } from '../../foundation/text/wording.ts';

export interface MovedSegment {
  readonly dimension: Dimension;
  readonly value: string;
  /** The part of the move that it carries, in percent. */
  readonly share: number;
}

const NAMES = {
  channel: 'channel',
  utm_source: 'source',
  utm_medium: 'medium',
  utm_campaign: 'utmCampaign',
  referrer: 'referrer',
  device: 'device',
  browser: 'browser',
  os: 'operatingSystem',
  country: 'country',
  language: 'language',
  page: 'page',
  visitor_type: 'kindOfVisitor',
} as const satisfies Readonly<Record<Dimension, Code>>;

export function dimensionWords(dimension: Dimension): Sentence {
  return sentence(NAMES[dimension]);
}

/** The values of other dimensions are names. */
const CODES: ReadonlyMap<string, Code> = new Map(
  (
    [
      'channel_direct',
      'channel_organic_search',
      'channel_paid_search',
      'channel_organic_social',
      'channel_paid_social',
      'channel_email',
      'channel_display',
      'channel_affiliates',
      'channel_referral',
      'channel_other',
      'device_desktop',
      'device_mobile',
      'device_tablet',
      'visitor_type_new',
      'visitor_type_returning',
    ] as const
  ).map((code) => [code, code]),
);

/** The value of a segment, in quotation marks. */
export function segmentValueWords({ dimension, value }: Pick<MovedSegment, 'dimension' | 'value'>): Sentence {
  if (dimension === 'country' && /^[A-Z]{2}$/.test(value)) return sentence('quoted', { name: { country: value } });
  const code = CODES.get(`${dimension}_${value}`);
  return sentence('quoted', { name: code ? { code } : plainName(value) });
}
