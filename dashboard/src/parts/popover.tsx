// A panel that opens under its button, and closes on Escape, on a click elsewhere, or when its content says so.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface PopoverProps {
  readonly label: string;
  readonly button: ReactNode;
  children(close: () => void): ReactNode;
}

export function Popover({ label, button, children }: PopoverProps) {
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
    <div className="popover" ref={box}>
      <button
        ref={trigger}
        type="button"
        className="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div id={panelId} className="popover-panel" role="dialog" aria-label={label}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
