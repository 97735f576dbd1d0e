// What the catalog's page and dialogs say about each kind of record.
import type { CatalogElement, CatalogStep, CatalogVariant, RecordKind } from '../api/catalog.ts';
import { elementTypeName, recordName, variantName } from '../format/names.ts';
import { t } from '../language/t.ts';

const EDIT = {
  campaigns: 'catalog.editCampaign',
  variants: 'catalog.editVariant',
  steps: 'catalog.editStep',
  elements: 'catalog.editElement',
} as const;

/** Such as: Edit campaign. */
export function editLabel(kind: RecordKind): string {
  return t(EDIT[kind]);
}

export function variantLabel(variant: CatalogVariant): string {
  return variant.name ? variantName(variant) : (variant.key ?? variantName(variant));
}

export function stepLabel(step: CatalogStep): string {
  return recordName(step, t('catalog.stepNumber', { position: step.position }));
}

export function elementLabel(element: CatalogElement): string {
  return recordName(element, elementTypeName(element.element_type));
}
