// What the catalog's page and dialogs say about each kind of record.
import type { CatalogElement, CatalogStep, CatalogVariant, RecordKind } from '../api/catalog.ts';
import { elementTypeName, recordName, variantName } from '../format/names.ts';

export const KIND_NAMES: Readonly<Record<RecordKind, string>> = {
  campaigns: 'campaign',
  variants: 'variant',
  steps: 'step',
  elements: 'element',
};

export function variantLabel(variant: CatalogVariant): string {
  return variant.name ? variantName(variant) : (variant.key ?? variantName(variant));
}

export function stepLabel(step: CatalogStep): string {
  return recordName(step, `Step ${step.position}`);
}

export function elementLabel(element: CatalogElement): string {
  return recordName(element, elementTypeName(element.element_type));
}
