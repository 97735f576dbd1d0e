// A button that adds a filter: only events with this value count.

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useApi } from '../api/context.tsx';
import { breakdownQuery } from '../api/queries.ts';
import { DIMENSION_NAMES, DIMENSIONS, valueFor, valueName } from '../format/dimensions.ts';
import { t } from '../language/t.ts';
import { type Dimension, type Filter, isFilterable, withFilter } from '../routing/filters.ts';
import { useView } from '../routing/router.tsx';
import styles from './add-filter.module.css';
import { Button } from './button.tsx';
import { FieldError, InputField, SelectField } from './field.tsx';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';

interface AddFilterProps {
  readonly websiteId: number;
  readonly filters: readonly Filter[];
  readonly label: string;
  /** What the button shows. Default: the label. */
  readonly children?: ReactNode;
  onChange(filters: readonly Filter[]): void;
}

export function AddFilter({ websiteId, filters, label, children = label, onChange }: AddFilterProps) {
  if (filters.length >= DIMENSIONS.length) return null;
  return (
    <Popover
      label={label}
      className={styles.popover}
      button={
        <>
          <Icon name="plus" />
          <span>{children}</span>
        </>
      }
    >
      {(close) => (
        <FilterForm
          websiteId={websiteId}
          taken={filters.map(({ dimension }) => dimension)}
          onAdd={(filter) => {
            onChange(withFilter(filters, filter));
            close();
          }}
        />
      )}
    </Popover>
  );
}

interface FilterFormProps {
  readonly websiteId: number;
  /** An event has one value of a dimension. */
  readonly taken: readonly Dimension[];
  onAdd(filter: Filter): void;
}

function FilterForm({ websiteId, taken, onAdd }: FilterFormProps) {
  const listId = useId();
  const free = DIMENSIONS.filter((dimension) => !taken.includes(dimension));
  const [dimension, setDimension] = useState(free[0]!);
  const [text, setText] = useState('');
  const values = useValues(websiteId, dimension);
  const filter = { dimension, value: valueFor(text.trim(), dimension, values) };
  const isTooLong = !isFilterable(dimension, filter.value);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isTooLong) onAdd(filter);
  };
  return (
    <form className={styles.form} onSubmit={add}>
      <SelectField
        label={t('funnels.onlyEventsWith')}
        value={dimension}
        onChange={(event) => {
          setDimension(event.target.value as Dimension);
          setText('');
        }}
      >
        {free.map((each) => (
          <option key={each} value={each}>
            {DIMENSION_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <InputField
        label={t('funnels.value')}
        required
        pattern=".*\S.*"
        autoComplete="off"
        list={listId}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <datalist id={listId}>
        {values.map((value) => (
          <option key={value} value={valueName({ dimension, value })} />
        ))}
      </datalist>
      {isTooLong && <FieldError>{t('funnels.noSuchValue')}</FieldError>}
      <Button type="submit" variant="primary" disabled={isTooLong}>
        {t('funnels.addFilter')}
      </Button>
    </form>
  );
}

/** Those that the website has, the most frequent first. Empty while they are loading. */
function useValues(websiteId: number, dimension: Dimension): readonly string[] {
  const view = useView();
  const { data } = useQuery(
    breakdownQuery(useApi(), { kind: 'website', websiteId }, { ...view, compare: 'off' }, dimension),
  );
  if (data?.breakdown.dimension !== dimension) return [];
  return data.breakdown.values.map(({ value }) => value).filter((value) => isFilterable(dimension, value));
}
