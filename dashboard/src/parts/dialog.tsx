import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  /** Left out where the dialog has to be answered. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** Open for as long as it is rendered; the browser keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <header className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        {onClose && (
          <button type="button" className="button button-icon" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
