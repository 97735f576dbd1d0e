// Names for the codes in the API's responses. Campaign and element types are free text in the API: these are the usual
// ones.
import type { CampaignStatus } from '../api/types.ts';

export const STATUS_NAMES: Readonly<Record<CampaignStatus, string>> = { live: 'Live', archived: 'Archived' };

const CTA_TYPE_NAMES: Readonly<Record<string, string>> = {
  overlay: 'Popup',
  bar: 'Bar',
  embed: 'Embedded form',
  quiz: 'Quiz',
  landing_page: 'Landing page',
};

export const CTA_TYPES: readonly string[] = Object.keys(CTA_TYPE_NAMES);

const ELEMENT_TYPE_NAMES: Readonly<Record<string, string>> = {
  form: 'Form',
  quiz_question: 'Quiz question',
  product_picker: 'Product picker',
  button: 'Button',
  other: 'Other',
};

export const ELEMENT_TYPES: readonly string[] = Object.keys(ELEMENT_TYPE_NAMES);

export function ctaTypeName(code: string): string {
  return CTA_TYPE_NAMES[code] ?? spelledOut(code);
}

export function elementTypeName(code: string): string {
  return ELEMENT_TYPE_NAMES[code] ?? spelledOut(code);
}

export function variantName({ name, variation }: { readonly name: string | null; readonly variation: string }): string {
  return name === null || name === '' ? `Variant ${variation}` : name;
}

/** The name that people gave a step or an element, else the key by which pages name it, else what `fallback` says. */
export function recordName(
  record: { readonly name: string | null; readonly key: string | null } | undefined,
  fallback: string,
): string {
  return record?.name ?? record?.key ?? fallback;
}

/** `heard_from` becomes `Heard from`. */
export function spelledOut(code: string): string {
  const words = code.replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? code : words.charAt(0).toUpperCase() + words.slice(1);
}
