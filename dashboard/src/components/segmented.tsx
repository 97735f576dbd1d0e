// A choice between a few options, all visible: radio buttons that look like one control.
import clsx from 'clsx';
import { useId } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './segmented.module.css';

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Shown instead of the label, which becomes the tooltip. */
  readonly icon?: IconName;
  readonly disabled?: boolean;
}

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  onChange(value: Value): void;
}

export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId();
  const hasIcons = options.some(({ icon }) => icon !== undefined);
  return (
    <fieldset className={clsx(styles.segmented, hasIcons && styles.icons)}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.segment} title={option.icon && option.label}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled ?? false}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.icon && <Icon name={option.icon} />}
            <span className={option.icon && 'visually-hidden'}>{option.label}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
