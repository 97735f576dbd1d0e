// Names for the codes in the API's responses.
import {
  CTA_TYPES as CTA_TYPE_TEXTS,
  ctaTypeName as ctaTypeNameIn,
  ELEMENT_TYPES as ELEMENT_TYPE_TEXTS,
  elementTypeName as elementTypeNameIn,
  variantName as variantNameIn,
} from '@funnel/report-files/names.ts';
import type { CampaignStatus } from '../api/types.ts';
import { t } from '../language/t.ts';

export const STATUS_NAMES: Readonly<Record<CampaignStatus, string>> = {
  live: t('common.live'),
  archived: t('common.archived'),
};

export const CTA_TYPES: readonly string[] = Object.keys(CTA_TYPE_TEXTS);
export const ELEMENT_TYPES: readonly string[] = Object.keys(ELEMENT_TYPE_TEXTS);

export function ctaTypeName(code: string): string {
  return ctaTypeNameIn(code, t);
}

export function elementTypeName(code: string): string {
  return elementTypeNameIn(code, t);
}

export function variantName(variant: Parameters<typeof variantNameIn>[0]): string {
  return variantNameIn(variant, t);
}

/** The name that people gave a step or an element, else the key by which pages name it, else what `fallback` says. */
export function recordName(
  record: { readonly name: string | null; readonly key: string | null } | undefined,
  fallback: string,
): string {
  return record?.name ?? record?.key ?? fallback;
}
