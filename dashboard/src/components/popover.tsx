// A panel that opens below its button, and closes on Escape, on a click outside, or when its content says so.
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
  const panelId = useId();
  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
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
        <div id={panelId} className={styles.panel} role="dialog" aria-label={label}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
