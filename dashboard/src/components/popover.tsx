// A panel that opens below its button and takes the focus. It closes on Escape, on a click outside, when the focus leaves it, or
// when its content says so.
import clsx from 'clsx';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './popover.module.css';

interface PopoverProps {
  readonly label: string;
  /** The content of the button. */
  readonly button: ReactNode;
  readonly className?: string | undefined;
  children(close: () => void): ReactNode;
}

export function Popover({ label, button, className, children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const panelId = useId();
  useEffect(() => {
    if (!open) return;
    const chosen = panel.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    (chosen ?? panel.current?.querySelector<HTMLElement>('button, input, select'))?.focus();
    const onOutside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);
  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  return (
    <div className={clsx(styles.popover, className)} ref={box}>
      <Button
        ref={trigger}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        {button}
      </Button>
      {open && (
        <div id={panelId} ref={panel} className={styles.panel} role="dialog" aria-label={label}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
