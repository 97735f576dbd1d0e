// The filters of the page, each with a button that removes it, and what they mean for its numbers.
import { Button } from '../components/button.tsx';
import { SampleNote } from '../components/estimate.tsx';
import { Icon } from '../components/icon.tsx';
import { formatDay } from '../format/dates.ts';
import { filterName } from '../format/dimensions.ts';
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
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {filters.length > 0 && `Filtered by ${filters.map(filterName).join(', ')}`}
      </p>
      {filters.length > 0 && (
        <div className={styles.filters}>
          <ul aria-label="Filters" className={styles.chips}>
            {filters.map((filter) => (
              <li key={filter.dimension}>
                <Chip filter={filter} onRemove={() => show(withoutFilter(filters, filter.dimension))} />
              </li>
            ))}
            {filters.length > 1 && (
              <li>
                <Button variant="quiet" size="small" onClick={() => show([])}>
                  Remove all
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
    <button type="button" className={styles.chip} aria-label={`Remove the filter ${name}`} onClick={onRemove}>
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
      {keptSince !== undefined && (
        <p className="hint">Events are kept since {formatDay(keptSince)}: earlier days are left out.</p>
      )}
      {sampled && (
        <p className="hint">
          <SampleNote percent={sample_rate} />
        </p>
      )}
    </>
  );
}
