// The controls of every report page: timeframe, comparison and count type.

import { COMPARISONS, type Comparison } from '@funnel/report-files/periods.ts';
import { type FormEvent, useState } from 'react';
import { useSharedPage } from '../api/context.tsx';
import { Button } from '../components/button.tsx';
import { FieldError, InputField } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { Popover } from '../components/popover.tsx';
import { Segmented } from '../components/segmented.tsx';
import { MIXED_ZONES } from '../format/dates.ts';
import { DEFINITIONS } from '../format/definitions.ts';
import { comparisonBasis, TIMEFRAME_NAMES, timeframeName } from '../format/timeframes.ts';
import { timezoneName } from '../format/timezones.ts';
import { t } from '../language/t.ts';
import { changeView, useView } from '../routing/router.tsx';
import {
  calendarUnit,
  canCompare,
  effectiveComparison,
  effectiveCountType,
  type Timeframe,
  type View,
} from '../routing/view.ts';
import { ViewsMenu } from '../saved/views-menu.tsx';
import { ShareButton } from '../share/share-button.tsx';
import styles from './view-controls.module.css';

const PRESET_GROUPS: readonly (readonly Timeframe[])[] = [
  ['today', 'last_24_hours', 'last_7_days', 'last_30_days', 'last_90_days', 'last_365_days'],
  ['this_week', 'this_month', 'this_quarter', 'this_year'],
  ['yesterday', 'last_week', 'last_month', 'last_quarter'],
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
  const isLocked = useSharedPage()?.locked ?? false;
  return (
    <div className={styles.controls}>
      {counts && <CountTypeSwitch view={view} />}
      {compares && !isLocked && <CompareSelect view={view} />}
      {!isLocked && <TimeframePicker view={view} />}
      <ViewsMenu />
      <ShareButton />
    </div>
  );
}

function CountTypeSwitch({ view }: { readonly view: View }) {
  const distinctOnly = view.timeframe === 'insights_week';
  return (
    <Segmented
      label={t('report.countType')}
      options={[
        { value: 'distinct', label: DEFINITIONS.unique.name },
        { value: 'total', label: DEFINITIONS.total.name, disabled: distinctOnly },
      ]}
      value={effectiveCountType(view)}
      onChange={(countType) => changeView({ countType })}
    />
  );
}

function CompareSelect({ view }: { readonly view: View }) {
  const unit = calendarUnit(view);
  const isPossible = canCompare(view);
  return (
    <select
      aria-label={t('report.compare')}
      value={effectiveComparison(view)}
      disabled={!isPossible}
      title={isPossible ? undefined : t('report.nothingToCompare')}
      onChange={({ target }) => changeView({ compare: target.value as Comparison })}
    >
      {COMPARISONS.map((comparison) => (
        <option key={comparison} value={comparison}>
          {comparison === 'off'
            ? t('report.notCompared')
            : t('numbers.versus', { basis: comparisonBasis(comparison, unit) })}
        </option>
      ))}
    </select>
  );
}

function TimeframePicker({ view }: { readonly view: View }) {
  return (
    <Popover
      label={t('report.chooseTimeframe')}
      className={styles.picker}
      button={
        <>
          <Icon name="calendar" />
          <span>{timeframeName(view)}</span>
          <Icon name="chevron" />
        </>
      }
    >
      {(close) => (
        <div className={styles.timeframes}>
          <div className={styles.presets}>
            {PRESET_GROUPS.map((group) => (
              <ul key={group[0]}>
                {group.map((timeframe) => (
                  <li key={timeframe}>
                    <button
                      type="button"
                      className={styles.preset}
                      aria-pressed={view.timeframe === timeframe}
                      onClick={() => {
                        changeView({ timeframe });
                        close();
                      }}
                    >
                      {TIMEFRAME_NAMES[timeframe]}
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

function zoneHint(timezone = 'UTC'): string {
  return timezone === MIXED_ZONES
    ? t('report.eachWebsiteOwnDays')
    : t('report.daysInTimezone', { timezone: timezoneName(timezone) });
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
    <form className={styles.customRange} onSubmit={apply}>
      <p className={styles.customRangeTitle}>{TIMEFRAME_NAMES.custom}</p>
      <InputField
        label={t('report.firstDay')}
        type="date"
        required
        value={start}
        onChange={(event) => setStart(event.target.value)}
      />
      <InputField
        label={t('report.lastDay')}
        type="date"
        required
        value={end}
        onChange={(event) => setEnd(event.target.value)}
      />
      {isBackwards && <FieldError>{t('report.firstAfterLast')}</FieldError>}
      <Button type="submit" variant="primary" className={styles.apply} disabled={isBackwards}>
        {t('report.apply')}
      </Button>
      <p className="hint">
        {t('report.bothDaysIncluded')} {zoneHint(view.timezone)}
      </p>
    </form>
  );
}
