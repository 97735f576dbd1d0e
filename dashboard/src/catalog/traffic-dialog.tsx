// Dividing the traffic of a campaign among its variants, all of them together.
import { useState } from 'react';
import { type CatalogCampaign, shareTraffic } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { FormDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { equalShares } from '../format/catalog.ts';
import { formatRateCompact } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import styles from './catalog-tree.module.css';
import { variantLabel } from './record-kinds.ts';

interface TrafficDialogProps {
  readonly websiteId: number;
  readonly campaign: CatalogCampaign;
  onClose(): void;
}

export function TrafficDialog({ websiteId, campaign, onClose }: TrafficDialogProps) {
  const api = useApi();
  const [opened] = useState(campaign);
  const variants = opened.variants.filter(({ status }) => status === 'live');
  const [shares, setShares] = useState(() => variants.map((variant) => String(variant.traffic_percentage)));
  const sum = shares.reduce((all, share) => all + Number(share), 0);
  return (
    <FormDialog
      title={t('catalog.divideTraffic')}
      action={t('common.save')}
      submit={() => {
        const given = variants.map(({ id }, index) => ({ id, traffic_percentage: Number(shares[index]) }));
        return shareTraffic(api, websiteId, opened, given);
      }}
      invalidates={[]}
      isIncomplete={sum !== 100}
      onClose={onClose}
    >
      <p className="hint">{t('catalog.divideHint', { campaign: opened.name })}</p>
      {variants.map((variant, index) => (
        <label key={variant.id} className={styles.share}>
          <span>
            {variantLabel(variant)}{' '}
            <span className="hint">{t('catalog.variantNumber', { variation: variant.variation })}</span>
          </span>
          <span className={styles.percent}>
            <input
              type="number"
              min={0}
              max={100}
              required
              value={shares[index]}
              onChange={(event) => setShares(shares.with(index, event.target.value))}
            />
            %
          </span>
        </label>
      ))}
      <p className={styles.sum}>
        <span role="status">
          {sum === 100 ? t('catalog.addsUp') : t('catalog.addsUpTo', { sum: formatRateCompact(sum) })}
        </span>
        <Button size="small" onClick={() => setShares(equalShares(variants.length).map(String))}>
          {t('catalog.equalShares')}
        </Button>
      </p>
    </FormDialog>
  );
}
