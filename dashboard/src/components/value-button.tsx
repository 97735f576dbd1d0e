// A value of a dimension in a table: a click filters the page by it, and a second click shows all values again.

import clsx from 'clsx';
import { useSharedPage } from '../api/context.tsx';
import { valueName } from '../format/dimensions.ts';
import { t } from '../language/t.ts';
import { type Filter, isFilterable, withFilter, withoutFilter } from '../routing/filters.ts';
import { changeView } from '../routing/router.tsx';
import styles from './value-button.module.css';

interface ValueButtonProps {
  readonly filter: Filter;
  /** The filters of the page. */
  readonly filters: readonly Filter[];
}

export function ValueButton({ filter, filters }: ValueButtonProps) {
  const { dimension, value } = filter;
  const name = valueName(filter);
  const isLocked = useSharedPage()?.locked ?? false;
  if (isLocked || !isFilterable(dimension, value)) return <span>{name}</span>;
  const isChosen = filters.some((other) => other.dimension === dimension && other.value === value);
  return (
    <button
      type="button"
      className={clsx(styles.button, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      title={isChosen ? t('report.showAllValues') : t('report.showOnly', { name })}
      onClick={() =>
        changeView({ filters: isChosen ? withoutFilter(filters, dimension) : withFilter(filters, filter) })
      }
    >
      {name}
    </button>
  );
}
