// The names of what the API writes as codes, in the language of the reader.
import type { TextKey, Translate } from '../../../languages/translate.ts';
import type { MetricName } from './metrics.ts';

export type CountType = 'distinct' | 'total';

const METRICS = {
  views: 'definitions.visitors_name',
  conversions: 'definitions.conversions_name',
  completions: 'definitions.completions_name',
  submissions: 'definitions.submissions_name',
  subscribes: 'definitions.subscribes_name',
  orders: 'definitions.orders_name',
  revenue: 'definitions.revenue_name',
  conversion_rate: 'definitions.conversion_rate_name',
  completion_rate: 'definitions.completion_rate_name',
  subscribe_rate: 'definitions.subscribe_rate_name',
  order_rate: 'definitions.order_rate_name',
  aov: 'definitions.average_order_name',
} as const satisfies Readonly<Record<MetricName, TextKey>>;

/** Unique counts of views are visitors. They have this one name everywhere, whatever the API calls the field. */
export function metricName(name: MetricName, countType: CountType, t: Translate): string {
  return t(name === 'views' && countType === 'total' ? 'definitions.views_name' : METRICS[name]);
}

/** The dimensions, in the order in which they are offered. */
const DIMENSIONS = {
  channel: 'names.channel',
  utm_source: 'names.utmSource',
  referrer: 'common.referrer',
  utm_medium: 'names.utmMedium',
  utm_campaign: 'names.utmCampaign',
  device: 'common.device',
  browser: 'common.browser',
  os: 'names.os',
  country: 'common.country',
  language: 'names.language',
  page: 'common.page',
  visitor_type: 'names.newOrReturning',
} as const satisfies Readonly<Record<string, TextKey>>;
export type Dimension = keyof typeof DIMENSIONS;

export function dimensionNames(t: Translate): Readonly<Record<Dimension, string>> {
  const names = Object.entries(DIMENSIONS).map(([dimension, key]) => [dimension, t(key)]);
  return Object.fromEntries(names) as Record<Dimension, string>;
}

export interface Filter {
  readonly dimension: Dimension;
  readonly value: string;
}

/** What a breakdown calls events without a value, and all values that it does not list. */
export const NO_VALUE = '(none)';
export const OTHER_VALUES = '(other)';

export const CHANNEL_TEXTS = {
  direct: 'names.direct',
  organic_search: 'names.organicSearch',
  paid_search: 'names.paidSearch',
  organic_social: 'names.organicSocial',
  paid_social: 'names.paidSocial',
  email: 'common.email',
  display: 'names.display',
  affiliates: 'names.affiliates',
  referral: 'names.referral',
  other: 'common.other',
} as const satisfies Readonly<Record<string, TextKey>>;

/** Codes rather than names. */
const CODES: Partial<Record<Dimension, Readonly<Record<string, 'common.other' | TextWithoutValues>>>> = {
  channel: CHANNEL_TEXTS,
  device: { desktop: 'names.desktop', mobile: 'names.mobile', tablet: 'names.tablet' },
  visitor_type: { new: 'names.newVisitors', returning: 'names.returningVisitors' },
};
type TextWithoutValues =
  | (typeof CHANNEL_TEXTS)[keyof typeof CHANNEL_TEXTS]
  | ('names.desktop' | 'names.mobile' | 'names.tablet' | 'names.newVisitors' | 'names.returningVisitors');

/** A visitor can come without them. Everything else is there, but not always known. */
const OPTIONAL = {
  utm_source: 'names.noUtmSource',
  utm_medium: 'names.noUtmMedium',
  utm_campaign: 'names.noUtmCampaign',
  referrer: 'names.noReferrer',
} as const satisfies Partial<Record<Dimension, TextKey>>;

function nameOfNone(dimension: Dimension, t: Translate): string | undefined {
  return dimension in OPTIONAL ? t(OPTIONAL[dimension as keyof typeof OPTIONAL]) : undefined;
}

/** Codes whose names every runtime knows. Anything that is no such code would be an error there. */
const STANDARD_CODES = {
  country: { code: /^[A-Z]{2}$/, type: 'region' },
  language: { code: /^[a-z]{2,3}$/, type: 'language' },
} as const;

/** Names a code of a standard. */
export type NameOfCode = (type: 'region' | 'language', code: string) => string | undefined;

const KNOWN_NAMES = new Map<string, Intl.DisplayNames>();

function namesIn(locale: string): NameOfCode {
  return (type, code) => {
    const key = `${locale} ${type}`;
    const names = KNOWN_NAMES.get(key) ?? new Intl.DisplayNames([locale], { type, fallback: 'code' });
    KNOWN_NAMES.set(key, names);
    return names.of(code);
  };
}

