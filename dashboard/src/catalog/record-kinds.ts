// What the catalog's page and dialogs say about each kind of record.
import type { CatalogElement, CatalogStep, CatalogVariant, RecordKind } from '../api/catalog.ts';
import { elementTypeName, recordName, variantName } from '../format/names.ts';

export const KIND_NAMES: Readonly<Record<RecordKind, string>> = {
  campaigns: 'campaign',
  variants: 'variant',
  steps: 'step',
  elements: 'element',
};

export const NAME_LENGTH_MAX = 1_000;
export const KEY_LENGTH_MAX = 64;

export function variantLabel(variant: CatalogVariant): string {
  return variant.name ? variantName(variant) : (variant.key ?? variantName(variant));
}

export function stepLabel(step: CatalogStep): string {
  return recordName(step, `Step ${step.position}`);
}

export function elementLabel(element: CatalogElement): string {
  return recordName(element, elementTypeName(element.element_type));
}

/** `Spring popup!` becomes `spring-popup`. undefined: nothing in the name can be in a key. */
export function keyFor(name: string): string | undefined {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .slice(0, KEY_LENGTH_MAX)
    .replaceAll(/^-+|-+$/g, '');
  return key === '' || /^\d+$/.test(key) ? undefined : key;
}
