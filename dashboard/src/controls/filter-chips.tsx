// The filters of the page, each with a button that removes it, and what they mean for its numbers.

import { useSharedPage } from '../api/context.tsx';
import { Button } from '../components/button.tsx';
import { SampleNote } from '../components/estimate.tsx';
import { Icon } from '../components/icon.tsx';
import { formatDay } from '../format/dates.ts';
import { filterName } from '../format/dimensions.ts';
import { t } from '../language/t.ts';
import { type Filter, withoutFilter } from '../routing/filters.ts';
import { CONTENT_ID, changeView, useView } from '../routing/router.tsx';
import styles from './filter-chips.module.css';

/** What a report says about the events that it counted. */
export interface CountedEvents {
  readonly keptSince?: string;
  readonly sampled?: boolean;
  readonly sample_rate?: number;
}

interface FilterChipsProps {
  /** undefined while it is loading, and on a page of several reports. */
  readonly report?: CountedEvents | undefined;
}

export function FilterChips({ report }: FilterChipsProps) {
  const { filters } = useView();
  const isLocked = useSharedPage()?.locked ?? false;
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {filters.length > 0 && t('report.filteredBy', { filters: filters.map(filterName).join(', ') })}
      </p>
      {filters.length > 0 && (
        <div className={styles.filters}>
          <ul aria-label={t('common.filters')} className={styles.chips}>
            {filters.map((filter) => (
              <li key={filter.dimension}>
                {isLocked ? (
                  <span className={styles.chip}>{filterName(filter)}</span>
                ) : (
                  <Chip filter={filter} onRemove={() => show(withoutFilter(filters, filter.dimension))} />
                )}
              </li>
            ))}
            {filters.length > 1 && !isLocked && (
              <li>
                <Button variant="quiet" size="small" onClick={() => show([])}>
                  {t('common.removeAll')}
                </Button>
              </li>
            )}
          </ul>
          {report && <CountedEventsNote report={report} />}
        </div>
      )}
    </>
  );
}

export function Chip({ filter, onRemove }: { readonly filter: Filter; onRemove(): void }) {
  const name = filterName(filter);
  return (
    <button type="button" className={styles.chip} aria-label={t('report.removeFilter', { name })} onClick={onRemove}>
      <span>{name}</span>
      <Icon name="close" />
    </button>
  );
}

function show(filters: readonly Filter[]): void {
  changeView({ filters });
  // The button is gone.
  document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
}

function CountedEventsNote({ report: { keptSince, sampled, sample_rate } }: { readonly report: CountedEvents }) {
  return (
    <>
      {keptSince !== undefined && <p className="hint">{t('report.eventsKeptSince', { day: formatDay(keptSince) })}</p>}
      {sampled && (
        <p className="hint">
          <SampleNote percent={sample_rate} />
        </p>
      )}
    </>
  );
}
