// A variant in a table: its letter, its name with a link to its page, and its share of the traffic.

import { RowDetail, RowLink } from '../components/row-name.tsx';
import { variantName } from '../format/names.ts';
import { formatRateCompact } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import styles from './variant-name.module.css';

interface VariantNameProps {
  readonly websiteId: number;
  readonly campaignId: number;
  readonly variant: Parameters<typeof variantName>[0] & { readonly id: number; readonly traffic_percentage: number };
  readonly isControl: boolean;
  /** It shows nothing, and is always the control. */
  readonly isHoldout?: boolean | undefined;
}

export function VariantName({ websiteId, campaignId, variant, isControl, isHoldout = false }: VariantNameProps) {
  return (
    <span className={styles.name}>
      <span className={styles.variation} aria-hidden="true">
        {variant.variation}
      </span>
      <span>
        <RowLink to={{ name: 'variant', websiteId, campaignId, variantId: variant.id }}>{variantName(variant)}</RowLink>
        <RowDetail>
          {t(shareText(isControl, isHoldout), { share: formatRateCompact(variant.traffic_percentage) })}
        </RowDetail>
      </span>
    </span>
  );
}

function shareText(isControl: boolean, isHoldout: boolean) {
  if (isHoldout) return 'experiments.shareOfHoldout';
  return isControl ? 'experiments.shareOfControl' : 'website.ofTraffic';
}
