// A dot that pulses while a page asks for new data. The text beside it says the same in words.
import clsx from 'clsx';
import styles from './polling-dot.module.css';

export function PollingDot({ isOn }: { readonly isOn: boolean }) {
  return <span className={clsx(styles.dot, isOn && styles.on)} aria-hidden="true" />;
}
