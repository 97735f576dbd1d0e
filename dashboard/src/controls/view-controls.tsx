// The controls of every page with numbers: which days, compared or not, and how visitors are counted.
import { type FormEvent, useState } from 'react';
import { changeView, useView } from '../address/router.tsx';
import { canCompare, effectiveCountType, TIMEFRAMES, type Timeframe, type View } from '../address/view.ts';
import { formatRange } from '../format/dates.ts';
import { Icon } from '../parts/icon.tsx';
import { Popover } from '../parts/popover.tsx';
import { Segmented } from '../parts/segmented.tsx';

const PRESET_GROUPS: readonly (readonly Timeframe[])[] = [
  ['today', 'last_24_hours', 'last_7_days', 'last_30_days', 'last_90_days', 'last_365_days'],
  ['this_week', 'this_month', 'this_quarter', 'this_year'],
  ['insights_week', 'all_time'],
];

export function ViewControls({
  counts = true,
  compares = true,
}: {
  readonly counts?: boolean;
  readonly compares?: boolean;
}) {
  const view = useView();
  return (
    <div className="controls">
      {counts && <CountTypeSwitch view={view} />}
      {compares && <CompareToggle view={view} />}
      <TimeframePicker view={view} />
    </div>
  );
}

function CountTypeSwitch({ view }: { readonly view: View }) {
  const onlyDistinct = view.timeframe === 'insights_week';
  return (
    <Segmented
      label="How visitors are counted"
      options={[
        { value: 'distinct', label: 'Unique' },
        { value: 'total', label: 'Total', disabled: onlyDistinct },
      ]}
      value={effectiveCountType(view)}
      onChange={(countType) => changeView({ countType })}
    />
  );
}

function CompareToggle({ view }: { readonly view: View }) {
  const possible = canCompare(view);
  return (
    <label className="toggle" title={possible ? undefined : 'There is no period before this one'}>
      <input
        type="checkbox"
        checked={view.compare && possible}
        disabled={!possible}
        onChange={(event) => changeView({ compare: event.target.checked })}
      />
      <span className="toggle-track" aria-hidden="true" />
      Compare
    </label>
  );
}

function TimeframePicker({ view }: { readonly view: View }) {
  return (
    <Popover
      label="Choose a timeframe"
      button={
        <>
          <Icon name="calendar" />
          <span>{timeframeLabel(view)}</span>
          <Icon name="chevron" />
        </>
      }
    >
      {(close) => (
        <div className="timeframes">
          <div className="presets">
            {PRESET_GROUPS.map((group) => (
              <ul key={group[0]}>
                {group.map((timeframe) => (
                  <li key={timeframe}>
                    <button
                      type="button"
                      className="preset"
                      aria-pressed={view.timeframe === timeframe}
                      onClick={() => {
                        changeView({ timeframe });
                        close();
                      }}
                    >
                      {TIMEFRAMES[timeframe]}
                    </button>
                  </li>
                ))}
              </ul>
            ))}
          </div>
          <CustomRange view={view} onDone={close} />
        </div>
      )}
    </Popover>
  );
}

function timeframeLabel({ timeframe, rangeStart, rangeEnd }: View): string {
  if (timeframe !== 'custom' || rangeStart === undefined || rangeEnd === undefined) return TIMEFRAMES[timeframe];
  return formatRange({ start: rangeStart, end: rangeEnd });
}

function CustomRange({ view, onDone }: { readonly view: View; onDone(): void }) {
  const [start, setStart] = useState(view.rangeStart ?? '');
  const [end, setEnd] = useState(view.rangeEnd ?? '');
  const isBackwards = start !== '' && end !== '' && start > end;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (isBackwards) return;
    changeView({ timeframe: 'custom', rangeStart: start, rangeEnd: end });
    onDone();
  };
  return (
    <form className="custom-range" onSubmit={apply}>
      <p className="custom-range-title">Custom range</p>
      <label className="field">
        First day
        <input type="date" required value={start} onChange={(event) => setStart(event.target.value)} />
      </label>
      <label className="field">
        Last day
        <input type="date" required value={end} onChange={(event) => setEnd(event.target.value)} />
      </label>
      {isBackwards && (
        <p className="field-error" role="alert">
          The first day comes after the last.
        </p>
      )}
      <button type="submit" className="button button-primary" disabled={isBackwards}>
        Apply
      </button>
      <p className="hint">Both days count in full, in UTC.</p>
    </form>
  );
}

/** The one line that says what the numbers of a page mean. */
export function CountExplanation() {
  const view = useView();
  return (
    <p className="hint explanation">
      {effectiveCountType(view) === 'distinct'
        ? 'Unique: each visitor counts once in the whole period, so single days add up to more than the total.'
        : 'Total: every event counts, so one visitor can count many times and days add up to the total.'}
    </p>
  );
}
