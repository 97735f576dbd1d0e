import clsx from 'clsx';
import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './button.module.css';

interface ButtonLook {
  readonly variant?: 'primary' | 'quiet' | 'danger' | 'icon';
  readonly size?: 'small' | 'large';
}

interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={clsx(buttonClass({ variant, size }), className)} {...rest} />;
}

/** Makes links look like buttons. */
export function buttonClass({
  variant,
  size,
}: { [Key in keyof ButtonLook]: ButtonLook[Key] | undefined } = {}): string {
  return clsx(styles.button, variant && styles[variant], size && styles[size]);
}
