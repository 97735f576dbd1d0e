// The channel that a visit came by. The rules and their order are those that Google publishes for the default channel group of
// Google Analytics 4 (support.google.com/analytics/answer/9756891, "Channels for manual traffic"): the first one that fits decides.
// Why: docs/decisions/events.md, "Channels follow GA4's rules, with lists of our own".
import { type SiteKind, siteKindOf } from './known-sites.ts';

/** Where a visit came from, in lower case. undefined: it did not say. */
export interface Source {
  readonly utm_source?: string | undefined;
  readonly utm_medium?: string | undefined;
  readonly utm_campaign?: string | undefined;
  /** A host. */
  readonly referrer?: string | undefined;
}

export const CHANNELS = [
  'direct',
  'organic_search',
  'paid_search',
  'organic_social',
  'paid_social',
  'email',
  'display',
  'affiliates',
  'referral',
  'other',
] as const;
export type Channel = (typeof CHANNELS)[number];

/** What the rules look at. '': there is none. */
interface Traffic {
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  readonly site: SiteKind | undefined;
}

interface ChannelRule {
  /** The name that GA4 has for it. */
  readonly name: string;
  /** `other` stands for those that we have no name for. */
  readonly channel: Channel;
  fits(traffic: Traffic): boolean;
}

const PAID = /cp|^ppc$|^retargeting$|^paid/;
const SHOP_CAMPAIGN = /([^a-df-z]|^)shop|shopping/;
const UNKNOWN_MEDIUMS = ['', '(none)', '(not set)'];
const DISPLAY_MEDIUMS = ['display', 'banner', 'expandable', 'interstitial', 'cpm'];
const SOCIAL_MEDIUMS = ['social', 'social-network', 'social-media', 'sm', 'social network', 'social media'];
const REFERRAL_MEDIUMS = ['referral', 'app', 'link'];
const EMAIL_NAMES = ['email', 'e-mail', 'e_mail', 'e mail'];

const isPaid = ({ medium }: Traffic) => PAID.test(medium);
const isShopping = ({ site, campaign }: Traffic) => site === 'shopping' || SHOP_CAMPAIGN.test(campaign);

export const CHANNEL_RULES: readonly ChannelRule[] = [
  { name: 'Direct', channel: 'direct', fits: isDirect },
  { name: 'Cross-network', channel: 'other', fits: ({ campaign }) => campaign.includes('cross-network') },
  { name: 'Paid Shopping', channel: 'other', fits: (traffic) => isShopping(traffic) && isPaid(traffic) },
  { name: 'Paid Search', channel: 'paid_search', fits: (traffic) => traffic.site === 'search' && isPaid(traffic) },
  { name: 'Paid Social', channel: 'paid_social', fits: (traffic) => traffic.site === 'social' && isPaid(traffic) },
  { name: 'Paid Video', channel: 'other', fits: (traffic) => traffic.site === 'video' && isPaid(traffic) },
  { name: 'Display', channel: 'display', fits: ({ medium }) => DISPLAY_MEDIUMS.includes(medium) },
  { name: 'Paid Other', channel: 'other', fits: isPaid },
  { name: 'Organic Shopping', channel: 'other', fits: isShopping },
  {
    name: 'Organic Social',
    channel: 'organic_social',
    fits: ({ site, medium }) => site === 'social' || SOCIAL_MEDIUMS.includes(medium),
  },
  { name: 'Organic Video', channel: 'other', fits: ({ site, medium }) => site === 'video' || medium.includes('video') },
  {
    name: 'Organic Search',
    channel: 'organic_search',
    fits: ({ site, medium }) => site === 'search' || medium === 'organic',
  },
  { name: 'Referral', channel: 'referral', fits: ({ medium }) => REFERRAL_MEDIUMS.includes(medium) },
  {
    name: 'Email',
    channel: 'email',
    fits: ({ source, medium }) => EMAIL_NAMES.includes(source) || EMAIL_NAMES.includes(medium),
  },
  {
    name: 'Affiliates',
    channel: 'affiliates',
    fits: ({ medium }) => medium === 'affiliate' || medium === 'affiliates',
  },
  // Audio, SMS, Mobile Push Notifications and Unassigned.
  { name: 'Others', channel: 'other', fits: () => true },
];

export function channelOf({ utm_source, utm_medium, utm_campaign, referrer }: Source): Channel {
  const source = utm_source ?? referrer ?? '';
  // A visit with a referrer and without tags is what GA4 calls the medium referral.
  const isTagged = utm_source !== undefined || utm_medium !== undefined;
  const medium = utm_medium ?? (referrer !== undefined && !isTagged ? 'referral' : '');
  const traffic: Traffic = { source, medium, campaign: utm_campaign ?? '', site: siteKindOf(source) };
  return CHANNEL_RULES.find((rule) => rule.fits(traffic))!.channel;
}

/** A campaign without a source is a link that somebody has tagged, so it is not direct. */
function isDirect({ source, medium, campaign }: Traffic): boolean {
  if (!UNKNOWN_MEDIUMS.includes(medium)) return false;
  return source === '(direct)' || source === 'direct' || (source === '' && campaign === '');
}