/** `nameOfCode`: a browser may know the language of the reader where we do not. */
export function valueName({ dimension, value }: Filter, t: Translate, nameOfCode = namesIn(t.locale)): string {
  if (value === NO_VALUE) return nameOfNone(dimension, t) ?? t('names.unknown');
  if (value === OTHER_VALUES) return t('names.allOthers');
  const known = dimension === 'country' || dimension === 'language' ? STANDARD_CODES[dimension] : undefined;
  if (known?.code.test(value)) return nameOfCode(known.type, value) ?? value;
  const codes = CODES[dimension];
  if (!codes) return value;
  return Object.hasOwn(codes, value) ? t(codes[value]!) : spelledOut(value);
}

export function filterName(filter: Filter, t: Translate, nameOfCode = namesIn(t.locale)): string {
  const name = valueName(filter, t, nameOfCode);
  return name === nameOfNone(filter.dimension, t)
    ? name
    : t('names.filter', { dimension: dimensionNames(t)[filter.dimension], value: name });
}

export const CTA_TYPES = {
  overlay: 'names.popup',
  bar: 'names.bar',
  embed: 'names.embeddedForm',
  quiz: 'names.quiz',
  landing_page: 'names.landingPage',
} as const satisfies Readonly<Record<string, TextKey>>;

export const ELEMENT_TYPES = {
  form: 'names.form',
  quiz_question: 'names.quizQuestion',
  product_picker: 'names.productPicker',
  button: 'names.button',
  other: 'common.other',
} as const satisfies Readonly<Record<string, TextKey>>;

/** Types are free text in the API: these are the usual ones. A type such as `constructor` is a name that every object has. */
export function ctaTypeName(code: string, t: Translate): string {
  return Object.hasOwn(CTA_TYPES, code) ? t(CTA_TYPES[code as keyof typeof CTA_TYPES]) : spelledOut(code);
}

export function elementTypeName(code: string, t: Translate): string {
  return Object.hasOwn(ELEMENT_TYPES, code) ? t(ELEMENT_TYPES[code as keyof typeof ELEMENT_TYPES]) : spelledOut(code);
}

export function statusName(status: string, t: Translate): string {
  return t(status === 'archived' ? 'common.archived' : 'common.live');
}

interface NamedVariant {
  readonly name: string | null;
  readonly variation: string;
}

export function variantName({ name, variation }: NamedVariant, t: Translate): string {
  return name === null || name === '' ? t('names.variant', { variation }) : name;
}

/** Spells out what pages and shops name themselves: `heard_from` becomes `Heard from`. */
export function spelledOut(code: string): string {
  const words = code.replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? code : words.charAt(0).toUpperCase() + words.slice(1);
}

const EVENTS = {
  view: 'funnels.event_view',
  conversion: 'funnels.event_conversion',
  completion: 'funnels.event_completion',
  submission: 'funnels.event_submission',
  subscribe: 'funnels.event_subscribe',
  order: 'funnels.event_order',
  selection: 'funnels.event_selection',
  page_view: 'funnels.event_page_view',
} as const satisfies Readonly<Record<string, TextKey>>;
export type EventType = keyof typeof EVENTS;

export function eventName(type: EventType, t: Translate): string {
  return t(EVENTS[type]);
}

interface StepSubject {
  readonly kind: 'campaign' | 'variant' | 'step' | 'element';
  readonly id: number;
}

/** Where nobody knows more of it than its id. */
export function subjectById({ kind, id }: StepSubject, t: Translate): string {
  return t(`funnels.subject_${kind}`, { id: String(id) });
}

/** A subject with the records above it. What is below the subject is undefined. */
interface SubjectPath {
  readonly campaign: string;
  readonly variant?: NamedVariant | undefined;
  /** Their names are null if people gave them none. */
  readonly step?: { readonly name: string | null; readonly position: number } | undefined;
  readonly element?: { readonly name: string | null; readonly element_type: string } | undefined;
}

/** Returns a name such as `Spring popup › Variant A`. */
export function subjectPathName({ campaign, variant, step, element }: SubjectPath, t: Translate): string {
  const position = step && new Intl.NumberFormat(t.locale).format(step.position);
  const names = [
    campaign,
    variant && variantName(variant, t),
    step && (step.name ?? t('catalog.stepNumber', { position: position! })),
    element && (element.name ?? elementTypeName(element.element_type, t)),
  ];
  return names.filter((name) => name !== undefined).join(' › ');
}

interface StepWords {
  readonly t: Translate;
  subjectName(subject: StepSubject): string;
  readonly nameOfCode?: NameOfCode;
}

interface StepDefinition {
  readonly type: EventType;
  /** undefined: anywhere on the website. */
  readonly subject: StepSubject | undefined;
  readonly filters: readonly Filter[];
}

/** Returns a name such as `View · Spring popup · Device: Mobile`, or `Page view · /cart`. */
export function stepName(
  { type, subject, filters }: StepDefinition,
  { t, subjectName, nameOfCode }: StepWords,
): string {
  const isOfPage = ({ dimension }: Filter) => type === 'page_view' && dimension === 'page';
  const filterNames = filters.map((filter) => (isOfPage(filter) ? valueName : filterName)(filter, t, nameOfCode));
  return [eventName(type, t), ...(subject ? [subjectName(subject)] : []), ...filterNames].join(' · ');
}
