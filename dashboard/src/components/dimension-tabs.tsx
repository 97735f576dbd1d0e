// The choice of a dimension. On a phone as a list, because there are more than fit.

import { DIMENSION_NAMES, DIMENSIONS } from '../format/dimensions.ts';
import { t } from '../language/t.ts';
import type { Dimension } from '../routing/filters.ts';
import styles from './dimension-tabs.module.css';
import { Segmented } from './segmented.tsx';

interface DimensionTabsProps {
  readonly dimension: Dimension;
  onChange(dimension: Dimension): void;
}

export function DimensionTabs({ dimension, onChange }: DimensionTabsProps) {
  return (
    <div className={styles.choice}>
      <div className={styles.tabs}>
        <Segmented
          label={t('common.breakDownBy')}
          options={DIMENSIONS.map((value) => ({ value, label: DIMENSION_NAMES[value] }))}
          value={dimension}
          onChange={onChange}
        />
      </div>
      <select
        className={styles.list}
        aria-label={t('common.breakDownBy')}
        value={dimension}
        onChange={(event) => onChange(event.target.value as Dimension)}
      >
        {DIMENSIONS.map((value) => (
          <option key={value} value={value}>
            {t('report.byDimension', { dimension: DIMENSION_NAMES[value] })}
          </option>
        ))}
      </select>
    </div>
  );
}
