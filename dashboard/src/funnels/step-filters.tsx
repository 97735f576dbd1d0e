// The filters of a step: only events with these values count.

import { AddFilter } from '../components/add-filter.tsx';
import { Chip } from '../controls/filter-chips.tsx';
import { rich, t } from '../language/t.ts';
import { type Filter, withoutFilter } from '../routing/filters.ts';
import styles from './step-filters.module.css';

interface StepFiltersProps {
  readonly websiteId: number;
  readonly filters: readonly Filter[];
  /** The number of the step, from 1. */
  readonly number: string;
  onChange(filters: readonly Filter[]): void;
}

export function StepFilters({ websiteId, filters, number, onChange }: StepFiltersProps) {
  return (
    <div className={styles.filters}>
      {filters.map((filter) => (
        <Chip
          key={filter.dimension}
          filter={filter}
          onRemove={() => onChange(withoutFilter(filters, filter.dimension))}
        />
      ))}
      <AddFilter
        websiteId={websiteId}
        filters={filters}
        label={t('funnels.filterOfStep', { number })}
        onChange={onChange}
      >
        {rich('funnels.filterOfStepShort', {
          number,
          hidden: (text) => <span className="visually-hidden">{text}</span>,
        })}
      </AddFilter>
    </div>
  );
}
