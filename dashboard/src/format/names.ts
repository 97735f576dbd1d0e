// Names for the codes in the API's responses. Campaign and element types are free text in the API: these are the usual
// ones.
import type { CampaignStatus } from '../api/types.ts';
import { t } from '../language/t.ts';

export const STATUS_NAMES: Readonly<Record<CampaignStatus, string>> = {
  live: t('common.live'),
  archived: t('common.archived'),
};

const CTA_TYPE_NAMES: Readonly<Record<string, string>> = {
  overlay: t('names.popup'),
  bar: t('names.bar'),
  embed: t('names.embeddedForm'),
  quiz: t('names.quiz'),
  landing_page: t('names.landingPage'),
};

export const CTA_TYPES: readonly string[] = Object.keys(CTA_TYPE_NAMES);

const ELEMENT_TYPE_NAMES: Readonly<Record<string, string>> = {
  form: t('names.form'),
  quiz_question: t('names.quizQuestion'),
  product_picker: t('names.productPicker'),
  button: t('names.button'),
  other: t('common.other'),
};

export const ELEMENT_TYPES: readonly string[] = Object.keys(ELEMENT_TYPE_NAMES);

export function ctaTypeName(code: string): string {
  return nameIn(CTA_TYPE_NAMES, code);
}

export function elementTypeName(code: string): string {
  return nameIn(ELEMENT_TYPE_NAMES, code);
}

/** A code such as `constructor` is one that every object has. */
function nameIn(names: Readonly<Record<string, string>>, code: string): string {
  return Object.hasOwn(names, code) ? names[code]! : spelledOut(code);
}

export function variantName({ name, variation }: { readonly name: string | null; readonly variation: string }): string {
  return name === null || name === '' ? t('names.variant', { variation }) : name;
}

/** The name that people gave a step or an element, else the key by which pages name it, else what `fallback` says. */
export function recordName(
  record: { readonly name: string | null; readonly key: string | null } | undefined,
  fallback: string,
): string {
  return record?.name ?? record?.key ?? fallback;
}

/** Spells out what pages and shops name themselves: `heard_from` becomes `Heard from`. */
export function spelledOut(code: string): string {
  const words = code.replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? code : words.charAt(0).toUpperCase() + words.slice(1);
}
