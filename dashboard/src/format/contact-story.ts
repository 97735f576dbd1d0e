// The entries of a contact's story in words.
import type { StoryEntry } from '../api/contacts.ts';
import { t } from '../language/t.ts';
import type { Dimension } from '../routing/filters.ts';
import { fieldLabel } from './contacts.ts';
import { DIMENSION_NAMES, valueName } from './dimensions.ts';
import { formatMoney } from './numbers.ts';

export function entryTitle({ kind, revenue }: StoryEntry, currency: string): string {
  if (kind === 'order') return t('contacts.did_order', { amount: formatMoney(revenue ?? 0, currency) });
  if (kind === 'refund') return t('contacts.did_refund', { amount: formatMoney(revenue ?? 0, currency) });
  return t(`contacts.did_${kind}`);
}

/** A line each. */
export function entryDetails(entry: StoryEntry, currency: string): string[] {
  const { order_id: orderId, refunded, products, page, fields } = entry;
  return [
    sourceOf(entry),
    page ?? '',
    [orderId === null ? '' : t('contacts.orderId', { id: orderId }), products.join(', ')].filter(Boolean).join(' · '),
    refunded ? t('contacts.refundedOfOrder', { amount: formatMoney(refunded, currency) }) : '',
    ...Object.entries(fields).map(([name, value]) => t('contacts.fieldIs', { label: fieldLabel(name), value })),
  ].filter((line) => line !== '');
}

/** The channel in words, then what tells more, such as `Email · UTM source: newsletter · Mobile · Germany`. */
function sourceOf({ source, device, country }: StoryEntry): string {
  const named = (dimension: Dimension, value: string | null | undefined) =>
    value ? [t('names.filter', { dimension: DIMENSION_NAMES[dimension], value })] : [];
  const alone = (dimension: Dimension, value: string | null | undefined) =>
    value ? [valueName({ dimension, value })] : [];
  return [
    ...alone('channel', source?.channel),
    ...named('utm_source', source?.utm_source),
    ...named('utm_medium', source?.utm_medium),
    ...named('utm_campaign', source?.utm_campaign),
    ...named('referrer', source?.referrer),
    ...alone('device', device),
    ...alone('country', country),
  ].join(' · ');
}
